import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { MessageSignatures } from '../../domain/ports/signatures.ts';
import { EVENT_PREFIX, type EventNotification } from '../../domain/records/event-notifications.ts';
import { familyNamed } from '../../families/index.ts';
import { epochSeconds, type Clock } from '../../shared/time.ts';

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
  const audience = (await store.findSoftwareOf(clientId))?.software.id ?? clientId;
  const issued = { iss: issuer, iat: epochSeconds(machineClock()), aud: audience };
  return Promise.all(
    events.map(async (event) => {
      const claims = Buffer.from(JSON.stringify({ ...issued, ...claimsOf(event, linksOf) }));
      // The signature of an attached payload is the same as that of a detached one.
      const [header = '', , signature = ''] = (
        await signatures.sign(claims, 'application/json')
      ).split('.');
      return `${header}.${claims.toString('base64url')}.${signature}`;
    }),
  );
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
    ...{ jti, sub: links[0]?.link, txn, toe: epochSeconds(at) },
    events: { [EVENT_PREFIX + type]: { ...(reason === null ? {} : { reason }), subject } },
  };
}
