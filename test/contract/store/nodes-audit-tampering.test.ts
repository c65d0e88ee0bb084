import { describe, expect, it } from 'vitest';
import type { PostgresStore } from '../../../src/store/postgres/index.ts';
import { connected } from '../../helpers/postgres-databases.ts';
import { RESETS } from '../../helpers/prepared-databases.ts';
import { entriesOf, rowsOf } from '../../helpers/postgres-audit.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import { ACT, consentOf, keyOf } from './fixtures.ts';
import { type FourNodes, overNodes } from './four-nodes.ts';

const FORGED = `INSERT INTO audit_inbox (at, recorded_at, actor_kind, actor_id, action, subject, mac)
  VALUES (1, 1, 'service', 'nobody', 'consentCreated', 'forged', sha256('guessed'))`;

/** SQL that changes the inbox without its triggers, as its owner can. */
const past = (sql: string): string => `ALTER TABLE audit_inbox DISABLE TRIGGER USER; ${sql};
  ALTER TABLE audit_inbox ENABLE TRIGGER USER`;

/** SQL that ends connections of the nodes during their work. */
const END_SOME = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE pid <> pg_backend_pid() AND datname = current_database() AND application_name <> '${RESETS}'
  ORDER BY state = 'active' DESC LIMIT 3`;

const create = (store: PostgresStore, id: string): Promise<unknown> =>
  store.createConsent(consentOf(id), keyOf(id), ACT);

/** Creates consents while no node can seal entries, and changes the inbox before one can. */
function unsealed(
  { url, first }: FourNodes,
  ids: readonly string[],
  tamper: (inbox: readonly Waiting[]) => string,
): Promise<readonly Waiting[]> {
  return connected(url, async (holder) => {
    await holder.query('BEGIN; SELECT 1 FROM audit_head FOR UPDATE');
    for (const id of ids) await create(first, id);
    const inbox = (await rowsOf(url, INBOX)) as readonly Waiting[];
    await connected(url, (client) => client.query(past(tamper(inbox))));
    await holder.query('ROLLBACK');
    return inbox;
  });
}

interface Waiting {
  readonly id: string;
  readonly writer: string;
  readonly number: string;
}

const INBOX = 'SELECT id, writer, number FROM audit_inbox ORDER BY id';

const alerts = ({ events }: FourNodes, kind: string): readonly unknown[] =>
  events.filter((event) => event.kind === kind);

async function actionsOf(url: string): Promise<readonly string[]> {
  return (await entriesOf(url)).map(({ action }) => action);
}

const sealAll = ({ stores }: FourNodes): Promise<unknown> =>
  Promise.all(stores.map((store) => store.auditHead()));

describe.skipIf(!hasPostgres())('four nodes whose audit inbox is tampered with', () => {
  it(
    'set a forged entry aside with its content, report it once and continue sealing',
    overNodes(async (nodes) => {
      const { url, first } = nodes;
      const { sequence } = await first.auditHead();
      await rowsOf(url, FORGED);
      await create(first, 'after');
      await sealAll(nodes);
      await sealAll(nodes);
      expect(await actionsOf(url).then((all) => all.slice(sequence).sort())).toEqual([
        'auditEntriesSetAside',
        'consentCreated',
      ]);
      expect(await rowsOf(url, 'SELECT reason, actor_id, subject FROM audit_set_aside')).toEqual([
        { reason: 'mark', actor_id: 'nobody', subject: 'forged' },
      ]);
      expect(alerts(nodes, 'auditEntrySetAside')).toMatchObject([{ reason: 'mark' }]);
      expect(await first.unsealedEntries()).toEqual({ entries: 0, since: null });
    }),
  );

  it(
    'set a changed entry aside and report its number as missing',
    overNodes(async (nodes) => {
      await sealAll(nodes);
      await unsealed(
        nodes,
        ['a', 'b', 'c'],
        (inbox) => `UPDATE audit_inbox SET detail = '{}' WHERE id = ${inbox[1]?.id ?? ''}`,
      );
      await sealAll(nodes);
      expect(alerts(nodes, 'auditEntrySetAside')).toHaveLength(1);
      await expect.poll(() => alerts(nodes, 'auditEntriesMissing').length).toBe(1);
    }),
  );

  it(
    'set a renumbered entry aside, which could hide a deleted one',
    overNodes(async (nodes) => {
      await sealAll(nodes);
      await unsealed(
        nodes,
        ['a', 'b'],
        (inbox) => `UPDATE audit_inbox SET number = number + 1 WHERE id = ${inbox[1]?.id ?? ''}`,
      );
      await sealAll(nodes);
      expect(alerts(nodes, 'auditEntrySetAside')).toMatchObject([{ reason: 'mark' }]);
    }),
  );

  it(
    'report an entry deleted between others once, and seal the others',
    overNodes(async (nodes) => {
      const { url } = nodes;
      await sealAll(nodes);
      const [, gone] = await unsealed(
        nodes,
        ['a', 'b', 'c'],
        (inbox) => `DELETE FROM audit_inbox WHERE id = ${inbox[1]?.id ?? ''}`,
      );
      await sealAll(nodes);
      await sealAll(nodes);
      const number = Number(gone?.number);
      // The entry may have been the last of its series. The node itself detects that a second
      // later.
      await expect.poll(() => alerts(nodes, 'auditEntriesMissing').length).toBe(1);
      await sealAll(nodes);
      expect(alerts(nodes, 'auditEntriesMissing')).toEqual([
        { kind: 'auditEntriesMissing', writer: gone?.writer, from: number, to: number },
      ]);
      const entries = await entriesOf(url);
      const noted = entries.filter(({ action }) => action === 'auditEntriesMissing');
      expect(noted).toMatchObject([{ subject: gone?.writer }]);
      const subjects = entries.map(({ subject }) => subject);
      expect(subjects).toEqual(expect.arrayContaining(['a', 'c']));
    }),
  );

  it(
    'report a deleted last entry of a node even if no other follows',
    overNodes(async (nodes) => {
      const { first } = nodes;
      await sealAll(nodes);
      await unsealed(
        nodes,
        ['a'],
        (inbox) => `DELETE FROM audit_inbox WHERE id = ${inbox[0]?.id ?? ''}`,
      );
      await expect.poll(() => alerts(nodes, 'auditEntriesMissing').length).toBe(1);
      // Later entries are not reported as a second gap.
      await create(first, 'after');
      await sealAll(nodes);
      expect(alerts(nodes, 'auditEntriesMissing')).toHaveLength(1);
    }),
  );

  it(
    'set aside a copy of a sealed entry',
    overNodes(async (nodes) => {
      const { url } = nodes;
      await sealAll(nodes);
      await unsealed(nodes, ['a'], () => 'CREATE TABLE copied AS TABLE audit_inbox');
      await sealAll(nodes);
      await rowsOf(url, 'INSERT INTO audit_inbox TABLE copied');
      await sealAll(nodes);
      expect(alerts(nodes, 'auditEntrySetAside')).toMatchObject([{ reason: 'repeated' }]);
      await rowsOf(url, 'DROP TABLE copied');
    }),
  );

  it(
    'report no gap after failed commands and broken connections',
    overNodes(async (nodes) => {
      const { url, atOnce } = nodes;
      await create(nodes.first, 'taken');
      let done = 0;
      await connected(url, async (killer) => {
        await atOnce(async (store, n) => {
          for (let time = 0; time < 6; time += 1) {
            if (n % 8 === 0 && time === 2) await killer.query(END_SOME);
            const id = `${String(n)}-${String(time)}`;
            // Every third consent exists already, so its command fails and rolls its group back.
            const consent = consentOf(time % 3 === 0 ? 'taken' : id);
            await store.createConsent(consent, keyOf(id), ACT).then(
              () => (done += 1),
              () => undefined,
            );
          }
        });
      });
      expect(done).toBeGreaterThan(0);
      // A node may not have noticed yet that its connection was ended.
      await expect.poll(() => sealAll(nodes).then(() => 'sealed', String)).toBe('sealed');
      expect(alerts(nodes, 'auditEntriesMissing')).toEqual([]);
      expect(alerts(nodes, 'auditEntrySetAside')).toEqual([]);
    }),
  );

  it(
    'show the sign-ins of a user even if no node can seal entries',
    overNodes(async ({ url, first }) => {
      await connected(url, async (holder) => {
        await holder.query('BEGIN; SELECT 1 FROM audit_head FOR UPDATE');
        expect(await first.signInsOf('user', 5)).toEqual([]);
        await holder.query('ROLLBACK');
        await holder.query('ALTER FUNCTION audit_take_head() RENAME TO audit_take_no_head');
        expect(await first.signInsOf('user', 5)).toEqual([]);
        await holder.query('ALTER FUNCTION audit_take_no_head() RENAME TO audit_take_head');
      });
    }),
  );
});
