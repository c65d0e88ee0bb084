import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { csvResponse } from '../../src/console/csv.tsx';
import { actorOf } from '../../src/domain/records/audit.ts';
import type { ListedTpp as ListedOrganisation } from '../../src/domain/records/tpps.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { account, fileOf, payment } from '../helpers/payment-file.ts';
import { Tpp } from '../helpers/tpp.ts';
import { useConsole } from './console-bank.ts';
import { payForTwo } from './requests.ts';

const bank = useConsole();

/** Splits a CSV file without line breaks in cells into its lines. */
const linesOf = (text: string) => text.replace('\ufeff', '').trimEnd().split('\r\n');

/** Returns the last view of a list in the audit log. */
async function lastView() {
  const entries = await bank().service.auditLog();
  const entry = entries.findLast(({ action }) => action === 'listViewed');
  return entry && { subject: entry.subject, detail: JSON.parse(entry.detail ?? '{}') as unknown };
}

describe('the downloads of lists', () => {
  it.each([
    ...['/work', '/decisions', '/schemes', '/audit'],
    ...['/files', '/ledger', '/approvals', '/tpps'],
  ])('of %s has a link and a heading', async (path) => {
    const browser = await bank().signedIn(`reader${path.slice(1)}`, 'read');
    const page = await browser.open(path);
    // Without a hub, the page of the schemes is empty.
    if (path !== '/schemes') expect(page.text).toContain(`href="${path}/csv`);
    const { status, text } = await browser.open(`${path}/csv`);
    expect(status).toBe(200);
    expect(linesOf(text)[0]).toMatch(/^"[A-Z][^"]*"(,"[^"]+")+$/);
    const outside = await bank().fetch(`${path}/csv`);
    expect([outside.status, outside.headers.get('location')]).toEqual([303, '/']);
  });

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

  it('of files selects as the page does, and neutralises formulas', async () => {
    const { store } = bank().service;
    const query = { from: 0, before: Number.MAX_SAFE_INTEGER, state: null, after: null };
    const tpp = await Tpp.signIn(bank().service.origin);
    const id = await tpp.pay(fileOf([payment(0)]));
    await tpp.finished(id);
    const browser = await bank().signedIn('clara', 'read');
    const [file] = await store.listFiles(query, 1);
    const listed = vi.spyOn(store, 'listFiles');
    onTestFinished(() => listed.mockRestore());
    const named = { ...expectDefined(file, 'a file'), clientId: '=1+1' };
    const many = Array.from({ length: 201 }, (_, index) => ({ ...named, id: String(index) }));
    listed.mockResolvedValueOnce(many).mockResolvedValueOnce([named]);
    const { text } = await browser.open('/files/csv?status=paid');
    const [, ...rows] = linesOf(text);
    expect(rows).toHaveLength(201);
    expect(rows.at(-1)).toContain(`,"${id}",`);
    expect(rows.at(-1)).toContain(`,"'=1+1",`);
    expect(rows.at(-1)).toContain('"10.50","1","1","0","0","Paid",""');
    expect(listed.mock.calls.map(([{ state, after }]) => [state, after?.id])).toEqual([
      ['paid', undefined],
      ['paid', '199'],
    ]);
    expect(await lastView()).toEqual({
      subject: 'files',
      detail: { day: null, status: 'paid', shown: 201, format: 'csv' },
    });
    listed.mockReset();
    expect(linesOf((await browser.open('/files/csv?status=notPaid')).text)).toHaveLength(1);
  });

  it('of the ledger has the accounts of the day, and the entries of one', async () => {
    const browser = await bank().signedIn('dora', 'read');
    const accounts = linesOf((await browser.open('/ledger/csv?day=2020-01-01')).text);
    const clearing = '"2020-01-01","clearing:CHAPS","CHAPS","0.00","0.00","0.00","0.00"';
    expect(accounts).toContain(clearing);
    expect(accounts.at(-1)).toMatch(/^"2020-01-01","customers","","0.00","0.00","",""$/);
    const page = await browser.open('/ledger/entries?account=opening');
    const [, path = ''] = /href="([^"]*)" download/.exec(page.text) ?? [];
    const opening = linesOf((await browser.open(path.replaceAll('&amp;', '&'))).text);
    expect(opening.length).toBeGreaterThan(1);
    expect(opening[1]).toMatch(/^"\d+","[^"]+Z","opening","opening","\d+","[\d.]+","","",""$/);
    expect(await lastView()).toMatchObject({
      subject: 'ledger-entries',
      detail: { account: 'opening', shown: opening.length - 1, format: 'csv' },
    });
    expect((await browser.open('/ledger/entries/csv?account=none')).status).toBe(404);
  });

  it('of the regulator has the days of a month, and the page shows the same with its SQL', async () => {
    const { store } = bank().service;
    const at = Date.parse('2020-01-05T12:00:00Z');
    const process = { node: 'one', run: 'one 1', maxGapMs: 30_000 } as const;
    const report = { ...process, day: '2020-01-05', outages: [] };
    const counts = [
      { endpoints: 'payments', requests: 3, errors: 1, late: 0, totalUs: 6000 },
      { endpoints: 'funds', requests: 1, errors: 0, late: 0, totalUs: 500 },
      { endpoints: 'other', requests: 1, errors: 0, late: 0, totalUs: 700 },
    ] as const;
    await store.addNodeReport({ ...report, at, stopped: 0, counts });
    await store.addNodeReport({ ...report, at: at + 10_000, stopped: 1, counts: [] });
    const browser = await bank().signedIn('rita', 'read');
    // The service of this test is the next run. It began long after this month.
    const rows = linesOf((await browser.open('/regulator/csv?month=2020-01')).text);
    expect(rows[1]).toBe(
      '"2020-01-05","0.02","99.98","43190.0","0.0","2.0","","0.5","20.000","33.333","0.000","0.000","3","1","1","5","1","0","43200.0"',
    );
    expect(await lastView()).toMatchObject({ subject: 'regulator', detail: { format: 'csv' } });
    const { text } = await browser.open('/regulator?month=2020-01');
    expect(text).toContain(
      '<td>2.0 ms, errors 33.333 % (3)</td><td>0.5 ms, errors 0.000 % (1)</td>' +
        '<td>0.7 ms, errors 0.000 % (1)</td><td>errors 20.000 % (1 of 5)</td>',
    );
    expect(text).toContain('WHERE day BETWEEN &#39;2020-01-01&#39; AND &#39;2020-01-31&#39;');
    expect((await browser.open('/regulator?month=2020-13')).status).toBe(200);
  });

  it('of approvals names the users, and is not sent if it cannot be recorded', async () => {
    const { store, origin } = bank().service;
    const id = await payForTwo(await Tpp.signIn(origin), 'dora');
    const browser = await bank().signedIn('emma', 'read');
    const { text } = await browser.open('/approvals/csv');
    expect(text).toContain(`"${id}"`);
    expect(text).toMatch(/"£10\.50","1","2","[^"]+Z","[^"]*dave[^"]*","[^"]*","no"/);
    expect(await lastView()).toEqual({
      subject: 'approvals',
      detail: { shown: 1, format: 'csv' },
    });
    for (const path of ['/files/csv', '/ledger/entries/csv?account=opening', '/approvals/csv']) {
      const record = vi.spyOn(store, 'record').mockRejectedValueOnce(new Error('disk full'));
      const refused = await browser.open(path);
      record.mockRestore();
      expect([path, refused.status]).toEqual([path, 503]);
    }
  });

  it('of TPPs has the organisations of all pages', async () => {
    const { store } = bank().service;
    const tpp: ListedOrganisation = {
      ...{ id: 'org', name: '@TPP', clients: 0 },
      ...{ status: 'Active', roles: ['PISP'] },
      suspension: { at: 0, by: 'olga', reason: '-1' },
      ...{ lastActivityAt: null, openConsents: 0, failingCallbacks: 0 },
    };
    const listed = vi.spyOn(store, 'listTpps');
    onTestFinished(() => listed.mockRestore());
    listed
      .mockResolvedValueOnce(Array.from({ length: 51 }, () => tpp))
      .mockResolvedValueOnce([tpp]);
    const browser = await bank().signedIn('fiona', 'read');
    const [, ...rows] = linesOf((await browser.open('/tpps/csv')).text);
    expect(rows).toHaveLength(51);
    const suspension = `"Suspended by an operator","1970-01-01T00:00:00.000Z","olga","'-1"`;
    expect(rows[0]).toBe(`"org","'@TPP",${suspension},"0","0","","0"`);
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
