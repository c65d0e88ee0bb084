import { SCHEMES, type Instrument, type TextRules } from '../../domain/schemes/schemes.ts';

/** The schemes whose messages are pacs.008. Bacs uses Standard 18 instead (standard18.ts). */
export type Pacs008Instrument = Exclude<Instrument, 'BACS'>;

/** The rules of a scheme for a pacs.008 message. */
export interface Pacs008Format {
  /** Maximum number of transactions in one message. */
  readonly maxTransactions: number;
  /** The only currency of the scheme. Null if the scheme accepts every currency. */
  readonly currency: string | null;
  readonly texts: TextRules;
  /**
   * The party that pays the charges. `asInstructed`: DEBT, CRED or SHAR, as the customer chose.
   */
  readonly chargeBearer: 'SLEV' | 'SHAR' | 'asInstructed';
  /** CLRG: settled by a clearing system. INDA: settled in an account at the instructed bank. */
  readonly settlementMethod: 'CLRG' | 'INDA';
  /** Code of the clearing system (ExternalCashClearingSystem1Code). Null for INDA. */
  readonly clearingSystem: string | null;
  /** Code of the service level (ExternalServiceLevel1Code). */
  readonly serviceLevel: string | null;
  /** True if the message contains the local instrument (LclInstrm). */
  readonly hasLocalInstrument: boolean;
  /** `uk`: sort code and account number. `iban`: IBANs, and other identifications abroad. */
  readonly accounts: 'uk' | 'iban';
  /** The identification of British banks: the sort code (GBDSC), the BIC, or both. */
  readonly agents: 'sortCode' | 'bic' | 'both';
  /**
   * `hybrid`: addresses with town and country, and up to two lines of text. `none`: no addresses.
   */
  readonly addresses: 'hybrid' | 'none';
  /** True if the ultimate debtor and creditor are allowed (UltmtDbtr, UltmtCdtr). */
  readonly hasUltimateParties: boolean;
  /** True if instructions to the creditor's bank (InstrForCdtrAgt) are allowed. */
  readonly hasCreditorAgentInstructions: boolean;
  /**
   * The business application header (head.001.001.02) around the message, with the business service
   * (BizSvc) if the scheme has one. Null if the scheme has no header. A message with a header has
   * the settlement date in the transaction, and no total in the group header.
   */
  readonly applicationHeader: { readonly businessService: string | null } | null;
}

/** Transactions in a message to a hub or to the SEPA clearing, which bounds the size to 100 MB. */
const MAX_BULK_TRANSACTIONS = 100_000;

/** The rules that the schemes with one transaction per message share (HVPS+ and CBPR+). */
const SINGLE_TRANSACTION = {
  maxTransactions: 1,
  serviceLevel: null,
  addresses: 'hybrid',
  hasUltimateParties: true,
  hasCreditorAgentInstructions: true,
} as const satisfies Partial<Pacs008Format>;

/**
 * The rules of the schemes for pacs.008.001.08. They follow the published guidelines of Pay.UK, the
 * Bank of England, the European Payments Council, CBPR+ and T2. The published schema accepts these
 * messages, but no scheme has certified them.
 */
export const PACS008_FORMATS: Readonly<Record<Pacs008Instrument, Pacs008Format>> = {
  FPS: {
    maxTransactions: MAX_BULK_TRANSACTIONS,
    currency: 'GBP',
    texts: SCHEMES.FPS.texts,
    chargeBearer: 'SLEV',
    settlementMethod: 'CLRG',
    clearingSystem: 'FPS',
    serviceLevel: null,
    hasLocalInstrument: true,
    accounts: 'uk',
    agents: 'sortCode',
    addresses: 'none',
    hasUltimateParties: false,
    hasCreditorAgentInstructions: true,
    applicationHeader: null,
  },
  CHAPS: {
    ...SINGLE_TRANSACTION,
    currency: 'GBP',
    texts: SCHEMES.CHAPS.texts,
    chargeBearer: 'SHAR',
    settlementMethod: 'CLRG',
    clearingSystem: 'STG',
    hasLocalInstrument: true,
    accounts: 'uk',
    agents: 'both',
    applicationHeader: { businessService: 'boe.chaps.enh.01' },
  },
  SEPA: {
    maxTransactions: MAX_BULK_TRANSACTIONS,
    currency: 'EUR',
    texts: SCHEMES.SEPA.texts,
    chargeBearer: 'SLEV',
    settlementMethod: 'CLRG',
    clearingSystem: 'ST2',
    serviceLevel: 'SEPA',
    hasLocalInstrument: false,
    accounts: 'iban',
    agents: 'bic',
    addresses: 'hybrid',
    hasUltimateParties: true,
    hasCreditorAgentInstructions: false,
    applicationHeader: null,
  },
  SWIFT: {
    ...SINGLE_TRANSACTION,
    currency: null,
    texts: SCHEMES.SWIFT.texts,
    chargeBearer: 'asInstructed',
    settlementMethod: 'INDA',
    clearingSystem: null,
    serviceLevel: 'G001',
    hasLocalInstrument: false,
    accounts: 'iban',
    agents: 'bic',
    applicationHeader: { businessService: 'swift.cbprplus.02' },
  },
  SameDayEUR: {
    ...SINGLE_TRANSACTION,
    currency: 'EUR',
    texts: SCHEMES.SameDayEUR.texts,
    chargeBearer: 'asInstructed',
    settlementMethod: 'CLRG',
    clearingSystem: 'TGT',
    hasLocalInstrument: false,
    accounts: 'iban',
    agents: 'bic',
    applicationHeader: { businessService: null },
  },
};
