import { compactVerify, type CompactVerifyGetKey } from 'jose';
import { SignatureError } from './errors.ts';
import { expectIssuer, VERIFYING } from './signatures.ts';

const RESOURCE = 'http://openbanking.org.uk/';

/** A verified event of the bank (a security event token, RFC 8417). */
export interface BankEvent {
  /** Id of the event (`jti`). The bank may deliver one event several times, with the same id. */
  readonly id: string;
  /** Type, for example `urn:uk:org:openbanking:events:resource-update`. */
  readonly type: string;
  /** Id of the resource, for example of a payment. */
  readonly resourceId: string | undefined;
  /** Type of the resource, for example `domestic-payment`. */
  readonly resourceType: string | undefined;
  /** Addresses of the resource, one for each version. */
  readonly links: readonly { readonly version: string; readonly link: string }[];
  /** Reason that the bank gives, for example of a revocation. */
  readonly reason: string | undefined;
  /** Time of the event (`toe`), in seconds since 1970. Order events by it. */
  readonly time: number | undefined;
  /** Id of the business event (`txn`), which several events may share. */
  readonly transaction: string | undefined;
  /** The signed event (a JWT), as the bank sends it. */
  readonly token: string;
  /** All claims. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Expectations about the events of one bank. */
export interface EventExpectations {
  readonly keys: CompactVerifyGetKey;
  /** Expected signer. Undefined accepts all holders of a key in the JWKS. */
  readonly issuer: string | undefined;
  /** Expected audience. Undefined accepts all. */
  readonly audience: string | undefined;
}

/**
 * Verifies the token of an event.
 *
 * @throws SignatureError if the bank did not sign it, or if it is for another TPP
 */
export async function verifyEvent(token: string, expected: EventExpectations): Promise<BankEvent> {
  try {
    const { payload, protectedHeader } = await compactVerify(token, expected.keys, VERIFYING);
    expectIssuer(protectedHeader, expected.issuer);
    const claims = membersOf(JSON.parse(Buffer.from(payload).toString('utf8')));
    const audiences = [claims['aud']].flat();
    if (expected.audience !== undefined && !audiences.includes(expected.audience)) {
      throw new Error(`The event is for ${audiences.join(', ')}, not for ${expected.audience}.`);
    }
    return eventIn(claims, token);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SignatureError(`The event is invalid: ${reason}`, token, { cause });
  }
}

function eventIn(claims: Readonly<Record<string, unknown>>, token: string): BankEvent {
  const [entry] = Object.entries(membersOf(claims['events']));
  const id = textOf(claims['jti']);
  if (entry === undefined || id === undefined) throw new Error('It has no jti or no event.');
  const [type, described] = entry;
  const { subject, reason } = membersOf(described);
  const resource = membersOf(subject);
  const links = resource[`${RESOURCE}rlk`];
  return {
    ...{ id, type, claims, token },
    resourceId: textOf(resource[`${RESOURCE}rid`]),
    resourceType: textOf(resource[`${RESOURCE}rty`]),
    links: Array.isArray(links) ? (links as BankEvent['links']) : [],
    reason: textOf(reason),
    time: typeof claims['toe'] === 'number' ? claims['toe'] : undefined,
    transaction: textOf(claims['txn']),
  };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
