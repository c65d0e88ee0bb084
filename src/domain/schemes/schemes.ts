import { MAX_PENCE, type Pence } from '../../shared/money.ts';
import type { CompletedStatus } from '../lifecycle/lifecycle.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { CharacterSet } from './character-sets.ts';
import { FREE, type ChargeBearer, type Tariff } from './tariff.ts';

/** The maximum amounts of the schemes, as the operator configured them. */
export interface SchemeLimits {
  /** Maximum amount of one Faster Payments payment. */
  readonly fpsMaxPence: Pence;
}

/**
 * The kinds of payments that a scheme may support: in a file, single domestic, or international.
 */
type Use = 'file' | 'domestic' | 'international';

/** The hours in which a scheme accepts messages, in minutes of a business day in London. */
interface HandOverHours {
  readonly opensMinute: number;
  /** From this minute on, the scheme accepts no more messages for the day. */
  readonly closesMinute: number;
}

/** The texts of a payment that reach the payee's bank. Lengths are in characters. */
export interface TextRules {
  readonly characterSet: CharacterSet;
  readonly name: number;
  readonly endToEndId: number;
  readonly reference: number;
  readonly unstructured: number;
  /**
   * `both`: the reference and the unstructured text. `either`: the text only if there is no
   * reference, because SEPA, CBPR+ and HVPS+ accept one of the two. `one`: the first of the roll
   * number, the reference, the text and the end-to-end id.
   */
  readonly remittance: 'both' | 'either' | 'one';
}

/** Properties of a scheme. */
interface Scheme {
  /** The scheme's name in the standard (LocalInstrument, OBExternalLocalInstrument1Code). */
  readonly localInstrument: string;
  /** The scheme's name as customers see it. */
  readonly name: string;
  /** The kinds of payments that may use the scheme (rules, 6.13, 7.17 and 12.2). */
  readonly uses: readonly Use[];
  /**
   * The maximum amount of one payment, or the setting that contains it. Null if the scheme has no
   * maximum.
   */
  readonly limit: keyof SchemeLimits | Pence | null;
  /**
   * The cut-off as a minute of the day in London. From this minute on, a payment waits for the next
   * day. Null if the scheme has no cut-off.
   */
  readonly cutOffMinute: number | null;
  /**
   * The hours in which messages are handed over. Null if the scheme accepts messages all day. They
   * are the scheme's hours for banks. The cut-off is earlier and applies to customers
   * (docs/decisions, 128).
   */
  readonly handOverHours: HandOverHours | null;
  /** True if the scheme executes same-day payments on weekends and bank holidays too. */
  readonly neverCloses: boolean;
  /** True if the scheme also needs TARGET to be open. */
  readonly needsTarget: boolean;
  /** Number of business days from execution to settlement. */
  readonly daysToSettle: number;
  readonly tariff: Tariff;
  /**
   * The final status of an accepted payment. Domestic schemes report that the creditor has received
   * the money. For foreign accounts, the bank learns only that the scheme accepted the payment
   * (docs/decisions, 37).
   */
  readonly completedStatus: CompletedStatus;
  readonly texts: TextRules;
}

/** The texts that HVPS+ and CBPR+ messages carry. */
const LONG_TEXTS: TextRules = {
  characterSet: 'swiftExtended',
  name: 140,
  endToEndId: 35,
  reference: 35,
  unstructured: 140,
  remittance: 'either',
};

/** The properties that most domestic schemes share. */
const AT_HOME = {
  limit: null,
  cutOffMinute: null,
  handOverHours: null,
  neverCloses: false,
  needsTarget: false,
  daysToSettle: 0,
  tariff: FREE,
  completedStatus: 'AcceptedCreditSettlementCompleted',
  texts: LONG_TEXTS,
} as const satisfies Partial<Scheme>;

/** The properties that most schemes for foreign accounts share. */
const ABROAD = {
  ...AT_HOME,
  uses: ['international'],
  completedStatus: 'AcceptedSettlementCompleted',
} as const satisfies Partial<Scheme>;

/**
 * The schemes by the bank's short name, in the order in which they are displayed. The table
 * contains their cut-offs and business days (rules, 11.2 and 11.3; docs/decisions, 34), and the
 * charges of this simulated bank (docs/decisions, 35). SWIFT payments settle at spot. Same Day EUR
 * payments use TARGET.
 */
const TABLE = {
  FPS: {
    ...AT_HOME,
    localInstrument: 'UK.OBIE.FPS',
    name: 'Faster Payments',
    uses: ['file', 'domestic'],
    limit: 'fpsMaxPence',
    neverCloses: true,
    // The payment hub translates the message to ISO 8583 and cuts texts to these lengths (Open
    // Banking Standard, Domestic Payment Message Formats).
    texts: {
      characterSet: 'swiftX',
      name: 40,
      endToEndId: 31,
      reference: 18,
      unstructured: 140,
      remittance: 'both',
    },
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
    texts: { ...LONG_TEXTS, characterSet: 'swiftX', name: 70 },
  },
  SameDayEUR: {
    ...ABROAD,
    localInstrument: 'UK.OBIE.Target2',
    name: 'Same-day euro payment',
    cutOffMinute: 10 * 60,
    // 07:00 to 17:00 in Frankfurt, the cut-off of T2 for customer payments.
    handOverHours: { opensMinute: 6 * 60, closesMinute: 16 * 60 },
    needsTarget: true,
    tariff: { Shared: 20_00, BorneByDebtor: 20_00, BorneByCreditor: 0 },
  },
  CHAPS: {
    ...AT_HOME,
    localInstrument: 'UK.OBIE.CHAPS',
    name: 'CHAPS',
    uses: ['file', 'domestic', 'international'],
    cutOffMinute: 16 * 60,
    // Bank of England: CHAPS opens at 06:00 and closes for customer payments at 17:40.
    handOverHours: { opensMinute: 6 * 60, closesMinute: 17 * 60 + 40 },
  },
  BACS: {
    ...AT_HOME,
    localInstrument: 'UK.OBIE.BACS',
    name: 'Bacs',
    uses: ['file'],
    // An amount has 11 digits (Bacs Standard 18, field 8 of a record).
    limit: 999_999_999_99,
    // The submission window of Bacstel-IP: 07:00 to 22:30.
    handOverHours: { opensMinute: 7 * 60, closesMinute: 22 * 60 + 30 },
    daysToSettle: 2,
    // Bacs Standard 18, fields 10 and 11 of a record.
    texts: {
      characterSet: 'bacs',
      name: 18,
      endToEndId: 18,
      reference: 18,
      unstructured: 18,
      remittance: 'one',
    },
  },
} as const satisfies Readonly<Record<string, Scheme>>;

/** Short name of a scheme. */
export type Instrument = keyof typeof TABLE;

export const SCHEMES: Readonly<Record<Instrument, Scheme>> = TABLE;

export const INSTRUMENTS = Object.keys(TABLE) as readonly Instrument[];

/** The schemes that support a kind of payment. */
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

/** Returns the names of these schemes in the standard. */
export function localInstrumentsOf(instruments: readonly Instrument[]): readonly string[] {
  return instruments.map((instrument) => SCHEMES[instrument].localInstrument);
}

/**
 * Returns the scheme that has this name in the standard. Returns undefined if none of the schemes
 * in `among` has it.
 */
export function instrumentCalled<Name extends Instrument>(
  localInstrument: unknown,
  among: readonly Name[],
): Name | undefined {
  return among.find((instrument) => SCHEMES[instrument].localInstrument === localInstrument);
}

/** Returns the maximum amount of one payment through a scheme, in pence (rules, 10.11). */
export function maxPenceOf(instrument: Instrument, limits: SchemeLimits): Pence {
  const { limit } = SCHEMES[instrument];
  if (limit === null) return MAX_PENCE;
  return typeof limit === 'number' ? limit : limits[limit];
}

/**
 * Returns the charge that the debtor pays, in pence. Charges are shared by default.
 * `FollowingServiceLevel` means shared too, because the service level of every scheme here is
 * shared charges.
 */
export function chargeOf(instrument: Instrument, bearer: ChargeBearer = 'Shared'): Pence {
  return SCHEMES[instrument].tariff[bearer === 'FollowingServiceLevel' ? 'Shared' : bearer];
}

/**
 * The bank's two internal accounts for a scheme. `clearing` contains money in transit, and
 * `settlement` money that the scheme received.
 */
export interface SchemeAccounts {
  readonly clearing: AccountNumber;
  readonly settlement: AccountNumber;
}

/** Returns the internal accounts of a scheme. */
export function accountsFor(instrument: Instrument): SchemeAccounts {
  return { clearing: `clearing:${instrument}`, settlement: `settlement:${instrument}` };
}
