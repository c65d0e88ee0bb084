import { describe, expect, it } from 'vitest';
import { serviceActor } from '../../src/domain/records/audit.ts';
import type { OperatorRole } from '../../src/domain/records/operators.ts';
import { arrivalOf, documentOf } from '../contract/store/hub-messages.ts';
import { entry, report } from '../contract/store/settlement.ts';
import {
  parkedStep,
  scheduledStep,
  unbookedReturn,
  useConsole,
  type OperatorBrowser,
} from './console-bank.ts';
import { tokenIn, wordsOf } from './http-browser.ts';

const bank = useConsole({ hub: true, core: false, screening: false });
const PAGE = '/actions';
const DECISIONS = '/decisions';
const CONFIRM = '/decisions/actions/confirm';
const NOT_OPEN = `${PAGE}?problem=notOpen`;
const doneAs = (action: string) => `${PAGE}?action=${action}&done=done`;

/** Parties of the first payment of `scheduledStep`. */
const PARTIES = ['Debtor account 11-28-00 01234567', 'Payee Fresco Ltd'];

let operators = 0;
/** Signs in an operator with a new id. */
function signedIn(...roles: readonly OperatorRole[]): Promise<OperatorBrowser> {
  operators += 1;
  return bank().signedIn(`actor${String(operators)}`, ...roles);
}

const act = () => ({ at: bank().service.clock.now(), by: serviceActor('test') });
const shown = async (browser: OperatorBrowser, path: string) =>
  wordsOf((await browser.open(path)).text);

/** Returns the values of a hidden field in a page. */
const valuesOf = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))].map(([, value]) => value);

/** Returns the entries of an action in the audit log. */
async function audited(action: string) {
  const entries = await bank().service.auditLog();
  return entries.filter((one) => one.action === action);
}

/** Opens the facts of an action and proposes it. Returns the next location and the facts. */
async function propose(browser: OperatorBrowser, action: string, subject: string) {
  const { text } = await browser.send(PAGE, '/actions/facts', { action, subject });
  const [seen = ''] = valuesOf(text, 'seen');
  const form = { token: tokenIn(text), action, subject, seen, reason: 'They called.' };
  const { location } = await browser.post('/actions/propose', form);
  return { location, text: wordsOf(text), form };
}

/** Returns the number of the newest proposal. */
async function newest(): Promise<string> {
  const [proposal] = await bank().service.store.listActions('newest', 0, 1);
  return String(proposal?.id);
}

describe('the abandonment of a parked step', () => {
  it('is proposed by one operator and confirmed by another one', async () => {
    const { id, step } = await parkedStep(bank());
    const [one, other] = [await signedIn('approve'), await signedIn('approve')];
    expect(await shown(one, '/work')).toContain(`Propose to abandon step ${String(step)}`);
    const { location, text } = await propose(one, 'abandonWork', String(step));
    expect(text).toContain(`Payment ${id}`);
    const commands = await audited('operatorCommand');
    expect(commands.at(-1)).toMatchObject({ subject: 'proposal-facts' });
    expect(commands.at(-1)?.detail).toContain(`"${String(step)}"`);
    expect(location).toBe(`${DECISIONS}?action=abandonWork&done=proposed`);
    expect(await bank().service.store.listFailingWork(1, step)).toHaveLength(1);
    const number = await newest();
    const waiting = 'Proposals that another operator must confirm';
    expect(await shown(one, '/')).toContain(`${waiting} 1 proposal`);
    expect(await shown(one, DECISIONS)).not.toContain(`Confirm action ${number}`);
    const own = await one.send(DECISIONS, CONFIRM, { id: number });
    expect(own.location).toBe(`${DECISIONS}?problem=sameOperator`);
    expect(await shown(other, DECISIONS)).toContain('Reason They called.');
    const confirmed = await other.send(DECISIONS, CONFIRM, { id: number });
    expect(confirmed.location).toBe(`${DECISIONS}?action=abandonWork&done=confirmed`);
    expect(await bank().service.store.listFailingWork(1, step)).toEqual([]);
    expect(await shown(one, '/')).toContain(`${waiting} 0 proposals`);
    expect(await audited('workAbandoned')).toMatchObject([{ subject: id }]);
    expect(await audited('actionConfirmed')).toMatchObject([{ subject: String(step) }]);
  });

  it('is refused after the facts have changed, and the new facts are shown', async () => {
    const { store } = bank().service;
    const { step } = await parkedStep(bank());
    const [one, other] = [await signedIn('approve'), await signedIn('approve')];
    const { form } = await propose(one, 'abandonWork', String(step));
    const number = await newest();
    const token = tokenIn((await other.open(DECISIONS)).text);
    await store.resumeWork(step, 1, act());
    const [work] = await store.workToRetry(Number.MAX_SAFE_INTEGER, 1);
    if (work === undefined) throw new Error('no step');
    await store.postponeWork(work, { at: act().at, problem: 'Error: other', tryAt: null });
    const refused = await other.post(CONFIRM, { token, id: number });
    expect(refused.location).toBe(`${DECISIONS}?problem=changed`);
    const page = await shown(other, refused.location);
    expect(page).toContain('The facts have changed.');
    expect(page).toContain('Problem Error: other');
    expect(page).not.toContain(`Confirm action ${number}`);
    const withdrawn = await other.send(DECISIONS, '/decisions/actions/withdraw', { id: number });
    expect(withdrawn.location).toBe(`${DECISIONS}?action=abandonWork&done=withdrawn`);
    // The form with the earlier facts proposes nothing.
    const stale = await one.post('/actions/propose', { ...form, reason: 'again' });
    expect(stale.location).toBe(`${PAGE}?problem=changed`);
  });

  it('is done once by two operators at the same time', async () => {
    const { step } = await parkedStep(bank());
    await propose(await signedIn('approve'), 'abandonWork', String(step));
    const number = await newest();
    const before = (await audited('workAbandoned')).length;
    const browsers = [await signedIn('approve'), await signedIn('approve')];
    const tokens = await Promise.all(
      browsers.map(async (one) => tokenIn((await one.open(DECISIONS)).text)),
    );
    const sent = await Promise.all(
      browsers.map((one, index) => one.post(CONFIRM, { token: tokens[index] ?? '', id: number })),
    );
    expect(sent.map(({ location }) => location).toSorted()).toEqual([
      `${DECISIONS}?action=abandonWork&done=confirmed`,
      `${DECISIONS}?problem=notOpen`,
    ]);
    expect(await audited('workAbandoned')).toHaveLength(before + 1);
  });
});

describe('the roles of an action', () => {
  it('differ: a lockout needs administer, and the others need approve', async () => {
    const [approver, admin] = [await signedIn('approve'), await signedIn('administer')];
    const facts = (browser: OperatorBrowser, action: string) =>
      browser.send(PAGE, '/actions/facts', { action, subject: 'x' });
    expect((await facts(approver, 'endLockout')).status).toBe(403);
    expect((await facts(admin, 'endPermission')).status).toBe(403);
    const found = await facts(admin, 'endLockout');
    expect(wordsOf(found.text)).toContain('The action is not possible.');
    const form = { subject: 'FPS', seen: '', reason: 'r' };
    const forged = await admin.send(PAGE, '/actions/propose', { ...form, action: 'resumeScheme' });
    expect(forged.status).toBe(403);
    const unknown = await admin.send(PAGE, '/actions/propose', { ...form, action: 'pay' });
    expect(unknown.location).toBe(NOT_OPEN);
  });
});

describe('the stop of a scheme', () => {
  it('is done once with a reason, and two operators resume it', async () => {
    const { store } = bank().service;
    const operator = await signedIn('operate');
    const { text } = await operator.open(PAGE);
    expect(wordsOf(text)).not.toContain('End a lockout');
    const [once = ''] = valuesOf(text, 'once');
    const form = { token: tokenIn(text), once, scheme: 'FPS' };
    const missing = await operator.post('/actions/stop', { ...form, reason: ' ' });
    expect(missing.location).toBe(`${PAGE}?problem=noReason`);
    const stopped = await operator.post('/actions/stop', { ...form, reason: 'It is slow.' });
    expect(stopped.location).toBe(doneAs('stopScheme'));
    const notice = 'The scheme is stopped. It hands over no message';
    expect(wordsOf((await operator.open(stopped.location)).text)).toContain(notice);
    expect(await shown(operator, PAGE)).toContain('Reason It is slow.');
    expect(await audited('schemeStopped')).toMatchObject([
      { actorKind: 'operator', actorId: `actor${String(operators)}`, subject: 'FPS' },
    ]);
    const [one, other] = [await signedIn('approve'), await signedIn('approve')];
    await propose(one, 'resumeScheme', 'FPS');
    const again = await propose(other, 'resumeScheme', 'FPS');
    expect(again.location).toBe(`${DECISIONS}?problem=alreadyProposed`);
    const id = await newest();
    expect((await operator.send(DECISIONS, CONFIRM, { id })).status).toBe(403);
    expect((await other.send(DECISIONS, CONFIRM, { id })).location).toContain('done=confirmed');
    expect((await store.schemeQueues(0)).every(({ stop }) => stop === null)).toBe(true);
    // A replay of the form, with the same or another reason, stops nothing.
    const replayed = await operator.post('/actions/stop', { ...form, reason: 'Replayed.' });
    expect(replayed.location).toBe(NOT_OPEN);
    const without = await operator.post('/actions/stop', { ...form, once: '', reason: 'r' });
    expect(without.location).toBe(NOT_OPEN);
    expect((await store.schemeQueues(0)).every(({ stop }) => stop === null)).toBe(true);
  });
});

describe('differences and documents', () => {
  it('are closed and read again once, with a reason in the store', async () => {
    const { store } = bank().service;
    const operator = await signedIn('operate');
    await report(store, [entry({ messageId: null, index: null, problem: 'unknown' })]);
    await store.addDelivery({ sha256: documentOf('f'), bytes: 10 }, arrivalOf('f.xml'), 0);
    await store.setDeliveryAside(documentOf('f'), { code: 'sum', problem: 'wrong sum' });
    const [problem] = await store.listHubProblems('open', 1);
    const page = await shown(operator, PAGE);
    const [, name = ''] = /Settlement difference (E\d+)/.exec(page) ?? [];
    expect(page).toContain('Document f.xml');
    const send = async (path: string, fields: Record<string, string>) => {
      const { text } = await operator.open(PAGE);
      const [once = ''] = valuesOf(text, 'once');
      const form = { token: tokenIn(text), once, reason: 'a fee', ...fields };
      return (await operator.post(path, form)).location;
    };
    expect(await send('/actions/resolve', { name })).toBe(doneAs('resolveDifference'));
    expect(await send('/actions/resolve', { name })).toBe(NOT_OPEN);
    const id = String(problem?.id);
    expect(await send('/actions/read-again', { id })).toBe(doneAs('readAgain'));
    expect(await send('/actions/read-again', { id })).toBe(NOT_OPEN);
    expect(await audited('settlementResolved')).toHaveLength(1);
    const [again] = await audited('hubDocumentRepeated');
    expect(again?.detail).toContain('"reason":"a fee"');
    await store.addDelivery({ sha256: documentOf('e'), bytes: 10 }, arrivalOf('e.xml'), 0);
    await store.setDeliveryAside(documentOf('e'), { code: 'sum', problem: 'wrong sum' });
    const [other] = await store.listHubProblems('open', 1);
    expect(await send('/actions/dismiss', { id: String(other?.id) })).toBe(
      doneAs('dismissProblem'),
    );
    expect(await send('/actions/dismiss', { id: String(other?.id) })).toBe(NOT_OPEN);
    expect(await store.listHubProblems('open', 1)).toEqual([]);
    expect(await store.listHubProblems('dismissed', 1)).toMatchObject([{ id: other?.id }]);
  });
});

describe('a returned credit that could not be booked', () => {
  it('is booked again by two operators, who see its parties', async () => {
    const { store } = bank().service;
    const { paymentId } = await scheduledStep(bank());
    const id = String(await unbookedReturn(bank(), paymentId));
    const [one, other] = [await signedIn('approve'), await signedIn('approve')];
    expect(await shown(one, PAGE)).toContain(`Propose to book the credit of problem ${id} again`);
    expect(await shown(await signedIn('operate'), PAGE)).not.toContain('Propose to book');
    const { text, location } = await propose(one, 'retryReturn', id);
    expect(location).toBe(`${DECISIONS}?action=retryReturn&done=proposed`);
    const facts = [`Payment ${paymentId}`, 'Amount £1.00', ...PARTIES];
    for (const fact of facts) expect(text).toContain(fact);
    const page = await shown(other, DECISIONS);
    for (const fact of facts) expect(page).toContain(fact);
    expect(await store.listHubProblems('open', 1)).toMatchObject([{ kind: 'return' }]);
    const confirmed = await other.send(DECISIONS, CONFIRM, { id: await newest() });
    expect(confirmed.location).toBe(`${DECISIONS}?action=retryReturn&done=confirmed`);
    expect(await store.listHubProblems('open', 1)).toEqual([]);
    expect(await audited('hubReturnRepeated')).toMatchObject([{ subject: id }]);
    expect(await shown(one, `/payments/${paymentId}`)).toContain(
      `An operator confirmed the proposal to book the returned credit of problem ${id} again`,
    );
  });
});
