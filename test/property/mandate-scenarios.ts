import fc from 'fast-check';
import { HOUR_MS, DAY_MS, type Instant } from '../../src/shared/time.ts';
import type { Deed, OracleBank, OraclePayment, Tier } from '../helpers/mandate-oracle.ts';
import type { ScenePayment } from '../helpers/mandated-bank.ts';

/** The time at which scenarios begin: Tuesday, 1 December 2026, 09:00 in London. */
export const NOW: Instant = Date.parse('2026-12-01T09:00:00Z');
/** The execution day that some payments request: the following Thursday. */
const THURSDAY = '2026-12-03';
const THURSDAY_BEGINS = Date.parse('2026-12-03T00:00:00Z');
const THURSDAY_ENDS = Date.parse('2026-12-04T00:00:00Z');

const USERS = 5;

/** One step of a scenario, in which several users act at the same time. */
export interface Round {
  /** The event at whose time the round takes place, unless that time has passed. */
  readonly until: Until;
  /** The bank's settings from this round on. Null if they do not change. */
  readonly bank: OracleBank | null;
  readonly deeds: readonly Deed[];
  /** True if the job that expires payments runs before the users act. */
  readonly isSwept: boolean;
}

type Until = 'now' | 'a little later' | 'just in time' | 'too late' | 'its day' | 'a day later';

/** A scenario: a company, its payment, and the actions of its users. */
export interface Scenario {
  readonly bank: OracleBank;
  readonly payment: ScenePayment;
  /** Index of the user who gives the first approval, when the consent is authorised. */
  readonly first: number;
  /**
   * The bank's settings from the first approval on. Null if they do not change before the
   * submission.
   */
  readonly beforeSubmission: OracleBank | null;
  readonly submittedAt: Instant;
  readonly rounds: readonly Round[];
}

/** Returns the time at which a round takes place. */
export function instantOf(until: Until, now: Instant, { by }: { readonly by: Instant }): Instant {
  const at = {
    now,
    'a little later': now + 1,
    'just in time': by - 1,
    'too late': by,
    'its day': THURSDAY_BEGINS,
    'a day later': now + DAY_MS,
  }[until];
  return Math.max(now, at);
}

const tiers: fc.Arbitrary<readonly Tier[]> = fc.uniqueArray(
  fc.record({
    from: fc.constantFrom(1, 10_000, 10_001, 50_000, 100_000),
    approvals: fc.integer({ min: 1, max: 4 }),
  }),
  { selector: ({ from }) => from, maxLength: 3 },
);
const mandates = fc.record({ main: tiers, other: tiers });

/** Generates an amount that equals a limit, or differs from it by a penny. */
const beside = (bounds: readonly number[]): fc.Arbitrary<number> =>
  fc
    .tuple(fc.constantFrom(...bounds), fc.constantFrom(-1, 0, 1))
    .map(([bound, more]) => Math.max(1, bound + more));

type TppRequest = Pick<ScenePayment, 'family' | 'isFile' | 'day'>;
const ASKED: readonly TppRequest[] = [
  { family: 'domestic-payments', isFile: false, day: null },
  { family: 'domestic-scheduled-payments', isFile: false, day: THURSDAY },
  { family: 'file-payments', isFile: true, day: null },
  { family: 'file-payments', isFile: true, day: THURSDAY },
];

/** Generates payments whose amounts are near the limits of the accounts that pay. */
function payments({ mandates: { main, other } }: OracleBank): fc.Arbitrary<ScenePayment> {
  const amountOf = (mandate: readonly Tier[]) =>
    beside([...mandate.map(({ from }) => from), 20_000]);
  return fc
    .record({
      asked: fc.constantFrom(...ASKED),
      main: amountOf(main),
      other: fc.option(amountOf(other)),
      completion: fc.option(fc.constantFrom(NOW + HOUR_MS, NOW + 30 * HOUR_MS, NOW + 4 * DAY_MS)),
      isSingle: fc.integer({ min: 0, max: 4 }).map((chosen) => chosen === 0),
    })
    .map(({ asked: pending, main: pence, other: otherPence, completion, isSingle }) => {
      const isDated = pending.day !== null;
      // Domestic payments have no Authorisation object. Orders have only one debtor account.
      const mayAsk = pending.family !== 'domestic-payments';
      const isShared = pending.isFile && otherPence !== null;
      return {
        ...pending,
        shares: { main: pence, ...(isShared ? { other: otherPence } : {}) },
        dayBegins: isDated ? THURSDAY_BEGINS : null,
        dayEnds: isDated ? THURSDAY_ENDS : null,
        completion: mayAsk ? completion : null,
        asksForSingle: mayAsk && isSingle,
      };
    });
}

/** Generates users with different rights, and with limits near the payment's total. */
function users(totalPence: number): fc.Arbitrary<Pick<OracleBank, 'users' | 'companyLimit'>> {
  const limit = fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: beside([totalPence]) },
  );
  const user = fc.record({
    mayUploadFiles: fc.integer({ min: 0, max: 9 }).map((chosen) => chosen > 0),
    limit,
  });
  return fc.record({
    users: fc
      .array(user, { minLength: USERS, maxLength: USERS })
      // The last user belongs to another company.
      .map((all) => all.map((one, index) => ({ ...one, isStranger: index === USERS - 1 }))),
    companyLimit: limit,
  });
}

const deed: fc.Arbitrary<Deed> = fc.record({
  user: fc.integer({ min: 0, max: USERS - 1 }),
  does: fc.constantFrom(
    ...Array.from({ length: 8 }, () => 'approve' as const),
    ...(['reject', 'cancel'] as const),
  ),
});

const until = fc.constantFrom<Until[]>(
  ...Array.from({ length: 5 }, () => 'now' as const),
  ...(['a little later', 'just in time', 'too late', 'its day', 'a day later'] as const),
);

export const scenes: fc.Arbitrary<Scenario> = mandates.chain((tiersOfAccounts) =>
  payments({ mandates: tiersOfAccounts, users: [], companyLimit: null }).chain((payment) => {
    const total = totalOf(payment);
    const bank = users(total).map((rest) => ({ ...rest, mandates: tiersOfAccounts }));
    const changed = fc.record({ rest: users(total), mandates }).map(({ rest, ...one }) => ({
      ...one,
      ...rest,
    }));
    const change = fc.option(changed, { freq: 4 });
    const round = fc.record({
      until,
      bank: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: change }),
      deeds: fc.array(deed, { minLength: 1, maxLength: 3 }),
      isSwept: fc.boolean(),
    });
    return fc.record({
      bank,
      payment: fc.constant(payment),
      first: fc.integer({ min: 0, max: USERS - 1 }),
      beforeSubmission: change,
      submittedAt: fc.constantFrom(NOW, NOW, NOW, NOW + 2 * HOUR_MS),
      rounds: fc.array(round, { minLength: 1, maxLength: 5 }),
    });
  }),
);

function totalOf({ shares: { main = 0, other = 0 } }: OraclePayment): number {
  return main + other;
}
