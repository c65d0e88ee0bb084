import { OPENING } from '../../../domain/execution/transfers.ts';
import type { Act, AuditEntry } from '../../../domain/records/audit.ts';
import type {
  AppliedBankFile,
  AppliedOutcome,
  BankDataChange,
  BankFile,
  BankFileOutcome,
  CredentialChange,
} from '../../../domain/records/bank-file.ts';
import type { Credentials } from '../access/credentials.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { DbCommand } from '../engine.ts';
import type { Settings } from '../settings.ts';
import type { Ledger } from './ledger.ts';
import type { Owners } from './owners.ts';

/**
 * Name of the setting that stores the version, the digest and the sort codes of the bank file that
 * was applied last.
 */
const BANK_FILE = 'bankFile';

/**
 * Maximum number of ids in each list of an audit entry. The entry also contains the total number.
 */
const MAX_IDS_LISTED = 20;

/**
 * Number of digits of an account number that an audit entry shows. An entry never contains a
 * complete account number.
 */
const ACCOUNT_DIGITS_SHOWN = 4;

interface Parts {
  readonly owners: Owners;
  readonly credentials: Credentials;
  readonly settings: Settings;
  readonly ledger: Ledger;
  readonly auditLog: AuditLog;
}

/** Applies bank files. A file is applied only if its version is newer than the last applied one. */
export class BankFiles {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Applies a bank file if its version is newer than the last applied one. Its data, credentials,
   * version and audit entry are stored in one transaction. The account `opening` is locked first,
   * so that only one node at a time compares versions.
   */
  *apply(file: BankFile, act: Act): DbCommand<BankFileOutcome> {
    const { owners, credentials, settings, ledger, auditLog } = this.#parts;
    yield* ledger.lock([OPENING]);
    const written = yield* settings.readSetting(BANK_FILE);
    const previous = written === undefined ? null : (JSON.parse(written) as AppliedBankFile);
    if (previous !== null && file.version <= previous.version) {
      return { outcome: outcomeOf(file, previous), current: previous, previous };
    }
    const { version, digest, sortCodes } = file;
    const current = { version, digest, sortCodes };
    const { conflicts, change } = yield* owners.change(file.data, act.at);
    if (change === null) return { outcome: 'refused', conflicts };
    const changed = { ...change, ...(yield* credentials.replace(file.credentials)) };
    yield* settings.writeSetting(BANK_FILE, JSON.stringify(current));
    yield* auditLog.append(act, entryOf(file, previous, changed));
    return { outcome: 'applied', current, previous };
  }
}

function outcomeOf(file: BankFile, applied: AppliedBankFile): AppliedOutcome['outcome'] {
  if (file.version < applied.version) return 'older';
  return file.digest === applied.digest ? 'unchanged' : 'different';
}

function entryOf(
  { version, digest, data }: BankFile,
  previous: AppliedBankFile | null,
  changed: BankDataChange & CredentialChange,
): AuditEntry {
  const owners = new Map(data.accounts.map(({ number, customerId }) => [number, customerId]));
  const shown = (number: string): string =>
    `${owners.get(number) ?? ''}:${number.slice(-ACCOUNT_DIGITS_SHOWN)}`;
  const lists = {
    ...changed,
    accountsAdded: changed.accountsAdded.map(shown),
    accountsChanged: changed.accountsChanged.map(shown),
  };
  const detail: Record<string, string | number | null> = {
    version,
    previousVersion: previous?.version ?? null,
    digest,
    previousDigest: previous?.digest ?? null,
    customers: data.customers.length,
    users: data.users.length,
    accounts: data.accounts.length,
  };
  for (const [name, ids] of Object.entries(lists)) {
    if (ids.length === 0) continue;
    detail[name] = ids.length;
    detail[`${name}Ids`] = ids.slice(0, MAX_IDS_LISTED).join(' ');
  }
  return { action: 'bankChanged', subject: 'bank', detail };
}
