import { assert } from '../../shared/assert.ts';
import { MESSAGE_ID_ALPHABET, type CreditName } from './messages.ts';

/** Characters of a message id in a UETR, without the first letter. They contain 90 bits. */
const ID_CHARACTERS = 18;

/** Bits of one of these characters. */
const CHARACTER_BITS = 5n;

/** Bits of the index of a payment in a UETR. Indexes have at most 9 digits. */
const INDEX_BITS = 30n;

/** Matches a version 4 UUID (RFC 9562, 4.1 and 5.4), and returns its parts without the version. */
const UUID = /^([\da-f]{8})-([\da-f]{4})-4([\da-f]{3})-([89ab][\da-f]{3})-([\da-f]{12})$/;

/** Bit of the variant of a UUID, the first of the last 64 bits. */
const VARIANT_BIT = 1n << 63n;

/** The beginning of the id of a message, and the index of a payment, that a UETR contains. */
export interface UetrParts {
  /** The first 19 characters of the id of the message. */
  readonly messageIdStart: string;
  readonly index: number;
}

/**
 * Returns the unique end-to-end transaction reference of a credit (UETR), a version 4 UUID. It is
 * derived from the id of the credit, so that a repeated hand-over has the same reference. Operators
 * can find the credit by it, because it contains 90 bits of the id of the message and the index of
 * the payment. The id of the message is a hash, so the UETR contains no data of customers
 * (docs/decisions, 169).
 */
export function uetrOf({ messageId, index }: CreditName): string {
  let bits = 0n;
  for (const character of messageId.slice(1, 1 + ID_CHARACTERS)) {
    const value = MESSAGE_ID_ALPHABET.indexOf(character);
    assert(value >= 0, `${messageId} is not an id of a message`);
    bits = (bits << CHARACTER_BITS) | BigInt(value);
  }
  assert(BigInt(index) >> INDEX_BITS === 0n, `index ${String(index)} does not fit a UETR`);
  bits = (bits << INDEX_BITS) | BigInt(index);
  // 60 bits are before the variant and 60 after it. The version is between them.
  const first = bits >> 60n;
  const last = VARIANT_BIT | BigInt.asUintN(60, bits);
  const start = first.toString(16).padStart(15, '0');
  const end = last.toString(16);
  return [
    start.slice(0, 8),
    start.slice(8, 12),
    `4${start.slice(12)}`,
    end.slice(0, 4),
    end.slice(4),
  ].join('-');
}

/**
 * Returns the parts of a UETR. Returns undefined if the text cannot be a UETR of this service. For
 * the UETR of another bank, it can return parts that belong to no credit.
 */
export function partsOfUetr(text: string): UetrParts | undefined {
  const matched = UUID.exec(text.toLowerCase());
  if (matched === null) return undefined;
  const [, one = '', two = '', three = '', four = '', five = ''] = matched;
  const last = BigInt(`0x${four}${five}`) ^ VARIANT_BIT;
  if (last >> 60n !== 0n) return undefined;
  const bits = (BigInt(`0x${one}${two}${three}`) << 60n) | last;
  let messageIdStart = '';
  for (let id = bits >> INDEX_BITS; messageIdStart.length < ID_CHARACTERS; id >>= CHARACTER_BITS) {
    messageIdStart = MESSAGE_ID_ALPHABET.charAt(Number(BigInt.asUintN(5, id))) + messageIdStart;
  }
  return { messageIdStart: `M${messageIdStart}`, index: Number(BigInt.asUintN(30, bits)) };
}
