import { expect, it } from 'vitest';
import { readSubmission } from '../../../../src/schemes/messages/standard18-reader.ts';
import { writeMessage } from '../../../../src/schemes/messages/write-message.ts';
import { piecesOf } from '../answers/documents.ts';
import { BANK, headerOf } from './credits.ts';
import { BACS_CREDITS, OTHER_DEBTOR } from './samples.ts';

const WRITTEN = [...writeMessage(headerOf('BACS', BACS_CREDITS), BACS_CREDITS, BANK)].join('');

it.each([1, 7, 102, 100_000])(
  'reads the credits that were written, in pieces of %i',
  async (size) => {
    const bytes = Buffer.from(WRITTEN);
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    const credits = [];
    const users = new Set<string>();
    for await (const part of readSubmission(piecesOf(pieces))) {
      credits.push(...part.credits);
      if (part.credits.length > 0) users.add(part.serviceUserNumber);
    }
    expect([...users]).toEqual([BANK.serviceUserNumber]);
    // The contras are no credits.
    expect(credits).toMatchObject([
      { number: 1, pence: 1050, reference: 'INV 0', originator: '11280001234567' },
      { number: 2, pence: 99, reference: 'INV 4', originator: OTHER_DEBTOR.account },
      { number: 3, pence: 1, name: 'BAKER & SONS LTD', destination: '20304012345678' },
    ]);
  },
);

it('rejects a submission that is cut off', async () => {
  const read = async () => {
    for await (const part of readSubmission(piecesOf([Buffer.from(WRITTEN.slice(0, -9))]))) {
      expect(part.credits.length).toBeGreaterThan(0);
    }
  };
  await expect(read()).rejects.toThrow('a submission ends with a complete line');
});
