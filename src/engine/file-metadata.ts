import type { FileMetadata } from '../domain/payment.ts';
import type { Consent } from '../domain/records.ts';
import { present } from '../kernel/assert.ts';
import { memberString, memberText } from '../kernel/json.ts';
import { londonDate, parseInstant } from '../kernel/time.ts';

/** What a consent says of its file, from the text that the TPP sent: no digit is lost. */
export function fileMetadata(consent: Consent): FileMetadata {
  const text = (name: string): string | undefined =>
    memberString(consent.data, ['Initiation', name]);
  const numberOfTransactions = text('NumberOfTransactions');
  const controlSum = memberText(consent.data, ['Initiation', 'ControlSum']);
  const requested = text('RequestedExecutionDateTime');
  return {
    fileHash: present(text('FileHash'), 'FileHash'),
    ...(numberOfTransactions === undefined ? {} : { numberOfTransactions }),
    ...(controlSum === undefined ? {} : { controlSum }),
    requestedDate:
      requested === undefined ? null : londonDate(present(parseInstant(requested), requested)),
    debtorAccount: consent.debtorAccount,
  };
}

/** The TPP's own reference of the file, if it gave one. */
export function fileReference(consent: Consent): string | null {
  return memberString(consent.data, ['Initiation', 'FileReference']) ?? null;
}
