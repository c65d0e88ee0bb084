import { describe, expect, it, vi } from 'vitest';
import type { SeededStore } from '../../src/domain/ports/store-admin.ts';
import type { OperatorRole } from '../../src/domain/records/operators.ts';
import { londonDate, MINUTE_MS } from '../../src/shared/time.ts';
import { account, fileOf, payment } from '../helpers/payment-file.ts';
import { Tpp } from '../helpers/tpp.ts';
import { useConsole, type OperatorBrowser } from './console-bank.ts';
import { wordsOf } from './http-browser.ts';
import { payForTwo } from './requests.ts';

const bank = useConsole();
const empty = useConsole();

let operators = 0;
/** Signs in an operator with a new id. */
function signedIn(...roles: readonly OperatorRole[]): Promise<OperatorBrowser> {
  operators += 1;
  return bank().signedIn(`operator${String(operators)}`, ...roles);
}

const shown = async (browser: OperatorBrowser, path: string) =>
  wordsOf((await browser.open(path)).text);

/** Pays a file of three rows, of which the second is rejected. Returns the payment's id. */
async function paidFile(): Promise<string> {
  const creditors = ['20000000000001', '99999900000001', '20000000000003'];
  const rows = creditors.map((creditor, index) =>
    payment(index, { CreditorAccount: account(creditor, 'Fresco Ltd') }),
  );
  const tpp = await Tpp.signIn(bank().service.origin);
  const id = await tpp.pay(fileOf(rows));
  await tpp.finished(id);
  return id;
}

const today = () => londonDate(bank().service.clock.now());

/** Returns the views that the audit log contains, the oldest first. */
async function views() {
  const entries = await bank().service.auditLog();
  return entries
    .filter(({ action }) => action === 'listViewed')
    .map(({ subject, detail }) => ({ subject, detail: JSON.parse(detail ?? '{}') as unknown }));
}

describe('the page Ledger', () => {
  it('shows sums that balance, and leads to entries and to payments', async () => {
    const id = await paidFile();
    const browser = await signedIn('read');
    const text = await shown(browser, '/ledger');
    expect(text).toContain('All accounts Debits and credits are equal');
    expect(text).toMatch(/clearing:FPS Balance £0\.00 (£[\d.]+) \1/);
    expect(text).toMatch(/Rejected or returned on this day £\d/);
    expect(text).toContain('Open in total Nothing');
    const path = `/ledger/entries?account=clearing%3AFPS&day=${today()}`;
    const page = await browser.open(path);
    expect((await browser.open('/ledger')).text).toContain(path.replaceAll('&', '&amp;'));
    expect(page.text).toContain(`href="/payments/${id}?row=2"`);
    expect(wordsOf(page.text)).toContain('Rejected credit, given back to');
    expect((await views()).at(-1)).toMatchObject({
      subject: 'ledger',
      detail: { account: 'clearing:FPS', day: today(), after: null },
    });
  });

  it('shows another day, and no entries or accounts that do not exist', async () => {
    const browser = await signedIn('read');
    const other = await shown(browser, '/ledger?day=2020-01-01');
    expect(other).toContain('2020-01-01 in London: 0 entries.');
    expect(other).toContain('Earlier day Later day Today');
    expect(await shown(browser, '/ledger?day=2020-02-31')).toContain(`${today()} in London`);
    const none = await shown(browser, '/ledger/entries?account=charges&day=2020-01-01');
    expect(none).toContain('No entries found here.');
    for (const account of ['clearing:NONE', '11280001234567', '']) {
      const page = await browser.open(`/ledger/entries?account=${account}`);
      expect(page.status).toBe(404);
      expect(wordsOf(page.text)).toContain('Account not found');
    }
  });

  it('shows a difference of the clearing account', async () => {
    const browser = await signedIn('read');
    const { store } = bank().service;
    const balances = new Map([['clearing:CHAPS', -500]]);
    const read = vi.spyOn(store, 'ledgerBalances').mockResolvedValueOnce(balances);
    expect(await shown(browser, '/ledger')).toContain('The clearing account has -£5.00 more');
    read.mockRestore();
  });
});

describe('the page Files', () => {
  it('lists files with their counts, and selects a day and a status', async () => {
    const id = await paidFile();
    const browser = await signedIn('read');
    const text = await shown(browser, '/files');
    expect(text).toContain(`${id} `);
    expect(text).toContain('3 payments : 2 paid, 1 failed, 0 open');
    expect(text).toContain('Partly paid (AC01)');
    const { text: html } = await browser.open('/files');
    expect(html).toContain(`href="/payments/${id}/rows"`);
    expect(await shown(browser, `/files?day=${today()}&status=partlyPaid`)).toContain(id);
    for (const query of ['status=paid', 'day=2020-01-01']) {
      expect(await shown(browser, `/files?${query}`)).toContain('No files found here.');
    }
    expect((await views()).at(-1)).toEqual({
      subject: 'files',
      detail: { day: '2020-01-01', status: null, shown: 0, after: null },
    });
  });

  it('lists 200 files at most, with a link to earlier ones', async () => {
    const browser = await signedIn('read');
    const { store } = bank().service;
    const [file] = await store.listFiles(
      { from: 0, before: Number.MAX_SAFE_INTEGER, state: null, after: null },
      1,
    );
    if (file === undefined) throw new Error('no file');
    const many = Array.from({ length: 201 }, (_, index) => ({ ...file, id: `f-${String(index)}` }));
    const read = vi.spyOn(store, 'listFiles').mockResolvedValueOnce(many);
    const { text } = await browser.open('/files');
    read.mockRestore();
    expect(wordsOf(text)).toContain('Newest first: 200 files');
    const [, next = ''] = /href="([^"]*)">Earlier/.exec(text) ?? [];
    expect(next).toBe(`/files?after=${String(file.createdAt)}.f-199`);
    const page = await browser.open(next);
    expect(page.text).toContain('href="/files">Newest');
  });

  it('shows nothing if the view cannot be recorded', async () => {
    await paidFile();
    const browser = await signedIn('read');
    for (const path of ['/files', '/ledger/entries?account=clearing:FPS', '/approvals']) {
      const { store } = bank().service;
      const record = vi.spyOn(store, 'record').mockRejectedValueOnce(new Error('disk full'));
      const refused = await browser.open(path);
      record.mockRestore();
      expect([path, refused.status]).toEqual([path, 503]);
    }
  });
});

describe('lists in the audit log', () => {
  it('contains each download, and each view of Decisions, but no update of it', async () => {
    const browser = await signedIn('read');
    const page = await browser.open('/decisions');
    const [, token = ''] = /data-live="([^"]+)"/.exec(page.text) ?? [];
    expect((await browser.open('/decisions', { 'x-live-token': token })).status).toBe(200);
    const paths = ['/decisions/csv', '/work/csv', '/schemes/differences/csv'];
    for (const path of [...paths, '/audit/csv?subject=p-1']) {
      expect((await browser.open(path)).status).toBe(200);
    }
    const entries = await bank().service.auditLog();
    const own = entries.filter(
      ({ action, actorId }) =>
        action === 'listViewed' && actorId === `operator${String(operators)}`,
    );
    expect(own.map(({ subject, detail }) => `${subject} ${String(detail)}`)).toEqual([
      'decisions {"shown":0}',
      'decisions {"shown":0,"format":"csv"}',
      'work {"shown":0,"format":"csv"}',
      'differences {"shown":0,"format":"csv"}',
      'audit {"subject":"p-1","action":null,"shown":0,"format":"csv"}',
    ]);
  });
});

describe('the page Approvals', () => {
  it('names the users who can approve, and marks what nobody can approve', async () => {
    const { store, clock, origin } = bank().service;
    const id = await payForTwo(await Tpp.signIn(origin), 'dora');
    const browser = await signedIn('read');
    const before = await shown(browser, '/approvals');
    expect(before).toContain(`Payment ${id}`);
    expect(before).toContain('Amount £10.50 (Domestic payment)');
    expect(before).toMatch(/Approvals 1 of 2, until .* Can approve \S*dave/);
    const { text } = await browser.open('/approvals');
    expect(text).toContain('<a href="/customers/harbour">');
    expect(text).toMatch(/<a href="\/tpps\/[^"]+"><bdi>[^<]*, client /);
    expect(before).not.toContain('Nobody can give');
    // Today reads them at most once a minute.
    bank().service.passMachineTime(MINUTE_MS);
    const waiting = await shown(browser, '/');
    expect(waiting).toContain('Approvals that nobody can give 0 payments');
    expect(waiting).toMatch(/Payments that wait for approvals 1 payment\. The first ends/);
    // The limit of each other user becomes too low for the payment.
    const rights = { customerId: 'harbour', mayUploadFiles: true, userLimitPence: 1 };
    const candidates = await store.approvalCandidates([id], 10);
    const users = candidates.map(({ userId }) => ({ ...rights, id: userId }));
    const seeded = store as unknown as SeededStore;
    await seeded.adoptBank({ customers: [], accounts: [], transfers: [], users }, clock.now());
    const after = await shown(browser, '/approvals');
    expect(after).toContain('Too few users can approve 1 payment.');
    expect(after).toContain('Nobody can give the missing approvals.');
    expect(after).toMatch(/Can approve Nobody .*dave cannot approve: .* the user’s limit/);
    expect(await shown(browser, '/')).toContain('Approvals that nobody can give 0 payments');
    bank().service.passMachineTime(MINUTE_MS);
    const [problems = ''] = (await shown(browser, '/')).split('In order');
    expect(problems).toContain('Approvals that nobody can give 1 payment');
  });

  it('is empty in a new bank', async () => {
    const browser = await empty().signedIn('olga', 'read');
    expect(await shown(browser, '/approvals')).toContain('No payment waits for approvals.');
    expect(await shown(browser, '/files')).toContain('No files found here.');
    const ledger = await shown(browser, '/ledger');
    expect(ledger).toContain('Debits and credits are equal');
    expect(ledger).not.toContain('clearing:');
  });
});

describe('the page Today', () => {
  it('shows files of the day, cut-offs, and events whose push failed', async () => {
    await paidFile();
    const browser = await signedIn('read');
    const { store, clock } = bank().service;
    const text = await shown(browser, '/');
    expect(text).toMatch(/Files submitted today: partly paid \d+ files?, £/);
    expect(text).toMatch(/Next cut-off of CHAPS \w+ \d+ \w+ \d+ at 16:00, London time/);
    expect(text).not.toContain('Next cut-off of Faster Payments');
    expect(text).toContain('Events whose push failed and is repeated 0 events');
    const failed = { events: 2, since: clock.now() };
    const read = vi.spyOn(store, 'failedPushes').mockResolvedValueOnce(failed);
    const [problems = ''] = (await shown(browser, '/')).split('In order');
    read.mockRestore();
    expect(problems).toContain('push failed and is repeated 2 events, the oldest since');
  });
});
