import { describe, expect, it } from 'vitest';
import { serviceActor } from '../../src/domain/records/audit.ts';
import { codeStep, enteredBy } from '../contract/store/fixtures.ts';
import { parkedStep, useConsole } from './console-bank.ts';
import { tokenIn, wordsOf } from './http-browser.ts';

const bank = useConsole();

/** Returns the entries about viewed customers in the audit log. */
async function views() {
  const entries = await bank().service.auditLog();
  return entries.filter(({ action }) => action === 'customerViewed');
}

describe('the pages about customers', () => {
  it('find a customer by an account, in a form whose text is in no address', async () => {
    const browser = await bank().signedIn('rita', 'read');
    const [account] = await bank().service.store.accountsOf('northwind');
    const found = await browser.send('/customers', '/customers', {
      customer: ` ${account?.number.replace(/^(..)(..)(..)/, '$1-$2-$3 ') ?? ''}`,
    });
    expect(found.location).toBe('');
    expect(wordsOf(found.text)).toContain('1 customer found Northwind Components plc');
    expect(found.text).toContain('<a href="/customers/northwind">');
    expect((await views()).at(-1)).toMatchObject({ subject: 'northwind', actorId: 'rita' });
    const count = (await views()).length;
    const none = await browser.send('/customers', '/customers', { customer: 'nobody' });
    expect(wordsOf(none.text)).toContain('0 customers found');
    expect(await views()).toHaveLength(count);
  });

  it('show users, accounts and payments, and record the view', async () => {
    const { id } = await parkedStep(bank());
    const browser = await bank().signedIn('rosa', 'read');
    const { text } = await browser.open('/customers/northwind');
    const words = wordsOf(text);
    expect(words).toContain('Name Northwind Components plc');
    expect(words).toContain(
      'User clara Payment files may approve them Maximum of a file £5,000,000',
    );
    expect(words).toContain('Passkeys 0 passkeys');
    expect(words).toContain('There are no consents to recurring payments (VRP).');
    expect(text).toContain(`<a href="/payments/${id}">${id}</a>`);
    expect((await views()).at(-1)).toMatchObject({ subject: 'northwind', actorId: 'rosa' });
    const payment = await browser.open(`/payments/${id}`);
    expect(payment.text).toContain('<a href="/customers/northwind">');
    expect(payment.text).toMatch(/<dt>TPP<\/dt><dd><a href="\/tpps\/[^"]+">/);
  });

  it('answer with 404 for an unknown customer, and record no view', async () => {
    const browser = await bank().signedIn('rolf', 'read');
    const count = (await views()).length;
    expect((await browser.open('/customers/nobody')).status).toBe(404);
    expect((await browser.open('/customers/clara')).status).toBe(404);
    expect(await views()).toHaveLength(count);
  });

  it('show a lockout with the form that proposes its end, for the role administer', async () => {
    const { store, clock } = bank().service;
    const now = clock.now();
    const end = now + 3_600_000;
    const act = { at: now, by: serviceActor('test') };
    const session = { hash: 'guess', interactionUid: 'v', activeUntil: end, expiresAt: end };
    await store.beginSession(session, enteredBy('colin', false), null, act, now);
    const lockout = {
      ...{ maxFailures: 1, milliseconds: 3_600_000 },
      ...{ maxMilliseconds: 3_600_000, quietMilliseconds: 3_600_000 },
    };
    const successor = { hash: 'next', activeUntil: end };
    await store.endSignIn({ hash: 'guess', proof: codeStep(null), successor }, lockout, act, now);
    const reader = await bank().signedIn('rene', 'read');
    const administrator = await bank().signedIn('ada', 'administer');
    const page = '/customers/northwind';
    const shown = wordsOf((await reader.open(page)).text);
    expect(shown).toMatch(/User colin .*Locked out until/);
    expect(shown).not.toContain('Propose to end the lockout of colin');
    const { text } = await administrator.open(page);
    expect(wordsOf(text)).toContain('Propose to end the lockout of colin');
    const fields = { token: tokenIn(text), action: 'endLockout', subject: 'colin' };
    const facts = await administrator.post('/actions/facts', fields);
    expect(wordsOf(facts.text)).toContain('User colin');
  });
});
