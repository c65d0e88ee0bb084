import { createPasskeys } from '../../src/auth/sign-in/passkey-service.ts';
import { actorOf } from '../../src/domain/records/audit.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { Authenticator } from '../helpers/authenticator.ts';
import { ORIGIN } from './http-browser.ts';
import type { PagesBank } from './pages-bank.ts';

/** Returns the WebAuthn options in a page, as JSON. Returns undefined if the page has none. */
export function asksIn(page: string): string | undefined {
  const written = /data-options="([^"]*)"/.exec(page)?.[1];
  return written?.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** Returns the WebAuthn options in a page, as JSON. Throws if the page has none. */
export function optionsIn(page: string): string {
  return expectDefined(asksIn(page), 'what the page asks for');
}

/** Adds a passkey for a user. Returns the simulated authenticator that holds it. */
export async function withPasskey(bank: PagesBank, userId: string): Promise<Authenticator> {
  const { store, clock } = bank.service;
  const office = expectDefined(
    createPasskeys({ store, origin: ORIGIN, bankName: 'Bank' }),
    'passkeys',
  );
  const session = { hash: 'of before', factorsTaken: 0, userId };
  const authenticator = new Authenticator(ORIGIN);
  const text = authenticator.create(await office.askToEnrol(session));
  const { id, publicKey, counter } = expectDefined(
    await office.verifyEnrolment(session, text),
    'it',
  );
  const act = { at: clock.now(), by: actorOf({ kind: 'customer', id: userId }) };
  const added = await store.addPasskey({ id, publicKey, counter, userId, name: 'Telephone' }, act);
  if (added !== 'added') throw new Error(added);
  return authenticator;
}
