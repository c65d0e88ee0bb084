import { describe, expect, it } from 'vitest';
import { packDirectory, unpackDirectory } from '../../../../src/auth/directory/parts.ts';
import { createDirectoryRefresher } from '../../../../src/auth/directory/refresher.ts';
import type { DirectoryChange } from '../../../../src/domain/ports/directory-store.ts';
import type { DirectoryOrganisation } from '../../../../src/domain/records/access.ts';
import type { Act } from '../../../../src/domain/records/audit.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { eventually } from '../../../helpers/eventually.ts';

const NOW = 1_000_000;
const NOTHING: DirectoryChange = { changed: [], admitted: [], shutOut: [], revoked: [] };

function documentOf(...ids: readonly string[]): string {
  const organisations = ids.map((id) => ({
    ...{ id, name: id, status: 'Active', roles: ['PISP'], software: [] },
  }));
  return JSON.stringify({ organisations });
}

/** Returns a refresher with a simulated source and store. */
function setting() {
  const updates: { organisations: readonly DirectoryOrganisation[]; act: Act }[] = [];
  const events: ServiceEvent[] = [];
  const world = {
    document: documentOf('one') as string | Error,
    change: { ...NOTHING, changed: ['one'] } as DirectoryChange,
    storeFails: false,
    isSame: false,
    tellingFails: false,
    isOurs: true,
    reads: 0,
    changes: 0,
    hold: Promise.resolve(),
  };
  const refresher = createDirectoryRefresher({
    source: {
      refreshIntervalMs: 5,
      isSame: () => Promise.resolve(world.isSame),
      read: async () => {
        world.reads += 1;
        await world.hold;
        if (world.document instanceof Error) throw world.document;
        return world.document;
      },
    },
    read: (written) => {
      const packed = packDirectory(written);
      return Promise.resolve('problems' in packed ? packed : unpackDirectory(packed));
    },
    store: {
      replaceDirectory: (organisations, act) => {
        if (world.storeFails) return Promise.reject(new Error('The disk is full.'));
        updates.push({ organisations: [...organisations], act });
        return Promise.resolve(world.change);
      },
    },
    clock: () => NOW,
    isOurs: () => world.isOurs,
    observe: (event) => {
      events.push(event);
    },
    changed: () => {
      if (world.tellingFails) return Promise.reject(new Error('Nobody listens.'));
      world.changes += 1;
      return Promise.resolve();
    },
  });
  return { refresher, world, updates, events };
}

describe('the directory refresher', () => {
  it('stores a document and reports the changes', async () => {
    const { refresher, world, updates, events } = setting();
    expect(await refresher.refresh()).toBe(true);
    expect(world.changes).toBe(1);
    expect(updates.map(({ organisations }) => organisations.map(({ id }) => id))).toEqual([
      ['one'],
    ]);
    expect(updates[0]?.act).toMatchObject({ at: NOW, by: { kind: 'service', id: 'directory' } });
    expect(events).toEqual([{ kind: 'directoryRefreshed', ...NOTHING, changed: ['one'] }]);
  });

  it('only validates the document if another node stores it', async () => {
    const { refresher, world, updates } = setting();
    world.isOurs = false;
    expect(await refresher.refresh()).toBe(true);
    world.document = 'nonsense';
    expect(await refresher.refresh()).toBe(false);
    expect([updates.length, world.changes]).toEqual([0, 0]);
    world.document = documentOf('one');
    world.isOurs = true;
    expect(await refresher.refresh()).toBe(true);
    expect([updates.length, world.changes]).toEqual([1, 1]);
  });

  it('stores an unchanged document again after another node stored or changed it', async () => {
    const { refresher, world, updates } = setting();
    world.isSame = true;
    refresher.start();
    await eventually(() => {
      expect(updates).toHaveLength(1);
    });
    world.isOurs = false;
    const { reads } = world;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(world.reads).toBe(reads);
    world.isOurs = true;
    await eventually(() => {
      expect(updates).toHaveLength(2);
    });
    refresher.forget();
    await eventually(() => {
      expect(updates).toHaveLength(3);
    });
    await refresher.stop();
  });

  it('also discards a refresh that ran while the stored directory changed', async () => {
    const { refresher, world, updates } = setting();
    world.isSame = true;
    let goOn = (): void => undefined;
    world.hold = new Promise((resolve) => (goOn = resolve));
    const looked = refresher.refresh();
    refresher.forget();
    goOn();
    expect(await looked).toBe(true);
    expect(await refresher.refresh()).toBe(true);
    expect(await refresher.refresh()).toBe(true);
    expect(updates).toHaveLength(2);
  });

  it('accesses the store only if the document changed', async () => {
    const { refresher, world, updates, events } = setting();
    await refresher.refresh();
    await refresher.refresh();
    expect(updates).toHaveLength(1);
    world.document = documentOf();
    world.change = NOTHING;
    expect(await refresher.refresh()).toBe(true);
    expect(updates[1]?.organisations).toEqual([]);
    expect(events).toHaveLength(1);
  });

  it('changes nothing for an invalid document and reports it once', async () => {
    const { refresher, world, updates, events } = setting();
    world.document = '{"organisations": [{"id": "one"}]}';
    expect(await refresher.refresh()).toBe(false);
    expect(await refresher.refresh()).toBe(false);
    expect(updates).toEqual([]);
    expect(events).toHaveLength(1);
    const [event] = events;
    expect(event).toMatchObject({ kind: 'failure', what: 'refreshing the directory of TPPs' });
    const message = event?.kind === 'failure' ? String(event.error) : '';
    expect(message).toContain('organisations[0].name is missing.');
    expect(message).toContain('organisations[0].software is missing.');
    world.document = documentOf('one');
    expect(await refresher.refresh()).toBe(true);
  });

  it('stores the rest of a directory that contains an invalid name, and reports that name once', async () => {
    const { refresher, world, updates, events } = setting();
    const named = (name: string) => documentOf('one', 'two').replace('"name":"two"', name);
    world.document = named(String.raw`"name":"t\u202ewo"`);
    expect(await refresher.refresh()).toBe(true);
    world.document = `${world.document} `;
    expect(await refresher.refresh()).toBe(true);
    expect(updates.map(({ organisations }) => organisations.map(({ id }) => id))).toEqual([
      ['one'],
      ['one'],
    ]);
    const failures = events.filter(({ kind }) => kind === 'failure');
    expect(failures).toEqual([
      {
        kind: 'failure',
        what: 'refreshing the directory of TPPs',
        error: new Error(
          'two is ignored until this is corrected: name: Control characters, invisible characters ' +
            'and direction marks are not allowed.',
        ),
      },
    ]);
  });

  it('reports once that the directory is unavailable, and again after it was available', async () => {
    const { refresher, world, events } = setting();
    const failures = (): number => events.filter(({ kind }) => kind === 'failure').length;
    await refresher.refresh();
    for (const round of [1, 2]) {
      world.document = new Error('It is away.');
      expect(await refresher.refresh()).toBe(false);
      expect(await refresher.refresh()).toBe(false);
      expect(failures()).toBe(round);
      world.document = documentOf('one');
      expect(await refresher.refresh()).toBe(true);
    }
  });

  it('retries a document that the store failed to save', async () => {
    const { refresher, world, updates } = setting();
    world.storeFails = true;
    expect(await refresher.refresh()).toBe(false);
    world.storeFails = false;
    expect(await refresher.refresh()).toBe(true);
    expect(updates).toHaveLength(1);
  });

  it('retries it even if the source reports no change', async () => {
    const { refresher, world, updates } = setting();
    await refresher.refresh();
    world.document = documentOf('two');
    world.storeFails = true;
    expect(await refresher.refresh()).toBe(false);
    Object.assign(world, { storeFails: false, isSame: true });
    expect(await refresher.refresh()).toBe(true);
    expect(updates).toHaveLength(2);
    expect(world.reads).toBe(3);
    expect(await refresher.refresh()).toBe(true);
    expect(world.reads).toBe(3);
  });

  it('repeats the notification of a change if the first one failed', async () => {
    const { refresher, world } = setting();
    world.tellingFails = true;
    expect(await refresher.refresh()).toBe(false);
    world.tellingFails = false;
    world.change = NOTHING;
    expect(await refresher.refresh()).toBe(true);
    expect(world.changes).toBe(1);
  });

  it('never runs two refreshes at once', async () => {
    const { refresher, world } = setting();
    let release: (() => void) | undefined;
    world.hold = new Promise((resolve) => {
      release = resolve;
    });
    const looks = [refresher.refresh(), refresher.refresh()];
    expectDefined(release, 'the release')();
    expect(await Promise.all(looks)).toEqual([true, true]);
    expect(world.reads).toBe(1);
    await refresher.refresh();
    expect(world.reads).toBe(2);
  });

  it('refreshes at intervals until it is stopped, and completes a running refresh', async () => {
    const { refresher, world, updates } = setting();
    refresher.start();
    await expect.poll(() => world.reads).toBeGreaterThan(2);
    world.document = documentOf('two');
    await expect.poll(() => updates.length).toBe(2);
    await refresher.stop();
    const { reads } = world;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(world.reads).toBe(reads);
  });
});
