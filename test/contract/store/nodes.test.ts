import { describe, expect, it } from 'vitest';
import type { SpendingLimit } from '../../../src/domain/execution/spending.ts';
import { DAY_MS, londonDate } from '../../../src/shared/time.ts';
import { rowsOf } from '../../helpers/postgres-audit.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import {
  ACT,
  actAt,
  approvedWith,
  authorise,
  balanceOf,
  batchOf,
  bookingOf,
  consentOf,
  debitOf,
  factsOf,
  keyOf,
  NOW,
  paymentOf,
  POOR,
  POOR_PENCE,
  REFUSED,
  revoke,
  RICH,
  tokenOf,
} from './fixtures.ts';
import { outcomes, overNodes, tally, TIMES } from './four-nodes.ts';

/** Number of attempts that lose against the first one. */
const OTHERS = TIMES - 1;

describe.skipIf(!hasPostgres())('four nodes at once', () => {
  describe('with one idempotency key', () => {
    it(
      'create one resource for one body',
      overNodes(async ({ url, atOnce }) => {
        const made = await atOnce((store, n) =>
          store.createConsent(consentOf(`same-${String(n)}`), keyOf('same'), ACT),
        );
        expect(outcomes(made)).toEqual({ created: 1, repeated: OTHERS });
        expect(new Set(made.map((one) => 'value' in one && one.value.id)).size).toBe(1);
        expect(await rowsOf(url, 'SELECT id FROM consent')).toHaveLength(1);
      }),
    );

    it(
      'create one resource for many bodies, again after the key has expired',
      overNodes(async ({ url, atOnce }) => {
        for (const days of [0, 1, 2]) {
          const act = actAt(NOW + days * DAY_MS);
          const made = await atOnce((store, n) => {
            const consent = consentOf(`consent ${String(n)} of day ${String(days)}`);
            return store.createConsent(consent, keyOf('same', `body ${String(n)}`), act);
          });
          expect(outcomes(made)).toEqual({ created: 1, keyReused: OTHERS });
        }
        expect(await rowsOf(url, 'SELECT id FROM consent')).toHaveLength(3);
      }),
    );

    it(
      'attach one file',
      overNodes(async ({ first, atOnce }) => {
        await first.createConsent(consentOf('c'), keyOf('create'), ACT);
        const attached = await atOnce((store, n) => {
          const name = n % 2 === 0 ? 'same' : `key ${String(n)}`;
          return store.attachFile('c', factsOf(), keyOf(name), ACT);
        });
        const { created, repeated, wrongStatus } = outcomes(attached);
        expect(created).toBe(1);
        expect((repeated ?? 0) + (wrongStatus ?? 0)).toBe(OTHERS);
      }),
    );
  });

  describe('with one consent', () => {
    it(
      'authorise, reject or lapse it, but only one of these',
      overNodes(async ({ first, atOnce, url }) => {
        for (const id of ['a', 'b', 'c', 'd']) {
          const consent = { ...consentOf(id), lapsesAt: NOW };
          await first.createConsent(consent, keyOf(`create ${id}`), actAt(NOW - 2));
          await first.attachFile(id, factsOf(), keyOf(`attach ${id}`), actAt(NOW - 2));
          const did = await atOnce(async (store, n) => {
            const act = actAt(NOW - 1);
            const token = tokenOf(`token ${id} ${String(n)}`, { kind: 'customer', consentId: id });
            if (n % 3 === 0) {
              const yes = await store.authoriseConsent(id, approvedWith(RICH, NOW), { token }, act);
              return yes ? 'authorised' : 'late';
            }
            if (n % 3 === 2) return store.lapseConsent(id, NOW).then(() => 'lapsed');
            const no = await store.rejectConsent(id, 'AwaitingAuthorisation', REFUSED, act);
            return no ? 'rejected' : 'late';
          });
          const { authorised = 0, rejected = 0 } = tally(did);
          expect(authorised + rejected).toBeLessThanOrEqual(1);
          const ends = await rowsOf(
            url,
            `SELECT action FROM (SELECT action, subject FROM audit_entry
               UNION ALL SELECT action, subject FROM audit_inbox) AS told
             WHERE subject = '${id}' AND action IN ('consentRejected', 'consentLapsed')`,
          );
          // A consent that was authorised first lapses afterwards, with its tokens.
          expect(ends).toHaveLength(1);
          expect(await first.findConsent(id)).toMatchObject({ status: 'Rejected' });
          expect(await rowsOf(url, `SELECT hash FROM token WHERE consent_id = '${id}'`)).toEqual(
            [],
          );
        }
      }),
    );

    it(
      'consume it once and leave the other keys unused',
      overNodes(async ({ first, atOnce }) => {
        await authorise(first, 'p');
        const paid = await atOnce((store, n) => {
          const payment = { ...paymentOf(`p-${String(n)}`, [batchOf(1, 100)]) };
          const name = keyOf(`submit ${String(n)}`);
          return store.submitPayment({ ...payment, consentId: 'consent-p' }, name, ACT);
        });
        expect(outcomes(paid)).toEqual({ created: 1, wrongStatus: OTHERS });
        const keys = await atOnce((store, n) => store.findKey(keyOf(`submit ${String(n)}`), NOW));
        expect(keys.filter((used) => used !== undefined)).toHaveLength(1);
      }),
    );

    it(
      'consume or end it, but never both',
      overNodes(async ({ url, first, atOnce }) => {
        for (const id of ['p', 'q', 'r', 's']) {
          await authorise(first, id);
          const did = await atOnce(async (store, n) => {
            if (n % 3 === 0) return (await revoke(store, `consent-${id}`, ACT)) && 'ended';
            if (n % 3 === 1) return (await store.withdrawConsent(`consent-${id}`, ACT)) && 'ended';
            const payment = paymentOf(id, [batchOf(1, 100)]);
            return (await store.submitPayment(payment, keyOf(`submit ${id}`), ACT)).outcome;
          });
          const { ended = 0, created = 0 } = tally(did);
          expect(ended + created).toBe(1);
          const made = await rowsOf(url, `SELECT id FROM payment WHERE id = '${id}'`);
          expect(made).toHaveLength(created);
        }
      }),
    );
  });

  describe('with one consent for many payments', () => {
    const today = londonDate(NOW);
    const path = 'Data.ControlParameters.PeriodicLimits.0.Amount';
    const limit: SpendingLimit = { first: today, last: today, maximumPence: 10_00, path };

    const oneOf = (id: string, account: string | null) => {
      const payment = paymentOf(id, [batchOf(1, 100)]);
      const booking = account === null ? null : bookingOf([debitOf(0, 100, account)]);
      const spending = { pence: 100, limits: [limit] };
      return { ...payment, consentId: 'consent-many', consumesConsent: false, spending, booking };
    };

    it(
      'never exceed its limit',
      overNodes(async ({ first, atOnce }) => {
        await authorise(first, 'many');
        const paid = await atOnce((store, n) => {
          const id = `p-${String(n)}`;
          return store.submitPayment(oneOf(id, null), keyOf(id), ACT);
        });
        expect(outcomes(paid)).toEqual({ created: 10, overLimits: TIMES - 10 });
      }),
    );

    it(
      'reuse the amount of an unfunded payment',
      overNodes(async ({ first, atOnce }) => {
        await authorise(first, 'many');
        const paid = await atOnce((store, n) => {
          const id = `p-${String(n)}`;
          return store.submitPayment(oneOf(id, n % 2 === 0 ? POOR : RICH), keyOf(id), ACT);
        });
        const finished = paid.flatMap((one) => (one.outcome === 'booked' ? [one.finished] : []));
        expect(finished.filter((one) => one === null)).toHaveLength(10);
        expect(await balanceOf(first, POOR)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  describe('with one account', () => {
    const all = POOR_PENCE / 100;

    it(
      'never overdraw it with payments that are booked at submission',
      overNodes(async ({ first, atOnce }) => {
        await atOnce((store, n) => authorise(store, `p-${String(n)}`));
        const paid = await atOnce((store, n) => {
          const id = `p-${String(n)}`;
          const booking = bookingOf([debitOf(0, 100, POOR)]);
          const payment = { ...paymentOf(id, [batchOf(1, 100)]), booking };
          return store.submitPayment(payment, keyOf(`submit ${id}`), ACT);
        });
        const finished = paid.map((one) => 'finished' in one && one.finished);
        expect(tally(finished)).toEqual({ null: all, RJCT: TIMES - all });
        expect(await balanceOf(first, POOR)).toBe(0);
      }),
    );

    it(
      'never overdraw it with steps that two nodes execute',
      overNodes(async ({ first, atOnce }) => {
        await atOnce(async (store, n) => {
          const id = `p-${String(n)}`;
          await authorise(store, id);
          await store.submitPayment(paymentOf(id, [batchOf(1, 100)]), keyOf(`submit ${id}`), ACT);
        });
        const works = await first.dueWork(NOW, TIMES);
        const took = await atOnce((store, n) =>
          store.executeSteps(
            // Overlapping halves in opposite orders.
            works
              .filter((_, index) => (index + n) % 2 === 0)
              .sort((one, other) => (n % 4 < 2 ? one.id - other.id : other.id - one.id))
              .map((work) => {
                return { step: 'book', work, booking: bookingOf([debitOf(0, 100, POOR)]) };
              }),
            NOW,
          ),
        );
        const done = took.flat().filter((one) => one.done);
        expect(tally(done.map(({ finished }) => finished))).toEqual({
          null: all,
          RJCT: TIMES - all,
        });
        expect(await balanceOf(first, POOR)).toBe(0);
      }),
    );
  });
});
