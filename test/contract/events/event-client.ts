import { expectStatus } from '../../../test-client/answer.ts';
import { publicPart } from '../../../src/auth/keys/key-file.ts';
import { V3_1 } from '../../../src/versions/v3.1.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { startSigningService, type SigningService } from '../../helpers/signing-service.ts';
import { verifiedHeader, type Header } from '../../helpers/signing.ts';
import { dataOf, Tpp, type Options, type Reply } from '../../helpers/tpp.ts';
import { afterAll, beforeAll } from 'vitest';

export const SUBSCRIPTIONS = `${V3_1.root}/event-subscriptions`;
export const EVENTS = `${V3_1.root}/events`;
export const UPDATE = 'urn:uk:org:openbanking:events:resource-update';
export const REVOKED = 'urn:uk:org:openbanking:events:consent-authorization-revoked';

const NO_KEY = { key: null } as const;

/** The claims of a security event token. */
export interface EventClaims {
  readonly jti: string;
  readonly txn: string;
  readonly toe: number;
  readonly iat: number;
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly events: Readonly<Record<string, { readonly reason?: string; readonly subject: Header }>>;
}

/** A response with events, in the order in which they were sent. */
export interface Polled {
  readonly moreAvailable: boolean;
  readonly tokens: readonly string[];
  readonly events: readonly EventClaims[];
}

/** Sends a TPP's requests about events. */
export class EventClient {
  readonly tpp: Tpp;

  constructor(tpp: Tpp) {
    this.tpp = tpp;
  }

  subscribe(data: object = {}, options: Options = {}): Promise<Reply> {
    const body = { Data: { Version: '3.1', ...data } };
    return this.tpp.post(SUBSCRIPTIONS, body, { ...NO_KEY, ...options });
  }

  /** Subscribes, after it has deleted the subscription that exists. Returns the new id. */
  async subscribed(data: object = {}): Promise<string> {
    await this.unsubscribe();
    const reply = expectStatus(await this.subscribe(data), 201);
    return String(dataOf(reply)['EventSubscriptionId']);
  }

  async unsubscribe(): Promise<void> {
    const listed = dataOf(await this.tpp.get(SUBSCRIPTIONS))['EventSubscription'];
    for (const { EventSubscriptionId: id } of listed as { EventSubscriptionId: string }[]) {
      expectStatus(await this.tpp.call('DELETE', `${SUBSCRIPTIONS}/${id}`, NO_KEY), 204);
    }
  }

  send(body: object, options: Options = {}): Promise<Reply> {
    return this.tpp.post(EVENTS, body, { ...NO_KEY, ...options });
  }

  async poll(body: object = {}): Promise<Polled> {
    const { json } = expectStatus(await this.send(body), 200);
    const { moreAvailable, sets } = json as unknown as {
      readonly moreAvailable: boolean;
      readonly sets: Readonly<Record<string, string>>;
    };
    const tokens = Object.values(sets);
    return { moreAvailable, tokens, events: tokens.map(claimsIn) };
  }

  /** Receives and acknowledges all events. Returns them in the order in which they were sent. */
  async receiveAll(): Promise<readonly EventClaims[]> {
    const received: EventClaims[] = [];
    for (let ack: string[] = []; ;) {
      const { events } = await this.poll({ ack, maxEvents: 100 });
      if (events.length === 0) return received;
      received.push(...events);
      ack = events.map(({ jti }) => jti);
    }
  }
}

function claimsIn(token: string): EventClaims {
  const payload = expectDefined(token.split('.')[1], 'the payload');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as EventClaims;
}

/** Verifies a security event token with the bank's published keys. Returns its header. */
export function headerOfToken(token: string, { keys }: SigningService): Promise<Header> {
  const [header, payload = '', signature] = token.split('.');
  const detached = `${String(header)}..${String(signature)}`;
  const bytes = Buffer.from(payload, 'base64url');
  return verifiedHeader(detached, bytes.toString(), keys.jwks().keys.map(publicPart));
}

/** The events in short: the type without its prefix, and the id of the resource. */
export function inShort(events: readonly EventClaims[]): string[] {
  return events.flatMap(({ events: byType }) =>
    Object.entries(byType).map(
      ([type, { subject }]) =>
        `${type.replace(/^.*:/, '')} ${String(subject['http://openbanking.org.uk/rid'])}`,
    ),
  );
}

/** A bank with two TPPs that receive events. */
export function useEventBank() {
  const bank: { service?: SigningService; one?: EventClient; two?: EventClient } = {};
  beforeAll(async () => {
    bank.service = await startSigningService();
    const { origin } = bank.service;
    bank.one = new EventClient(await Tpp.signIn(origin));
    bank.two = new EventClient(await Tpp.signIn(origin, 'tpp-two'));
  });
  afterAll(() => bank.service?.end());
  return {
    service: () => expectDefined(bank.service, 'the service'),
    one: () => expectDefined(bank.one, 'the first TPP'),
    two: () => expectDefined(bank.two, 'the second TPP'),
  };
}
