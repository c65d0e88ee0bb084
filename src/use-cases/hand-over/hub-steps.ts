import type { AnswerReader, Exchange, MessageWriter } from '../../domain/ports/hub.ts';
import type { Clock } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { PaymentSource } from '../payments/payment-source.ts';
import { bookReturns } from './book-returns.ts';
import { handOverMessages } from './hand-over-messages.ts';
import type { HubSteps } from './hub-runner.ts';
import { readDeliveries } from './read-deliveries.ts';
import { Retries } from './retries.ts';
import { receiveDocuments } from './receive-documents.ts';
import { sendEnquiries } from './send-enquiries.ts';

/** Dependencies of the exchange with a payment hub. */
export interface HubParts extends Omit<UseCaseParts, 'paymentSource'> {
  readonly exchange: Exchange;
  readonly readAnswers: AnswerReader;
  readonly writer: MessageWriter;
  readonly clock: Clock;
}

/** Binds the steps of the exchange with a payment hub to their dependencies. */
export function createHubSteps(dependencies: HubParts): HubSteps {
  const parts = { ...dependencies, paymentSource: new PaymentSource(dependencies.settings) };
  const tooLarge = new Set<string>();
  const [reading, booking] = [new Retries(parts.stopwatch), new Retries(parts.stopwatch)];
  return {
    handOver: () => handOverMessages(parts),
    receive: () => receiveDocuments({ ...parts, tooLarge }),
    read: () => readDeliveries({ ...parts, retries: reading }),
    enquire: () => sendEnquiries(parts),
    bookReturns: () => bookReturns({ ...parts, retries: booking }),
  };
}
