import type { Dice } from '../../crash/random.ts';
import type { Tpp } from '../../helpers/tpp.ts';
import { exchange } from './exchange.ts';
import { judge } from './judge.ts';
import { mutate } from './mutations.ts';
import { validRequests } from './valid-requests.ts';

/** Number of clients that send requests in parallel, each on its own connection. */
const CLIENTS = 24;
/** Number of requests between two progress reports. */
const TOLD_EVERY = 5000;
/** Maximum number of characters to print of a faulty response and of its request. */
const EXAMPLE_CHARACTERS = 600;

export interface Fuzzed {
  /** Number of responses by their status. */
  readonly statuses: ReadonlyMap<string, number>;
  /** The faults in responses: how often each occurred, and one request that caused it. */
  readonly faults: ReadonlyMap<string, { readonly times: number; readonly example: string }>;
}

/** Sends mutated requests and checks every response. */
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
