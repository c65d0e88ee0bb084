import { hash } from 'node:crypto';
import { HandOverRefused, type MessageToHub } from '../../domain/ports/hub.ts';
import { messageOf, shorten } from '../../shared/text.ts';
import type { Milliseconds } from '../../shared/time.ts';
import { LONGEST_RETRY_MS, retryDelay } from './retries.ts';

/** Maximum length of a stored error message, in characters. */
const MAX_PROBLEM_CHARACTERS = 300;

/** A failed attempt to hand a message or an enquiry over. */
interface FailedAttempt {
  /** True if the hub refuses it. Otherwise it is not known if the hub has it. */
  readonly isRefused: boolean;
  /** Time until the next attempt, in milliseconds. */
  readonly retryMs: Milliseconds;
  readonly problem: string;
}

/** Decides when the next attempt follows: after a growing time, or the longest one if refused. */
export function failureOf(error: unknown, attempts: number): FailedAttempt {
  const isRefused = error instanceof HandOverRefused;
  const retryMs = isRefused ? LONGEST_RETRY_MS : retryDelay(attempts);
  return { isRefused, retryMs, problem: shorten(messageOf(error), MAX_PROBLEM_CHARACTERS) };
}

/** Returns a text as the content of a message to the hub. */
export function textContent(text: string): Pick<MessageToHub, 'bytes' | 'sha256' | 'pieces'> {
  const bytes = new TextEncoder().encode(text);
  return { bytes: bytes.byteLength, sha256: hash('sha256', bytes), pieces: onePiece(bytes) };
}

/** Returns a document in memory as a stream. */
// eslint-disable-next-line @typescript-eslint/require-await -- It must be an async iterable.
export async function* onePiece(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
