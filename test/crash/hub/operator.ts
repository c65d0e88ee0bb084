import { setTimeout as wait } from 'node:timers/promises';
import { list, recall } from '../../../src/cli/commands/recalls.ts';
import { messages } from '../../../src/cli/commands/hub.ts';
import { request } from '../../../src/cli/control-client.ts';
import { CliError, type CliContext } from '../../../src/cli/program.ts';
import type { ListedMessage } from '../../../src/domain/ports/hub-admin-store.ts';
import { postAs } from '../../helpers/control-request.ts';
import type { Dice } from '../random.ts';
import { Violation } from '../story.ts';

/** Minimum and maximum pause between two commands, in milliseconds. */
const PAUSE_MS = [20, 150] as const;
/** Maximum number of commands until the service has ended or an audit is over. */
const MAX_COMMANDS = 40;
/** Shares of commands that ask for answers, and of proposals that two operators confirm. */
const SHARE_ENQUIRIES = 0.2;
const SHARE_TWO_OPERATORS = 0.3;

/** An operator who recalls credits and asks the hub for answers. */
export class Operator {
  readonly #context: CliContext;
  readonly #recalled = new Set<string>();

  constructor(dataDirectory: string) {
    this.#context = {
      ...{ dataDirectory, environment: {}, machineClock: Date.now },
      ...{ print: () => undefined, printData: () => undefined },
    };
  }

  /** Ids of the recalls that the service has confirmed. */
  get recalled(): ReadonlySet<string> {
    return this.#recalled;
  }

  /** Gives commands at random times until `isOver` returns true, or the service has ended. */
  async workAtRandom(dice: Dice, isOver: () => boolean): Promise<void> {
    for (let commands = 0; commands < MAX_COMMANDS; commands += 1) {
      await wait(dice.between(...PAUSE_MS));
      if (isOver()) return;
      try {
        await this.#command(dice);
      } catch (error) {
        if (isOver()) return;
        throw error;
      }
    }
  }

  async #command(dice: Dice): Promise<void> {
    const by = dice.chance(SHARE_ENQUIRIES) ? 'unanswered' : 'newest';
    const options = by === 'unanswered' ? { unanswered: true as const } : {};
    const { listed } = await messages(this.#context, options);
    const message = listed[dice.between(0, Math.max(0, listed.length - 1))];
    if (message === undefined) return;
    if (by === 'unanswered') {
      await unlessRefused(
        request(
          this.#context,
          `POST /hub/messages/${message.id}/enquire`,
          'npx pisctl hub messages',
        ),
      );
      return;
    }
    await this.#recall(message, dice);
  }

  /** Recalls a credit of a message. Sometimes two operators confirm it at the same time. */
  async #recall(
    { id, paymentId, firstIndex, lastIndex }: ListedMessage,
    dice: Dice,
  ): Promise<void> {
    const index = dice.between(firstIndex, lastIndex);
    const options = { row: index + 1, code: 'TECH', reason: 'A test.' };
    const proposed = await unlessRefused(recall(this.#context, paymentId, options));
    if (proposed === undefined) return;
    const path = `/proposals/${String(proposed.id)}/confirm`;
    const operators = dice.chance(SHARE_TWO_OPERATORS)
      ? ['second/1002', 'third/1003']
      : ['second/1002'];
    const { dataDirectory } = this.#context;
    const results = await Promise.all(operators.map((one) => postAs(one, dataDirectory, path)));
    const confirmed = results.filter(({ status }) => status === 200).length;
    if (confirmed > 1) throw new Violation(`Proposal ${String(proposed.id)} was confirmed twice.`);
    if (confirmed === 0) return;
    const { listed } = await list(this.#context, { payment: paymentId });
    for (const one of listed) {
      if (one.messageId === id && one.index === index) this.#recalled.add(one.id);
    }
  }
}

/** Returns undefined if the service refused the command. */
async function unlessRefused<Result>(command: Promise<Result>): Promise<Result | undefined> {
  try {
    return await command;
  } catch (error) {
    const isRefused = error instanceof CliError && error.message.startsWith('The service refused:');
    if (isRefused) return undefined;
    throw error;
  }
}
