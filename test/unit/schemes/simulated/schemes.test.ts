import { describe, expect, it } from 'vitest';
import type { CreditBatch, SchemeAnswers } from '../../../../src/domain/ports/schemes.ts';
import { assert } from '../../../../src/shared/assert.ts';
import { DAY_MS } from '../../../../src/shared/time.ts';
import { createSchemes } from '../../../../src/schemes/simulated/schemes.ts';
import { batchTo } from '../../use-cases/batches.ts';

const SENT_AT = Date.parse('2026-06-01T10:00:00Z');

const schemes = createSchemes();

async function ask(batch: CreditBatch, now: number): Promise<SchemeAnswers> {
  const request = { sentAt: SENT_AT, now, from: 0, limit: 10, only: null };
  const answers = await schemes.ask(batch, request);
  assert(answers.kind === 'answered', 'the simulated schemes always answer');
  return answers;
}

/** Returns the answer for a creditor at an instant. Undefined means accepted. */
async function answerTo(creditor: string, now = SENT_AT): Promise<unknown> {
  const { byIndex, byCreditor } = await ask(batchTo(creditor), now);
  expect(byIndex.size).toBe(0);
  return byCreditor[creditor];
}

describe('the simulated schemes', () => {
  it.each([
    ['FPS', 20],
    ['CHAPS', 40],
    ['BACS', 60],
    ['SWIFT', 80],
    ['SEPA', 60],
    ['SameDayEUR', 40],
  ] as const)('%s answers after %i ms', async (instrument, latencyMs) => {
    const batch: CreditBatch = { ...batchTo('20000012345678'), instrument };
    expect(await schemes.send(batch, SENT_AT)).toEqual({ answersAt: SENT_AT + latencyMs });
  });

  it.each([
    ['99999900000001', 'AC01'],
    ['99999900000004', 'AC04'],
    ['99999900000005', 'FF05'],
    ['99999900000006', 'AC06'],
    ['99999900000008', 'AG08'],
    ['99999900000014', 'AM14'],
  ])('reject %s for %s, and a day later too', async (creditor, reason) => {
    for (const now of [SENT_AT, SENT_AT + DAY_MS]) {
      expect(await answerTo(creditor, now)).toEqual({ answer: 'rejected', reason });
    }
  });

  it.each(['20000012345678', '99999900000002', '11280007654321'])(
    'accept a credit to %s',
    async (creditor) => {
      expect(await answerTo(creditor)).toBeUndefined();
    },
  );

  it('keep credits to two accounts pending for a day after the batch was sent', async () => {
    const pending = { answer: 'pending', reason: 'NARR' };
    expect(await answerTo('99999900000050', SENT_AT + DAY_MS - 1)).toEqual(pending);
    expect(await answerTo('99999900000050', SENT_AT + DAY_MS)).toBeUndefined();
    expect(await answerTo('99999900000051', SENT_AT + DAY_MS - 1)).toEqual(pending);
    const rejected = { answer: 'rejected', reason: 'AC06' };
    expect(await answerTo('99999900000051', SENT_AT + DAY_MS)).toEqual(rejected);
  });

  it('say when to ask again even if this credit is not pending, because others may be', async () => {
    const batch = batchTo('20000012345678');
    expect((await ask(batch, SENT_AT)).askAgainAt).toBe(SENT_AT + DAY_MS);
    expect((await ask(batch, SENT_AT + DAY_MS)).askAgainAt).toBeNull();
  });

  it('give a repeated question the same answer', async () => {
    const repeated = () => ask(batchTo('99999900000050'), SENT_AT);
    expect(await repeated()).toEqual(await repeated());
  });
});
