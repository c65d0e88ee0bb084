import { readUkAccount, storedUkAccount, type AccountNumber } from '../domain/parties/accounts.ts';
import type { FaultList } from '../shared/errors.ts';
import { pathText } from '../shared/text.ts';
import { describe, valueAt } from './faults.ts';

const INITIATION = ['Data', 'Initiation'];

/**
 * Adds a fault if the debtor and the creditor of an Initiation are the same account (rules,
 * 10.10). An account number and the IBAN that contains it are the same account.
 */
export function checkSelfPayment(body: unknown, faults: FaultList): void {
  const initiation = valueAt(body, INITIATION);
  addSelfPayment(
    ukAccountAt(initiation, ['DebtorAccount']),
    initiation,
    pathText(INITIATION),
    faults,
  );
}

/**
 * Adds a fault if a payment credits the account that it debits (rules, 10.10).
 *
 * @param path JSON path of the payment
 */
export function addSelfPayment(
  debtor: AccountNumber | null | undefined,
  payment: unknown,
  path: string,
  faults: FaultList,
): void {
  const creditor = ukAccountAt(payment, ['CreditorAccount']);
  if (creditor === undefined || creditor !== debtor) return;
  const found = describe(valueAt(payment, ['CreditorAccount', 'Identification']));
  const message = `Found ${found}, which is also the debtor account. Expected another account.`;
  faults.add('fieldInvalid', message, pathText(['CreditorAccount', 'Identification'], path));
}

/**
 * Returns the UK account that a consent pays, or undefined if it names none.
 *
 * @param data `Data` of an accepted consent, which is not validated again
 */
export function payeeOf(data: string): AccountNumber | undefined {
  const path = ['Initiation', 'CreditorAccount'];
  return read(valueAt(JSON.parse(data), path), storedUkAccount);
}

/** Returns the UK account at a path, or undefined if there is none or it is invalid. */
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
