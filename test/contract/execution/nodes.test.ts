import { describe, expect, test } from 'vitest';
import { TASKS } from '../../../src/ops/tasks.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/shared/time.ts';
import { startNode } from '../../helpers/nodes.ts';
import { bulkFile } from '../../helpers/payment-file.ts';
import { filesAt, useObjectStore } from '../../helpers/s3/use-object-store.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { freshDatabase, hasPostgres } from '../../helpers/use-postgres.ts';

/** Returns a new database and a new object store that the nodes of a test share. */
async function place() {
  const [{ place: files }, url] = [await useObjectStore(), await freshDatabase()];
  return { url, config: filesAt(files) };
}

const bookedBy = ({ service }: Awaited<ReturnType<typeof startNode>>): number =>
  service.events.filter((event) => event.kind === 'workDone' && event.step === 'book').length;

describe.runIf(hasPostgres())('nodes of one service', () => {
  test('initialise an empty database when they start at the same time', async () => {
    const { url, config } = await place();
    const nodes = await Promise.all([1, 2, 3].map(() => startNode(url, config)));
    for (const { service, tpp } of nodes) {
      expect(await service.store.auditBooks()).toEqual([]);
      expect((await tpp.get('/file-payment-consents/none')).status).toBe(400);
    }
  });

  test('execute a payment that another node accepted but did not execute', async () => {
    const { url, config } = await place();
    const [one, two] = [await startNode(url, config), await startNode(url, config)];
    await one.service.runner.stop();
    const { consentId, token } = await one.tpp.approved(bulkFile(20));
    const paymentId = String(dataOf(await one.tpp.submit(consentId, token))['FilePaymentId']);
    // No node notifies the other one, so it finds the work itself.
    await expect.poll(() => bookedBy(two)).toBe(1);
    expect((await two.tpp.finished(paymentId))['Status']).toBe('InitiationCompleted');
    expect(bookedBy(one)).toBe(0);
    expect(await two.service.store.auditBooks()).toEqual([]);
  });

  test('share one clock, whichever node moves it', async () => {
    const { url, config } = await place();
    const [one, two] = [await startNode(url, config), await startNode(url, config)];
    const later = one.service.clock.now() + 3 * DAY_MS;
    await one.tpp.moveClock(new Date(later).toISOString());
    // The clocks of the two nodes' machines may differ by seconds.
    expect(two.service.clock.now()).toBeGreaterThan(later - MINUTE_MS);
    const latest = later + 3 * DAY_MS;
    await two.tpp.moveClock(new Date(latest).toISOString());
    expect(one.service.clock.now()).toBeGreaterThan(latest - MINUTE_MS);
    const three = await startNode(url, config);
    expect(three.service.clock.now()).toBeGreaterThan(latest - MINUTE_MS);
  });

  test('share the rate limit of a TPP', async () => {
    const { url, config } = await place();
    const rate = { ratePerSecond: 0.001, rateBurst: 20 };
    const nodes = [
      await startNode(url, { ...config, ...rate }),
      await startNode(url, { ...config, ...rate }),
    ];
    const answers = await Promise.all(
      nodes.flatMap(({ tpp }) =>
        Array.from({ length: 30 }, () => tpp.get('/file-payment-consents/none')),
      ),
    );
    const passed = answers.filter(({ status }) => status === 400).length;
    expect(passed).toBeLessThanOrEqual(20);
    // Each node reserves two requests in advance, a tenth of the burst.
    expect(passed).toBeGreaterThanOrEqual(20 - nodes.length);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60 - passed);
  });

  test('divide the singleton tasks, and report which node runs them', async () => {
    const { url, config } = await place();
    const nodes = [await startNode(url, config), await startNode(url, config)];
    const held = await Promise.all(
      nodes.map(async ({ service }) => {
        const text = await (await fetch(`${service.origin}/metrics`)).text();
        return [...text.matchAll(/^pis_task_leader\{.*\} 1$/gm)].length;
      }),
    );
    expect(held).toEqual([TASKS.length, 0]);
    await nodes[0]?.service.stop();
    const elections = () => nodes[1]?.service.events.filter(({ kind }) => kind === 'leaderElected');
    await expect.poll(elections, { timeout: 60_000 }).toHaveLength(TASKS.length);
    expect(elections()).toMatchObject(TASKS.map(() => ({ takenFrom: null })));
  });
});
