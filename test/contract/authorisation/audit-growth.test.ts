import { expect, test } from 'vitest';
import { useWorld } from './world.ts';

const world = useWorld();

test('a client that is refused repeatedly does not fill the audit log', async () => {
  const [tpp, { store }] = [world().tpp('tpp-one'), world()];
  const before = (await store.auditHead()).sequence;
  const ask = { grant_type: 'client_credentials', client_id: 'nobody', scope: 'payments' };
  const replies = await Promise.all(Array.from({ length: 150 }, () => tpp.send('/as/token', ask)));
  expect(replies.every(({ status }) => status === 401)).toBe(true);
  const written = (await store.auditHead()).sequence - before;
  expect(written).toBeGreaterThanOrEqual(100);
  expect(written).toBeLessThan(115);
});
