import { expect, it } from 'vitest';
import { actorOf } from '../../src/domain/records/audit.ts';
import { fileOf, payment } from '../helpers/payment-file.ts';
import { Tpp } from '../helpers/tpp.ts';
import { useConsole } from './console-bank.ts';
import { tokenIn, wordsOf } from './http-browser.ts';

const bank = useConsole({ hub: false, core: false, screening: false });
const DAY = { RequestedExecutionDateTime: '2026-12-03T00:00:00Z' };

/** Creates a payment of two batches that an operator holds. Returns its id. */
async function heldFile(): Promise<string> {
  const { origin, store, clock } = bank().service;
  const tpp = await Tpp.signIn(origin);
  const file = fileOf([payment(0), payment(1, { LocalInstrument: 'UK.OBIE.CHAPS' })]);
  const id = await tpp.pay(file, DAY);
  await store.holdPayment(id, 'r', {
    at: clock.now(),
    by: actorOf({ kind: 'operator', id: 'olga' }),
  });
  return id;
}

/** Returns the hash of the facts on the page that proposes an action. */
const seenIn = (text: string) => /name="seen" value="([^"]*)"/.exec(text)?.[1] ?? '';

it('one decision about all cases shows the same facts twice, and is refused after a change', async () => {
  const id = await heldFile();
  const proposer = await bank().signedIn('proposer', 'operate');
  const confirmer = await bank().signedIn('confirmer', 'approve');
  for (const page of [`/payments/${id}`, `/decisions?payment=${id}`]) {
    expect(wordsOf((await proposer.open(page)).text)).toContain('The payment has 2 open cases.');
    expect((await confirmer.open(page)).text).not.toContain('value="releaseCases"');
  }
  const { text } = await proposer.open(`/payments/${id}`);
  const about = { token: tokenIn(text), action: 'releaseCases', subject: id };
  const facts = (await proposer.post('/actions/facts', about)).text;
  const [shown] = /Payment .*Further cases none/.exec(wordsOf(facts)) ?? [];
  expect(shown).toMatch(/Decision release Cases 2 .*Payments 2 Amount £\d+\.\d\d/);
  const proposal = { ...about, seen: seenIn(facts), reason: 'All checked.' };
  const missing = await confirmer.post('/actions/propose', {
    ...{ ...proposal, token: tokenIn((await confirmer.open('/decisions')).text) },
  });
  expect(missing.status).toBe(403);
  expect((await proposer.post('/actions/propose', proposal)).location).toBe(
    '/decisions?action=releaseCases&done=proposed',
  );
  const decisions = (await confirmer.open('/decisions')).text;
  expect(wordsOf(decisions)).toContain(shown);
  const { store, clock } = bank().service;
  const [open] = await store.listActions('open', clock.now(), 10);
  const confirmation = { token: tokenIn(decisions), id: String(open?.id) };
  // Another operator proposes to reject one of the cases.
  const [held] = await store.casesOf([id]);
  const one = { id: held?.id ?? 0, decision: 'reject', reason: 'r' } as const;
  await store.decideCase(one, { at: clock.now(), by: actorOf({ kind: 'operator', id: 'anna' }) });
  const refused = await confirmer.post('/decisions/actions/confirm', confirmation);
  expect(refused.location).toBe('/decisions?problem=changed');
  const changed = wordsOf((await confirmer.open('/decisions')).text);
  expect(changed).toContain('The facts have changed.');
  expect(changed).toContain('Proposed for single cases reject 1');
  expect(await store.casesOf([id])).toHaveLength(2);
  await store.withdrawCase(one.id, {
    at: clock.now(),
    by: actorOf({ kind: 'operator', id: 'anna' }),
  });
  const again = { ...confirmation, tab: '2' };
  expect((await confirmer.post('/decisions/actions/confirm', again)).location).toBe(
    '/decisions?action=releaseCases&done=confirmed',
  );
  expect(await store.casesOf([id])).toEqual([]);
  const page = wordsOf((await confirmer.open(`/payments/${id}`)).text);
  expect(page).toMatch(/The decision about the cases \d+-\d+ is to release them\./);
  expect(page).toContain('An operator confirmed the proposal to release all held parts');
});
