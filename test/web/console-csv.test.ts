import { describe, expect, it } from 'vitest';
import { csvResponse } from '../../src/console/csv.tsx';
import { actorOf } from '../../src/domain/records/audit.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { account, fileOf, payment } from '../helpers/payment-file.ts';
import { Tpp } from '../helpers/tpp.ts';
import { useConsole } from './console-bank.ts';

const bank = useConsole();

/** Splits a CSV file without line breaks in cells into its lines. */
const linesOf = (text: string) => text.replace('\ufeff', '').trimEnd().split('\r\n');

describe('the downloads of lists', () => {
  it.each(['/work', '/decisions', '/schemes', '/audit'])(
    'of %s has a link and a heading',
    async (path) => {
      const browser = await bank().signedIn(`reader${path.slice(1)}`, 'read');
      const page = await browser.open(path);
      // Without a hub, the page of the schemes is empty.
      if (path !== '/schemes') expect(page.text).toContain(`href="${path}/csv`);
      const { status, text } = await browser.open(`${path}/csv`);
      expect(status).toBe(200);
      expect(linesOf(text)[0]).toMatch(/^"[A-Z][^"]*"(,"[^"]+")+$/);
      const outside = await bank().fetch(`${path}/csv`);
      expect([outside.status, outside.headers.get('location')]).toEqual([303, '/']);
    },
  );

  it('of the audit log selects as the page does, and neutralises formulas', async () => {
    const { store, clock } = bank().service;
    const by = actorOf({ kind: 'operator', id: '=1+1' });
    for (const subject of ['wanted', 'other', 'wanted']) {
      await store.record({ at: clock.now(), by }, { action: 'operatorCommand', subject });
    }
    const browser = await bank().signedIn('anna', 'read');
    const { text } = await browser.open('/audit/csv?subject=wanted&action=operatorCommand');
    const [, ...rows] = linesOf(text);
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row).toContain('"operator","\'=1+1",');
    const before = expectDefined(/^"(\d+)"/.exec(rows[0] ?? '')?.[1], 'the newest entry');
    const earlier = await browser.open(`/audit/csv?subject=wanted&before=${before}`);
    expect(linesOf(earlier.text)).toHaveLength(2);
  });

  it('of a search is the answer of its form, so that no address contains the text', async () => {
    const tpp = await Tpp.signIn(bank().service.origin);
    const creditor = '20000000000717';
    await tpp.pay(fileOf([payment(0, { CreditorAccount: account(creditor, '=Alder Ltd') })]));
    const browser = await bank().signedIn('berta', 'read');
    const fields = { search: creditor, first: '', last: '', format: 'csv' };
    const { status, text } = await browser.send('/payments', '/payments', fields);
    expect(status).toBe(200);
    const [head = '', row = ''] = linesOf(text);
    expect(head).toContain('"Payee","Payee’s account","Amount","Currency"');
    expect(row).toContain(`"'=Alder Ltd","${creditor}","10.50","GBP"`);
    const entry = (await bank().service.auditLog()).at(-1);
    expect([entry?.action, entry?.detail]).toEqual([
      'paymentsSearched',
      expect.stringContaining('"download":true'),
    ]);
  });

  it('has a cell for each column, and an empty one for null', async () => {
    const columns = { One: (row: number) => row, 'Two, "2"': () => null };
    const context = { body: (text: string) => new Response(text) } as never;
    const response = csvResponse({ context }, 'list', columns, [1, 2]);
    expect(linesOf(await response.text())).toEqual(['"One","Two, ""2"""', '"1",""', '"2",""']);
  });
});
