import { setTimeout as wait } from 'node:timers/promises';
import type { Reply, Tpp } from '../helpers/tpp.ts';
import type { Fact } from '../power/facts.ts';
import { bringPayment, type TppRequest } from '../power/load.ts';

/** Pause before a request is repeated, in milliseconds. */
const RETRY_MS = 200;

export interface Clients {
  readonly tpp: Tpp;
  readonly count: number;
  /** Statuses after which a request is repeated. 0 means no response. */
  readonly retried: readonly number[];
  /** The acknowledged facts. The list grows. */
  readonly facts: Fact[];
  readonly isOver: () => boolean;
  /** Reports a response that is neither expected nor to be repeated. */
  readonly onSurprise: (what: string) => void;
  readonly onAnswer?: (reply: Reply) => void;
}

/** Runs clients that submit payments in a loop until told to end. Each waits for its responses. */
export async function bringPayments(clients: Clients): Promise<void> {
  let stories = 0;
  const client = async (): Promise<void> => {
    while (!clients.isOver()) {
      stories += 1;
      await bringPayment((request) => askUntilTaken(clients, request), stories);
    }
  };
  await Promise.all(Array.from({ length: clients.count }, client));
}

/** Repeats a request with the same key while the response asks for it, or while there is none. */
async function askUntilTaken(clients: Clients, request: TppRequest): Promise<Reply | undefined> {
  const { tpp, facts, retried, isOver, onSurprise, onAnswer } = clients;
  const { method, path, options, status, told: factOf } = request;
  while (!isOver()) {
    const reply = await tpp.call(method, path, options).catch(() => undefined);
    if (reply !== undefined) onAnswer?.(reply);
    if (reply?.status === status) {
      const fact = factOf(reply);
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
