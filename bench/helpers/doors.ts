import type { Effort } from './answer.ts';
import { Connections, type Place } from './connections.ts';
import { costOfAll, type Cost, type Request } from './load.ts';
import { startDoors, type Program } from './program.ts';
import { interleaved } from './statistics.ts';

type Subjects<Name extends string> = Readonly<Record<Name, () => Promise<Cost>>>;

/** What things cost at the doors of one service; `prepare` gives what measures each of them. */
export async function costsAtDoors<Name extends string>(
  { isQuick, say }: Effort,
  prepare: (service: Program) => Subjects<Name> | Promise<Subjects<Name>>,
): Promise<Readonly<Record<Name, readonly Cost[]>>> {
  const service = await startDoors();
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

/** How many connections there are, and the requests that go over them, all made beforehand. */
export interface Exchange {
  readonly connections: number;
  readonly amount: number;
  readonly make: () => Request | Promise<Request>;
}

/** What requests cost at a door, over connections that are opened for them. */
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
  // The service closes what is idle for some seconds: other subjects take longer.
  const connections = await Connections.open(place, count);
  // After an answer no handshake has anything left to do.
  await connections.send(await requests(count));
  const sent = await requests(amount);
  const found = await costOfAll(service, amount, () => connections.send(sent));
  connections.close();
  return found;
}
