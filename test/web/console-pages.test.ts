import { describe, expect, it } from 'vitest';
import { serviceActor } from '../../src/domain/records/audit.ts';
import type { OperatorRole } from '../../src/domain/records/operators.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { parkedStep, useConsole, type OperatorBrowser } from './console-bank.ts';
import { wordsOf } from './http-browser.ts';

const bank = useConsole();
const withSystems = useConsole({ hub: true, core: true, screening: true });

const shown = async (browser: OperatorBrowser, path: string) =>
  wordsOf((await browser.open(path)).text);

let operators = 0;
/** Signs in an operator with a new id. */
function signedIn(...roles: readonly OperatorRole[]): Promise<OperatorBrowser> {
  operators += 1;
  return bank().signedIn(`operator${String(operators)}`, ...roles);
}

describe('the frame of the console', () => {
  it('links to the pages that exist, marks the current one, and runs only our script', async () => {
    const browser = await signedIn('read');
    const { text, response } = await browser.open('/work');
    const links = [...text.matchAll(/<a href="(\/[\w-]*)"( aria-current="page")?>/g)];
    // The page Today also links to other pages.
    expect((await browser.open('/')).text).toContain('<dt><a href="/work">Parked steps');
    expect(links.map(([, path, current]) => [path, current !== undefined])).toEqual([
      ['/', false],
      ['/payments', false],
      ['/files', false],
      ['/approvals', false],
      ['/work', true],
      ['/decisions', false],
      ['/actions', false],
      ['/schemes', false],
      ['/customers', false],
      ['/tpps', false],
      ['/ledger', false],
      ['/regulator', false],
      ['/audit', false],
      ['/settings', false],
    ]);
    expect(text.match(/<script src="\/assets\/live-/g)).toHaveLength(1);
    const audit = await browser.open('/audit');
    expect(audit.text).not.toContain('<script');
    expect(audit.response.headers.get('content-security-policy')).not.toContain('script-src');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('answers with 404 for an unknown page and 403 for a form without the role', async () => {
    const browser = await signedIn('read');
    expect((await browser.open('/nothing')).status).toBe(404);
    expect((await browser.send('/', '/work/retry', { step: 'all' })).status).toBe(403);
  });
});

describe('the page Work', () => {
  it('lists a parked step, and retries it for the role operate', async () => {
    const { id, step } = await parkedStep(bank());
    const reader = await signedIn('read');
    expect(await shown(reader, '/work')).toContain(`Payment ${id} (File payment)`);
    expect(await shown(reader, '/work')).not.toContain(`Retry step ${String(step)}`);
    const operator = await signedIn('operate');
    expect(await shown(operator, '/work')).toContain(`Retry step ${String(step)}`);
    const before = bank().wakes;
    const sent = await operator.send('/work', '/work/retry', { step: String(step) });
    expect(sent.location).toBe('/work?retried=1');
    expect(bank().wakes).toBe(before + 1);
    expect(await shown(operator, sent.location)).toContain('1 step will be retried now.');
    const entries = await bank().service.auditLog();
    expect(entries.filter(({ action }) => action === 'workResumed').at(-1)).toMatchObject({
      ...{ actorKind: 'operator', actorId: `operator${String(operators)}`, address: '192.0.2.1' },
    });
  });

  it('reports a step that is not parked any more, and an invalid number', async () => {
    const { step } = await parkedStep(bank());
    const operator = await signedIn('operate');
    await operator.send('/work', '/work/retry', { step: 'all' });
    for (const value of [String(step), '', '-1', '1e3', 'x']) {
      const sent = await operator.send('/work', '/work/retry', { step: value });
      expect(sent.location).toBe('/work?problem=notParked');
    }
    expect(await shown(operator, '/work?problem=notParked')).toContain('not parked any more');
  });
});

describe('the page Today', () => {
  it('shows parked steps and certificates that expire as problems', async () => {
    const browser = await signedIn('read');
    await browser.send('/', '/work/retry', { step: 'all' });
    await parkedStep(bank());
    const now = bank().service.clock.now();
    bank().certificates = [
      { name: 'the listeners', expiresAt: now + 29 * DAY_MS },
      { name: 'the payment hub', expiresAt: null },
      { name: 'the screening', expiresAt: now + 31 * DAY_MS },
    ];
    const [problems = '', inOrder = ''] = (await shown(browser, '/')).split('In order');
    expect(problems).toContain('Needs attention');
    expect(problems).toMatch(/Parked steps, which wait for an operator \d+ steps?/);
    expect(problems).toContain('Certificate of the listeners Valid until');
    expect(problems).toContain('Certificate of the payment hub Cannot be read');
    expect(inOrder).toContain('Certificate of the screening Valid until');
    expect(inOrder).toContain('Events that were set aside because TPPs reported errors 0 events');
    expect(inOrder).not.toContain('Scheme ');
    bank().certificates = [];
  });

  it('shows the systems of the bank only if there are any', async () => {
    const browser = await withSystems().signedIn('olga', 'read');
    const { store, clock } = withSystems().service;
    const act = { at: clock.now(), by: serviceActor('test') };
    await store.stopScheme('CHAPS', 'maintenance', act);
    const [problems = '', inOrder = ''] = (await shown(browser, '/')).split('In order');
    expect(problems).toContain('Scheme CHAPS Stopped by an operator, 0 messages waiting');
    expect(inOrder).toContain('Scheme Bacs Open, 0 messages waiting');
    expect(inOrder).toContain('Held payments 0 cases');
    expect(inOrder).toContain('Differences of the settlement accounts 0 differences');
    expect(inOrder).toContain('Requests that the core banking system refused 0 requests');
  });
});
