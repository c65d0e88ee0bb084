import type { DirectoryChange } from '../../../domain/ports/directory-store.ts';
import type {
  DirectoryOrganisation,
  DirectorySoftware,
  KnownSoftware,
} from '../../../domain/records/access.ts';
import type { Act, AuditEntry } from '../../../domain/records/audit.ts';
import { shorten } from '../../../kernel/text.ts';
import type { AuditLog } from '../../sqlite/rooms/audit-log.ts';
import type { Database } from '../../sqlite/database/database.ts';
import { idsOf, isNoCertificate, orderOf, type RowChange, type RowKind } from './directory-rows.ts';
import { prepareDirectory, type Found } from './directory-statements.ts';
import type { Remembered } from '../../sqlite/rooms/remembered.ts';

/** Rows that are held against the directory in one step: some milliseconds. */
const ROWS_IN_STEP = 500;

/** Most that an entry of the audit log repeats of a list, in characters. */
const MAX_LISTED_CHARACTERS = 1000;

/** The directory of TPPs, as it was last told. */
export class Directory {
  readonly #sql: ReturnType<typeof prepareDirectory>;
  readonly #auditLog: AuditLog;
  readonly #remembered: Remembered;

  constructor(database: Database, auditLog: AuditLog, remembered: Remembered) {
    this.#sql = prepareDirectory(database);
    this.#auditLog = auditLog;
    this.#remembered = remembered;
  }

  /**
   * Holds a new state of the directory against what is kept, step by step: the rows that are not as
   * they should be. Changes nothing.
   */
  *changesFor(listed: Iterable<DirectoryOrganisation>): Generator<readonly RowChange[]> {
    const known = { organisation: new Set(), software: new Set(), certificate: new Set() };
    let step: RowChange[] = [];
    let rows = 0;
    for (const { software, ...organisation } of listed) {
      const isFirstPart = !known.organisation.has(organisation.id);
      if (isFirstPart) step.push(...this.#organisationChange(organisation));
      known.organisation.add(organisation.id);
      for (const one of software) {
        step.push(...this.#softwareChanges(one, organisation.id));
        known.software.add(one.id);
        for (const { thumbprint } of one.certificates) known.certificate.add(thumbprint);
        rows += 1 + one.certificates.length;
      }
      rows += 1;
      if (rows < ROWS_IN_STEP) continue;
      yield step;
      [step, rows] = [[], 0];
    }
    yield step;
    for (const kind of ['organisation', 'software', 'certificate'] as const) {
      for (const page of this.#goodOnes(kind)) {
        yield page
          .filter((id) => !known[kind].has(id))
          .map((id) => ({ kind: 'shutOut', of: kind, id }));
      }
    }
  }

  /** Changes rows, and writes down what came of it. */
  refresh(changes: readonly RowChange[], act: Act): DirectoryChange {
    const change = this.#change(changes);
    if (change.changed.length > 0) this.#auditLog.append(act, entryOf(change));
    return change;
  }

  /** For the first state, which nobody answers for. */
  replace(organisations: readonly DirectoryOrganisation[]): void {
    this.#change(orderOf([...this.changesFor(organisations)].flat()));
  }

  /** Whose the certificates are that are good, in portions. */
  *holders(): Generator<readonly (readonly [thumbprint: string, organisationId: string])[]> {
    yield* paged(
      (after) => this.#sql.holders.all(after, ROWS_IN_STEP),
      ([thumbprint]) => thumbprint,
    );
  }

  findSoftware(id: string): KnownSoftware | undefined {
    return readFound(this.#sql.findSoftware.get(id));
  }

  findSoftwareOf(clientId: string): KnownSoftware | undefined {
    return this.#remembered.software.get(clientId, this.#findOf);
  }

  readonly #findOf = (clientId: string): KnownSoftware | undefined =>
    readFound(this.#sql.findSoftwareOf.get(clientId));

  #organisationChange(organisation: KnownSoftware['organisation']): readonly RowChange[] {
    const { id } = organisation;
    const document = JSON.stringify(organisation);
    const kept = this.#sql.organisation.get(id);
    if (kept === document) return [];
    const changes: RowChange[] = [{ kind: 'organisation', id, document }];
    if (kept !== undefined && !mayInitiate(organisation)) {
      changes.push({ kind: 'shutOut', of: 'organisation', id });
    }
    return changes;
  }

  /** Of a piece of software and its certificates. */
  #softwareChanges(software: DirectorySoftware, organisationId: string): RowChange[] {
    const { id } = software;
    const changes: RowChange[] = [];
    const document = JSON.stringify(software);
    const kept = this.#sql.software.get(id);
    if (kept?.document !== document || kept.organisationId !== organisationId) {
      changes.push({ kind: 'software', id, organisationId, document });
      if (kept !== undefined && !mayInitiate(software)) {
        changes.push({ kind: 'shutOut', of: 'software', id });
      }
    }
    for (const { thumbprint, status } of software.certificates) {
      const active = status === 'Active' ? 1 : 0;
      const before = this.#sql.certificate.get(thumbprint);
      if (before?.softwareId === id && before.active === active) continue;
      changes.push({ kind: 'certificate', id: thumbprint, softwareId: id, active });
      if (before?.active === 1 && active === 0) {
        changes.push({ kind: 'shutOut', of: 'certificate', id: thumbprint });
      }
    }
    return changes;
  }

  /** The ids of those that have not been shut out by being unlisted, in portions. */
  *#goodOnes(kind: RowKind): Generator<readonly string[]> {
    yield* paged(
      (after) => this.#sql.goodOnes[kind].all(after, ROWS_IN_STEP),
      (id) => id,
    );
  }

  #change(changes: readonly RowChange[]): DirectoryChange {
    const touched = JSON.stringify(changes.filter(isNoCertificate).map(({ id }) => id));
    const before = this.#sql.admittedOf.all(touched, touched);
    for (const change of changes) this.#run(change);
    const after = this.#sql.admittedOf.all(touched, touched);
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

  #run(change: RowChange): void {
    switch (change.kind) {
      case 'organisation':
        this.#sql.keepOrganisation.run(change.id, change.document);
        break;
      case 'software':
        this.#sql.keepSoftware.run(change.id, change.organisationId, change.document);
        break;
      case 'certificate':
        this.#sql.keepCertificate.run(change.id, change.softwareId, change.active);
        break;
      case 'shutOut':
        this.#sql.shutOut[change.of].run(change.id);
    }
  }
}

/** The rule of the columns `admitted`. */
function mayInitiate(listed: Pick<DirectorySoftware | DirectoryOrganisation, 'status' | 'roles'>) {
  return listed.status === 'Active' && listed.roles.includes('PISP');
}

/** Page after page, each of what comes after the last of the one before. */
function* paged<Row>(
  page: (after: string) => readonly Row[],
  keyOf: (row: Row) => string,
): Generator<readonly Row[]> {
  for (let after = ''; ;) {
    const rows = page(after);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_IN_STEP) return;
    after = keyOf(last);
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

function readFound(row: Found | undefined): KnownSoftware | undefined {
  if (row === undefined) return undefined;
  return {
    software: JSON.parse(row.software) as DirectorySoftware,
    organisation: JSON.parse(row.organisation) as KnownSoftware['organisation'],
    isAdmitted: row.admitted === 1,
  };
}
