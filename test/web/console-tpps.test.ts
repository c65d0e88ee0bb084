import { describe, expect, it } from 'vitest';
import { bulkFile } from '../helpers/payment-file.ts';
import { Tpp } from '../helpers/tpp.ts';
import { serviceActor } from '../../src/domain/records/audit.ts';
import { parkedStep, useConsole, type OperatorBrowser } from './console-bank.ts';
import { tokenIn, wordsOf } from './http-browser.ts';

const bank = useConsole();
const shown = async (browser: OperatorBrowser, path: string) =>
  wordsOf((await browser.open(path)).text);

/** Returns the id of the organisation of `tpp-one`. */
async function organisation(): Promise<string> {
  const found = await bank().service.store.findSoftwareOf('tpp-one');
  return found?.organisation.id ?? '';
}

/** Returns the entries of an action in the audit log. */
async function audited(action: string) {
  const entries = await bank().service.auditLog();
  return entries.filter((one) => one.action === action);
}

/** Returns the value of a hidden field in a page. */
const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';

describe('the pages about TPPs', () => {
  it('list the TPPs, and show the clients of one with links to its payments', async () => {
    const { id } = await parkedStep(bank());
    const browser = await bank().signedIn('rita', 'read');
    const one = await organisation();
    const list = await browser.open('/tpps');
    expect(list.text).toContain(`<a href="/tpps/${one}">`);
    expect(wordsOf(list.text)).toMatch(/Last consent or payment: .*London time Active/);
    const { text } = await browser.open(`/tpps/${one}`);
    expect(text).toContain(`<a href="/payments/${id}">${id}</a>`);
    expect(wordsOf(text)).toContain('Client tpp-one');
    expect(wordsOf(text)).toContain('Consents Used for its payment: 1');
    expect(wordsOf(text)).toContain('Events no subscription');
    expect(text).not.toContain('Suspend this TPP');
  });

  it('answer with 404 for an unknown organisation, and show an empty page of the list', async () => {
    const browser = await bank().signedIn('rosa', 'read');
    expect((await browser.open('/tpps/nobody')).status).toBe(404);
    expect(await shown(browser, '/tpps?after=zzzz')).toContain('There are no more TPPs.');
  });

  it('suspend a TPP once with a reason, for the role operate', async () => {
    const { store, origin, clock } = bank().service;
    const one = await organisation();
    const tpp = await Tpp.signIn(origin);
    const path = `/tpps/${one}`;
    const reader = await bank().signedIn('rolf', 'read');
    const refused = await reader.send(path, '/actions/suspend-tpp', { tpp: one, reason: 'x' });
    expect(refused.status).toBe(403);
    const operator = await bank().signedIn('olga', 'operate');
    const { text } = await operator.open(path);
    const form = { token: tokenIn(text), once: hidden(text, 'once'), tpp: one };
    const without = await operator.post('/actions/suspend-tpp', { ...form, reason: ' ' });
    expect(without.location).toBe(`${path}?problem=noReason`);
    const sent = await operator.post('/actions/suspend-tpp', { ...form, reason: 'Stolen keys.' });
    expect(sent.location).toBe(`${path}?action=suspendTpp&done=done`);
    expect(await shown(operator, sent.location)).toContain('Suspended by olga Reason Stolen keys.');
    expect(await shown(operator, '/tpps')).toContain('Suspended by an operator');
    await expect(tpp.consentFor(bulkFile(1))).rejects.toThrow('401');
    await expect(Tpp.signIn(origin)).rejects.toThrow();

    // A replay after the end of the suspension changes nothing.
    const act = (id: string) => ({ at: clock.now(), by: serviceActor(id) });
    const proposal = { action: 'resumeTpp', subject: one, reason: 'Solved.', seen: null } as const;
    const proposed = await store.proposeAction(proposal, act('one'));
    if (proposed.kind !== 'proposed') throw new Error(proposed.kind);
    await store.confirmAction(proposed.proposal.id, null, act('other'));
    const again = await operator.post('/actions/suspend-tpp', {
      ...{ ...form, token: tokenIn((await operator.open(path)).text) },
      reason: 'Stolen keys.',
    });
    expect(again.location).toMatch(/\?(?:problem=notOpen|action=suspendTpp&done=done)$/);
    expect(await store.findTpp(one)).toMatchObject({ suspension: null });
  });

  it('propose the end of a suspension, which another operator confirms', async () => {
    const { store, origin, clock } = bank().service;
    const one = await organisation();
    await store.suspendTpp(one, 'Test.', { at: clock.now(), by: serviceActor('test') });
    const [first, second] = [
      await bank().signedIn('anna', 'approve'),
      await bank().signedIn('adam', 'approve'),
    ];
    const page = `/tpps/${one}`;
    const fields = { action: 'resumeTpp', subject: one };
    expect(await shown(first, page)).toContain('Propose to end the suspension');
    const { text } = await first.send(page, '/actions/facts', fields);
    expect(wordsOf(text)).toContain('Reason of the suspension Test.');
    expect(text).toContain(`<a href="${page}">`);
    const sent = { ...fields, token: tokenIn(text), seen: hidden(text, 'seen'), reason: 'Solved.' };
    expect((await first.post('/actions/propose', sent)).location).toBe(
      '/decisions?action=resumeTpp&done=proposed',
    );
    const [proposal] = await store.listActions('newest', 0, 1);
    const confirmed = await second.send('/decisions', '/decisions/actions/confirm', {
      id: String(proposal?.id),
    });
    expect(confirmed.location).toBe('/decisions?action=resumeTpp&done=confirmed');
    await Tpp.signIn(origin);
    expect((await audited('tppResumed')).at(-1)).toMatchObject({ subject: one, actorId: 'adam' });
  });
});
