import type { SingleUse } from '../../../domain/ports/authorisation-store.ts';
import type { DirectoryStore } from '../../../domain/ports/directory-store.ts';
import {
  MAX_REGISTRATIONS_PER_SOFTWARE,
  type Registration,
} from '../../../domain/records/access.ts';
import type { Act, AuditAction, AuditEntry } from '../../../domain/records/audit.ts';
import type { SeedClient } from '../../../domain/records/seed.ts';
import type { Instant } from '../../../shared/time.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Engine, Lock, DbCommand } from '../engine.ts';
import type { Authorisation } from './authorisation.ts';

interface Parts {
  readonly authorisation: Authorisation;
  readonly auditLog: AuditLog;
}

/** OAuth clients. For clients that registered themselves, also the registration data. */
export class Clients {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #softwareLock: Lock;
  readonly #clientLock: Lock;
  readonly #parts: Parts;

  constructor(engine: Engine, parts: Parts) {
    this.#sql = prepare(engine);
    this.#softwareLock = engine.lock('software', 'id');
    this.#clientLock = engine.lock('client', 'id');
    this.#parts = parts;
  }

  *add({ id, softwareId, secretHash }: SeedClient): DbCommand<void> {
    yield* this.#sql.add.write(id, softwareId);
    yield* this.#sql.addSecret.write(id, secretHash);
  }

  readonly findSecret = (id: string) => this.#sql.findSecret.get(id);

  *findRegistration(clientId: string): DbCommand<Registration | undefined> {
    const row = yield* this.#sql.findRegistration.get(clientId);
    return row && { ...row, metadata: JSON.parse(row.metadata) as Registration['metadata'] };
  }

  *saveRegistration(
    registration: Registration,
    request: SingleUse | null,
    act: Act,
  ): DbCommand<Awaited<ReturnType<DirectoryStore['saveRegistration']>>> {
    const { clientId, softwareId, metadata, registeredAt } = registration;
    yield* this.#softwareLock.acquire([softwareId]);
    const others = (yield* this.#sql.countOthers.get(softwareId, clientId)) ?? 0;
    if (others >= MAX_REGISTRATIONS_PER_SOFTWARE) return 'tooMany';
    if (request !== null && !(yield* this.#isFirst(request))) return 'requestUsed';
    yield* this.#sql.add.write(clientId, softwareId);
    yield* this.#sql.saveRegistration.write(clientId, JSON.stringify(metadata), registeredAt);
    yield* this.#parts.auditLog.append(act, entryOf('registrationCreated', registration));
    return 'kept';
  }

  *changeRegistration(
    clientId: string,
    metadata: Registration['metadata'],
    request: SingleUse | null,
    act: Act,
  ): DbCommand<Awaited<ReturnType<DirectoryStore['changeRegistration']>>> {
    yield* this.#clientLock.acquire([clientId]);
    const before = yield* this.findRegistration(clientId);
    if (before === undefined) return 'gone';
    if (request !== null && !(yield* this.#isFirst(request))) return 'requestUsed';
    yield* this.#sql.changeRegistration.write(JSON.stringify(metadata), clientId);
    yield* this.#parts.auditLog.append(
      act,
      entryOf('registrationChanged', { ...before, metadata }),
    );
    return 'kept';
  }

  /**
   * Deletes a registration, the client's tokens and its subscription to events. The client row
   * stays, because consents, payments and audit entries refer to it.
   */
  *removeRegistration(clientId: string, act: Act): DbCommand<boolean> {
    yield* this.#clientLock.acquire([clientId]);
    const before = yield* this.findRegistration(clientId);
    if (before === undefined) return false;
    yield* this.#sql.removeTokens.write(clientId);
    yield* this.#sql.removeSubscription.write(clientId);
    yield* this.#sql.removeRegistration.write(clientId);
    yield* this.#parts.auditLog.append(act, entryOf('registrationDeleted', before));
    return true;
  }

  *#isFirst({ usedAt, ...item }: SingleUse): DbCommand<boolean> {
    return yield* this.#parts.authorisation.add(item, usedAt);
  }
}

function entryOf(
  action: AuditAction,
  { clientId, softwareId, metadata }: Registration,
): AuditEntry {
  const method = String(metadata['token_endpoint_auth_method']);
  return { action, subject: clientId, detail: { softwareId, method } };
}

function prepare(engine: Engine) {
  return {
    add: engine.prepare<[string, string]>(
      'INSERT INTO client (id, software_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    ),
    addSecret: engine.prepare<[string, string]>(
      'INSERT INTO sandbox_secret (client_id, secret_hash) VALUES (?, ?)',
    ),
    findSecret: engine
      .prepare<[string], string>('SELECT secret_hash FROM sandbox_secret WHERE client_id = ?')
      .pluck(),
    findRegistration: engine.prepare<
      [string],
      Omit<Registration, 'metadata'> & { metadata: string }
    >(
      `SELECT client_id AS clientId, software_id AS softwareId, metadata,
         registered_at AS registeredAt
       FROM registration JOIN client ON client.id = client_id WHERE client_id = ?`,
    ),
    countOthers: engine
      .prepare<[string, string], number>(
        `SELECT COUNT(*) FROM registration JOIN client ON client.id = client_id
         WHERE software_id = ? AND client_id <> ?`,
      )
      .pluck(),
    saveRegistration: engine.prepare<[string, string, Instant]>(
      `INSERT INTO registration (client_id, metadata, registered_at) VALUES (?, ?, ?)
       ON CONFLICT (client_id) DO UPDATE
         SET metadata = excluded.metadata, registered_at = excluded.registered_at`,
    ),
    changeRegistration: engine.prepare<[string, string]>(
      'UPDATE registration SET metadata = ? WHERE client_id = ?',
    ),
    removeTokens: engine.prepare<[string]>('DELETE FROM token WHERE client_id = ?'),
    removeSubscription: engine.prepare<[string]>(
      'DELETE FROM event_subscription WHERE client_id = ?',
    ),
    removeRegistration: engine.prepare<[string]>('DELETE FROM registration WHERE client_id = ?'),
  };
}
