import { setTimeout as wait } from 'node:timers/promises';
import type { Reply, Tpp } from '../helpers/tpp.ts';
import type { Fact } from '../power/facts.ts';
import { bringPayment, type TppRequest } from '../power/load.ts';

/** The pause before a request is made again, in milliseconds. */
const RETRY_MS = 200;

export interface Clients {
  readonly tpp: Tpp;
  readonly count: number;
  /** The statuses that a request is made again for; 0: nobody answers. */
  readonly retried: readonly number[];
  /** What has been acknowledged; it grows. */
  readonly facts: Fact[];
  readonly isOver: () => boolean;
  /** An answer that is neither as expected nor one to try again. */
  readonly onSurprise: (what: string) => void;
  readonly onAnswer?: (reply: Reply) => void;
}

/** Clients that bring payments, each again and again until told to end; whoever asks waits. */
export async function bringPayments(clients: Clients): Promise<void> {
  let stories = 0;
  const client = async (): Promise<void> => {
    while (!clients.isOver()) {
      stories += 1;
      await bringPayment((asked) => askUntilTaken(clients, asked), stories);
    }
  };
  await Promise.all(Array.from({ length: clients.count }, client));
}

/** Asks again, with the same key, while it is told to, or while nobody answers. */
async function askUntilTaken(clients: Clients, asked: TppRequest): Promise<Reply | undefined> {
  const { tpp, facts, retried, isOver, onSurprise, onAnswer } = clients;
  const { method, path, options, status, told } = asked;
  while (!isOver()) {
    const reply = await tpp.call(method, path, options).catch(() => undefined);
    if (reply !== undefined) onAnswer?.(reply);
    if (reply?.status === status) {
      const fact = told(reply);
      if (fact !== undefined) facts.push(fact);
      return reply;
    }
    if (!retried.includes(reply?.status ?? 0)) {
      const answer = reply === undefined ? 'nothing' : `${String(reply.status)} ${reply.text}`;
      onSurprise(`${method} ${path} answered ${answer}`);
      return undefined;
    }
    await wait(RETRY_MS);
  }
  return undefined;
}
