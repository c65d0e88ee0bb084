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
import { rowLock, sql, type DbCommand } from '../engine.ts';
import type { Authorisation } from './authorisation.ts';

const SOFTWARE_LOCK = rowLock('software', 'id');
const CLIENT_LOCK = rowLock('client', 'id');

interface Parts {
  readonly authorisation: Authorisation;
  readonly auditLog: AuditLog;
}

/** OAuth clients. For clients that registered themselves, also the registration data. */
export class Clients {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  *add({ id, softwareId, secretHash }: SeedClient): DbCommand<void> {
    yield* SQL.add.write(id, softwareId);
    yield* SQL.addSecret.write(id, secretHash);
  }

  readonly findSecret = (id: string) => SQL.findSecret.get(id);

  *findRegistration(clientId: string): DbCommand<Registration | undefined> {
    const row = yield* SQL.findRegistration.get(clientId);
    return row && { ...row, metadata: JSON.parse(row.metadata) as Registration['metadata'] };
  }

  *saveRegistration(
    registration: Registration,
    request: SingleUse | null,
    act: Act,
  ): DbCommand<Awaited<ReturnType<DirectoryStore['saveRegistration']>>> {
    const { clientId, softwareId, metadata, registeredAt } = registration;
    yield* SOFTWARE_LOCK.acquire([softwareId]);
    const others = (yield* SQL.countOthers.get(softwareId, clientId)) ?? 0;
    if (others >= MAX_REGISTRATIONS_PER_SOFTWARE) return 'tooMany';
    if (request !== null && !(yield* this.#isFirst(request))) return 'requestUsed';
    yield* SQL.add.write(clientId, softwareId);
    yield* SQL.saveRegistration.write(clientId, JSON.stringify(metadata), registeredAt);
    yield* this.#parts.auditLog.append(act, entryOf('registrationCreated', registration));
    return 'kept';
  }

  *changeRegistration(
    clientId: string,
    metadata: Registration['metadata'],
    request: SingleUse | null,
    act: Act,
  ): DbCommand<Awaited<ReturnType<DirectoryStore['changeRegistration']>>> {
    yield* CLIENT_LOCK.acquire([clientId]);
    const before = yield* this.findRegistration(clientId);
    if (before === undefined) return 'gone';
    if (request !== null && !(yield* this.#isFirst(request))) return 'requestUsed';
    yield* SQL.changeRegistration.write(JSON.stringify(metadata), clientId);
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
    yield* CLIENT_LOCK.acquire([clientId]);
    const before = yield* this.findRegistration(clientId);
    if (before === undefined) return false;
    yield* SQL.removeTokens.write(clientId);
    yield* SQL.removeSubscription.write(clientId);
    yield* SQL.removeRegistration.write(clientId);
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

const SQL = {
  add: sql<[string, string]>(`
    INSERT INTO client (id, software_id) VALUES (?, ?) ON CONFLICT DO NOTHING`),
  addSecret: sql<[string, string]>(`
    INSERT INTO sandbox_secret (client_id, secret_hash) VALUES (?, ?)`),
  findSecret: sql<[string], string>(`
    SELECT secret_hash FROM sandbox_secret WHERE client_id = ?`).pluck(),
  findRegistration: sql<[string], Omit<Registration, 'metadata'> & { metadata: string }>(`
    SELECT client_id AS clientId, software_id AS softwareId, metadata,
      registered_at AS registeredAt
    FROM registration JOIN client ON client.id = client_id WHERE client_id = ?`),
  countOthers: sql<[string, string], number>(`
    SELECT COUNT(*) FROM registration JOIN client ON client.id = client_id
    WHERE software_id = ? AND client_id <> ?`).pluck(),
  saveRegistration: sql<[string, string, Instant]>(`
    INSERT INTO registration (client_id, metadata, registered_at) VALUES (?, ?, ?)
    ON CONFLICT (client_id) DO UPDATE
      SET metadata = excluded.metadata, registered_at = excluded.registered_at`),
  changeRegistration: sql<[string, string]>(`
    UPDATE registration SET metadata = ? WHERE client_id = ?`),
  removeTokens: sql<[string]>('DELETE FROM token WHERE client_id = ?'),
  removeSubscription: sql<[string]>('DELETE FROM event_subscription WHERE client_id = ?'),
  removeRegistration: sql<[string]>('DELETE FROM registration WHERE client_id = ?'),
};
