import { hash } from 'node:crypto';
import type { BatchName } from '../../domain/records/records.ts';
import { MESSAGE_ID_ALPHABET } from '../../domain/schemes/messages.ts';

/** Number of characters of a message id after its first letter. They contain 115 bits of a hash. */
const ID_CHARACTERS = 23;

/**
 * Returns the id of a message. It is derived from the batch, so a service whose data was restored
 * to an earlier time hands the batch over under the same id, and the hub does not execute it twice.
 * It cannot be guessed, because the id of a payment contains 80 random bits.
 *
 * @param part number of the message within its batch, from 0
 */
export function messageIdOf({ paymentId, number }: BatchName, part: number): string {
  const digest = hash('sha256', `${paymentId} ${String(number)} ${String(part)}`, 'buffer');
  const characters = digest.subarray(0, ID_CHARACTERS);
  return `M${[...characters].map((byte) => MESSAGE_ID_ALPHABET.charAt(byte % 32)).join('')}`;
}
