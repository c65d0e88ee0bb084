import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { expectDefined } from '../../../src/shared/assert.ts';
import { connected } from '../../helpers/postgres-databases.ts';
import { entriesOf, rowsOf } from '../../helpers/postgres-audit.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import {
  ACT,
  BAKER,
  balanceOf,
  BANK,
  bankFileOf,
  consentOf,
  keyOf,
  NOW,
  RICH,
  RICH_PENCE,
} from './fixtures.ts';
import { overNodes, TIMES } from './four-nodes.ts';

/**
 * Longer than a node needs to return the audit head when no other node is sealing, in milliseconds.
 */
const SEALING_MS = 300;

describe.skipIf(!hasPostgres())('four nodes at once', () => {
  it(
    'seed the bank once, with one opening balance per account',
    overNodes(
      async ({ url, first, atOnce }) => {
        const laid = await atOnce((store) => store.seed(BANK, NOW));
        expect(laid.filter(Boolean)).toHaveLength(1);
        const openings = `SELECT credit_account FROM transfer WHERE kind = 'opening'`;
        expect(await rowsOf(url, openings)).toHaveLength(3);
        expect(await balanceOf(first, RICH)).toBe(RICH_PENCE);
      },
      { seeded: false },
    ),
  );

  it(
    'store the bank’s accounts and book the opening balance of a new one once',
    overNodes(async ({ first, atOnce }) => {
      const [known] = BANK.accounts;
      const account = { ...expectDefined(known, 'an account'), number: '11280009999999' };
      const mandate = [{ fromPence: 100, approvals: 2 }];
      const bank = { ...BANK, accounts: [{ ...account, mandate, openingPence: 77 }] };
      await atOnce((store) => store.adoptBank(bank, NOW));
      expect(await balanceOf(first, account.number)).toBe(77);
      expect(await first.findAccount(account.number)).toMatchObject({ mandate });
      expect(await balanceOf(first, BAKER)).toBe(0);
    }),
  );

  it(
    "apply the newest version of the bank's file once, whichever version comes first",
    overNodes(async ({ url, first, atOnce }) => {
      const credentials = [{ userId: 'clara', passwordHash: 'hash', totpSecret: 'secret' }];
      const results = await atOnce((store, time) =>
        store.applyBankFile(bankFileOf(1 + (time % 2), credentials), ACT),
      );
      const applied = results.filter(({ outcome }) => outcome === 'applied');
      const last = await first.applyBankFile(bankFileOf(2, []), ACT);
      expect(last).toMatchObject({ outcome: 'unchanged', current: { version: 2 } });
      expect(await first.findCredential('clara')).toBeDefined();
      await first.auditHead();
      const changes = (await entriesOf(url)).filter(({ action }) => action === 'bankChanged');
      expect(changes).toHaveLength(applied.length);
      expect(JSON.stringify(changes.at(-1))).toContain('digest 2');
    }),
  );

  it(
    'seal every entry once and in order',
    overNodes(async ({ url, stores, first, atOnce }) => {
      const sealing = Array.from({ length: 20 }, async () => {
        await Promise.all(stores.map((store) => store.auditHead()));
      });
      await atOnce(async (store, n) => {
        for (let time = 0; time < 8; time += 1) {
          const id = `${String(n)}-${String(time)}`;
          await store.createConsent(consentOf(id), keyOf(id), ACT);
          if (time % 4 === 0) await store.auditHead();
        }
      });
      await Promise.all(sealing);
      for (const store of stores) await store.auditHead();
      const entries = await entriesOf(url);
      const created = entries.filter(({ action }) => action === 'consentCreated');
      expect(created).toHaveLength(8 * TIMES);
      expect(new Set(created.map(({ subject }) => subject)).size).toBe(8 * TIMES);
      expect((await first.auditHead()).sequence).toBe(entries.length);
    }),
  );

  it(
    'seal entries with characters that PostgreSQL cannot store',
    overNodes(async ({ stores, first }) => {
      const { sequence } = await first.auditHead();
      const odd = 'half of 🙂: \ud83d, and nothing: \0';
      const act = { ...ACT, by: { ...ACT.by, id: odd } };
      await first.record(act, { action: 'keysChanged', subject: odd, detail: { odd } });
      for (const store of stores) expect((await store.auditHead()).sequence).toBe(sequence + 1);
    }),
  );

  it(
    'return an audit head that includes all earlier entries while another node is sealing',
    overNodes(async ({ url, first }) => {
      const { sequence } = await first.auditHead();
      let isReturned = false;
      const response = await connected(url, async (client) => {
        await client.query('BEGIN');
        await client.query('SELECT sequence FROM audit_head FOR UPDATE');
        await first.createConsent(consentOf('c'), keyOf('c'), ACT);
        const head = first.auditHead().finally(() => (isReturned = true));
        await sleep(SEALING_MS);
        expect(isReturned).toBe(false);
        await client.query('ROLLBACK');
        return await head;
      });
      expect(response.sequence).toBe(sequence + 1);
    }),
  );
});
