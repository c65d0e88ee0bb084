import { connect, credentials, type ChannelModel, type ConfirmChannel } from 'amqplib';
import { SECOND_MS, type Milliseconds } from '../../../shared/time.ts';

/** The queues of messages and of documents (docs/payment-hub-api.md). */
const QUEUES = ['to-hub', 'from-hub'] as const;

const CONNECT_MS: Milliseconds = 10 * SECOND_MS;
const HEARTBEAT_SECONDS = 10;
/** Reply code of AMQP for a queue that does not exist. */
const NOT_FOUND = 404;

/** Address of the broker, and PEM files for mutual TLS. */
export interface BrokerOptions {
  /** `amqps://`, a host, a port and a virtual host. */
  readonly url: string;
  /** Certificate with which the hub logs in. */
  readonly certificate: string | Buffer;
  readonly key: string | Buffer;
  /** Authorities of the broker's certificate. */
  readonly authorities: string | Buffer;
}

/** An open connection to the broker. */
export interface BrokerLink {
  readonly model: ChannelModel;
  readonly channel: ConfirmChannel;
}

/** Connects to a broker, and creates the queues if they are missing. */
export async function connectToBroker(options: BrokerOptions): Promise<BrokerLink> {
  const { url, certificate: cert, key, authorities: ca } = options;
  const model = await connect(`${url}?heartbeat=${String(HEARTBEAT_SECONDS)}`, {
    cert,
    key,
    ca,
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
    timeout: CONNECT_MS,
    credentials: credentials.external(),
  });
  model.on('error', () => undefined);
  for (const queue of QUEUES) await createIfMissing(model, queue);
  const channel = await model.createConfirmChannel();
  channel.on('error', () => undefined);
  return { model, channel };
}

/** Creates a durable queue. An existing one may be of another kind, so it is not declared. */
async function createIfMissing(model: ChannelModel, queue: string): Promise<void> {
  const looking = await model.createChannel();
  looking.on('error', () => undefined);
  try {
    await looking.checkQueue(queue);
    await looking.close();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== NOT_FOUND) throw error;
    const creating = await model.createChannel();
    await creating.assertQueue(queue, { durable: true });
    await creating.close();
  }
}
