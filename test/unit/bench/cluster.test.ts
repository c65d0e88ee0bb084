import { describe, expect, it, onTestFinished } from 'vitest';
import { judgementOf } from '../../../bench/helpers/answer.ts';
import { clusterAnswer, type Found } from '../../../bench/helpers/cluster-answer.ts';
import { ServiceLives } from '../../../bench/helpers/service-lives.ts';
import { ServiceNodes } from '../../../bench/helpers/service-nodes.ts';
import { STAGES } from '../../../bench/helpers/stages.ts';
import { StoreNodes } from '../../../bench/helpers/store-nodes.ts';
import { auditDatabase, countRows, rowsOf } from '../../helpers/postgres-audit.ts';
import { freshDatabase, hasPostgres } from '../../helpers/use-postgres.ts';

/** Returns a database whose CPU counter increases with each call. */
async function database() {
  let requestCount = 0;
  return { url: await freshDatabase(), cpuMicros: () => (requestCount += 1000) };
}

describe.skipIf(!hasPostgres())('the cluster question of the bench', () => {
  it.each([
    [true, 2],
    [false, 3],
  ])('completes payments at stores (booked at once: %s)', async (isBookedAtOnce, steps) => {
    const shared = await database();
    const nodes = await StoreNodes.start(shared, 2);
    onTestFinished(() => nodes.stop());
    const task = { amount: 8, inFlight: 4, accounts: 3, isBookedAtOnce };
    for (const stage of STAGES) {
      const { perSecond, nodeMicros, serverMicros } = await nodes.through({ ...task, stage });
      expect(perSecond).toBeGreaterThan(0);
      expect(nodeMicros).toBeGreaterThan(0);
      expect(serverMicros).toBe(1000 / (stage === 'execute' ? 8 * steps : 8));
    }
    const ended = await rowsOf(shared.url, 'SELECT DISTINCT group_status FROM payment');
    expect(ended).toEqual([{ group_status: 'ACSC' }]);
    expect(await countRows(shared.url, 'payment')).toBe(8);
    const payers = "SELECT DISTINCT debit_account FROM transfer WHERE kind = 'debit'";
    expect(await rowsOf(shared.url, payers)).toHaveLength(3);
    expect(await auditDatabase(shared.url)).toEqual([]);
  });

  it('completes the same number of payments over SQLite', async () => {
    const nodes = await StoreNodes.start(null, 1);
    onTestFinished(() => nodes.stop());
    const task = { amount: 8, inFlight: 4, accounts: 16, isBookedAtOnce: false };
    for (const stage of STAGES) {
      expect((await nodes.through({ ...task, stage })).serverMicros).toBe(0);
    }
  });

  it('sends signed POSTs to all nodes', async () => {
    const shared = await database();
    const nodes = await ServiceNodes.start(shared, 2);
    onTestFinished(() => nodes.stop());
    const cost = await nodes.signedPosts({ connections: 2, each: 3 });
    expect(cost.nodeMicros).toBeGreaterThan(0);
    // Before the measurement, each connection sends one request.
    expect(await countRows(shared.url, 'consent')).toBe(2 + 2 * 3);
  });

  it('completes single payments through a node', async () => {
    const shared = await database();
    const service = await ServiceLives.start(shared);
    onTestFinished(() => service.stop());
    await service.live({ connections: 4, each: 4 });
    const ended = 'SELECT group_status, count(*)::int FROM payment GROUP BY 1';
    expect(await rowsOf(shared.url, ended)).toEqual([{ group_status: 'ACSC', count: 16 }]);
  });
});

const cost = (perSecond: number, nodeMicros: number, serverMicros: number) => {
  return { perSecond, nodeMicros, serverMicros };
};

const SIDES = {
  sqlite: cost(1000, 40, 0),
  one: cost(900, 50, 601),
  two: cost(1200, 60, 70),
  four: cost(2000, 70, 80),
};

/** Returns two rounds of measurements. The second has half the rates of the first. */
function roundsOf<Name extends string>(...names: readonly Name[]) {
  const round = ({ perSecond, nodeMicros, serverMicros }: typeof SIDES.one, slower: number) =>
    Object.fromEntries(
      names.map((name) => [name, cost(perSecond / slower, nodeMicros, serverMicros)]),
    ) as Record<Name, ReturnType<typeof cost>>;
  return Object.fromEntries(
    Object.entries(SIDES).map(([side, found]) => [side, [round(found, 1), round(found, 2)]]),
  );
}

const FOUND: Found = {
  atStore: roundsOf('create', 'approve', 'submit', 'submitOne', 'step', 'life'),
  atListeners: roundsOf('post'),
  served: roundsOf('served'),
};

describe('the report about several nodes', () => {
  const { measures, charts } = clusterAnswer(FOUND);
  const named = (name: string) => measures.find((measure) => measure.name === name);

  it('contains ratios within a round, and CPU of nodes and database', () => {
    expect(named('cluster.create.one')).toMatchObject({ value: 0.9, unit: '× SQLite’s rate' });
    expect(named('cluster.create.four')).toMatchObject({ value: 2 });
    expect(named('cluster.rate.create.two')).toMatchObject({ value: 900 });
    expect(named('cluster.cpu.post.sqlite')).toMatchObject({ value: 40 });
    expect(named('cluster.cpu.post.two')).toMatchObject({ value: 60 });
    expect(named('cluster.cpu.post.two.database')).toMatchObject({ value: 70 });
  });

  it('compares only the figures of one node with targets', () => {
    const judged = measures.flatMap((measure) => {
      const judgement = judgementOf(measure, false);
      return judgement === undefined ? [] : [`${measure.name} ${judgement}`];
    });
    expect(judged).toEqual([
      'cluster.create.one missed',
      'cluster.step.one met',
      'cluster.cpu.life.one.database missed',
      'cluster.cpu.served.one.database missed',
    ]);
  });

  it('has unique names for all measures, and a chart for each subject', () => {
    expect(new Set(measures.map(({ name }) => name)).size).toBe(measures.length);
    expect(charts).toHaveLength(8);
  });
});
