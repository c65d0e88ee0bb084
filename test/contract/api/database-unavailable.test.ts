import { describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../../src/domain/ports/storage-errors.ts';
import { startNode } from '../../helpers/nodes.ts';
import { freshDatabase, hasPostgres } from '../../helpers/use-postgres.ts';

describe.runIf(hasPostgres())('a node whose database is unavailable', () => {
  test('reports its local state, and what the operator should check', async () => {
    const { service } = await startNode(await freshDatabase(), {});
    const { origin, store } = service;
    const metrics = async (): Promise<[number, string]> => {
      const answer = await fetch(`${origin}/metrics`);
      return [answer.status, await answer.text()];
    };
    const ofStore = /^pis_(work_parked|work_overdue_seconds|audit_unsealed) \d/m;
    expect(await metrics()).toEqual([200, expect.stringMatching(ofStore)]);

    const away = new StoreUnavailable('It is away.');
    const stubs = [
      vi.spyOn(store, 'summariseFailingWork').mockRejectedValue(away),
      vi.spyOn(store, 'unsealedEntries').mockRejectedValue(away),
      vi.spyOn(store, 'isReady').mockResolvedValue(false),
    ];
    const [status, text] = await metrics();
    const ready = await fetch(`${origin}/health/ready`);
    for (const stub of stubs) stub.mockRestore();

    expect(status).toBe(200);
    expect(text).not.toMatch(ofStore);
    expect(text).toMatch(/^pis_node_info\{node=".+"\} 1$/m);
    expect(await ready.json()).toMatchObject({
      reason: 'Writes fail. Check the database (PIS_DATABASE_URL).',
    });
    expect(await metrics()).toEqual([200, expect.stringMatching(ofStore)]);
  });
});
