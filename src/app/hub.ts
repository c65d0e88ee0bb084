import type { Config } from '../config/config.ts';
import { nodeNameOf } from '../config/node-name.ts';
import type { ExchangeAddress } from '../config/schemes.ts';
import {
  DocumentInvalid,
  type AnswerReader,
  type Exchange,
  type MessageWriter,
  type SchemeExchange,
} from '../domain/ports/hub.ts';
import type { SchemeGateway } from '../domain/ports/schemes.ts';
import type { Store } from '../domain/ports/store.ts';
import type { SendingBank } from '../domain/schemes/messages.ts';
import { DocumentError } from '../schemes/answers/document-error.ts';
import { readAnswers } from '../schemes/answers/read-answers.ts';
import { readSubmission } from '../schemes/messages/standard18-reader.ts';
import { messageIdOf } from '../schemes/messages/message-id.ts';
import { writeRecall } from '../schemes/messages/camt056.ts';
import { writeEnquiry } from '../schemes/messages/pacs028.ts';
import { endToEndIdOf, writeMessage } from '../schemes/messages/write-message.ts';
import { expectDefined } from '../shared/assert.ts';
import type { Interval } from '../shared/interval.ts';
import { SECOND_MS, type Clock, type Milliseconds } from '../shared/time.ts';
import { createSpool } from '../store/files/spool.ts';
import type { UseCaseParts } from '../use-cases/dependencies.ts';
import { createHubGateway } from '../use-cases/hand-over/hub-gateway.ts';
import { startHubExchange } from '../use-cases/hand-over/hub-runner.ts';
import { createHubSteps } from '../use-cases/hand-over/hub-steps.ts';
import type { Traced } from './tracing.ts';

/** Maximum size of a document from a payment hub, in bytes. */
const HUB_DOCUMENT_MAX_BYTES = 1024 * 1024 * 1024;

/**
 * Number of answers that one transaction processes. It limits how long the event loop is blocked.
 */
const ANSWERS_PER_SLICE = 500;

/** Longest time without progress of a request to the hub, in milliseconds. */
const HUB_TIMEOUT_MS: Milliseconds = 10 * SECOND_MS;
/**
 * Time for requests to the hub to finish when the service stops, in milliseconds. Requests that are
 * interrupted are repeated after the next start.
 */
const HUB_STOP_GRACE_MS: Milliseconds = 3 * SECOND_MS;

/** The identification of the sandbox bank in messages. */
const SANDBOX_BANK: SendingBank = { bic: 'SANDGB2L', serviceUserNumber: '100001' };

/** Returns the identification of the bank in messages. Null if the schemes are simulated. */
export function sendingBank(
  config: Pick<Config, 'schemes' | 'bankBic' | 'serviceUserNumber'>,
): SendingBank | null {
  const { schemes, bankBic = SANDBOX_BANK.bic } = config;
  const { serviceUserNumber = SANDBOX_BANK.serviceUserNumber } = config;
  return schemes.kind === 'simulated' ? null : { bic: bankBic, serviceUserNumber };
}

/**
 * Throws an error for operators if the schemes are simulated, although a payment hub has credits
 * that it has not answered. The simulation would answer them in place of the hub.
 */
export async function requireHub(
  { schemes }: Pick<Config, 'schemes'>,
  store: Pick<Store, 'awaitsHub'>,
): Promise<void> {
  if (schemes.kind !== 'simulated' || !(await store.awaitsHub())) return;
  throw new Error(
    'A payment hub has payments that it has not answered, but PIS_SCHEMES is simulated. Set ' +
      'PIS_SCHEMES to the connection that was used before, until npx pisctl hub messages ' +
      '--unanswered lists none and no payment is in process.',
  );
}

/** Returns the writer of enquiries, recalls and messages for single payments. */
export function messageWriter(bank: SendingBank): MessageWriter {
  return {
    write: (header, credit) => [...writeMessage(header, [credit], bank)].join(''),
    writeEnquiry,
    writeRecall: (recall) => writeRecall(recall, bank),
    messageId: messageIdOf,
    endToEndId: endToEndIdOf,
  };
}

/** Returns the gateway to the schemes behind a payment hub. */
export function hubGateway(
  parts: Omit<Parameters<typeof createHubGateway>[0], 'writer'>,
  bank: SendingBank,
): SchemeGateway {
  return createHubGateway({ ...parts, writer: messageWriter(bank) });
}

/** The exchange of messages with payment hubs. */
export interface Hub {
  start(): void;
  /** Waits for the step in progress, and starts no more. */
  stop(): Promise<void>;
}

interface HubDependencies extends Pick<Parameters<typeof startHubExchange>[0], 'isOurs' | 'wake'> {
  readonly useCaseParts: Omit<UseCaseParts, 'paymentSource'>;
  readonly filesDirectory: string;
  readonly bank: SendingBank | null;
  readonly clock: Clock;
  readonly traced: Pick<Traced, 'exchange'>;
}

type HubConfig = Pick<
  Config,
  'schemes' | 'hubCertificateFile' | 'hubKeyFile' | 'hubCaFile' | 'node'
>;

/** Opens the exchanges with payment hubs. Returns null if the schemes are simulated. */
export async function openHub(
  config: HubConfig,
  { useCaseParts, filesDirectory, bank, clock, isOurs, wake, traced }: HubDependencies,
): Promise<Hub | null> {
  const exchanges = (await openExchanges(config)).map((exchange) => traced.exchange(exchange));
  if (exchanges.length === 0 || bank === null) return null;
  const close = () => exchanges.forEach((exchange) => exchange.close());
  const { observe } = useCaseParts;
  const writer = messageWriter(bank);
  const steps = createHubSteps({
    ...useCaseParts,
    clock,
    readAnswers: readHubDocument,
    writer,
    readSubmission,
    serviceUserNumber: bank.serviceUserNumber,
    exchanges,
    spool: createSpool(filesDirectory, { maxBytes: HUB_DOCUMENT_MAX_BYTES }),
  });
  let running: Pick<Interval, 'stop'> | undefined;
  return {
    start: () => {
      running ??= startHubExchange({ ...steps, isOurs, wake, observe });
    },
    stop: async () => {
      const grace = setTimeout(close, HUB_STOP_GRACE_MS);
      await running?.stop();
      clearTimeout(grace);
      close();
    },
  };
}

async function openExchanges(config: HubConfig): Promise<readonly SchemeExchange[]> {
  const { schemes } = config;
  const opened: SchemeExchange[] = [];
  for (const { name, instruments, address } of schemes.kind === 'hub' ? schemes.exchanges : []) {
    opened.push({ ...(await openExchange(address, config)), name, instruments });
  }
  return opened;
}

/** Opens an exchange. Loads only the code of its transport. */
async function openExchange(address: ExchangeAddress, config: HubConfig): Promise<Exchange> {
  if (address.kind === 'folder') {
    const { openFolderExchange } = await import('../schemes/exchange/folder.ts');
    return openFolderExchange(address.folder, nodeNameOf(config));
  }
  const { hubCertificateFile, hubKeyFile, hubCaFile } = config;
  const options = {
    url: address.url,
    timeoutMs: HUB_TIMEOUT_MS,
    certificate: expectDefined(hubCertificateFile, 'PIS_HUB_CERTIFICATE'),
    key: expectDefined(hubKeyFile, 'PIS_HUB_KEY'),
    authorities: expectDefined(hubCaFile, 'PIS_HUB_CA'),
  };
  return address.kind === 'https'
    ? (await import('../schemes/exchange/https.ts')).openHttpsExchange(options)
    : (await import('../schemes/exchange/amqp.ts')).openAmqpExchange(options);
}

/** Reads a document from the hub. */
const readHubDocument: AnswerReader = async function* (pieces) {
  try {
    yield* readAnswers(pieces, { sliceSize: ANSWERS_PER_SLICE });
  } catch (cause) {
    if (!(cause instanceof DocumentError)) throw cause;
    throw new DocumentInvalid(cause.code, cause.message, { cause });
  }
};
