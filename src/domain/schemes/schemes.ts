import { MAX_PENCE, type Pence } from '../../shared/money.ts';
import type { CompletedStatus } from '../lifecycle/lifecycle.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import { FREE, type ChargeBearer, type Tariff } from './tariff.ts';

/** Maximum amounts of the schemes, from the settings. */
export interface SchemeLimits {
  /** Maximum of one Faster Payments payment. */
  readonly fpsMaxPence: Pence;
}

/** Kinds of payments: in a file, single domestic, or international. */
type Use = 'file' | 'domestic' | 'international';

/** Properties of a scheme. */
interface Scheme {
  /** Name in the standard (LocalInstrument, OBExternalLocalInstrument1Code). */
  readonly localInstrument: string;
  /** Name for customers. */
  readonly name: string;
  /** Kinds of payments that may use it (rules, 6.13, 7.17 and 12.2). */
  readonly uses: readonly Use[];
  /** The setting with the maximum of one payment. Null if there is no maximum. */
  readonly limit: keyof SchemeLimits | null;
  /**
   * Minute of the London day from which a payment waits for the next day. Null if there is no
   * cut-off.
   */
  readonly cutOffMinute: number | null;
  /** True if a same-day payment is also executed on closed days. */
  readonly neverCloses: boolean;
  /** True if TARGET must be open too. */
  readonly needsTarget: boolean;
  /** Number of business days from execution to settlement. */
  readonly daysToSettle: number;
  readonly tariff: Tariff;
  /**
   * Final status of an accepted payment. Domestic schemes report that the creditor has the money.
   * For foreign accounts, the bank only learns that the scheme accepted the payment
   * (docs/decisions, 37).
   */
  readonly completedStatus: CompletedStatus;
}

/** Default properties of a domestic scheme. */
const AT_HOME = {
  limit: null,
  cutOffMinute: null,
  neverCloses: false,
  needsTarget: false,
  daysToSettle: 0,
  tariff: FREE,
  completedStatus: 'AcceptedCreditSettlementCompleted',
} as const satisfies Partial<Scheme>;

/** Default properties of a scheme to foreign accounts. */
const ABROAD = {
  ...AT_HOME,
  uses: ['international'],
  completedStatus: 'AcceptedSettlementCompleted',
} as const satisfies Partial<Scheme>;

/**
 * Schemes by the bank's short name, in the order in which they are displayed. Contains their
 * cut-offs and days (rules, 11.2 and 11.3; docs/decisions, 34) and the charges of this simulated
 * bank (docs/decisions, 35). SWIFT settles at spot. Same Day EUR uses TARGET.
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

/** Short name of a scheme. */
export type Instrument = keyof typeof TABLE;

export const SCHEMES: Readonly<Record<Instrument, Scheme>> = TABLE;

export const INSTRUMENTS = Object.keys(TABLE) as readonly Instrument[];

/** Schemes for a kind of payment. */
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

/** Schemes for payment files (rules, 6.13). */
export const FILE_INSTRUMENTS = instrumentsFor('file');

/** Schemes for single domestic payments (rules, 12.2). */
export const DOMESTIC_INSTRUMENTS = instrumentsFor('domestic');

/** Schemes for international payments (rules, 7.17). */
export const INTERNATIONAL_INSTRUMENTS = instrumentsFor('international');

/** Returns the names of schemes in the standard. */
export function localInstrumentsOf(instruments: readonly Instrument[]): readonly string[] {
  return instruments.map((instrument) => SCHEMES[instrument].localInstrument);
}

/** Returns the scheme with this name in the standard. Undefined if none of `among` has it. */
export function instrumentCalled<Name extends Instrument>(
  localInstrument: unknown,
  among: readonly Name[],
): Name | undefined {
  return among.find((instrument) => SCHEMES[instrument].localInstrument === localInstrument);
}

/** Returns the maximum of one payment by a scheme (rules, 10.11). */
export function maxPenceOf(instrument: Instrument, limits: SchemeLimits): Pence {
  const { limit } = SCHEMES[instrument];
  return limit === null ? MAX_PENCE : limits[limit];
}

/**
 * Returns the charge of the debtor in pence. Charges are shared by default, and so they are under
 * the service level of every scheme here.
 */
export function chargeOf(instrument: Instrument, bearer: ChargeBearer = 'Shared'): Pence {
  return SCHEMES[instrument].tariff[bearer === 'FollowingServiceLevel' ? 'Shared' : bearer];
}

/**
 * The bank's internal accounts for a scheme: money in transit, and money that the scheme received.
 */
export interface SchemeAccounts {
  readonly clearing: AccountNumber;
  readonly settlement: AccountNumber;
}

/** Returns the internal accounts of a scheme. */
export function accountsFor(instrument: Instrument): SchemeAccounts {
  return { clearing: `clearing:${instrument}`, settlement: `settlement:${instrument}` };
}
