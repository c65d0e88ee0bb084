import { ServerResponse, type IncomingMessage } from 'node:http';
import { expect, test, vi } from 'vitest';
import type { AdmittedRequest } from '../../../../src/listeners/request-handler.ts';
import {
  serveCustomers,
  type ListenerOptions,
  type TlsHandlers,
} from '../../../../src/listeners/tls-routing.ts';
import {
  MAX_SIGNED_IN,
  SignedInBrowsers,
} from '../../../../src/listeners/limits/signed-in-browsers.ts';
import { Refusal } from '../../../../src/shared/errors.ts';

/** What the cookie of a browser holds. */
const sessionOf = (name: string | number) => String(name).padStart(43, '0');

function request(address: string, session?: string, url = '/my/payments'): IncomingMessage {
  const cookie = session === undefined ? '' : `other=1; __Host-visit-own=${sessionOf(session)}`;
  return { url, headers: { cookie }, address } as unknown as IncomingMessage;
}

/** A customers' door that takes three requests of each caller; sessions a and b are clara's. */
function listener() {
  const listenerOptions = {
    customers: { perSecond: 0.001, burst: 3 },
    addressOf: (incoming: IncomingMessage) => (incoming as unknown as { address: string }).address,
    machineClock: () => 0,
  } as unknown as ListenerOptions;
  const users: Record<string, string> = { [sessionOf('a')]: 'clara', [sessionOf('b')]: 'clara' };
  const pages: (arrival: AdmittedRequest) => void = ({ incoming, recognise }) => {
    // As cookies are read there: the first of a name, without its quotes.
    const user = users[/own="?(\w+)/.exec(incoming.headers.cookie ?? '')?.[1] ?? ''];
    if (user !== undefined) (recognise as (userId: string) => void)(user);
  };
  const issuerUrl = 'https://bank.example';
  const served = { issuerUrl, aliases: [], pages } as unknown as TlsHandlers;
  const behind = serveCustomers(served, listenerOptions);
  return (incoming: IncomingMessage): boolean => {
    const caller = behind.identifyClient(incoming, {
      trustLevel: 'unauthenticated',
      key: '',
      group: '',
    });
    const consume = behind.consume(caller, '/my');
    if (consume instanceof Refusal) return false;
    const outgoing = new ServerResponse(incoming);
    const target = { origin: issuerUrl, path: '/my/payments', search: '' };
    const recognise = vi.fn(consume.refund.bind(consume));
    behind.answer({ ...target, incoming, outgoing, recognise, endUnread: () => undefined });
    return true;
  };
}

test('whoever is signed in is charged, not the address, wherever the sessions are', () => {
  const comesIn = listener();
  // The first request of each session is the address's, and then hers in its place.
  const ofClara = [request('here', 'a'), request('there', 'b'), request('else', 'a')];
  expect(ofClara.map(comesIn)).toEqual([true, true, true]);
  expect(comesIn(request('anywhere', 'b'))).toBe(false);
  // Her neighbours have all that an address has.
  expect([1, 2, 3, 4].map(() => comesIn(request('here')))).toEqual([true, true, true, false]);
});

test('a cookie that is nobody’s is charged to its address, however many there are', () => {
  const comesIn = listener();
  expect(['c', 'd', 'e', 'f'].map((made) => comesIn(request('here', made)))).toEqual([
    ...[true, true, true],
    false,
  ]);
});

test('one session behind cookies that are always others is charged all the same', () => {
  const comesIn = listener();
  const disguised = Array.from({ length: 8 }, (_, made) => {
    const cookie = `__Host-visit-own="${sessionOf('a')}"; __Host-visit-own=${sessionOf(made)}`;
    return Object.assign(request('here'), { headers: { cookie } });
  });
  // What the user may ask, and then what the address may.
  expect(disguised.map(comesIn)).toEqual([...Array<boolean>(6).fill(true), false, false]);
});

test('only requests to the own pages are those of a session, and so many are remembered', () => {
  const known = new SignedInBrowsers();
  expect(known.remember(request('here', 'a', '/interaction/own'), 'clara')).toBe(false);
  expect(known.remember(request('here', 'a'), 'clara')).toBe(true);
  expect(known.remember(request('here', 'a'), 'clara')).toBe(false);
  expect(known.of(request('there', 'a', '/my?problem=x'))).toBe('clara');
  expect(known.of(request('there', 'a', '/mystery'))).toBeUndefined();
  for (let other = 0; other < MAX_SIGNED_IN; other += 1) {
    known.remember(request('here', `1${String(other)}`), 'sam');
  }
  expect(known.of(request('here', 'a'))).toBeUndefined();
  expect(known.of(request('here', `1${String(MAX_SIGNED_IN - 1)}`))).toBe('sam');
});
