import { describe, expect, it } from 'vitest';
import type { OperatorRole } from '../../src/domain/records/operators.ts';
import { OperatorBrowser, useConsole } from './console-bank.ts';
import { tokenIn, wordsOf } from './http-browser.ts';
import { heldPayment, proposedOutcome } from './waiting-decisions.ts';

const bank = useConsole();
const PAGE = '/decisions';
const CONFIRM = '/decisions/actions/confirm';
const WITHDRAW = '/decisions/actions/withdraw';
const OLGA = 'claimed:olga/1000';
const NOT_OPEN = `${PAGE}?problem=notOpen`;
const [DONE, RELEASED] = ['decideOutcome', 'releaseCase'].map((action) => {
  return `${PAGE}?action=${action}&done=confirmed`;
}) as [string, string];
const SAME = `${PAGE}?problem=sameOperator`;

let operators = 0;
/** Signs in an operator with a new id. */
function signedIn(...roles: readonly OperatorRole[]): Promise<OperatorBrowser> {
  operators += 1;
  return bank().signedIn(`decider${String(operators)}`, ...roles);
}

const shown = async (browser: OperatorBrowser, path = PAGE) =>
  wordsOf((await browser.open(path)).text);

/** Returns the actors of an action in the audit log. */
async function actorsOf(action: string): Promise<readonly string[]> {
  const entries = await bank().service.auditLog();
  return entries.filter((entry) => entry.action === action).map(({ actorId }) => actorId);
}

describe('a proposed outcome of a credit', () => {
  it('is shown with its facts, and another operator confirms it once', async () => {
    const id = String(await proposedOutcome(bank(), OLGA));
    const operator = await signedIn('approve');
    const page = await shown(operator);
    expect(page).toContain(`Decide the outcome of a credit, action ${id}`);
    expect(page).toContain('Outcome rejected Reason code AC04');
    expect(page).toContain('Amount £10.50');
    expect(page).toContain(`Proposed by ${OLGA}`);
    expect(page).toContain('Reason They called.');
    const before = bank().wakes;
    expect((await operator.send(PAGE, CONFIRM, { id })).location).toBe(DONE);
    expect(bank().wakes).toBe(before + 1);
    expect(await shown(operator, DONE)).toContain('Confirmed: Decide the outcome of a credit.');
    expect((await operator.send(PAGE, CONFIRM, { id, again: '1' })).location).toBe(NOT_OPEN);
    expect(await actorsOf('actionConfirmed')).toEqual([`decider${String(operators)}`]);
  });

  it('needs the role approve at the time of the form', async () => {
    const id = String(await proposedOutcome(bank(), OLGA));
    const reader = await signedIn('read', 'operate');
    expect(await shown(reader)).not.toContain('Confirm action');
    expect((await reader.send(PAGE, CONFIRM, { id })).status).toBe(403);
    expect((await reader.send(PAGE, WITHDRAW, { id })).status).toBe(403);
    const former = await signedIn('approve');
    const token = tokenIn((await former.open(PAGE)).text);
    await bank().changeRoles(`decider${String(operators)}`, 'read');
    expect((await former.post(CONFIRM, { token, id })).status).toBe(403);
    await bank().ended(`decider${String(operators)}`);
    expect((await former.post(CONFIRM, { token, id })).location).toBe('/?problem=ended');
    const operator = await signedIn('approve');
    expect((await operator.send(PAGE, WITHDRAW, { id })).location).toBe(
      `${PAGE}?action=decideOutcome&done=withdrawn`,
    );
    expect((await operator.send(PAGE, CONFIRM, { id })).location).toBe(NOT_OPEN);
  });

  it('is never confirmed by the operator who proposed it, under any name', async () => {
    const browser = await bank().signedIn('same', 'approve');
    for (const by of ['same', 'claimed:Same/1000']) {
      const id = String(await proposedOutcome(bank(), by));
      expect(await shown(browser)).toContain('You proposed this.');
      expect(await shown(browser)).not.toContain(`Confirm action ${id}`);
      expect((await browser.send(PAGE, CONFIRM, { id })).location).toBe(SAME);
      const second = new OperatorBrowser(bank());
      await second.enrol(await bank().invite('same'));
      await second.signIn();
      expect((await second.send(PAGE, CONFIRM, { id })).location).toBe(SAME);
      expect((await second.send(PAGE, WITHDRAW, { id })).location).toContain('done=withdrawn');
    }
  });

  it('is not confirmed by forged forms, forms of other sites or unusable numbers', async () => {
    const id = String(await proposedOutcome(bank(), OLGA));
    const [browser, other] = [await signedIn('approve'), await signedIn('approve')];
    const token = tokenIn((await browser.open(PAGE)).text);
    const foreign = tokenIn((await other.open(PAGE)).text);
    expect((await browser.post(CONFIRM, { token: foreign, id })).location).toBe('/?problem=ended');
    expect((await browser.post(CONFIRM, { id })).location).toBe('/?problem=ended');
    const evil = { origin: 'https://evil.example' };
    expect((await browser.post(CONFIRM, { token, id }, evil)).status).toBe(403);
    expect((await browser.post(CONFIRM, { token, id }, {})).status).toBe(403);
    for (const value of ['', '0', '-1', '1e3', `${id} `, '99999999999999999']) {
      expect((await browser.post(CONFIRM, { token, id: value })).location).toBe(NOT_OPEN);
    }
    expect(await shown(browser)).toContain(`Confirm action ${id}`);
  });

  it('is confirmed once by two tabs and by two operators at the same time', async () => {
    const id = String(await proposedOutcome(bank(), OLGA));
    const before = (await actorsOf('actionConfirmed')).length;
    const [one, other] = [await signedIn('approve'), await signedIn('approve')];
    const tokens = [tokenIn((await one.open(PAGE)).text), tokenIn((await other.open(PAGE)).text)];
    const sent = await Promise.all([
      one.post(CONFIRM, { token: tokens[0] ?? '', id, tab: '1' }),
      one.post(CONFIRM, { token: tokens[0] ?? '', id, tab: '2' }),
      other.post(CONFIRM, { token: tokens[1] ?? '', id }),
    ]);
    const locations = sent.map(({ location }) => location);
    expect(locations.toSorted()).toEqual([DONE, NOT_OPEN, NOT_OPEN]);
    expect(await actorsOf('actionConfirmed')).toHaveLength(before + 1);
  });
});

describe('a held payment', () => {
  const PROPOSE_CASE = '/decisions/cases/propose';
  const CONFIRM_CASE = '/decisions/cases/confirm';
  const release = { decision: 'release', reason: 'The customer confirmed it.' };

  it('is proposed with the role operate and decided with the role approve', async () => {
    const id = String(await heldPayment(bank()));
    const [operator, approver] = [await signedIn('operate'), await signedIn('approve')];
    expect(await shown(operator)).toContain(`Held payment, case ${id}`);
    expect(await shown(operator)).toContain('Codes V-7');
    expect(await shown(approver)).not.toContain(`Propose to release case ${id}`);
    const form = { id, ...release };
    expect((await approver.send(PAGE, PROPOSE_CASE, form)).status).toBe(403);
    const early = { ...form, reason: 'too early' };
    expect((await approver.send(PAGE, CONFIRM_CASE, early)).location).toBe(NOT_OPEN);
    const proposed = await operator.send(PAGE, PROPOSE_CASE, form);
    expect(proposed.location).toBe(`${PAGE}?action=releaseCase&done=proposed`);
    // A role that only proposes neither confirms nor replaces the proposal.
    const second = await signedIn('operate');
    for (const decision of ['release', 'reject']) {
      const again = await second.send(PAGE, PROPOSE_CASE, { ...form, decision });
      expect(again.location).toBe(NOT_OPEN);
    }
    expect(await shown(approver)).toContain('Reason The customer confirmed it.');
    const other = { ...form, decision: 'reject' };
    expect((await approver.send(PAGE, CONFIRM_CASE, other)).location).toBe(NOT_OPEN);
    expect((await approver.send(PAGE, CONFIRM_CASE, form)).location).toBe(RELEASED);
    expect((await approver.send(PAGE, CONFIRM_CASE, form)).location).toBe(RELEASED);
    const later = { ...form, reason: 'again' };
    expect((await approver.send(PAGE, CONFIRM_CASE, later)).location).toBe(NOT_OPEN);
    expect(await actorsOf('screeningDecided')).toHaveLength(1);
  });

  it('needs a reason, and two persons', async () => {
    const id = String(await heldPayment(bank()));
    const browser = await signedIn('operate', 'approve');
    const missing = `${PAGE}?problem=noReason`;
    for (const reason of ['', '  ', 'x'.repeat(501)]) {
      const sent = await browser.send(PAGE, PROPOSE_CASE, { ...release, id, reason });
      expect(sent.location).toBe(missing);
    }
    expect(await shown(browser, missing)).toContain('Give a reason of 1 to 500 characters.');
    await browser.send(PAGE, PROPOSE_CASE, { ...release, id });
    expect((await browser.send(PAGE, CONFIRM_CASE, { ...release, id })).location).toBe(SAME);
    const withdrawn = await browser.send(PAGE, '/decisions/cases/withdraw', { id });
    expect(withdrawn.location).toBe(`${PAGE}?action=releaseCase&done=withdrawn`);
    expect(await shown(browser)).toContain(`Propose to reject case ${id}`);
    expect(await actorsOf('screeningWithdrawn')).toEqual([`decider${String(operators)}`]);
  });
});

describe('the message about a form that was done', () => {
  it('is shown for known names only', async () => {
    const browser = await signedIn('read');
    expect(await shown(browser, `${PAGE}?action=decideOutcome&done=withdrawn`)).toContain(
      'Withdrawn: Decide the outcome of a credit. Nothing else has changed.',
    );
    for (const name of ['constructor', 'toString', 'other']) {
      for (const query of [
        `done=${name}&action=decideOutcome`,
        `done=done&action=${name}`,
        'done=done',
      ]) {
        const { status, text } = await browser.open(`${PAGE}?${query}`);
        expect([query, status, text.includes('headline')]).toEqual([query, 200, false]);
      }
    }
  });
});
