import type { FileMetadata } from '../domain/payment.ts';
import type { Consent } from '../domain/records.ts';
import { assert, present } from '../kernel/assert.ts';
import { memberText } from '../kernel/json.ts';
import { londonDate, parseInstant } from '../kernel/time.ts';

/** What a consent says of its file, from the text that the TPP sent: no digit is lost. */
export function fileMetadata(consent: Consent): FileMetadata {
  const member = (name: string): string | undefined =>
    memberText(consent.data, ['Initiation', name]);
  const text = (name: string): string | undefined => {
    const written = member(name);
    return written === undefined ? undefined : textOf(written);
  };
  const numberOfTransactions = text('NumberOfTransactions');
  const controlSum = member('ControlSum');
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
  const written = memberText(consent.data, ['Initiation', 'FileReference']);
  return written === undefined ? null : textOf(written);
}

function textOf(written: string): string {
  const value: unknown = JSON.parse(written);
  assert(typeof value === 'string', `${written} is a text`);
  return value;
}
