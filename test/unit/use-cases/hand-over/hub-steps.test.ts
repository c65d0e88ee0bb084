import { expect, it } from 'vitest';
import type { SchemeExchange } from '../../../../src/domain/ports/hub.ts';
import { createHubSteps, type HubParts } from '../../../../src/use-cases/hand-over/hub-steps.ts';

/** The step that receives the documents of an exchange, and the times of its requests. */
function receiving(idlePollMs: number | null, arrived: () => Promise<readonly never[]>) {
  const time = { now: 0 };
  const requests: number[] = [];
  const exchange = {
    ...{ name: 'default', instruments: [], idlePollMs },
    arrived: () => {
      requests.push(time.now);
      return arrived();
    },
  } as unknown as SchemeExchange;
  const given = { exchanges: [exchange], settings: {}, stopwatch: () => time.now };
  const [steps] = createHubSteps(given as unknown as HubParts).exchanges;
  const pass = async (ms: number) => {
    for (const end = time.now + ms; time.now < end; time.now += 200) {
      await steps?.receive().catch(() => 0);
    }
  };
  return { requests, pass };
}

it('an idle exchange is asked again after its interval, also after a failure', async () => {
  const idle = receiving(1000, () => Promise.resolve([]));
  await idle.pass(2200);
  expect(idle.requests).toEqual([0, 1000, 2000]);
  const broken = receiving(1000, () => Promise.reject(new Error('It is away.')));
  await broken.pass(1200);
  expect(broken.requests).toEqual([0, 1000]);
});

it('an exchange without an interval is asked at each turn', async () => {
  const folder = receiving(null, () => Promise.resolve([]));
  await folder.pass(600);
  expect(folder.requests).toEqual([0, 200, 400]);
});
