import { describe, expect, it } from 'vitest';
import { PAYMENT_FILE_3_1 } from '../../../src/domain/records/file-types.ts';
import type { FileFacts } from '../../../src/domain/records/payment.ts';
import { userText } from '../../../src/domain/messages/rich-text.ts';
import type { ReviewContext } from '../../../src/families/common/review.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { TO_USA } from '../../helpers/international.ts';
import { limitedTo, standingOrder } from '../../helpers/orders.ts';
import { vrpConsent } from '../../helpers/vrp.ts';
import { CONTEXT, PAYMENT, written } from './reading.ts';

describe('the text about the effect of an approval', () => {
  const today = { ...CONTEXT, now: Date.parse('2026-12-01T09:00:00Z') };
  const TPP = 'Fresco (Fresco Ltd)';

  function promised(family: string, data: object, context: Partial<ReviewContext> = {}): string {
    const review = familyNamed(family).review(JSON.stringify(data), { ...today, ...context });
    return written(review.promise(userText(TPP)));
  }

  function fileOf(...days: readonly (string | null)[]): FileFacts {
    return {
      fileType: PAYMENT_FILE_3_1,
      ...{ sha256: '', bytes: 1, payments: 2, totalPence: 300, requestedDate: null },
      classification: { kind: 'BATCH', reason: '' },
      groups: days.map((date) => ({
        ...{ instrument: 'FPS', payments: 1, totalPence: 300, debtors: [], date },
      })),
      debitReference: '',
      pageOffsets: [],
    };
  }

  const now = `we’ll pay when you return to ‹${TPP}›.`;
  const then = (day: string) =>
    `we’ll take this on when you return to ‹${TPP}›, and pay on ${day}.`;
  const tenth = { RequestedExecutionDateTime: '2026-12-10T09:00:00Z' };

  it.each([
    ['domestic-payments', PAYMENT, now],
    ['domestic-scheduled-payments', { ...PAYMENT, ...tenth }, then('Thursday 10 December 2026')],
    ['international-payments', TO_USA, now],
    [
      'international-scheduled-payments',
      { ...TO_USA, ...tenth },
      then('Thursday 10 December 2026'),
    ],
    [
      'domestic-standing-orders',
      standingOrder(limitedTo(12)),
      `we’ll set up the standing order when you return to ‹${TPP}›.`,
    ],
  ])('for %s is correct', (family, Initiation, words) => {
    expect(promised(family, { Initiation })).toBe(words);
  });

  it('names the day after the cut-off', () => {
    const chaps = { Initiation: { ...PAYMENT, LocalInstrument: 'UK.OBIE.CHAPS' } };
    expect(promised('domestic-payments', chaps)).toBe(now);
    expect(promised('domestic-payments', chaps, { now: CONTEXT.now })).toBe(
      then('Wednesday 2 December 2026'),
    );
  });

  it('covers variable payments', () => {
    expect(promised('domestic-vrps', vrpConsent().Data)).toBe(
      `we’ll pay within these limits whenever ‹${TPP}› asks us to.`,
    );
  });

  it('covers a file for now, for one day and for several days', () => {
    const of = (file: FileFacts) => promised('file-payments', { Initiation: {} }, { file });
    expect(of(fileOf(null))).toBe(now);
    expect(of(fileOf('2026-12-10', '2026-12-10'))).toBe(then('Thursday 10 December 2026'));
    expect(of(fileOf('2026-12-10', '2026-12-11'))).toBe(then('the days above'));
  });
});
