import type { DirectoryChange } from '../../../domain/ports/directory-store.ts';
import type {
  DirectoryOrganisation,
  DirectorySoftware,
  KnownSoftware,
} from '../../../domain/records/access.ts';
import type { Act, AuditEntry } from '../../../domain/records/audit.ts';
import { shorten } from '../../../shared/text.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { mapConcurrently, type DbCommand } from '../engine.ts';
import {
  idsOf,
  isNoCertificate,
  type ListedRow,
  orderOf,
  portionsOf,
  type RowChange,
  type RowKind,
} from './directory-rows.ts';
import { SQL, type Found } from './directory-statements.ts';
import type { AccessCache } from './token-cache.ts';

/** Maximum length of each id list in an audit entry, in characters. */
const MAX_LISTED_CHARACTERS = 1000;

/** The stored directory of TPPs: organisations, software and certificates. */
export class Directory {
  readonly #auditLog: AuditLog;
  readonly #accessCache: AccessCache;

  constructor(auditLog: AuditLog, accessCache: AccessCache) {
    this.#auditLog = auditLog;
    this.#accessCache = accessCache;
  }

  /**
   * Returns the changes that make the stored rows equal to this part of the directory. Changes
   * nothing.
   */
  *changesOf(portion: readonly ListedRow[]): DbCommand<readonly RowChange[]> {
    const changes = yield* mapConcurrently(portion, (row) =>
      row.kind === 'organisation'
        ? this.#organisationChange(row.listed)
        : this.#softwareChanges(row.listed, row.organisationId),
    );
    return changes.flat();
  }

  /**
   * Returns a page of ids that follow `after`. Leaves out withdrawn organisations, inactive
   * software and revoked certificates.
   */
  readonly activeIds = (kind: RowKind, after: string, limit: number) =>
    SQL.activeIds[kind].all(after, limit);

  /** Applies changes and records them in the audit log. */
  *refresh(changes: readonly RowChange[], act: Act): DbCommand<DirectoryChange> {
    const change = yield* this.#change(changes);
    if (change.changed.length > 0) yield* this.#auditLog.append(act, entryOf(change));
    return change;
  }

  /** Stores the initial directory. No audit entry is written. */
  *replace(organisations: readonly DirectoryOrganisation[]): DbCommand<void> {
    const changes: RowChange[] = [];
    for (const portion of portionsOf(organisations)) {
      changes.push(...(yield* this.changesOf(portion)));
    }
    yield* this.#change(orderOf(changes));
  }

  /**
   * Returns a page of active certificates with their organisations. The page starts after the
   * thumbprint `after`.
   */
  readonly holders = (after: string, limit: number) => SQL.holders.all(after, limit);

  *findSoftware(id: string): DbCommand<KnownSoftware | undefined> {
    return readFound(yield* SQL.findSoftware.get(id));
  }

  readonly findSoftwareOf = (clientId: string) =>
    this.#accessCache.software.get(clientId, (id) => this.#findOf(id));

  *#findOf(clientId: string): DbCommand<KnownSoftware | undefined> {
    return readFound(yield* SQL.findSoftwareOf.get(clientId));
  }

  *#organisationChange(
    organisation: KnownSoftware['organisation'],
  ): DbCommand<readonly RowChange[]> {
    const { id } = organisation;
    const document = JSON.stringify(organisation);
    const kept = yield* SQL.organisation.get(id);
    if (kept === document) return [];
    const changes: RowChange[] = [{ kind: 'organisation', id, document }];
    if (kept !== undefined && !mayInitiate(organisation)) {
      changes.push({ kind: 'shutOut', of: 'organisation', id });
    }
    return changes;
  }

  /** Returns the changes of one software record and its certificates. */
  *#softwareChanges(software: DirectorySoftware, organisationId: string): DbCommand<RowChange[]> {
    const { id } = software;
    const changes: RowChange[] = [];
    const document = JSON.stringify(software);
    const kept = yield* SQL.software.get(id);
    if (kept?.document !== document || kept.organisationId !== organisationId) {
      changes.push({ kind: 'software', id, organisationId, document });
      if (kept !== undefined && !mayInitiate(software)) {
        changes.push({ kind: 'shutOut', of: 'software', id });
      }
    }
    for (const { thumbprint, status } of software.certificates) {
      const active = status === 'Active' ? 1 : 0;
      const before = yield* SQL.certificate.get(thumbprint);
      if (before?.softwareId === id && before.active === active) continue;
      changes.push({ kind: 'certificate', id: thumbprint, softwareId: id, active });
      if (before?.active === 1 && active === 0) {
        changes.push({ kind: 'shutOut', of: 'certificate', id: thumbprint });
      }
    }
    return changes;
  }

  *#change(changes: readonly RowChange[]): DbCommand<DirectoryChange> {
    const touched = JSON.stringify(changes.filter(isNoCertificate).map(({ id }) => id));
    const before = yield* SQL.admittedOf.all(touched, touched);
    for (const change of changes) yield* this.#run(change);
    const after = yield* SQL.admittedOf.all(touched, touched);
    const revoked = changes.filter(
      (change) => change.kind === 'shutOut' && change.of === 'certificate',
    );
    return {
      changed: idsOf(changes.filter(isNoCertificate)),
      admitted: without(after, before),
      shutOut: without(before, after),
      revoked: idsOf(revoked),
    };
  }

  *#run(change: RowChange): DbCommand<void> {
    switch (change.kind) {
      case 'organisation':
        yield* SQL.upsertOrganisation.write(change.id, change.document);
        break;
      case 'software':
        yield* SQL.upsertSoftware.write(change.id, change.organisationId, change.document);
        break;
      case 'certificate':
        yield* SQL.upsertCertificate.write(change.id, change.softwareId, change.active);
        break;
      case 'shutOut':
        yield* SQL.shutOut[change.of].write(change.id);
    }
  }
}

/**
 * Returns whether a record's status and roles allow it to initiate payments. The database column
 * `admitted` is computed by the same rule.
 */
function mayInitiate(listed: Pick<DirectorySoftware | DirectoryOrganisation, 'status' | 'roles'>) {
  return listed.status === 'Active' && listed.roles.includes('PISP');
}

/** Builds the audit entry. Long lists of ids are shortened. */
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

/** Returns the items of `some` that `others` does not contain. */
function without(some: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return some.filter((item) => !known.has(item));
}

function readFound(row: Found | undefined): KnownSoftware | undefined {
  if (row === undefined) return undefined;
  return {
    software: JSON.parse(row.software) as DirectorySoftware,
    organisation: JSON.parse(row.organisation) as KnownSoftware['organisation'],
    isAdmitted: row.admitted === 1,
  };
}
