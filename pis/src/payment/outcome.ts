import { ApiError, isFinalStatus, WaitTimeoutError, type Family } from '@payment-initiation/client';
import type { Connection } from '../bank/connection.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { describeReason, isoReasonIn } from './words.ts';

/** The result of a payment, as the bank reports it. */
export interface Outcome {
  readonly status: string;
  /** The bank's reason for a rejection. */
  readonly reason?: string;
  /** True if another person of the payer must approve. */
  readonly needsApproval: boolean;
}

/** Options of {@link settled}. */
export interface SettleOptions {
  readonly signal: AbortSignal;
  /** Called for each new status. */
  readonly onStatus?: (status: string) => void;
  /** Wait for the final status even if it depends on a person or on a later day. */
  readonly watch?: boolean;
}

/** Statuses in which nothing was paid. */
const FAILED: ReadonlySet<string> = new Set([
  ...['Rejected', 'InitiationFailed', 'Cancelled', 'RJCT', 'INFA', 'CANC'],
]);

/** The payment types that a bank executes at once. The others wait for their day. */
const IMMEDIATE: ReadonlySet<Family> = new Set([
  ...['domestic-payments', 'domestic-vrps', 'international-payments', 'file-payments'],
] as Family[]);

/** Status of a payment of v4.0 that waits for another approval. */
const PARTLY_APPROVED = 'PATC';

/** Maximum time of `--watch`, in milliseconds. */
const WATCH_MS = 24 * 3600 * 1000;

/**
 * Waits for the final status of a payment and returns it. Without `watch`, does not wait for a
 * person or for the execution date.
 */
export async function settled(
  { bank }: Pick<Connection, 'bank'>,
  family: Family,
  paymentId: string,
  { signal, onStatus, watch = false }: SettleOptions,
): Promise<Outcome> {
  const payments = bank.payments(family);
  const read = async () => outcomeOf(await payments.readPayment(paymentId, { signal }));
  const first = await read();
  const waits = first.needsApproval || !IMMEDIATE.has(family);
  const outcome =
    waits && !watch
      ? first
      : await bank
          .waitFor(family, paymentId, {
            ...{ signal, ...(watch && { timeoutMs: WATCH_MS }) },
            ...(onStatus !== undefined && { onStatus }),
            until: (status) => isFinalStatus(status) || (!watch && status === PARTLY_APPROVED),
          })
          .then(outcomeOf, (error: unknown) => {
            if (error instanceof WaitTimeoutError) return read();
            throw error;
          });
  if (outcome.reason !== undefined || !FAILED.has(outcome.status)) return outcome;
  // Only payment-details have the reason in v3.1. Some banks do not offer them.
  const details = await payments.readDetails(paymentId, { signal }).catch((error: unknown) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
  const reason = reasonIn(details);
  return { ...outcome, ...(reason !== undefined && { reason }) };
}

/** Returns the exit code for the status of a payment. */
export function exitCodeFor({ status, needsApproval }: Outcome): ExitCode {
  if (FAILED.has(status)) return exitCodes.failed;
  return needsApproval || !isFinalStatus(status) ? exitCodes.waiting : exitCodes.done;
}

/** Returns the next step of a payment that is not done, for people. */
export function adviceFor(family: Family, outcome: Outcome): string {
  if (outcome.needsApproval) return 'Another person must approve it at the bank.';
  if (FAILED.has(outcome.status)) return 'Nothing was paid. Use another --id to try again.';
  if (isFinalStatus(outcome.status)) return '';
  return IMMEDIATE.has(family)
    ? 'The bank is still working on it.'
    : 'It waits for its execution date.';
}

/** Returns the outcome in a response of the bank. Banks may use statuses of their own. */
export function outcomeOf(payment: unknown): Outcome {
  const { Status, MultiAuthorisation, StatusReason } = membersOf(membersOf(payment)['Data']);
  const status = typeof Status === 'string' ? Status : 'unknown';
  const further = membersOf(MultiAuthorisation)['Status'];
  const waiting: readonly unknown[] = ['AwaitingFurtherAuthorisation', 'AWAF'];
  const [first] = listOf(StatusReason);
  const reason = reasonFrom(membersOf(first), membersOf(first)['StatusReasonCode']);
  return {
    ...{ status, needsApproval: status === PARTLY_APPROVED || waiting.includes(further) },
    ...(reason !== undefined && { reason }),
  };
}

function reasonIn(details: unknown): string | undefined {
  const [first] = listOf(membersOf(membersOf(details)['Data'])['PaymentStatus']);
  const detail = membersOf(membersOf(first)['StatusDetail']);
  return reasonFrom(detail, isoReasonIn(detail['Status']));
}

/** Returns the reason in words for a code, or the text of the bank for an unknown code. */
function reasonFrom(found: Readonly<Record<string, unknown>>, code: unknown): string | undefined {
  return textOf(describeReason(textOf(code), textOf(found['StatusReasonDescription']) ?? ''));
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
