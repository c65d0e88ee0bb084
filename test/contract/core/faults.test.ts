import { expect, onTestFinished, test } from 'vitest';
import fc from 'fast-check';
import type { CoreClient } from '../../../src/connections/core-client.ts';
import {
  CoreUnavailable,
  type CoreEntry,
  type CoreOperation,
  type CoreResult,
} from '../../../src/domain/ports/core-banking.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import type { FaultRates } from '../../../src/simulators/core/faults.ts';
import { operation, payment, POOR, RICH, TestCore, today } from '../../helpers/reference-core.ts';

const { hold, credit, post, release } = operation;

/** Options of a client that does not stop after failures, because the tests cause many. */
const PATIENT = { failuresToBreak: 1000, timeoutMs: 2000 };

async function start(
  faults: FaultRates,
  seed = 1,
  kind: 'in process' | 'as a process' = 'in process',
) {
  const core = await TestCore.start(kind, { faults, seed });
  onTestFinished(() => core.remove());
  return { core, client: core.connect(PATIENT) };
}

/** Repeats a request as the service does until its outcome is known. */
async function performUntilKnown(
  client: CoreClient,
  operations: readonly CoreOperation[],
): Promise<readonly CoreResult[]> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await client.perform(operations);
    } catch (error) {
      if (!(error instanceof CoreUnavailable) || attempts === 100) throw error;
    }
  }
}

async function available(client: CoreClient, account: string): Promise<number> {
  return (await client.availableIn([account])).get(account) ?? Number.NaN;
}

async function entriesOf(client: CoreClient): Promise<readonly CoreEntry[]> {
  const entries: CoreEntry[] = [];
  let cursor: string | null = null;
  do {
    const page = await client.entriesOf(today(), cursor);
    entries.push(...page.entries);
    cursor = page.next;
  } while (cursor !== null);
  return entries;
}

test('an answer that is always lost leaves the outcome unknown, and the post is booked once', async () => {
  const { core, client } = await start({ lostAnswer: 1 });
  const operations = payment('h1', RICH.account, 100);
  await expect(client.perform(operations)).rejects.toThrow(CoreUnavailable);
  await expect(client.perform(operations)).rejects.toThrow('closed the connection');
  expect(await available(client, RICH.account)).toBe(RICH.available - 100);
  expect(await entriesOf(client)).toHaveLength(1);
  expect(core.connect().state.requests).toBe(0);
  expect(client.state.requests).toBeGreaterThan(6);
});

test.each<readonly [string, FaultRates]>([
  ['half of the answers are lost', { lostAnswer: 0.5 }],
  ['half of the requests are not done', { unavailable: 0.5 }],
  ['operations are not done', { notDone: 1 }],
  ['each request is performed twice', { duplicate: 1 }],
  ['the core restarts often', { restart: 0.3 }],
])('each operation has one effect while %s', async (_, faults) => {
  const { client } = await start(faults);
  const operations = Array.from({ length: 10 }, (__, index) => [
    hold(`h${String(index)}`, RICH.account, 10),
    index % 2 === 0
      ? post(`p${String(index)}`, `h${String(index)}`)
      : release(`r${String(index)}`, `h${String(index)}`),
  ]).flat();
  const results = await performUntilKnown(client, operations);
  expect(results.map(({ outcome }) => outcome)).toEqual(operations.map(() => 'done'));
  // Duplicates arrive at most 200 milliseconds later.
  await new Promise((resolve) => setTimeout(resolve, 250));
  await expect.poll(() => available(client, RICH.account)).toBe(RICH.available - 50);
});

test('operations that are not done stay behind those before them on the account', async () => {
  const { client } = await start({ notDone: 1 });
  const { account } = POOR;
  const operations = Array.from({ length: 40 }, (_, index) =>
    hold(`h${String(index)}`, account, index === 20 ? POOR.available - 20 : 1),
  );
  const results = await performUntilKnown(client, operations);
  const outcomes = results.map(({ outcome }) => outcome);
  expect(outcomes.slice(0, 21)).toEqual(Array(21).fill('done'));
  expect(outcomes.slice(21)).toEqual(Array(19).fill('refused'));
});

test('gives up after several repeats if operations are never done', async () => {
  const { client } = await start({ notDone: 1 });
  const operations = Array.from({ length: 1000 }, (_, index) =>
    hold(`h${String(index)}`, RICH.account, 1),
  );
  await expect(client.perform(operations)).rejects.toThrow('did not perform');
});

test('the books agree after a process was killed between and during requests', async () => {
  const { core, client } = await start({}, 1, 'as a process');
  const batches = Array.from({ length: 6 }, (_, batch) =>
    Array.from({ length: 300 }, (__, index) =>
      payment(`h${String(batch)}-${String(index)}`, RICH.account, 1),
    ).flat(),
  );
  for (const [index, batch] of batches.entries()) {
    const performed = performUntilKnown(client, batch);
    if (index % 2 === 1) {
      await core.kill();
      await core.startAgain();
    }
    expect((await performed).every(({ outcome }) => outcome === 'done')).toBe(true);
  }
  expect(await available(client, RICH.account)).toBe(RICH.available - 1800);
  expect(await entriesOf(client)).toHaveLength(1800);
});

test(
  'with random faults each id has one effect, and the balances add up',
  { timeout: 120_000 },
  async () => {
    const rate = fc.constantFrom(0, 0, 0.1, 0.3);
    const faults = fc.record({
      ...{ unavailable: rate, lostAnswer: rate, duplicate: rate, notDone: rate },
      restart: fc.constantFrom(0, 0, 0.1),
    });
    const account = fc.constantFrom(RICH.account, POOR.account);
    const number = fc.integer({ min: 0, max: 7 });
    const amount = fc.integer({ min: 1, max: POOR.available });
    // Each id always has the same members, as in the service.
    const operations = fc
      .uniqueArray(
        fc.record({ number, account, amount, kind: fc.constantFrom('held', 'credit') }),
        { selector: (one) => one.number, minLength: 1 },
      )
      .chain((payments) => {
        const all = payments.flatMap(
          ({ number: id, account: of, amount: pence, kind }): readonly CoreOperation[] => {
            const [h, p, r] = [`h${String(id)}`, `p${String(id)}`, `r${String(id)}`];
            if (kind === 'credit') return [credit(`c${String(id)}`, of, pence)];
            return [hold(h, of, pence), post(p, h), release(r, h)];
          },
        );
        return fc.array(fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 12 }), {
          ...{ minLength: 1, maxLength: 6 },
        });
      });
    await fc.assert(
      fc.asyncProperty(faults, operations, fc.nat(1000), async (rates, calls, seed) => {
        const core = await TestCore.start('in process', { faults: rates, seed });
        try {
          const client = core.connect(PATIENT);
          const firsts = new Map<string, CoreResult>();
          for (const call of calls) {
            const results = await performUntilKnown(client, call);
            for (const [index, { id }] of call.entries()) {
              const result = expectDefined(results[index], id);
              expect(result).toEqual(firsts.get(id) ?? result);
              firsts.set(id, result);
            }
          }
          const expected = new Map([RICH, POOR].map((one) => [one.account, one.available]));
          const known = new Map(calls.flat().map((one) => [one.id, one]));
          const isDone = (id: string): boolean => firsts.get(id)?.outcome === 'done';
          const add = (of: string, pence: number): void => {
            expected.set(of, (expected.get(of) ?? 0) + pence);
          };
          const booked: string[] = [];
          for (const one of known.values()) {
            if (!isDone(one.id)) continue;
            if (one.type === 'credit') add(one.account, one.amountPence);
            // An amount is available again only after a release.
            const releaseId = one.id.replace('h', 'r');
            if (one.type === 'hold' && !isDone(releaseId)) add(one.account, -one.amountPence);
            if (one.type !== 'hold' && one.type !== 'release') booked.push(one.id);
          }
          await expect
            .poll(() => client.availableIn([RICH.account, POOR.account]))
            .toEqual(expected);
          expect((await entriesOf(client)).map(({ id }) => id)).toEqual(booked.toSorted());
        } finally {
          await core.remove();
        }
      }),
      { numRuns: 40 },
    );
  },
);
