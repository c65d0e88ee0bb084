import type { MinorUnits } from '../../shared/money.ts';
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { Address, Creditor, Purpose, UltimateParties } from '../execution/credit.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { SinglePayment } from '../records/payment.ts';
import type { Instrument } from './schemes.ts';
import type { ChargeBearer } from './tariff.ts';

/** An amount in minor units of its currency (ISO 4217). */
export interface Money {
  readonly minor: MinorUnits;
  readonly currency: string;
}

/**
 * A message that hands credits over to a scheme: a pacs.008, or a Bacs submission in Standard 18.
 * Its bytes depend only on this header, on the credits and on the bank, so that a repeated
 * hand-over is identical.
 */
export interface MessageHeader {
  /**
   * Id of the message (MsgId): 24 capital letters and digits. The id of a credit (InstrId and TxId)
   * consists of it, a hyphen and the index of the payment.
   */
  readonly id: string;
  readonly instrument: Instrument;
  readonly createdAt: Instant;
  /** Day of the settlement between banks (IntrBkSttlmDt). For Bacs, the processing day, day 2. */
  readonly settlementDate: LocalDate;
  readonly transactions: number;
  readonly total: Money;
}

export interface MessageCredit extends UltimateParties {
  /** Index, references and the creditor's account of the payment. */
  readonly payment: SinglePayment;
  readonly creditor: Creditor;
  /** The amount that is settled between the banks. */
  readonly amount: Money;
  readonly debtor: {
    readonly name: string;
    readonly address: Address | null;
    /** Sort code and account number, 14 digits. */
    readonly account: AccountNumber;
  };
  readonly chargeBearer: ChargeBearer | undefined;
  readonly purpose: Purpose;
}

/** The identification of this bank in messages. */
export interface SendingBank {
  /** BIC of the bank, 8 or 11 characters. */
  readonly bic: string;
  /** Service user number of the bank for Bacs, 6 digits. */
  readonly serviceUserNumber: string;
}

/** A credit that a message names: the id of the message, and the index of the payment. */
export interface CreditName {
  readonly messageId: string;
  readonly index: number;
}

/** A credit that an answer names. */
export interface AnsweredCredit {
  readonly messageId: string;
  /** Index of the payment, or number of the credit in its message, from 1. */
  readonly number: number;
  /** `sequence` for a Bacs submission, because its credits have no ids. */
  readonly numbering: 'index' | 'sequence';
}

/** Returns the indexes of payments that a message leaves out. */
export function leftOutOf({ leftOut }: { readonly leftOut: string }): readonly number[] {
  return leftOut === '' ? [] : leftOut.split(',').map(Number);
}

/** Characters of the id of a message. They are in the character sets of all schemes. */
export const MESSAGE_ID_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns the id of a credit in a message (InstrId and TxId), at most 35 characters. */
export function creditIdOf({ messageId, index }: CreditName): string {
  return `${messageId}-${String(index)}`;
}

const CREDIT_ID = /^([A-Z0-9]{24})-(#?)(0|[1-9][0-9]{0,8})$/;

/**
 * Reads the id of a credit in an answer. A credit of a Bacs submission has the id of the message, a
 * hyphen, `#` and its number. Returns undefined if it is not an id of this service.
 */
export function parseCreditId(id: string): AnsweredCredit | undefined {
  const [matched, messageId = '', sign, number] = CREDIT_ID.exec(id) ?? [];
  if (matched === undefined) return undefined;
  return { messageId, number: Number(number), numbering: sign === '#' ? 'sequence' : 'index' };
}
