import type { Config } from '../config/config.ts';
import { DocumentInvalid, type AnswerReader, type MessageWriter } from '../domain/ports/hub.ts';
import type { SchemeGateway } from '../domain/ports/schemes.ts';
import type { SendingBank } from '../domain/schemes/messages.ts';
import { DocumentError } from '../schemes/answers/document-error.ts';
import { readAnswers } from '../schemes/answers/read-answers.ts';
import { openFolderExchange } from '../schemes/exchange/folder.ts';
import { endToEndIdOf, writeMessage } from '../schemes/messages/write-message.ts';
import type { Interval } from '../shared/interval.ts';
import type { Clock } from '../shared/time.ts';
import { createSpool } from '../store/files/spool.ts';
import type { UseCaseParts } from '../use-cases/dependencies.ts';
import { createHubGateway } from '../use-cases/hand-over/hub-gateway.ts';
import { startHubExchange } from '../use-cases/hand-over/hub-runner.ts';
import { createHubSteps } from '../use-cases/hand-over/hub-steps.ts';

/** Maximum size of a document from a payment hub, in bytes. */
const HUB_DOCUMENT_MAX_BYTES = 1024 * 1024 * 1024;

/** Number of answers that one transaction takes. It limits how long the event loop is blocked. */
const ANSWERS_PER_SLICE = 500;

/** The bank of the sandbox, as it names itself in messages. */
const SANDBOX_BANK: SendingBank = { bic: 'SANDGB2L', serviceUserNumber: '100001' };

/** Returns the bank as it names itself in messages. Null if the schemes are simulated. */
export function sendingBank(
  config: Pick<Config, 'schemes' | 'bankBic' | 'serviceUserNumber'>,
): SendingBank | null {
  const { schemes, bankBic = SANDBOX_BANK.bic } = config;
  const { serviceUserNumber = SANDBOX_BANK.serviceUserNumber } = config;
  return schemes.kind === 'simulated' ? null : { bic: bankBic, serviceUserNumber };
}

/** Returns the writer of messages for single payments. */
function messageWriter(bank: SendingBank): MessageWriter {
  return {
    write: (header, credit) => [...writeMessage(header, [credit], bank)].join(''),
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

/** The exchange of messages with a payment hub. */
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
}

/** Opens the exchange with a payment hub. Returns null if the schemes are simulated. */
export async function openHub(
  schemes: Config['schemes'],
  { useCaseParts, filesDirectory, bank, clock, isOurs, wake }: HubDependencies,
): Promise<Hub | null> {
  if (schemes.kind === 'simulated' || bank === null) return null;
  const { observe } = useCaseParts;
  const steps = createHubSteps({
    ...{ ...useCaseParts, clock, readAnswers: readHubDocument, writer: messageWriter(bank) },
    exchange: await openFolderExchange(schemes.folder),
    spool: createSpool(filesDirectory, { maxBytes: HUB_DOCUMENT_MAX_BYTES }),
  });
  let exchange: Interval | undefined;
  return {
    start: () => {
      exchange ??= startHubExchange({ ...steps, isOurs, wake, observe });
    },
    stop: async () => exchange?.stop(),
  };
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
