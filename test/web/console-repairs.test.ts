import { describe, expect, it, vi } from 'vitest';
import type { CoreOperation } from '../../src/domain/ports/core-banking.ts';
import type { CoreProblem } from '../../src/domain/ports/core-store.ts';
import { serviceActor } from '../../src/domain/records/audit.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { scheduledStep, useConsole, type OperatorBrowser } from './console-bank.ts';
import { tokenIn, wordsOf } from './http-browser.ts';

const bank = useConsole({ hub: false, core: true, screening: false });
const PAGE = '/actions';
const NOT_OPEN = `${PAGE}?problem=notOpen`;
const doneAs = (action: string) => `${PAGE}?action=${action}&done=done`;

/** Sends a form of the page Actions with a random value of its own. Returns the next location. */
async function send(browser: OperatorBrowser, path: string, id: string, reason = 'Repaired.') {
  const { text } = await browser.open(PAGE);
  const [, once = ''] = /name="once" value="([^"]*)"/.exec(text) ?? [];
  const form = { token: tokenIn(text), once, id, reason };
  const { location } = await browser.post(path, form);
  const again = async () => (await browser.post(path, { ...form, reason: 'Again.' })).location;
  return { location, again };
}

/** Returns the subjects and details of the entries about commands and requests. */
async function audited(subject: string) {
  const entries = await bank().service.auditLog();
  return entries.filter((one) => one.subject === subject).map(({ detail }) => detail);
}

describe('the problems of events on the page Actions', () => {
  it('are repaired once, with a reason, by an operator with the role', async () => {
    const { store, clock } = bank().service;
    const act = { at: clock.now(), by: serviceActor('test') };
    const address = { version: '3.1', eventTypes: null, callbackUrl: 'https://tpp.example/' };
    await store.addSubscription({ id: 'es-1', clientId: 'tpp-one', ...address }, act);
    await scheduledStep(bank());
    const soon = clock.now() + 1;
    const [event] = await store.eventsToPush('es-1', soon, 1);
    const pushed = expectDefined(event, 'the event');
    await store.recordPush({ event: pushed, problem: 'busy', retryAt: null }, soon);
    const browser = await bank().signedIn('repairer', 'operate');
    expect(wordsOf((await browser.open(PAGE)).text)).toContain('Nothing is pushed since');
    const reader = await bank().signedIn('reader', 'read');
    expect((await reader.open(PAGE)).text).not.toContain('action="/actions/push-resume"');
    const token = tokenIn((await reader.open(PAGE)).text);
    const forged = { token, once: 'x', id: 'es-1', reason: 'r' };
    expect((await reader.post('/actions/push-resume', forged)).status).toBe(403);
    const missing = await send(browser, '/actions/push-resume', 'es-1', ' ');
    expect(missing.location).toBe(`${PAGE}?problem=noReason`);
    expect((await store.countEvents()).unresponsive).toBe(1);
    const resumed = await send(browser, '/actions/push-resume', 'es-1');
    expect(resumed.location).toBe(doneAs('resumePush'));
    expect((await store.countEvents()).unresponsive).toBe(0);
    expect(await resumed.again()).toBe(NOT_OPEN);
    expect(await audited('events-resume')).toEqual(['{"argument":"es-1","reason":"Repaired."}']);
    for (let error = 0; error < 6; error += 1) {
      const errors = [{ id: pushed.id, code: 'jwtIss', description: 'unknown issuer' }];
      await store.answerEvents('tpp-one', { acknowledged: [], errors }, soon);
    }
    expect(wordsOf((await browser.open(PAGE)).text)).toContain('jwtIss: unknown issuer');
    expect((await send(browser, '/actions/event-replay', pushed.id)).location).toBe(
      doneAs('replayEvent'),
    );
    expect((await send(browser, '/actions/event-replay', pushed.id)).location).toBe(NOT_OPEN);
    expect(await store.listSetAsideEvents(10)).toEqual([]);
  });
});

describe('a request that the core refused', () => {
  it('is sent again or dismissed once with a reason', async () => {
    const { store } = bank().service;
    const credit: CoreOperation = {
      ...({ type: 'credit', id: 'c-1' } as const),
      ...{ account: '11280001234567', amountPence: 250 },
      ...{ reference: 'r', counterparty: 'c' },
    };
    const problem = 'NARR: the account is unknown';
    let listed: readonly CoreProblem[] = [{ id: 7, operations: [credit], addedAt: 0, problem }];
    vi.spyOn(store, 'coreProblems').mockImplementation(() => Promise.resolve(listed));
    const end = (id: number): Promise<boolean> => {
      const isDone = listed.some((one) => one.id === id);
      listed = [];
      return Promise.resolve(isDone);
    };
    const retry = vi.spyOn(store, 'retryCoreRequest').mockImplementation(end);
    const dismiss = vi.spyOn(store, 'dismissCoreRequest').mockImplementation(end);
    const all = listed;
    const browser = await bank().signedIn('core-repairer', 'operate');
    const page = wordsOf((await browser.open(PAGE)).text);
    expect(page).toContain('Request 7, refused by the core banking system');
    expect(page).toContain('credit £2.50, c-1');
    expect(page).not.toContain('01234567');
    const retried = await send(browser, '/actions/core-retry', '7');
    expect(retried.location).toBe(doneAs('retryRequest'));
    expect(await audited('core-retry')).toEqual(['{"argument":"7","reason":"Repaired."}']);
    // The same form does nothing, also after the core has refused the request again.
    listed = all;
    expect(await retried.again()).toBe(NOT_OPEN);
    expect(retry).toHaveBeenCalledTimes(1);
    expect((await send(browser, '/actions/core-dismiss', '7', 'Booked.')).location).toBe(
      doneAs('dismissRequest'),
    );
    expect(dismiss.mock.lastCall?.slice(0, 2)).toEqual([7, 'Booked.']);
    listed = all;
    expect((await send(browser, '/actions/core-dismiss', '8')).location).toBe(NOT_OPEN);
    expect((await send(browser, '/actions/core-retry', 'x')).location).toBe(NOT_OPEN);
    expect(retry).toHaveBeenCalledTimes(1);
  });
});
