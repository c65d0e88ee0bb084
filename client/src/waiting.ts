import { PaymentClientError } from './errors.ts';
import type { Events } from './events.ts';
import type { Version } from './operations.ts';
import { wait } from './retries.ts';

/** First and longest pause between two reads, in milliseconds. */
const [FIRST_MS, LONGEST_MS] = [1_000, 30_000];

/** Ratio of each pause to the one before. */
const GROWTH = 1.5;

const DEFAULT_TIMEOUT_MS = 10 * 60_000;

/** Statuses in which a payment of either version usually stays. */
const FINAL: ReadonlySet<string> = new Set([
  ...['AcceptedSettlementCompleted', 'AcceptedCreditSettlementCompleted'],
  ...['AcceptedWithoutPosting', 'Rejected', 'InitiationCompleted', 'InitiationFailed'],
  ...['Cancelled', 'ACSC', 'ACCC', 'ACWP', 'RJCT', 'INCO', 'INFA', 'CANC'],
]);

/** Options of `waitFor`. */
export interface WaitOptions {
  /** Ends the wait when it returns true. By default, the wait ends at a final status. */
  readonly until?: (status: string) => boolean;
  /** Called for each new status, for example to show progress. */
  readonly onStatus?: (status: string) => void;
  readonly signal?: AbortSignal;
  /** Maximum time to wait, in milliseconds. The default is ten minutes. */
  readonly timeoutMs?: number;
  /** First pause between two reads, in milliseconds. The default is 1,000. */
  readonly firstPauseMs?: number;
}

/** Thrown if a payment does not reach a final status in time. It may reach one later. */
export class WaitTimeoutError extends PaymentClientError {
  override readonly name = 'WaitTimeoutError';
  readonly paymentId: string;
  /** The last status. It may be one that this library does not know. */
  readonly status: string | undefined;

  constructor(paymentId: string, status: string | undefined, timeoutMs: number) {
    super(
      `${paymentId} had the status ${status ?? 'unknown'} after ${String(timeoutMs)} ms.`,
      'The payment goes on at the bank. Call waitFor again, or read the payment later.',
    );
    this.paymentId = paymentId;
    this.status = status;
  }
}

/** Returns true if a payment usually stays in this status. Returns false for unknown statuses. */
export function isFinalStatus(status: string): boolean {
  return FINAL.has(status);
}

/**
 * Reads a payment until its status is final. An event about the payment starts the next read at
 * once. Unknown statuses are no errors.
 */
export async function waitFor<V extends Version, Payment>(
  { id, read, events }: { id: string; read: () => Promise<Payment>; events: Events<V> },
  options: WaitOptions = {},
): Promise<Payment> {
  const { until = isFinalStatus, onStatus, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const timer = AbortSignal.timeout(timeoutMs);
  const signal = options.signal === undefined ? timer : AbortSignal.any([options.signal, timer]);
  let waker = new AbortController();
  const forget = events.onEvent(({ resourceId }) => {
    if (resourceId === id) waker.abort();
  });
  let last: string | undefined;
  let pause = options.firstPauseMs ?? FIRST_MS;
  try {
    for (;;) {
      waker = new AbortController();
      const payment = await read();
      const status = statusOf(payment);
      if (status !== undefined && status !== last) onStatus?.(status);
      last = status;
      if (status !== undefined && until(status)) return payment;
      await wait(pause, AbortSignal.any([signal, waker.signal])).catch(() => undefined);
      options.signal?.throwIfAborted();
      if (timer.aborted) throw new WaitTimeoutError(id, last, timeoutMs);
      pause = Math.min(LONGEST_MS, pause * GROWTH);
    }
  } finally {
    forget();
  }
}

function statusOf(payment: unknown): string | undefined {
  const { Data } = Object(payment) as { readonly Data?: { readonly Status?: unknown } };
  return typeof Data?.Status === 'string' ? Data.Status : undefined;
}
