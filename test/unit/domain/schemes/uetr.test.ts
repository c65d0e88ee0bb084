import { expect, test } from 'vitest';
import { partsOfUetr, uetrOf } from '../../../../src/domain/schemes/uetr.ts';
import { messageIdOf } from '../../../../src/schemes/messages/message-id.ts';

const LAST_INDEX = 999_999_999;

/** Names of credits of 20 messages. */
const NAMES = Array.from({ length: 20 }, (_, number) =>
  messageIdOf({ paymentId: 'payment', number }, 0),
).flatMap((messageId) => [0, 1, 4711, LAST_INDEX].map((index) => ({ messageId, index })));

test('a UETR is a version 4 UUID, and different for each credit of each message', () => {
  const uetrs = NAMES.map(uetrOf);
  for (const uetr of uetrs) {
    expect(uetr).toMatch(/^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/);
  }
  expect(new Set(uetrs).size).toBe(NAMES.length);
});

test('a UETR never changes, because a repeated message has the same one', () => {
  expect(uetrOf({ messageId: 'MZYXWVTSRQPNMKJHGF012345', index: LAST_INDEX })).toBe(
    'ffbbcdeb-38bd-4ab4-89ca-30783b9ac9ff',
  );
});

test('a UETR contains the beginning of the id of its message, and the index', () => {
  for (const { messageId, index } of NAMES) {
    const parts = { messageIdStart: messageId.slice(0, 19), index };
    const uetr = uetrOf({ messageId, index });
    expect(partsOfUetr(uetr)).toEqual(parts);
    expect(partsOfUetr(uetr.toUpperCase())).toEqual(parts);
  }
});

test.each([
  ['no UUID', 'MZYXWVTSRQPNMKJHGF012345'],
  ['of another version', '7a562c67-ca16-78ba-8074-65581be6f001'],
  ['of another variant', '7a562c67-ca16-48ba-c074-65581be6f001'],
  ['of another bank, with bits that are never set', '7a562c67-ca16-48ba-b074-65581be6f001'],
  ['with more characters', `${uetrOf({ messageId: 'M'.padEnd(24, '0'), index: 0 })}0`],
  ['empty', ''],
])('a text that is %s has no parts', (_, text) => {
  expect(partsOfUetr(text)).toBeUndefined();
});

test.each([
  ['M00000000000000000I00000', 0],
  ['M'.padEnd(24, '0'), 2 ** 32],
  ['M'.padEnd(24, '0'), -1],
])('a credit with the message %s and the index %i has no UETR', (messageId, index) => {
  expect(() => uetrOf({ messageId, index })).toThrow(/not an id of a message|does not fit/);
});
