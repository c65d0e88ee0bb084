import type { Milliseconds } from '../../shared/time.ts';
import type { RecallMeaning } from '../schemes/recalls.ts';
import type { Instrument } from '../schemes/schemes.ts';

/** A failed attempt to hand a document about a message over. It is repeated after `retryMs`. */
export interface FailedAttempt {
  readonly messageId: string;
  readonly instrument: Instrument;
  /** Name of the exchange. */
  readonly exchange: string;
  readonly attempts: number;
  readonly retryMs: Milliseconds;
  readonly problem: string;
}

/** The events about requests to payment hubs: enquiries and recalls. */
export type HubRequestEvent =
  /** The hub was asked for the answers to a message. */
  | {
      readonly kind: 'enquirySent';
      readonly enquiryId: string;
      readonly messageId: string;
      readonly instrument: Instrument;
      /** Number of the enquiry about this message, from 1. */
      readonly number: number;
    }
  /**
   * An enquiry could not be handed over, or the hub does not take it. The same one is handed over
   * again after `retryMs`, if answers are still missing.
   */
  | ({ readonly kind: 'enquiryFailed'; readonly enquiryId: string } & FailedAttempt)
  /** A recall was handed over. */
  | {
      readonly kind: 'recallSent';
      readonly recallId: string;
      readonly messageId: string;
      readonly index: number;
      readonly instrument: Instrument;
    }
  /**
   * A recall could not be handed over, or the hub does not take it. The same one is handed over
   * again after `retryMs`.
   */
  | ({
      readonly kind: 'recallFailed';
      readonly recallId: string;
      readonly index: number;
    } & FailedAttempt)
  /** A document answered a recall. It may repeat an earlier answer, or contradict it. */
  | {
      readonly kind: 'recallAnswered';
      readonly recallId: string;
      readonly document: string;
      readonly meaning: RecallMeaning;
      /** The code of the creditor's bank. Null if there is none. */
      readonly code: string | null;
    };
