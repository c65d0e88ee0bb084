import type { MessageWriter, SchemeExchange } from '../../domain/ports/hub.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Observe } from '../../domain/records/events.ts';
import { enquiryInterval } from '../../domain/schemes/answer-time.ts';
import {
  newEnquiryId,
  type MessageToEnquire,
  type WaitingEnquiry,
} from '../../domain/schemes/enquiries.ts';
import { severalAtOnce } from '../../shared/concurrency.ts';
import type { Clock } from '../../shared/time.ts';
import { failureOf, textContent } from './hand-over-attempt.ts';

/** Maximum number of enquiries in one turn. All are on their way at the same time. */
const ENQUIRIES_PER_TURN = 8;

interface Parts {
  readonly store: Pick<
    Store,
    'messagesToEnquire' | 'addEnquiry' | 'markEnquired' | 'postponeEnquiry'
  >;
  readonly exchange: Pick<SchemeExchange, 'name' | 'instruments' | 'handOver'>;
  readonly writer: Pick<MessageWriter, 'writeEnquiry'>;
  readonly observe: Observe;
  readonly clock: Clock;
}

/**
 * Asks the hub of an exchange for the answers to messages that it has not answered in time. An
 * enquiry is stored in one turn and handed over in the next one. A failed attempt is repeated with
 * the same id and content. The next enquiry about a message has an id of its own, because the hub
 * would ignore a repeated id. Returns how many enquiries were stored or tried.
 */
export async function sendEnquiries(parts: Parts): Promise<number> {
  const { store, exchange, clock } = parts;
  const due = await store.messagesToEnquire(exchange.instruments, clock(), ENQUIRIES_PER_TURN);
  await severalAtOnce(due, ENQUIRIES_PER_TURN, (message) =>
    message.waiting === null ? create(parts, message) : send(parts, message, message.waiting),
  );
  return due.length;
}

async function create({ store, writer, clock }: Parts, message: MessageToEnquire): Promise<void> {
  const createdAt = clock();
  const enquiry = { id: newEnquiryId(createdAt), createdAt, messageId: message.id };
  const content = writer.writeEnquiry({ ...enquiry, messageCreatedAt: message.createdAt });
  await store.addEnquiry({ ...enquiry, number: message.enquiries + 1, content });
}

async function send(
  { store, exchange, observe, clock }: Parts,
  { id: messageId, instrument }: MessageToEnquire,
  { id: enquiryId, number, content, attempts }: WaitingEnquiry,
): Promise<void> {
  const enquiry = { id: enquiryId, messageId };
  const names = { enquiryId, messageId, instrument };
  try {
    await exchange.handOver({ id: enquiryId, instrument, ...textContent(content) });
  } catch (error) {
    const { retryMs, problem } = failureOf(error, attempts + 1);
    const failure = { exchange: exchange.name, attempts: attempts + 1, retryMs, problem };
    observe({ kind: 'enquiryFailed', ...names, ...failure });
    await store.postponeEnquiry(enquiry, { problem, tryAt: clock() + retryMs });
    return;
  }
  const now = clock();
  await store.markEnquired(enquiry, now, now + enquiryInterval(instrument, number));
  observe({ kind: 'enquirySent', ...names, number });
}
