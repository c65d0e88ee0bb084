import { expect, it, onTestFinished, vi } from 'vitest';
import { actorOf } from '../../src/domain/records/audit.ts';
import { useConsole } from './console-bank.ts';
import { wordsOf } from './http-browser.ts';

const bank = useConsole();
const withHub = useConsole({ hub: true, core: false, screening: false });

const BY = actorOf({ kind: 'operator', id: 'olga' }, { address: '192.0.2.9' });

/** Records entries about a subject. */
async function record(count: number, subject: string): Promise<void> {
  const { store, clock } = bank().service;
  for (let index = 0; index < count; index += 1) {
    const detail = { argument: `<b>${String(index)}</b>` };
    const entry = { action: 'operatorCommand', subject, detail } as const;
    await store.record({ at: clock.now(), by: BY }, entry);
  }
}

it('lists the newest entries first, in plain words, and pages by sequence number', async () => {
  await record(120, 'work-list');
  const browser = await bank().signedIn('anna', 'read');
  const { text } = await browser.open('/audit');
  const words = wordsOf(text);
  expect(words).toContain('An operator signed in: anna');
  expect(words).toContain('operator olga from 192.0.2.9 An operator ran a command: work-list');
  expect(words).toContain('argument: &lt;b&gt;119&lt;/b&gt;');
  expect(words.indexOf('argument: &lt;b&gt;119')).toBeLessThan(words.indexOf('&lt;b&gt;118'));
  const before = Number(/before=(\d+)"/.exec(text)?.[1]);
  const earlier = wordsOf((await browser.open(`/audit?before=${String(before)}`)).text);
  expect(earlier).toContain('argument: &lt;b&gt;0&lt;/b&gt;');
  expect(earlier).not.toContain('argument: &lt;b&gt;119');
  expect(earlier).toContain('Newest');
  const first = wordsOf((await browser.open('/audit?before=2')).text);
  expect(first).toContain('The service started');
  expect(first).not.toContain('Earlier');
});

it('filters by an id and an action, and pages through the result', async () => {
  await record(101, 'hub-status');
  const browser = await bank().signedIn('anton', 'read');
  const { text } = await browser.open('/audit?subject=hub-status&action=operatorCommand');
  expect(text.match(/An operator ran a command: /g)).toHaveLength(100);
  const next = /href="(\/audit\?subject=hub-status[^"]*before=\d+)"/.exec(text)?.[1] ?? '';
  const rest = await browser.open(next.replaceAll('&amp;', '&'));
  expect(rest.text.match(/An operator ran a command: /g)).toHaveLength(1);
  const byAction = await browser.open('/audit?action=operatorSignedIn');
  expect(wordsOf(byAction.text)).toContain('An operator signed in: anton');
  expect(byAction.text).not.toContain('An operator ran a command: ');
});

it('lists entries whose details were changed', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  await record(1, 'changed');
  const browser = await bank().signedIn('anna', 'read');
  const { store } = bank().service;
  const list = store.listAuditEntries.bind(store);
  for (const detail of ['{"argument":', 'null', '7']) {
    vi.spyOn(store, 'listAuditEntries').mockImplementation(async (range) => {
      const entries = await list(range);
      return entries.map((one) => (one.subject === 'changed' ? { ...one, detail } : one));
    });
    const { status, text } = await browser.open('/audit');
    expect([detail, status]).toEqual([detail, 200]);
    expect(wordsOf(text)).toContain('An operator ran a command: changed');
  }
});

it('says that there are no entries, and ignores wrong parameters', async () => {
  const browser = await bank().signedIn('alex', 'read');
  const none = await browser.open('/audit?subject=%3Cscript%3E&action=__proto__&before=-1');
  expect(none.status).toBe(200);
  expect(wordsOf(none.text)).toContain('No entries found here.');
  expect(none.text).not.toContain('<script>');
});

it('shows the schemes, with a stop and its reason', async () => {
  const { store, clock } = withHub().service;
  await store.stopScheme('CHAPS', 'No <i>answers</i>', { at: clock.now(), by: BY });
  const browser = await withHub().signedIn('olga', 'read');
  const text = wordsOf((await browser.open('/schemes')).text);
  expect(text).toMatch(/CHAPS State Stopped by olga , .*?: No &lt;i&gt;answers/);
  expect(text).toMatch(/Bacs State Open Waiting 0 messages Not completely answered 0 messages/);
  expect(text).toContain('Differences of the settlement accounts There are none.');
});

it('says that simulated schemes have no state', async () => {
  const browser = await bank().signedIn('otto', 'read');
  const { text } = await browser.open('/schemes');
  expect(wordsOf(text)).toContain('This service uses no payment hub.');
});
