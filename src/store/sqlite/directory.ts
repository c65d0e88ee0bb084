import type {
  DirectoryOrganisation,
  DirectorySoftware,
  KnownSoftware,
} from '../../domain/access.ts';
import type { Act, AuditEntry } from '../../domain/audit.ts';
import type { DirectoryChange } from '../../domain/directory-store.ts';
import { shorten } from '../../kernel/text.ts';
import type { AuditLog } from './audit-log.ts';
import type { Database } from './database.ts';

/** Most that an entry of the audit log repeats of a list, in characters. */
const MAX_LISTED_CHARACTERS = 1000;

/** The directory of TPPs, as it was last told. */
export class Directory {
  readonly #sql: ReturnType<typeof prepare>;
  readonly #auditLog: AuditLog;

  constructor(database: Database, auditLog: AuditLog) {
    this.#sql = prepare(database);
    this.#auditLog = auditLog;
  }

  refresh(organisations: readonly DirectoryOrganisation[], act: Act): DirectoryChange {
    const change = this.replace(organisations);
    if (change.changed.length > 0) this.#auditLog.append(act, entryOf(change));
    return change;
  }

  /** For the first state, which nobody answers for. */
  replace(organisations: readonly DirectoryOrganisation[]): DirectoryChange {
    const before = this.#standing();
    const changed = new Set([
      ...this.#keep(organisations),
      ...this.#shutOutUnlisted(organisations),
    ]);
    const after = this.#standing();
    return {
      changed: [...changed].sort(),
      admitted: without(after.admitted, before.admitted),
      shutOut: without(before.admitted, after.admitted),
      revoked: without(before.certificates, after.certificates),
    };
  }

  listHolders(): ReadonlyMap<string, string> {
    return new Map(this.#sql.holders.all());
  }

  findSoftware(id: string): KnownSoftware | undefined {
    return readFound(this.#sql.findSoftware.get(id));
  }

  findSoftwareOf(clientId: string): KnownSoftware | undefined {
    return readFound(this.#sql.findSoftwareOf.get(clientId));
  }

  /** Keeps what is listed; the ids of what is not as it was. */
  #keep(organisations: readonly DirectoryOrganisation[]): readonly string[] {
    const changed: string[] = [];
    for (const { software, ...organisation } of organisations) {
      const document = JSON.stringify(organisation);
      const { changes } = this.#sql.keepOrganisation.run(organisation.id, document);
      if (changes > 0) changed.push(organisation.id);
      for (const one of software) {
        if (this.#keepSoftware(one, organisation.id)) changed.push(one.id);
      }
    }
    return changed;
  }

  /** Whether it is not as it was. */
  #keepSoftware(software: DirectorySoftware, organisationId: string): boolean {
    const document = JSON.stringify(software);
    const { changes } = this.#sql.keepSoftware.run(software.id, organisationId, document);
    for (const { thumbprint, status } of software.certificates) {
      this.#sql.keepCertificate.run(thumbprint, software.id, status === 'Active' ? 1 : 0);
    }
    return changes > 0;
  }

  /** The ids of those to whom it happens. */
  #shutOutUnlisted(organisations: readonly DirectoryOrganisation[]): readonly string[] {
    const software = organisations.flatMap((organisation) => organisation.software);
    const certificates = software.flatMap((one) => one.certificates);
    this.#sql.revokeCertificates.run(JSON.stringify(certificates.map((one) => one.thumbprint)));
    return [
      ...this.#sql.withdrawOrganisations.all(JSON.stringify(organisations.map(({ id }) => id))),
      ...this.#sql.withdrawSoftware.all(JSON.stringify(software.map(({ id }) => id))),
    ];
  }

  /** Who may come in, and with which certificates. */
  #standing() {
    return { admitted: this.#sql.admitted.all(), certificates: this.#sql.certificates.all() };
  }
}

/** Ids and thumbprints, and of very many the first. */
function entryOf({ changed, admitted, shutOut, revoked }: DirectoryChange): AuditEntry {
  const list = (ids: readonly string[]): string => shorten(ids.join(' '), MAX_LISTED_CHARACTERS);
  const detail = {
    changed: list(changed),
    admitted: list(admitted),
    shutOut: list(shutOut),
    revoked: list(revoked),
  };
  return { action: 'directoryChanged', subject: 'directory', detail };
}

/** Those of `some` that are not among the `others`. */
function without(some: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return some.filter((one) => !known.has(one));
}

interface Found {
  readonly software: string;
  readonly organisation: string;
  readonly admitted: 0 | 1;
}

function readFound(row: Found | undefined): KnownSoftware | undefined {
  if (row === undefined) return undefined;
  return {
    software: JSON.parse(row.software) as DirectorySoftware,
    organisation: JSON.parse(row.organisation) as KnownSoftware['organisation'],
    isAdmitted: row.admitted === 1,
  };
}

const FOUND = `SELECT software.document AS software, organisation.document AS organisation,
    software.admitted AND organisation.admitted AS admitted
  FROM software JOIN organisation ON organisation.id = organisation_id`;

function prepare(database: Database) {
  return {
    keepOrganisation: database.prepare<[string, string]>(
      `INSERT INTO organisation (id, document) VALUES (?, ?)
       ON CONFLICT (id) DO UPDATE SET document = excluded.document
         WHERE document <> excluded.document`,
    ),
    keepSoftware: database.prepare<[string, string, string]>(
      `INSERT INTO software (id, organisation_id, document) VALUES (?, ?, ?)
       ON CONFLICT (id) DO UPDATE
         SET organisation_id = excluded.organisation_id, document = excluded.document
         WHERE document <> excluded.document OR organisation_id <> excluded.organisation_id`,
    ),
    keepCertificate: database.prepare<[string, string, 0 | 1]>(
      `INSERT INTO certificate (thumbprint, software_id, active) VALUES (?, ?, ?)
       ON CONFLICT (thumbprint) DO UPDATE
         SET software_id = excluded.software_id, active = excluded.active
         WHERE software_id <> excluded.software_id OR active <> excluded.active`,
    ),
    withdrawOrganisations: database
      .prepare<[string], string>(
        `UPDATE organisation SET document = json_set(document, '$.status', 'Withdrawn')
         WHERE document ->> 'status' <> 'Withdrawn' AND id NOT IN (SELECT value FROM json_each(?))
         RETURNING id`,
      )
      .pluck(),
    withdrawSoftware: database
      .prepare<[string], string>(
        `UPDATE software SET document = json_set(document, '$.status', 'Inactive')
         WHERE document ->> 'status' <> 'Inactive' AND id NOT IN (SELECT value FROM json_each(?))
         RETURNING id`,
      )
      .pluck(),
    revokeCertificates: database.prepare<[string]>(
      `UPDATE certificate SET active = 0
       WHERE active = 1 AND thumbprint NOT IN (SELECT value FROM json_each(?))`,
    ),
    findSoftware: database.prepare<[string], Found>(`${FOUND} WHERE software.id = ?`),
    findSoftwareOf: database.prepare<[string], Found>(
      `${FOUND} JOIN client ON client.software_id = software.id WHERE client.id = ?`,
    ),
    admitted: database
      .prepare<[], string>(
        `SELECT software.id FROM software JOIN organisation ON organisation.id = organisation_id
         WHERE software.admitted AND organisation.admitted ORDER BY software.id`,
      )
      .pluck(),
    holders: database
      .prepare<[], [string, string]>(
        `SELECT thumbprint, organisation.id FROM certificate
           JOIN software ON software.id = software_id
           JOIN organisation ON organisation.id = organisation_id
         WHERE certificate.active AND software.admitted AND organisation.admitted`,
      )
      .raw(),
    certificates: database
      .prepare<[], string>('SELECT thumbprint FROM certificate WHERE active ORDER BY thumbprint')
      .pluck(),
  };
}
