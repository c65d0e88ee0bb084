import type { Account } from '../fields/accounts.ts';
import { formatPence } from '../fields/amounts.ts';
import { SCHEME_LIMITS } from '../fields/schemes.ts';
import type { Payment } from '../rows/model.ts';

/** The versions of the standard, as file types name them. */
export type FileVersion = '3.1' | '4.0';

/** Returns a payment as the standard writes it: in a file, or as the Initiation of one payment. */
export function instructionOf(payment: Payment, version: FileVersion) {
  const { creditor, debtor, date } = payment;
  const { rollNumber } = creditor;
  return {
    InstructionIdentification: payment.instructionId,
    EndToEndIdentification: payment.endToEndId,
    LocalInstrument: SCHEME_LIMITS[payment.scheme].localInstrument,
    ...(date === undefined ? {} : { RequestedExecutionDateTime: dateTimeOf(date) }),
    InstructedAmount: amountOf(payment.pence),
    ...(debtor === undefined ? {} : { DebtorAccount: accountOf(debtor) }),
    CreditorAccount: {
      ...accountOf(creditor),
      Name: creditor.name,
      ...(rollNumber === undefined ? {} : { SecondaryIdentification: rollNumber }),
    },
    ...remittanceOf(payment, version),
  };
}

/** Returns an amount in pounds as the standard writes it. */
export function amountOf(pence: number) {
  return { Amount: formatPence(pence), Currency: 'GBP' };
}

/** Returns a day as a time of the standard. It is the same day in London, in summer and winter. */
export function dateTimeOf(date: string): string {
  return `${date}T00:00:00Z`;
}

/** Returns an account as the standard writes it. */
export function accountOf({ scheme, identification }: Account) {
  return { SchemeName: scheme, Identification: identification };
}

/** Returns the reference and the text of a payment. The versions write them differently. */
export function remittanceOf(
  { reference, text }: Pick<Payment, 'reference' | 'text'>,
  version: FileVersion,
) {
  if (reference === undefined && text === undefined) return {};
  if (version === '3.1') {
    return { RemittanceInformation: { Unstructured: text, Reference: reference } };
  }
  const structured =
    reference === undefined
      ? undefined
      : [{ CreditorReferenceInformation: { Reference: reference } }];
  return {
    RemittanceInformation: {
      Unstructured: text === undefined ? undefined : [text],
      Structured: structured,
    },
  };
}
