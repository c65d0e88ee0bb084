import { setTimeout as wait } from 'node:timers/promises';
import type { Reply, Tpp } from '../helpers/tpp.ts';
import type { Fact } from '../power/facts.ts';
import { bringPayment, type TppRequest } from '../power/load.ts';

/** Pause before a request is sent again, in milliseconds. */
const RETRY_MS = 200;

export interface Clients {
  readonly tpp: Tpp;
  readonly count: number;
  /** Response statuses after which a request is sent again. 0 means that there was no response. */
  readonly retried: readonly number[];
  /** The facts that responses have acknowledged. The clients add to this list. */
  readonly facts: Fact[];
  readonly isOver: () => boolean;
  /** Called for a response that is neither expected nor a reason to send the request again. */
  readonly onSurprise: (what: string) => void;
  readonly onAnswer?: (reply: Reply) => void;
}

/**
 * Runs clients that submit payments until `isOver` returns true. Each client waits for a response
 * before its next request.
 */
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

/**
 * Sends a request. Sends it again with the same idempotency key while the response asks for that,
 * or while there is none.
 */
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
