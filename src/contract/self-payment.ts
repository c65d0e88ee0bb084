import { readUkAccount, storedUkAccount, type AccountNumber } from '../domain/parties/accounts.ts';
import type { FaultList } from '../shared/errors.ts';
import { pathText } from '../shared/text.ts';
import { describe, valueAt } from './faults.ts';

/*
 * No payment goes from an account to itself (rules, 10.10).
 */

const INITIATION = ['Data', 'Initiation'];

/** Adds a fault when an Initiation names one account as debtor and creditor, however spelt. */
export function checkSelfPayment(body: unknown, faults: FaultList): void {
  const initiation = valueAt(body, INITIATION);
  addSelfPayment(
    ukAccountAt(initiation, ['DebtorAccount']),
    initiation,
    pathText(INITIATION),
    faults,
  );
}

/** Adds a fault when what stands at `path` pays the account that it is debited from. */
export function addSelfPayment(
  debtor: AccountNumber | null | undefined,
  payment: unknown,
  path: string,
  faults: FaultList,
): void {
  const creditor = ukAccountAt(payment, ['CreditorAccount']);
  if (creditor === undefined || creditor !== debtor) return;
  const found = describe(valueAt(payment, ['CreditorAccount', 'Identification']));
  const message = `Found ${found}, which is the account that pays. Expected another one.`;
  faults.add('fieldInvalid', message, pathText(['CreditorAccount', 'Identification'], path));
}

/**
 * The British account that a consent pays, by its `Data`; undefined where it names none. What was
 * taken is not judged again.
 */
export function payeeOf(data: string): AccountNumber | undefined {
  const path = ['Initiation', 'CreditorAccount'];
  return read(valueAt(JSON.parse(data), path), storedUkAccount);
}

/** The British account that stands there; undefined for anything else, right or wrong. */
export function ukAccountAt(
  value: unknown,
  path: readonly PropertyKey[],
): AccountNumber | undefined {
  return read(valueAt(value, path), (scheme, identification) => {
    const account = readUkAccount(scheme, identification);
    return 'account' in account ? account.account : undefined;
  });
}

function read(
  account: unknown,
  reader: (scheme: string, identification: string) => AccountNumber | undefined,
): AccountNumber | undefined {
  const [scheme, identification] = ['SchemeName', 'Identification'].map((member) =>
    valueAt(account, [member]),
  );
  if (typeof scheme !== 'string' || typeof identification !== 'string') return undefined;
  return reader(scheme, identification);
}
