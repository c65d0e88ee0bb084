import type { Dice } from '../../crash/dice.ts';
import type { Tpp } from '../../helpers/tpp.ts';
import { exchange } from './exchange.ts';
import { judge } from './judge.ts';
import { mutate } from './mutations.ts';
import { validRequests } from './valid-requests.ts';

/** Connections at once. */
const CLIENTS = 24;
/** Progress is told every so many requests. */
const TOLD_EVERY = 5000;
/** Of each part of an exchange that went wrong so many characters are shown. */
const EXAMPLE_CHARACTERS = 600;

export interface Fuzzed {
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<string, number>;
  /** What answers were that none may be, how often, and a request that got one. */
  readonly faults: ReadonlyMap<string, { readonly times: number; readonly example: string }>;
}

/** Sends so many requests, each of them changed, and judges every answer. */
export async function sendChanged(
  tpp: Tpp,
  options: {
    readonly requests: number;
    readonly dice: Dice;
    readonly tell: (line: string) => void;
  },
): Promise<Fuzzed> {
  const { requests, dice, tell } = options;
  const port = Number(new URL(tpp.origin).port);
  const [first, ...others] = await validRequests(tpp);
  const statuses = new Map<string, number>();
  const faults = new Map<string, { times: number; example: string }>();
  let [sent, answered] = [0, 0];
  const client = async (): Promise<void> => {
    while (sent < requests && first !== undefined) {
      sent += 1;
      const request = mutate(dice.pick([first, ...others]), dice);
      const answer = await exchange(port, request);
      const { status, fault } = judge(request, answer);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (fault !== undefined) {
        const parts = [request.head, request.body.toString('latin1'), answer.raw];
        const example = JSON.stringify(parts.map((part) => part.slice(0, EXAMPLE_CHARACTERS)));
        const known = faults.get(fault) ?? { times: 0, example };
        faults.set(fault, { ...known, times: known.times + 1 });
      }
      answered += 1;
      if (answered % TOLD_EVERY === 0) {
        tell(`${String(answered)} requests of ${String(requests)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { statuses, faults };
}
