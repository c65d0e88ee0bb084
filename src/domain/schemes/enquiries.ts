import { newId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/time.ts';
import type { Instrument } from './schemes.ts';

/** An enquiry to a payment hub about the answers to a message (pacs.028). */
export interface EnquiryHeader {
  /** Id of the enquiry (MsgId), in the form of a message id. */
  readonly id: string;
  readonly createdAt: Instant;
  /** Id of the message whose answers are missing (OrgnlMsgId), and its creation time. */
  readonly messageId: string;
  readonly messageCreatedAt: Instant;
}

/**
 * Creates the id of an enquiry, in the form of a message id. It is random, and not derived like the
 * id of a message: after a restore to an earlier time, the hub would not answer an enquiry whose id
 * it knows.
 */
export function newEnquiryId(now: Instant): string {
  // The time of `newId` begins with a zero, which is left out.
  return `M${newId('M', now).slice(3, 26).toUpperCase()}`;
}

/** The ids of an enquiry and of its message. */
export type EnquiryName = Pick<EnquiryHeader, 'id' | 'messageId'>;

/** An enquiry that is stored before it is handed over. */
export interface NewEnquiry extends EnquiryName {
  readonly createdAt: Instant;
  /** Number of the enquiry about its message, from 1. */
  readonly number: number;
  /** The XML of the enquiry. */
  readonly content: string;
}

/** An enquiry that waits to be handed over. */
export interface WaitingEnquiry extends Pick<NewEnquiry, 'id' | 'number' | 'content'> {
  /** Number of attempts to hand it over that failed. */
  readonly attempts: number;
}

/** A message about which the hub has to be asked now. */
export interface MessageToEnquire {
  readonly id: string;
  readonly instrument: Instrument;
  readonly createdAt: Instant;
  /** Number of stored enquiries about the message. */
  readonly enquiries: number;
  /** The enquiry that is stored, but not handed over. Null if the next one has to be created. */
  readonly waiting: WaitingEnquiry | null;
}

/** The result of an operator's enquiry. Only `done` changes anything. */
export type EnquiryResult =
  | 'done'
  /** There is no message with this id. */
  | 'unknown'
  | 'notHandedOver'
  /** All credits have a final answer. */
  | 'answered'
  | 'noEnquiries'
  /** An operator has stopped the scheme. */
  | 'stopped';
