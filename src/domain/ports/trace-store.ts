import type { Instant } from '../../shared/time.ts';

/**
 * The traces that caused later jobs and messages. They are stored, because another node may run
 * them, or this node after a restart. Nothing is stored while tracing is off.
 */
export interface TraceStore {
  /** Stores the `traceparent` of consents, payments or messages, instead of an earlier one. */
  saveTraceContexts(
    subjects: readonly string[],
    traceparent: string,
    expiresAt: Instant,
  ): Promise<void>;
  /** Returns the stored `traceparent` values of these consents, payments or messages, each once. */
  traceContextsOf(subjects: readonly string[]): Promise<readonly string[]>;
}
