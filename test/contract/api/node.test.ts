import { expect, inject, test } from 'vitest';
import { useService } from '../../helpers/use-service.ts';
import { run } from '../../unit/cli/fixtures.ts';

/** The component that the response tells the operator to check. */
const WHERE = inject('place') === 'folder' ? 'disk' : 'database (PIS_DATABASE_URL)';

const { service } = useService({ config: { node: 'london-1' } });

async function asked(path: string): Promise<Response> {
  return fetch(`${service().origin}${path}`);
}

test('the readiness endpoint reports the name of the node and whether it can write', async () => {
  const ready = await asked('/health/ready');
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ready', node: 'london-1', canWrite: true },
  ]);
  // The liveness endpoint does not reveal the node's name.
  expect(await (await asked('/health/live')).json()).toEqual({ status: 'live' });
});

test('a node that cannot write reports this and the reason', async () => {
  const { store } = service();
  const isReady = store.isReady.bind(store);
  Object.assign(store, { isReady: () => Promise.resolve(false) });
  const ready = await asked('/health/ready');
  Object.assign(store, { isReady });
  expect([ready.status, await ready.json()]).toEqual([
    503,
    {
      status: 'not ready',
      node: 'london-1',
      canWrite: false,
      reason: `Writes fail. Check the ${WHERE}.`,
    },
  ]);
});

test('metrics and the operator socket name the node', async () => {
  expect(await (await asked('/metrics')).text()).toContain('pis_node_info{node="london-1"} 1\n');
  expect(await run('clock', ['show'], service().directory)).toMatch(
    /^The clock of london-1 shows /,
  );
});
