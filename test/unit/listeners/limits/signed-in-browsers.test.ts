import { ServerResponse, type IncomingMessage } from 'node:http';
import { expect, test, vi } from 'vitest';
import type { AdmittedRequest, RequestHandler } from '../../../../src/listeners/request-handler.ts';
import {
  serveConsole,
  serveCustomers,
  type ListenerOptions,
  type TlsHandlers,
} from '../../../../src/listeners/tls-routing.ts';
import {
  MAX_SIGNED_IN,
  portalBrowsers,
} from '../../../../src/listeners/limits/signed-in-browsers.ts';
import { Refusal } from '../../../../src/shared/errors.ts';

/** Value of a session cookie. */
const sessionOf = (name: string | number) => String(name).padStart(43, '0');

function request(address: string, session?: string, url = '/my/payments'): IncomingMessage {
  const cookie = session === undefined ? '' : `other=1; __Host-visit-own=${sessionOf(session)}`;
  return { url, headers: { cookie }, address } as unknown as IncomingMessage;
}

const OPTIONS = {
  customers: { perSecond: 0.001, burst: 3 },
  addressOf: (incoming: IncomingMessage) => (incoming as unknown as { address: string }).address,
  machineClock: () => 0,
} as unknown as ListenerOptions;

/**
 * A customers' listener with a burst of three requests per client. Sessions a and b are clara's.
 */
function listener() {
  const users: Record<string, string> = { [sessionOf('a')]: 'clara', [sessionOf('b')]: 'clara' };
  const pages: (arrival: AdmittedRequest) => void = ({ incoming, recognise }) => {
    // Reads cookies as the pages do: the first of a name, without quotes.
    const user = users[/own="?(\w+)/.exec(incoming.headers.cookie ?? '')?.[1] ?? ''];
    if (user !== undefined) (recognise as (userId: string) => void)(user);
  };
  const issuerUrl = 'https://bank.example';
  const served = { issuerUrl, aliases: [], pages } as unknown as TlsHandlers;
  return passing(serveCustomers(served, OPTIONS), issuerUrl);
}

/** Returns a function that passes a request. It returns false if the rate limit refuses it. */
function passing(requestHandler: RequestHandler, origin: string) {
  return (incoming: IncomingMessage): boolean => {
    const caller = requestHandler.identifyClient(incoming, {
      trustLevel: 'unauthenticated',
      key: '',
      group: '',
    });
    const consume = requestHandler.consume(caller, '/my');
    if (consume instanceof Refusal) return false;
    const outgoing = new ServerResponse(incoming);
    const target = { origin, path: '/my/payments', search: '' };
    const recognise = vi.fn(consume.refund.bind(consume));
    requestHandler.answer({ ...target, incoming, outgoing, recognise, endUnread: () => undefined });
    return true;
  };
}

test('the rate limit of a signed-in user covers all sessions and addresses', () => {
  const comesIn = listener();
  // The first request of a session counts for its address, later ones for the user.
  const ofClara = [request('here', 'a'), request('there', 'b'), request('else', 'a')];
  expect(ofClara.map(comesIn)).toEqual([true, true, true]);
  expect(comesIn(request('anywhere', 'b'))).toBe(false);
  // Other clients at her address have the full quota.
  expect([1, 2, 3, 4].map(() => comesIn(request('here')))).toEqual([true, true, true, false]);
});

test('operators of the console at one address have a rate limit each', () => {
  const pages: (arrival: AdmittedRequest) => void = ({ incoming, recognise }) => {
    const user = /console=0+(\w+)/.exec(incoming.headers.cookie ?? '')?.[1] ?? '';
    if (user !== '') (recognise as (userId: string) => void)(user);
  };
  const console = { pages, origin: 'https://console.example', cookie: '__Host-console' };
  const comesIn = passing(serveConsole(console, OPTIONS), console.origin);
  const from = (session?: string) => {
    const cookie = session === undefined ? '' : `__Host-console=${sessionOf(session)}`;
    return Object.assign(request('here'), { headers: { cookie }, url: '/work' });
  };
  expect([from('olga'), from('olga'), from('olga'), from('olga')].map(comesIn)).toEqual([
    ...[true, true, true],
    false,
  ]);
  expect([from(), from(), from(), from()].map(comesIn)).toEqual([true, true, true, false]);
  expect(comesIn(from('otto'))).toBe(false);
});

test('requests with unknown cookies count for their address', () => {
  const comesIn = listener();
  expect(['c', 'd', 'e', 'f'].map((made) => comesIn(request('here', made)))).toEqual([
    ...[true, true, true],
    false,
  ]);
});

test('changing other cookies does not avoid the limit of a session', () => {
  const comesIn = listener();
  const disguised = Array.from({ length: 8 }, (_, made) => {
    const cookie = `__Host-visit-own="${sessionOf('a')}"; __Host-visit-own=${sessionOf(made)}`;
    return Object.assign(request('here'), { headers: { cookie } });
  });
  // The quota of the user, then that of the address.
  expect(disguised.map(comesIn)).toEqual([...Array<boolean>(6).fill(true), false, false]);
});

test('only portal requests are recognised, and the oldest sessions are evicted', () => {
  const known = portalBrowsers();
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
