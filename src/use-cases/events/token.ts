import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { MessageSignatures } from '../../domain/ports/signatures.ts';
import { EVENT_PREFIX, type EventNotification } from '../../domain/records/event-notifications.ts';
import { familyNamed } from '../../families/index.ts';
import { newId } from '../../shared/ids.ts';
import { epochSeconds, type Clock, type Instant } from '../../shared/time.ts';

/** A URL at which a version of the API serves a resource. */
export interface ResourceLink {
  /** The version, for example `v3.1`. */
  readonly version: string;
  readonly link: string;
}

/** Dependencies of the signing of events. */
export interface SigningParts {
  readonly signatures: Pick<MessageSignatures, 'sign'>;
  /** Identifier of the bank in tokens. */
  readonly issuer: string;
  readonly machineClock: Clock;
}

/** Returns every URL under which a resource can be read. */
export type LinksOf = (
  resource: Pick<EventNotification, 'family' | 'apiVersion'>,
  path: string,
) => readonly ResourceLink[];

/** The type of a test event (OpenID Shared Signals Framework 1.0, 8.1.4.1). */
const VERIFICATION = 'https://schemas.openid.net/secevent/ssf/event-type/verification';

/** A test event about a subscription. */
interface TestEvent {
  /** The id of the subscription. */
  readonly id: string;
  readonly clientId: string;
  /** The URL of the subscription. */
  readonly sub: string;
  readonly at: Instant;
}

/** The claims that the standard adds to the subject of an event (RFC 8417, 2.2). */
const SUBJECT = {
  type: 'http://openbanking.org.uk/rid_http://openbanking.org.uk/rty',
  id: 'http://openbanking.org.uk/rid',
  resourceType: 'http://openbanking.org.uk/rty',
  links: 'http://openbanking.org.uk/rlk',
} as const;

/**
 * Returns events as security event tokens: JWTs that the bank signs with PS256. Each is signed at
 * the time at which it is sent, so that its key is published then.
 */
export async function signEvents(
  { store }: { readonly store: Pick<DirectoryStore, 'findSoftwareOf'> },
  {
    clientId,
    events,
  }: { readonly clientId: string; readonly events: readonly EventNotification[] },
  linksOf: LinksOf,
  { signatures, issuer, machineClock }: SigningParts,
): Promise<readonly string[]> {
  if (events.length === 0) return [];
  const audience = await audienceOf(store, clientId);
  const issued = { iss: issuer, iat: epochSeconds(machineClock()), aud: audience };
  return Promise.all(
    events.map((event) => sign({ ...issued, ...claimsOf(event, linksOf) }, signatures)),
  );
}

/** Returns a new test event for a TPP, as a security event token, with its id. */
export async function signTestEvent(
  { store }: { readonly store: Pick<DirectoryStore, 'findSoftwareOf'> },
  { id, clientId, sub, at }: TestEvent,
  { signatures, issuer, machineClock }: SigningParts,
): Promise<{ readonly jti: string; readonly token: string }> {
  const jti = newId('ev', at);
  const aud = await audienceOf(store, clientId);
  const subject = {
    subject_type: SUBJECT.type,
    [SUBJECT.id]: id,
    [SUBJECT.resourceType]: 'event-subscription',
  };
  const token = await sign(
    {
      iss: issuer,
      iat: epochSeconds(machineClock()),
      aud,
      jti,
      sub,
      txn: jti,
      toe: epochSeconds(at),
      events: { [VERIFICATION]: { subject } },
    },
    signatures,
  );
  return { jti, token };
}

async function audienceOf(
  store: Pick<DirectoryStore, 'findSoftwareOf'>,
  clientId: string,
): Promise<string> {
  return (await store.findSoftwareOf(clientId))?.software.id ?? clientId;
}

async function sign(claims: object, signatures: SigningParts['signatures']): Promise<string> {
  const payload = Buffer.from(JSON.stringify(claims));
  // The signature of an attached payload is the same as that of a detached one.
  const [header = '', , signature = ''] = (
    await signatures.sign(payload, 'application/json')
  ).split('.');
  return `${header}.${payload.toString('base64url')}.${signature}`;
}

function claimsOf(event: EventNotification, linksOf: LinksOf): object {
  const family = familyNamed(event.family);
  const resource = event.resource === 'consent' ? family.consents : family.payments;
  const links = linksOf(event, `/${resource}/${event.resourceId}`);
  const subject = {
    subject_type: SUBJECT.type,
    [SUBJECT.id]: event.resourceId,
    [SUBJECT.resourceType]: resource.replace(/s$/, ''),
    [SUBJECT.links]: links,
  };
  const { id: jti, type, txn, at, reason } = event;
  return {
    jti,
    sub: links[0]?.link,
    txn,
    toe: epochSeconds(at),
    events: { [EVENT_PREFIX + type]: { ...(reason === null ? {} : { reason }), subject } },
  };
}
