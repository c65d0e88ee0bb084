import type { Instrument } from '../../../domain/schemes/schemes.ts';
import type { MinorUnits } from '../../../shared/money.ts';
import type { ReadCredit, Submission } from '../books.ts';

/** A credit in a message of the bank. */
export interface MessageCredit extends ReadCredit {
  /** Sort code and account number of the creditor, 14 digits. Null for an account abroad. */
  readonly creditorAccount: string | null;
}

/** Receives the credits of a message in order. */
export type OnCredit = (credit: MessageCredit) => void;

/** The content of a message, apart from its credits. */
export interface MessageSummary {
  readonly instrument: Instrument;
  readonly currency: string;
  readonly credits: number;
  readonly totalMinor: MinorUnits;
  /** Reason to reject all credits, if the header does not agree with them. */
  readonly refusal: Refusal | null;
  /** The labels of a Bacs submission. Null for other messages. */
  readonly submission: Submission | null;
}

/** A reason to reject a message that can be read, for all its credits. */
export interface Refusal {
  /** ISO status reason code. */
  readonly code: string;
  readonly text: string;
}

/** Thrown if the hub cannot read a message. The text is part of the admi.002. */
export class UnreadableMessage extends Error {
  override readonly name = 'UnreadableMessage';
}
