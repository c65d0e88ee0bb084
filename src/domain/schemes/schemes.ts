import { MAX_PENCE, type Pence } from '../../shared/money.ts';
import type { CompletedStatus } from '../lifecycle/lifecycle.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import { FREE, type ChargeBearer, type Tariff } from './tariff.ts';

/** What the schemes carry at most, by the bank's settings. */
export interface SchemeLimits {
  /** The most that one payment over Faster Payments may come to. */
  readonly fpsMaxPence: Pence;
}

/** Who may ask for a scheme: a payment file, a single payment at home, or one abroad. */
type Use = 'file' | 'domestic' | 'international';

/** All that the bank says of a scheme. */
interface Scheme {
  /** What the standard calls it (LocalInstrument, OBExternalLocalInstrument1Code). */
  readonly localInstrument: string;
  /** What customers call it. */
  readonly name: string;
  /** Who may ask for it (rules, 6.13, 7.17 and 12.2). */
  readonly uses: readonly Use[];
  /** The setting that says what one payment may come to; null: it carries every amount. */
  readonly limit: keyof SchemeLimits | null;
  /** From this minute of the London day on, a payment waits for the next day; null: for none. */
  readonly cutOffMinute: number | null;
  /** Whether a same-day payment goes out on a closed day too. */
  readonly neverCloses: boolean;
  /** Whether TARGET must be open besides the banks of England and Wales. */
  readonly needsTarget: boolean;
  /** Business days of the scheme from execution to settlement. */
  readonly daysToSettle: number;
  readonly tariff: Tariff;
  /**
   * Where a payment ends that it has accepted. Domestic schemes tell that the creditor has the
   * money; of accounts abroad the bank learns no more than that the scheme has taken the payment
   * (docs/decisions, 37).
   */
  readonly completedStatus: CompletedStatus;
}

/** What a scheme within the country is like, unless it says otherwise. */
const AT_HOME = {
  limit: null,
  cutOffMinute: null,
  neverCloses: false,
  needsTarget: false,
  daysToSettle: 0,
  tariff: FREE,
  completedStatus: 'AcceptedCreditSettlementCompleted',
} as const satisfies Partial<Scheme>;

/** What one to accounts abroad is like. */
const ABROAD = {
  ...AT_HOME,
  uses: ['international'],
  completedStatus: 'AcceptedSettlementCompleted',
} as const satisfies Partial<Scheme>;

/**
 * The schemes by the bank's short name for them, in the order in which they are told to people:
 * their cut-offs and days (rules, 11.2 and 11.3; docs/decisions, 34), what this simulated bank
 * charges (docs/decisions, 35). SWIFT settles at spot; Same Day EUR travels through TARGET.
 */
const TABLE = {
  FPS: {
    ...AT_HOME,
    localInstrument: 'UK.OBIE.FPS',
    name: 'Faster Payments',
    uses: ['file', 'domestic'],
    limit: 'fpsMaxPence',
    neverCloses: true,
  },
  SWIFT: {
    ...ABROAD,
    localInstrument: 'UK.OBIE.SWIFT',
    name: 'International payment (SWIFT)',
    cutOffMinute: 14 * 60,
    daysToSettle: 2,
    tariff: { Shared: 15_00, BorneByDebtor: 25_00, BorneByCreditor: 0 },
  },
  SEPA: {
    ...ABROAD,
    localInstrument: 'UK.OBIE.SEPACreditTransfer',
    name: 'SEPA credit transfer',
    cutOffMinute: 13 * 60,
    needsTarget: true,
    daysToSettle: 1,
  },
  SameDayEUR: {
    ...ABROAD,
    localInstrument: 'UK.OBIE.Target2',
    name: 'Same-day euro payment',
    cutOffMinute: 10 * 60,
    needsTarget: true,
    tariff: { Shared: 20_00, BorneByDebtor: 20_00, BorneByCreditor: 0 },
  },
  CHAPS: {
    ...AT_HOME,
    localInstrument: 'UK.OBIE.CHAPS',
    name: 'CHAPS',
    uses: ['file', 'domestic', 'international'],
    cutOffMinute: 16 * 60,
  },
  BACS: {
    ...AT_HOME,
    localInstrument: 'UK.OBIE.BACS',
    name: 'Bacs',
    uses: ['file'],
    daysToSettle: 2,
  },
} as const satisfies Readonly<Record<string, Scheme>>;

/** The scheme that carries a payment. */
export type Instrument = keyof typeof TABLE;

export const SCHEMES: Readonly<Record<Instrument, Scheme>> = TABLE;

export const INSTRUMENTS = Object.keys(TABLE) as readonly Instrument[];

/** The schemes that somebody may ask for. */
type InstrumentFor<Asking extends Use> = {
  [Name in Instrument]: Asking extends (typeof TABLE)[Name]['uses'][number] ? Name : never;
}[Instrument];

function instrumentsFor<Asking extends Use>(use: Asking): readonly InstrumentFor<Asking>[] {
  return INSTRUMENTS.filter((name): name is InstrumentFor<Asking> =>
    SCHEMES[name].uses.includes(use),
  );
}

export type FileInstrument = InstrumentFor<'file'>;
export type DomesticInstrument = InstrumentFor<'domestic'>;
export type InternationalInstrument = InstrumentFor<'international'>;

/** The schemes that a payment file may use (rules, 6.13). */
export const FILE_INSTRUMENTS = instrumentsFor('file');

/** The schemes of single domestic payments (rules, 12.2). */
export const DOMESTIC_INSTRUMENTS = instrumentsFor('domestic');

/** The schemes that an international payment may use (rules, 7.17). */
export const INTERNATIONAL_INSTRUMENTS = instrumentsFor('international');

/** What the standard calls these schemes. */
export function localInstrumentsOf(instruments: readonly Instrument[]): readonly string[] {
  return instruments.map((instrument) => SCHEMES[instrument].localInstrument);
}

/** The one of these schemes that the standard calls so; undefined when none is. */
export function instrumentCalled<Name extends Instrument>(
  localInstrument: unknown,
  among: readonly Name[],
): Name | undefined {
  return among.find((instrument) => SCHEMES[instrument].localInstrument === localInstrument);
}

/** The most that one payment by that scheme may come to (rules, 10.11). */
export function maxPenceOf(instrument: Instrument, limits: SchemeLimits): Pence {
  const { limit } = SCHEMES[instrument];
  return limit === null ? MAX_PENCE : limits[limit];
}

/**
 * What the debtor is charged for a payment, in pence. Charges are shared unless somebody bears
 * them, and so they are by the service level of every scheme here.
 */
export function chargeOf(instrument: Instrument, bearer: ChargeBearer = 'Shared'): Pence {
  return SCHEMES[instrument].tariff[bearer === 'FollowingServiceLevel' ? 'Shared' : bearer];
}

/** The bank's own accounts for a scheme: what is on its way, and what the scheme has taken. */
export interface SchemeAccounts {
  readonly clearing: AccountNumber;
  readonly settlement: AccountNumber;
}

/** Where in the books the payments of a scheme are booked. */
export function accountsFor(instrument: Instrument): SchemeAccounts {
  return { clearing: `clearing:${instrument}`, settlement: `settlement:${instrument}` };
}
