import type {
  AnswerReader,
  MessageWriter,
  SchemeExchange,
  SubmissionReader,
} from '../../domain/ports/hub.ts';
import { SECOND_MS, type Clock, type Milliseconds } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { PaymentSource } from '../payments/payment-source.ts';
import { handOverMessages } from './hand-over-messages.ts';
import { type ExchangeSteps, type HubSteps, ITEMS_PER_TURN } from './hub-runner.ts';
import { readDeliveries } from './read-deliveries.ts';
import { Retries } from './retries.ts';
import { receiveDocuments } from './receive-documents.ts';
import { sendEnquiries } from './send-enquiries.ts';
import { sendRecalls } from './send-recalls.ts';
import type { WaitingReturn } from '../../domain/schemes/hand-over.ts';
import { serviceActor } from '../../domain/records/audit.ts';
import { expectDefined } from '../../shared/assert.ts';
import { bookReturn } from '../payments/return-credit.ts';

/**
 * Longest time until a document that failed is received again, in milliseconds. It is short,
 * because the usual cause is a lost connection.
 */
const LONGEST_DOCUMENT_RETRY_MS: Milliseconds = 10 * SECOND_MS;

/** Dependencies of the exchanges with payment hubs. */
export interface HubParts extends Omit<UseCaseParts, 'paymentSource'> {
  readonly exchanges: readonly SchemeExchange[];
  readonly readAnswers: AnswerReader;
  readonly readSubmission: SubmissionReader;
  /** The bank's service user number for Bacs. */
  readonly serviceUserNumber: string;
  readonly writer: MessageWriter;
  readonly clock: Clock;
}

/** Binds the steps of the exchanges with payment hubs to their dependencies. */
export function createHubSteps(dependencies: HubParts): HubSteps {
  const parts = { ...dependencies, paymentSource: new PaymentSource(dependencies.settings) };
  const reading = new Retries(parts.stopwatch);
  const booking = new Retries(parts.stopwatch);
  return {
    exchanges: parts.exchanges.map((exchange) => exchangeSteps(parts, exchange)),
    read: () => readDeliveries({ ...parts, retries: reading }),
    bookReturns: () => bookReturns({ ...parts, retries: booking }),
  };
}

function exchangeSteps(parts: HubParts, exchange: SchemeExchange): ExchangeSteps {
  const { stopwatch } = parts;
  const receiving = { ...parts, exchange, tooLarge: new Set<string>() };
  const retries = new Retries(stopwatch, LONGEST_DOCUMENT_RETRY_MS);
  let idleUntil: Milliseconds | null = null;
  return {
    name: exchange.name,
    handOver: () => handOverMessages({ ...parts, exchange }),
    enquire: () => sendEnquiries({ ...parts, exchange }),
    recall: () => sendRecalls({ ...parts, exchange }),
    receive: async () => {
      const now = stopwatch();
      if (idleUntil !== null && now < idleUntil) return 0;
      idleUntil = exchange.idlePollMs === null ? null : now + exchange.idlePollMs;
      const received = await receiveDocuments({ ...receiving, retries });
      // More documents may wait than one turn receives.
      if (received > 0) idleUntil = null;
      return received;
    },
  };
}

type Parts = UseCaseParts & { readonly clock: Clock; readonly retries: Retries };

/**
 * Credits the debtors whose credits came back (rules, 13.10). A return that must not be booked is
 * set aside for an operator. Returns how many returns were tried.
 */
async function bookReturns(parts: Parts): Promise<number> {
  const { store, observe, retries } = parts;
  let tried = 0;
  for (const waiting of await store.waitingReturns(ITEMS_PER_TURN + retries.waiting)) {
    const { messageId, index } = waiting;
    const isTried = await retries.attempt(
      `${messageId} ${String(index)}`,
      () => book(parts, waiting),
      (error) => observe({ kind: 'failure', what: `booking a return of ${messageId}`, error }),
    );
    if (isTried) tried += 1;
  }
  return tried;
}

async function book(parts: Parts, waiting: WaitingReturn): Promise<void> {
  const { store, observe, clock } = parts;
  const { paymentId, index, reason } = waiting;
  const payment = expectDefined(await store.findPayment(paymentId), paymentId);
  const act = { at: clock(), by: serviceActor('schemes') };
  const { kind } = await bookReturn(parts, payment, { index, reason }, act);
  // A credit that was booked before a crash is reported as `alreadyBack`.
  const isBooked = kind === 'returned' || kind === 'alreadyBack';
  await store.endReturn(waiting, isBooked ? null : kind, act.at);
  if (!isBooked) observe({ kind: 'returnSetAside', paymentId, index, problem: kind });
}
