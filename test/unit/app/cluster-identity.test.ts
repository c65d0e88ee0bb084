import { describe, expect, test } from 'vitest';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { joinCluster } from '../../../src/app/cluster-identity.ts';
import { settings } from '../../helpers/settings.ts';

/**
 * Returns a node with these signing keys, which may change while it runs. The node signs with the
 * first.
 */
function node(signing: readonly string[], shared: readonly string[]) {
  const listeners: (() => void)[] = [];
  const onChange = (listener: () => void): void => void listeners.push(listener);
  let thumbprints = signing;
  const events: ServiceEvent[] = [];
  return {
    events,
    join: (store: ReturnType<typeof settings>) =>
      joinCluster(
        store,
        {
          keys: { thumbprints: () => thumbprints, onChange },
          secrets: { kids: () => shared, onChange: () => undefined },
        },
        (event) => events.push(event),
      ),
    change: (changed: readonly string[]) => {
      thumbprints = changed;
      for (const listener of listeners) listener();
    },
  };
}

describe('the keys of a deployment', () => {
  test('are recorded by its first node', async () => {
    const store = settings();
    await node(['k1'], ['s1']).join(store);
    expect([...store.stored.values()]).toEqual(['k1', 's1']);
    await node(['k1'], ['s1']).join(store);
    await node(['k1', 'k2'], ['s1', 's2']).join(store);
    expect([...store.stored.values()]).toEqual(['k1', 's1']);
  });

  test.each([
    ['signing keys', ['other'], ['s1']],
    ['shared keys', ['k1'], ['other']],
    ['signing keys', ['k0', 'k2'], ['s2', 's1']],
  ])('stop a node with other %s from starting', async (what, signing, shared) => {
    const store = settings();
    await node(['k1'], ['s1']).join(store);
    const refused = node(signing, shared).join(store);
    await expect(refused).rejects.toThrow(
      new RegExp(`^The deployment uses .1 of its ${what}, which this node does not have. `),
    );
    expect([...store.stored.values()]).toEqual(['k1', 's1']);
  });

  test('stop a node without shared keys from starting', async () => {
    await expect(node(['k1'], []).join(settings())).rejects.toThrow('need shared keys in common');
  });

  test('are recorded once when two nodes start at the same time', async () => {
    const store = settings();
    const both = [node(['k1'], ['s1']).join(store), node(['k2'], ['s1']).join(store)];
    const ended = await Promise.allSettled(both);
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('can be replaced: first added everywhere, then used, then the old one removed', async () => {
    const store = settings();
    const [a, b] = [node(['k1'], ['s1']), node(['k1'], ['s1'])];
    await a.join(store);
    await b.join(store);
    a.change(['k1', 'k2']);
    b.change(['k1', 'k2']);
    a.change(['k2', 'k1']);
    await expect.poll(() => store.stored.get('deployment.signingKey')).toBe('k2');
    // A node that does not have the new key must not start.
    await expect(node(['k1'], ['s1']).join(store)).rejects.toThrow('The deployment uses k2');
    b.change(['k2', 'k1']);
    a.change(['k2']);
    b.change(['k2']);
    await node(['k2'], ['s1']).join(store);
    // A node that has only the old key must not start any more.
    await expect(node(['k1'], ['s1']).join(store)).rejects.toThrow('The deployment uses k2');
    expect([...a.events, ...b.events]).toEqual([]);
  });

  test('are reported as a failure when they change in another order', async () => {
    const store = settings();
    const [a, b] = [node(['k1'], ['s1']), node(['k1'], ['s1'])];
    await a.join(store);
    await b.join(store);
    a.change(['k2']);
    await expect
      .poll(() => a.events)
      .toMatchObject([{ kind: 'failure', what: "comparing keys with the deployment's" }]);
    expect(store.stored.get('deployment.signingKey')).toBe('k1');
    expect(b.events).toEqual([]);
  });
});
