import { formatMoment } from '../../src/domain/messages/format.ts';
import { describe, expect, it, vi } from 'vitest';
import type { OperatorRole } from '../../src/domain/records/operators.ts';
import { formatFacts } from '../../src/domain/messages/operator-text.ts';
import { timelineOf } from '../contract/operators/timelines.ts';
import { FamilyClient } from '../contract/families/family-client.ts';
import { familyNamed } from '../../src/families/index.ts';
import { account, bulkFile, fileOf, payment } from '../helpers/payment-file.ts';
import { Tpp } from '../helpers/tpp.ts';
import { useConsole, type OperatorBrowser } from './console-bank.ts';
import { wordsOf } from './http-browser.ts';

const bank = useConsole();

let operators = 0;
/** Signs in an operator with a new id. */
function signedIn(...roles: readonly OperatorRole[]): Promise<OperatorBrowser> {
  operators += 1;
  return bank().signedIn(`operator${String(operators)}`, ...roles);
}

const newTpp = () => Tpp.signIn(bank().service.origin);

/** Pays a file of which the second and the fourth row are rejected. Returns the payment's id. */
async function paidFile(): Promise<string> {
  const creditors = ['20000000000001', '99999900000001', '20000000000003', '99999900000004'];
  const rows = creditors.map((creditor, index) =>
    payment(index, { CreditorAccount: account(creditor, `Fresco <b>${String(index)}</b> Ltd`) }),
  );
  const tpp = await newTpp();
  const id = await tpp.pay(fileOf(rows));
  await tpp.finished(id);
  return id;
}

/** Returns the last entry of the audit log with an action. */
async function lastEntry(action: string) {
  const entry = (await bank().service.auditLog()).findLast((one) => one.action === action);
  return entry && { ...entry, detail: JSON.parse(entry.detail ?? '{}') as unknown };
}

/** Returns the text of a page with single spaces and plain quotes. */
function shownText(text: string): string {
  const words = wordsOf(text).replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  return words.replaceAll('&quot;', '"').replaceAll('’', "'");
}

const plain = (text: string) => text.replaceAll('’', "'").replaceAll(/\s+/g, ' ');

describe('the page of a payment', () => {
  it('shows the facts, the next step and each entry of the history', async () => {
    const client = new FamilyClient(await newTpp(), familyNamed('domestic-scheduled-payments'));
    const { paymentId, consentId } = await client.paid();
    const { facts, entries, next } = await timelineOf(bank().service, paymentId);
    const browser = await signedIn('read');
    for (const id of [paymentId, consentId]) {
      const page = await browser.open(`/payments/${id}`);
      expect(page.status).toBe(200);
      const text = shownText(page.text);
      expect(text).toContain(plain(facts.summary));
      const shown = formatFacts(facts, formatMoment);
      for (const { values } of shown) for (const one of values) expect(text).toContain(plain(one));
      for (const entry of entries) expect(text).toContain(plain(entry.text));
      expect(next).toHaveLength(1);
      for (const step of next)
        expect(text).toContain(`Next ${plain(step.text)} Waits for its execution date`);
    }
  });

  it('shows the codes with their meaning, of the whole file and of a row', async () => {
    const id = await paidFile();
    const browser = await signedIn('read');
    const whole = await browser.open(`/payments/${id}`);
    expect(shownText(whole.text)).toContain('Next Nothing. It has ended.');
    expect(whole.text).toContain(`href="/payments/${id}/rows"`);
    const row = await browser.open(`/payments/${id}?row=2`);
    const { entries, facts } = await timelineOf(bank().service, id, 2);
    expect(facts.summary).toContain('Fresco <b>1</b> Ltd');
    expect(shownText(row.text)).toContain('Row 2 of a payment');
    expect(row.text).not.toContain('<b>1</b>');
    const codes = entries.flatMap(({ code }) => (code === null ? [] : [code]));
    expect(codes).not.toEqual([]);
    for (const { code } of codes) expect(shownText(row.text)).toContain(`Code ${code}`);
  });

  it('records each view before the page is shown, and shows nothing if that fails', async () => {
    const id = await paidFile();
    const browser = await signedIn('read');
    await browser.open(`/payments/${id}?row=3`);
    expect(await lastEntry('paymentViewed')).toMatchObject({
      ...{ subject: id, actorKind: 'operator', actorId: `operator${String(operators)}` },
      detail: { row: 3 },
    });
    const { store } = bank().service;
    const paths = [`/payments/${id}`, `/payments/${id}/rows`, `/payments/${id}/rows/csv`];
    for (const path of paths) {
      const record = vi.spyOn(store, 'record').mockRejectedValueOnce(new Error('disk full'));
      const refused = await browser.open(path);
      expect([path, refused.status]).toEqual([path, 503]);
      expect(refused.text).not.toContain('Fresco');
      record.mockRestore();
    }
  });

  it('offers the case file to operators with the role operate, and records the export', async () => {
    const id = await paidFile();
    const reader = await signedIn('read');
    expect((await reader.open(`/payments/${id}`)).text).not.toContain(`/payments/${id}/case`);
    expect((await reader.open(`/payments/${id}/case`)).status).toBe(403);
    expect(await lastEntry('caseExported')).toBeUndefined();
    const browser = await signedIn('operate');
    const page = await browser.open(`/payments/${id}?row=3`);
    expect(page.text).toContain(`href="/payments/${id}/case?row=3"`);
    const { status, text } = await browser.open(`/payments/${id}/case?row=3`);
    expect([status, text.slice(0, 2)]).toEqual([200, 'PK']);
    expect(await lastEntry('caseExported')).toMatchObject({
      ...{ subject: id, actorId: `operator${String(operators)}`, detail: { row: 3 } },
    });
    for (const path of ['/payments/unknown/case', `/payments/${id}/case?row=9`]) {
      expect((await browser.open(path)).status).toBe(404);
    }
  });

  it('adds no view to the history of the payment', async () => {
    const id = await paidFile();
    const browser = await signedIn('read');
    const before = await timelineOf(bank().service, id);
    await browser.open(`/payments/${id}`);
    await browser.open(`/payments/${id}/rows`);
    expect((await timelineOf(bank().service, id)).entries).toEqual(before.entries);
  });

  it('answers with 404 for unknown ids and rows, and records nothing', async () => {
    const id = await paidFile();
    const browser = await signedIn('read');
    const count = async () =>
      (await bank().service.auditLog()).filter(({ action }) => action.endsWith('Viewed')).length;
    const before = await count();
    const missing = [
      ['/payments/unknown', 'Payment not found'],
      ['/payments/%3Cscript%3E', 'Payment not found'],
      [`/payments/${id}?row=5`, 'Row not found'],
      [`/payments/${id}?row=0`, 'Row not found'],
      [`/payments/${id}?row=1e1`, 'Row not found'],
      ['/payments/unknown/rows', 'No file found'],
      ['/payments/unknown/rows/csv', 'No file found'],
    ] as const;
    for (const [path, title] of missing) {
      const page = await browser.open(path);
      expect([path, page.status]).toEqual([path, 404]);
      expect(wordsOf(page.text)).toContain(title);
    }
    expect(await count()).toBe(before);
  });
});

describe('the rows of a file', () => {
  it('lists the rows that were not paid first', async () => {
    const id = await paidFile();
    const browser = await signedIn('read');
    const { text } = await browser.open(`/payments/${id}/rows`);
    const rows = [...text.matchAll(/\?row=(\d+)"/g)].map(([, row]) => Number(row));
    expect(rows).toEqual([2, 4, 1, 3]);
    expect(wordsOf(text)).toContain('Of the whole file: 2 paid, 2 not paid.');
    expect(wordsOf(text)).toContain('Rejected by the scheme: the payee’s account is closed');
    const failed = await browser.open(`/payments/${id}/rows?only=notPaid`);
    expect(wordsOf(failed.text)).toContain('2 rows');
    expect(await lastEntry('fileViewed')).toMatchObject({
      ...{ subject: id, detail: { only: 'notPaid', page: 1, searched: false } },
    });
  });

  it('searches with a form, and records no text', async () => {
    const id = await paidFile();
    const browser = await signedIn('read');
    const path = `/payments/${id}/rows`;
    const found = await browser.send(path, path, { text: '99999900000004' });
    expect(found.status).toBe(200);
    expect(wordsOf(found.text)).toContain('1 row');
    const entry = await lastEntry('fileViewed');
    expect(entry).toMatchObject({ subject: id, detail: { searched: true } });
    expect(JSON.stringify(entry)).not.toContain('99999900000004');
    const nothing = await browser.send(path, path, { text: 'nobody' });
    expect(wordsOf(nothing.text)).toContain('No rows found.');
  });

  it('pages through a large file, also by the id of its consent', async () => {
    const tpp = await newTpp();
    const consentId = await tpp.consentFor(bulkFile(401));
    await tpp.upload(consentId, bulkFile(401));
    const browser = await signedIn('read');
    const page = await browser.open(`/payments/${consentId}/rows?page=3`);
    expect(wordsOf(page.text)).toContain('Not paid first: 401 to 401 of 401');
    expect(wordsOf(page.text)).toContain('Not decided yet');
    const beyond = await browser.open(`/payments/${consentId}/rows?page=99`);
    expect(wordsOf(beyond.text)).toContain('The list has no such page.');
  });

  it('sends the rows as CSV', async () => {
    const id = await paidFile();
    const browser = await signedIn('read');
    const { status, text, response } = await browser.open(`/payments/${id}/rows/csv?only=notPaid`);
    expect(status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(response.headers.get('content-disposition')).toContain(`payments-${id}.csv`);
    expect(text.trim().split('\r\n')).toHaveLength(3);
    expect(await lastEntry('fileViewed')).toMatchObject({ detail: { download: true } });
  });
});

describe('the search for payments', () => {
  it('finds a row of a file by its account, and records ids but no text', async () => {
    const id = await paidFile();
    const browser = await signedIn('read');
    const found = await browser.send('/payments', '/payments', { search: '99-99-99 00000004' });
    expect(found.status).toBe(200);
    expect(found.text).toContain(`href="/payments/${id}?row=4"`);
    const entry = await lastEntry('paymentsSearched');
    expect(Object.values(entry?.detail as object)).toContain(id);
    expect(JSON.stringify(entry)).not.toMatch(/99-99-99|99999900000004/);
    const trail = await browser.open(`/audit?subject=${id}&action=paymentsSearched`);
    expect(wordsOf(trail.text)).toContain('An operator searched payments');
  });

  it('limits the search to days, and says that nothing was found', async () => {
    const id = await paidFile();
    const browser = await signedIn('read');
    const search = (days: Record<string, string>) =>
      browser.send('/payments', '/payments', { search: id, ...days });
    expect((await search({ first: '2026-12-01' })).text).toContain(`/payments/${id}"`);
    const listed = vi.spyOn(bank().service.store, 'listSearchSegments').mockResolvedValue([]);
    const none = wordsOf((await search({ last: '2026-11-30' })).text);
    listed.mockRestore();
    expect(none).toMatch(/0 payments found Nothing was found\..*The index is empty\./);
  });

  it('reports wrong fields, and records nothing', async () => {
    const browser = await signedIn('read');
    const before = (await bank().service.auditLog()).length;
    const wrong = [
      [{ search: ' - ' }, 'with a letter or a digit'],
      [{ search: 'x'.repeat(257) }, 'at most 256 characters'],
      [{ search: 'x', first: '2026-02-30' }, 'Enter the first day'],
      [{ search: 'x', last: 'tomorrow' }, 'Enter the last day'],
      [{ search: 'x', first: '2026-12-02', last: '2026-12-01' }, 'before the first day'],
    ] as const;
    for (const [fields, message] of wrong) {
      const page = await browser.send('/payments', '/payments', fields);
      expect(wordsOf(page.text)).toContain(message);
    }
    expect((await bank().service.auditLog()).length).toBe(before);
  });

  it('says that there may be more payments', async () => {
    const tpp = await newTpp();
    const file = bulkFile(60, { CreditorAccount: account('20000000000077', 'Many Ltd') });
    await tpp.pay(file);
    const browser = await signedIn('read');
    const found = await browser.send('/payments', '/payments', { search: 'many' });
    expect(wordsOf(found.text)).toContain('50 payments found There may be more payments.');
  });

  it('shows nothing if it cannot be recorded', async () => {
    const id = await paidFile();
    const browser = await signedIn('read');
    expect(wordsOf((await browser.open('/payments')).text)).toContain('What to find');
    const record = vi
      .spyOn(bank().service.store, 'record')
      .mockRejectedValueOnce(new Error('disk full'));
    const refused = await browser.send('/payments', '/payments', { search: id });
    expect(refused.status).toBe(503);
    expect(refused.text).not.toContain(id);
    record.mockRestore();
  });
});

describe('access to the pages of payments', () => {
  it('shows no payment without a session', async () => {
    const id = await paidFile();
    const paths = [`/payments/${id}`, `/payments/${id}/rows`, '/audit', '/schemes', '/payments'];
    for (const path of paths) {
      const text = wordsOf(await (await bank().fetch(path)).text());
      expect([path, text.includes('Sign in to the console')]).toEqual([path, true]);
    }
    const download = await bank().fetch(`/payments/${id}/rows/csv`);
    expect([download.status, download.headers.get('location')]).toEqual([303, '/']);
  });

  it('refuses searches from another origin, and with a forged token', async () => {
    const id = await paidFile();
    const browser = await signedIn('read');
    for (const path of ['/payments', `/payments/${id}/rows`]) {
      const fields = { token: 'forged', search: id, text: 'Fresco' };
      const other = await browser.post(path, fields, { origin: 'https://evil.example' });
      expect(other.status).toBe(403);
      const forged = await browser.post(path, fields);
      expect([forged.status, forged.location]).toEqual([303, '/?problem=ended']);
    }
  });
});
