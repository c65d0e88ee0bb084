import type { SingleUse } from '../../../domain/ports/authorisation-store.ts';
import type { DirectoryStore } from '../../../domain/ports/directory-store.ts';
import {
  MAX_REGISTRATIONS_PER_SOFTWARE,
  type Registration,
} from '../../../domain/records/access.ts';
import type { Act, AuditAction, AuditEntry } from '../../../domain/records/audit.ts';
import type { SeedClient } from '../../../domain/records/seed.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { AuditLog } from '../../sqlite/rooms/audit-log.ts';
import type { Database } from '../../sqlite/database/database.ts';
import type { Authorisation } from './authorisation.ts';

interface Parts {
  readonly authorisation: Authorisation;
  readonly auditLog: AuditLog;
}

/** TPPs by the names that they have here, and what they registered. */
export class Clients {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #parts: Parts;

  constructor(database: Database, parts: Parts) {
    this.#sql = prepare(database);
    this.#parts = parts;
  }

  add({ id, softwareId, secretHash }: SeedClient): void {
    this.#sql.add.run(id, softwareId);
    this.#sql.addSecret.run(id, secretHash);
  }

  findSecret(id: string): string | undefined {
    return this.#sql.findSecret.get(id);
  }

  findRegistration(clientId: string): Registration | undefined {
    const row = this.#sql.findRegistration.get(clientId);
    return row && { ...row, metadata: JSON.parse(row.metadata) as Registration['metadata'] };
  }

  saveRegistration(
    registration: Registration,
    request: SingleUse | null,
    act: Act,
  ): Awaited<ReturnType<DirectoryStore['saveRegistration']>> {
    const { clientId, softwareId, metadata, registeredAt } = registration;
    const others = this.#sql.countOthers.get(softwareId, clientId) ?? 0;
    if (others >= MAX_REGISTRATIONS_PER_SOFTWARE) return 'tooMany';
    if (request !== null && !this.#isFirst(request)) return 'requestUsed';
    this.#sql.add.run(clientId, softwareId);
    this.#sql.saveRegistration.run(clientId, JSON.stringify(metadata), registeredAt);
    this.#parts.auditLog.append(act, entryOf('registrationCreated', registration));
    return 'kept';
  }

  changeRegistration(
    clientId: string,
    metadata: Registration['metadata'],
    request: SingleUse | null,
    act: Act,
  ): Awaited<ReturnType<DirectoryStore['changeRegistration']>> {
    const before = this.findRegistration(clientId);
    if (before === undefined) return 'gone';
    if (request !== null && !this.#isFirst(request)) return 'requestUsed';
    this.#sql.changeRegistration.run(JSON.stringify(metadata), clientId);
    this.#parts.auditLog.append(act, entryOf('registrationChanged', { ...before, metadata }));
    return 'kept';
  }

  /** The client stays: what it did is told of by its name. */
  removeRegistration(clientId: string, act: Act): boolean {
    const before = this.findRegistration(clientId);
    if (before === undefined) return false;
    this.#sql.removeTokens.run(clientId);
    this.#sql.removeRegistration.run(clientId);
    this.#parts.auditLog.append(act, entryOf('registrationDeleted', before));
    return true;
  }

  #isFirst({ usedAt, ...item }: SingleUse): boolean {
    return this.#parts.authorisation.add(item, usedAt);
  }
}

function entryOf(
  action: AuditAction,
  { clientId, softwareId, metadata }: Registration,
): AuditEntry {
  const method = String(metadata['token_endpoint_auth_method']);
  return { action, subject: clientId, detail: { softwareId, method } };
}

function prepare(database: Database) {
  return {
    add: database.prepare<[string, string]>(
      'INSERT INTO client (id, software_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    ),
    addSecret: database.prepare<[string, string]>(
      'INSERT INTO sandbox_secret (client_id, secret_hash) VALUES (?, ?)',
    ),
    findSecret: database
      .prepare<[string], string>('SELECT secret_hash FROM sandbox_secret WHERE client_id = ?')
      .pluck(),
    findRegistration: database.prepare<
      [string],
      Omit<Registration, 'metadata'> & { metadata: string }
    >(
      `SELECT client_id AS clientId, software_id AS softwareId, metadata,
         registered_at AS registeredAt
       FROM registration JOIN client ON client.id = client_id WHERE client_id = ?`,
    ),
    countOthers: database
      .prepare<[string, string], number>(
        `SELECT COUNT(*) FROM registration JOIN client ON client.id = client_id
         WHERE software_id = ? AND client_id <> ?`,
      )
      .pluck(),
    saveRegistration: database.prepare<[string, string, Instant]>(
      `INSERT INTO registration (client_id, metadata, registered_at) VALUES (?, ?, ?)
       ON CONFLICT (client_id) DO UPDATE
         SET metadata = excluded.metadata, registered_at = excluded.registered_at`,
    ),
    changeRegistration: database.prepare<[string, string]>(
      'UPDATE registration SET metadata = ? WHERE client_id = ?',
    ),
    removeTokens: database.prepare<[string]>('DELETE FROM token WHERE client_id = ?'),
    removeRegistration: database.prepare<[string]>('DELETE FROM registration WHERE client_id = ?'),
  };
}
