import type { AnswerSlice } from '../schemes/answers.ts';
import type { BacsCredit } from '../schemes/bacs-reports.ts';
import type { EnquiryHeader } from '../schemes/enquiries.ts';
import type { BatchName } from '../records/records.ts';
import type { MessageCredit, MessageHeader } from '../schemes/messages.ts';
import type { RecallHeader } from '../schemes/recalls.ts';
import type { Instrument } from '../schemes/schemes.ts';
import type { Milliseconds } from '../../shared/time.ts';
import type { Incoming } from './files.ts';

/** A message, an enquiry or a recall on its way to the hub. */
export interface MessageToHub {
  readonly id: string;
  readonly instrument: Instrument;
  readonly bytes: number;
  /** SHA-256 of the content in hex. */
  readonly sha256: string;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** A document from the hub that is not stored yet. */
export interface ArrivedDocument {
  /** The name under which it arrived, for example of its file. */
  readonly name: string;
  readonly bytes: number;
  open(): Incoming;
  /**
   * Removes the document from the exchange. It must be stored durably before. Does nothing if the
   * document was removed before.
   */
  remove(): Promise<void>;
}

/**
 * The exchange of messages with a payment hub. The hub receives each message at least once, and
 * recognises a repeated one by its id.
 */
export interface Exchange {
  /**
   * Hands a message over. Resolves when it is durable on the side of the hub. Rejects with
   * HandOverRefused if the hub refuses it. Rejects with another error if the outcome is not known.
   * The caller then hands the same message over again.
   */
  handOver(message: MessageToHub): Promise<void>;
  /**
   * Shortest time between two requests for documents while none arrives, in milliseconds. Null if
   * requests cost the hub nothing.
   */
  readonly idlePollMs: Milliseconds | null;
  /** Returns documents that wait to be received, oldest first, at most `limit`. */
  arrived(limit: number): Promise<readonly ArrivedDocument[]>;
  /** Ends all connections. Requests in progress reject, and their outcome is not known. */
  close(): void;
}

/** An exchange that the operator has named for some of the schemes. */
export interface SchemeExchange extends Exchange {
  /** Its name in logs and in the store: `default`, or the schemes, for example `BACS,CHAPS`. */
  readonly name: string;
  /**
   * The schemes whose messages are handed over through this exchange. Documents that arrive through
   * it may answer no others.
   */
  readonly instruments: readonly Instrument[];
}

/**
 * Thrown if the hub answers that it does not take a message, for example because it has other
 * content under its id. The same request will be refused again until an operator has found the
 * cause. It does not mean that the credits of the message are rejected.
 */
export class HandOverRefused extends Error {
  override readonly name = 'HandOverRefused';
}

/**
 * Reads a document from the hub in slices. Throws DocumentInvalid at any point if the document
 * cannot be read, so its answers are only known to be valid after the last slice.
 */
export type AnswerReader = (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<AnswerSlice>;

/** Some of the credits of a Bacs submission, in the order of the file. */
export interface SubmissionPart {
  /** Service user number of the submission (VOL1). */
  readonly serviceUserNumber: string;
  readonly credits: readonly BacsCredit[];
}

/** Reads the credits of a Bacs submission that this service wrote. */
export type SubmissionReader = (pieces: AsyncIterable<Uint8Array>) => AsyncIterable<SubmissionPart>;

/** Thrown if a document from the hub is malformed or of an unknown kind. */
export class DocumentInvalid extends Error {
  override readonly name = 'DocumentInvalid';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Writes enquiries, recalls and the messages of single payments. Worker threads write those of
 * files.
 */
export interface MessageWriter {
  write(header: MessageHeader, credit: MessageCredit): string;
  /** Returns the id of a message of a batch. `part`: number of the message, from 0. */
  messageId(batch: BatchName, part: number): string;
  /** Writes an enquiry about the answers to a message. */
  writeEnquiry(enquiry: EnquiryHeader): string;
  /** Writes a recall of a credit. */
  writeRecall(recall: RecallHeader): string;
  /** Returns an EndToEndIdentification as the messages to a scheme contain it. */
  endToEndId(instrument: Instrument, endToEndIdentification: string): string;
}

/** Writes recalls. */
export type RecallWriter = Pick<MessageWriter, 'writeRecall' | 'endToEndId'>;
