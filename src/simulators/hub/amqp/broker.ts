import type { GetMessage } from 'amqplib';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../shared/text.ts';
import { SECOND_MS, type Milliseconds } from '../../../shared/time.ts';
import { listFiles, removeFile, writeDurably } from '../folder.ts';
import type { HubParts } from '../hub-parts.ts';
import { ENDINGS, MESSAGE_ID } from '../message-id.ts';
import { connectToBroker, type BrokerLink, type BrokerOptions } from './connect.ts';

/** Time until a lost connection is opened again, in milliseconds. */
const RETRY_MS: Milliseconds = SECOND_MS;

/** Thrown if the broker does not answer. The connection is opened again. */
class BrokerLost extends Error {
  override readonly name = 'BrokerLost';
}

/**
 * Exchanges messages and documents through the queues of a broker. A message is acknowledged when
 * it is stored, and a document is deleted from `from-hub/` when the broker has confirmed it.
 */
export class Broker {
  readonly #parts: HubParts;
  readonly #options: BrokerOptions;
  #link: BrokerLink | undefined;
  #isReported = false;

  constructor(parts: HubParts, options: BrokerOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  /** Stores all messages that wait in the queue. Returns their number. */
  takeMessages(signal: AbortSignal): Promise<number> {
    return this.#withLink(signal, async (link) => {
      let stored = 0;
      while (!signal.aborted) {
        const message = await atBroker(() => link.channel.get('to-hub'));
        if (message === false) break;
        const fault = this.#parts.faults();
        if (fault.kind === 'lostRequest') throw new BrokerLost('Fault: lostRequest.');
        if (fault.kind === 'unavailable') {
          await atBroker(() => link.channel.nack(message, false, true));
          break;
        }
        await this.#take(message);
        await sleep(fault.delayMs, undefined, { signal }).catch(() => undefined);
        if (fault.kind === 'lostAnswer') throw new BrokerLost('Fault: lostAnswer.');
        await atBroker(() => link.channel.ack(message));
        stored += 1;
      }
      return stored;
    });
  }

  /** Publishes the documents in `from-hub/`. Returns their number. */
  publishDocuments(signal: AbortSignal): Promise<number> {
    const { fromHub, faults } = this.#parts;
    return this.#withLink(signal, async ({ channel }) => {
      const names = await listFiles(fromHub);
      for (const name of names) {
        if (signal.aborted) break;
        const content = await readFile(join(fromHub, name));
        const fault = faults();
        if (fault.kind === 'lostRequest') throw new BrokerLost('Fault: lostRequest.');
        const sha256 = sha256Of(content);
        const properties = {
          mandatory: true,
          persistent: true,
          messageId: name,
          headers: { sha256 },
          contentType: 'application/xml',
        };
        await atBroker(async () => {
          channel.sendToQueue('from-hub', content, properties);
          await channel.waitForConfirms();
        });
        if (fault.kind === 'lostAnswer') throw new BrokerLost('Fault: lostAnswer.');
        await removeFile(fromHub, name);
      }
      return names.length;
    });
  }

  async close(): Promise<void> {
    const model = this.#link?.model;
    this.#link = undefined;
    await model?.close().catch(() => undefined);
  }

  async #withLink(
    signal: AbortSignal,
    action: (link: BrokerLink) => Promise<number>,
  ): Promise<number> {
    const { print } = this.#parts;
    try {
      this.#link ??= await atBroker(() => connectToBroker(this.#options));
      if (this.#isReported) print('The broker is available again.');
      this.#isReported = false;
      return await action(this.#link);
    } catch (error) {
      if (!(error instanceof BrokerLost)) throw error;
      await this.close();
      if (!this.#isReported) print(`No connection to ${this.#options.url}: ${error.message}`);
      this.#isReported = true;
      await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      return 0;
    }
  }

  /** Stores a message durably. Refuses one that has no valid properties. */
  async #take(message: GetMessage): Promise<void> {
    const { parts, problem } = { parts: this.#parts, problem: problemOf(message) };
    if (problem !== null) {
      parts.print(`REFUSED: a message in the queue to-hub ${problem}`);
      return;
    }
    const id = String(message.properties.messageId);
    const ending = ENDINGS.get(message.properties.contentType) ?? '';
    const copy = `${id}.${randomUUID()}`;
    const { sha256 } = await writeDurably(parts.folders.incoming, copy, [message.content]);
    parts.reached('copied');
    await parts.storeMessage({ id, copy, file: `${id}.${ending}`, sha256 });
    parts.reached('stored');
  }
}

function problemOf({ content, properties }: GetMessage): string | null {
  const { messageId, contentType, headers } = properties as {
    readonly messageId?: unknown;
    readonly contentType?: unknown;
    readonly headers?: Readonly<Record<string, unknown>>;
  };
  if (typeof messageId !== 'string' || !MESSAGE_ID.test(messageId)) {
    return 'has no valid message id. Use 1 to 26 letters, digits or hyphens.';
  }
  if (!ENDINGS.has(contentType)) {
    return `has an unknown content type. Use ${[...ENDINGS.keys()].join(' or ')}.`;
  }
  return headers?.['sha256'] === sha256Of(content) ? null : 'has not the SHA-256 of its header.';
}

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Runs an action of the broker's client. Throws every error as BrokerLost. */
async function atBroker<Result>(action: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw new BrokerLost(messageOf(error), { cause: error });
  }
}
