import type { Effort } from './answer.ts';
import { Connections, type Place } from './connections.ts';
import { costOfAll, type Cost, type Request } from './load.ts';
import { startListeners, type Program } from './program.ts';
import { interleaved } from './statistics.ts';

type Subjects<Name extends string> = Readonly<Record<Name, () => Promise<Cost>>>;

/**
 * Measures costs at the listeners of one service. For each measurement, `prepare` returns a
 * function that carries it out.
 */
export async function costsAtListeners<Name extends string>(
  { isQuick, say }: Effort,
  prepare: (service: Program) => Subjects<Name> | Promise<Subjects<Name>>,
): Promise<Readonly<Record<Name, readonly Cost[]>>> {
  const service = await startListeners();
  const costs = await interleaved(await prepare(service), {
    rounds: isQuick ? 2 : 7,
    warmUp: isQuick ? 1 : 2,
    onRound: (round) => {
      say(`round ${String(round)}`);
    },
  });
  await service.stop();
  return costs;
}

/** The number of connections, and the requests to send over them, which are created in advance. */
export interface Exchange {
  readonly connections: number;
  readonly amount: number;
  readonly make: () => Request | Promise<Request>;
}

/** Measures the cost of requests at a listener, over new connections. */
export async function costOver(
  service: Program,
  place: Place,
  { connections: count, amount, make }: Exchange,
): Promise<Cost> {
  const requests = async (length: number): Promise<readonly Request[]> => {
    const made: Request[] = [];
    for (let index = 0; index < length; index += 1) made.push(await make());
    return made;
  };
  // Open new connections, because the service has closed the idle ones while something else was
  // measured.
  const connections = await Connections.open(place, count);
  // Once a response has arrived, the handshake is complete.
  await connections.send(await requests(count));
  const sent = await requests(amount);
  const found = await costOfAll(service, amount, () => connections.send(sent));
  connections.close();
  return found;
}
