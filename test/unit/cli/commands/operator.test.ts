import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { claimedOperator } from '../../../../src/cli/claimed-operator.ts';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { operatorRoutes } from '../../../../src/ops/commands/operators.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { HOUR_MS } from '../../../../src/shared/time.ts';
import { readAuditLog } from '../../../../src/store/sqlite/database/inspection.ts';
import { LATER, NOW } from '../../../contract/store/fixtures.ts';
import { run, withData, type Data } from '../fixtures.ts';

const CONSOLE = 'https://console.bank.example';
const ADD = ['add', 'olga', '--name', 'Olga Größe', '--role', 'operate', 'read'];

interface World extends Data {
  readonly ask: (...args: string[]) => Promise<string>;
}

/** A store with the commands about operators of a running service. */
function withOperators(use: (world: World) => Promise<void>, consoleUrl: string | null = CONSOLE) {
  return withData(async (data) => {
    const { folder, store } = data;
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [operatorRoutes({ store, machineClock: () => NOW, consoleUrl })],
      ...{ store, clock: () => LATER, observe: () => undefined },
    });
    try {
      await use({ ...data, ask: (...args) => run('operator', args, folder) });
    } finally {
      await control.close();
    }
  });
}

describe('pisctl operator', () => {
  it(
    'adds an operator with a link that is valid for one hour and stored as a hash',
    withOperators(async ({ ask, store, folder }) => {
      const { url, until } = JSON.parse(await ask(...ADD, '--json')) as Record<string, string>;
      expect(until).toBe(NOW + HOUR_MS);
      const [, secret = ''] =
        /^https:\/\/console\.bank\.example\/enrol\/([\w-]{43})$/.exec(url ?? '') ?? [];
      const stored = hash('sha256', secret);
      expect(await store.findOperatorToEnrol(stored, NOW + HOUR_MS - 1)).toMatchObject({
        ...{ id: 'olga', name: 'Olga Größe', roles: ['read', 'operate'] },
      });
      expect(await store.findOperatorToEnrol(stored, NOW + HOUR_MS)).toBeUndefined();
      await expect(ask(...ADD)).rejects.toThrow('The id olga was used before.');
      await store.close();
      const [entry] = readAuditLog(dataFolder(folder).database, (rows) => [...rows]).filter(
        ({ action }) => action === 'operatorAdded',
      );
      expect(entry).toMatchObject({ subject: 'olga', actorId: `claimed:${claimedOperator()}` });
    }),
  );

  it(
    'replaces the link and the roles, lists operators and ends one',
    withOperators(async ({ ask, store }) => {
      const linkOf = (printed: string) => printed.split('\n').at(-1) ?? '';
      const first = linkOf(await ask(...ADD));
      const second = linkOf(await ask('enrol', 'olga'));
      const found = (link: string) =>
        store.findOperatorToEnrol(hash('sha256', link.split('/').at(-1) ?? ''), NOW);
      expect(await found(first)).toBeUndefined();
      expect((await found(second))?.id).toBe('olga');
      expect(await ask('roles', 'olga', '--role', 'approve')).toContain('has the roles approve');
      expect((await ask('list')).split('\n')).toEqual([
        'olga  Olga Größe: approve',
        '    passkeys: 0, sessions: 0, enrolment link until 2026-03-02 11:00:00 GMT',
        '1 listed.',
      ]);
      await ask('end', 'olga');
      expect(await ask('list')).toContain('olga  Olga Größe: ENDED');
      for (const args of [
        ['end', 'olga'],
        ['enrol', 'olga'],
        ['roles', 'olga', '--role', 'read'],
      ]) {
        await expect(ask(...args)).rejects.toThrow('There is no active operator olga');
      }
    }),
  );

  it(
    'links an operator to a subject of the OpenID Provider, which decides from then on',
    withOperators(async ({ ask, store }) => {
      await ask(...ADD);
      expect(await ask('link', 'olga', '--subject', 'sub-1')).toContain('without passkeys');
      expect(await ask('list')).toContain('signs in at the OpenID Provider, sessions: 0');
      expect(await store.listOperators()).toMatchObject([{ subject: 'sub-1', enrolUntil: null }]);
      const again = ask('link', 'olga', '--subject', 'sub-2');
      await expect(again).rejects.toThrow('olga is not an active operator with passkeys');
      const roles = ask('roles', 'olga', '--role', 'approve');
      await expect(roles).rejects.toThrow("olga signs in at the bank's OpenID Provider");
    }),
  );

  it.each([
    [['add', 'Olga', '--name', 'Olga', '--role', 'read'], 'lower-case'],
    [['add', '..', '--name', 'Olga', '--role', 'read'], 'Name the operator by an id'],
    [['add', 'olga', '--name', 'a\u202eb', '--role', 'read'], 'Give a name of 1 to 60'],
    [['add', 'olga', '--name', 'n'.repeat(61), '--role', 'read'], 'Give a name of 1 to 60'],
  ])('refuses %j', (args, message) =>
    withOperators(async ({ ask, store }) => {
      await expect(ask(...args)).rejects.toThrow(message);
      expect(await store.listOperators()).toEqual([]);
    })(),
  );

  it(
    'adds no operator while the console is off',
    withOperators(async ({ ask, store }) => {
      await expect(ask(...ADD)).rejects.toThrow('Set PIS_CONSOLE_PORT');
      expect(await store.listOperators()).toEqual([]);
    }, null),
  );
});
