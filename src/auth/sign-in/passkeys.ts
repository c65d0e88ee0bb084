import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import type { AttestationObject } from '@simplewebauthn/server/helpers';
import { z } from 'zod';
import type { Passkey } from '../../domain/ports/sign-in-store.ts';
import type { Milliseconds } from '../../shared/time.ts';

/*
 * Creates options for passkeys (WebAuthn Level 3) as a second factor, and verifies the browsers'
 * responses. Responses are untrusted input until they are verified.
 */

/** Loads the library for WebAuthn at its first use, because it would delay each start. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** The bank in its role as a WebAuthn relying party. */
export interface RelyingParty {
  /** Host name of the pages. Browsers use the bank's passkeys on no other site. */
  readonly id: string;
  /** The only origin whose pages may use the passkeys. */
  readonly origin: string;
  readonly name: string;
}

/**
 * Returns the relying party for an origin. Returns undefined if its host is an IP address, because
 * browsers create no passkeys for IP addresses.
 */
export function relyingPartyOf(origin: string, name: string): RelyingParty | undefined {
  const { hostname } = new URL(origin);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress ? undefined : { id: hostname, origin, name };
}

/**
 * The COSE numbers of ES256, EdDSA and RS256. Today's authenticators support at least one of them.
 */
const ALGORITHMS = [-7, -8, -257];

/**
 * Time limit for the browser's prompt, in milliseconds. It equals the idle timeout of a session.
 */
const TIMEOUT_MS: Milliseconds = 300_000;

/** Maximum length of a credential id, in characters of base64url (WebAuthn, 6.1: 1,023 bytes). */
const MAX_ID_CHARACTERS = 1364;

const encoded = z.string().regex(/^[\w-]+$/);
const credentialId = encoded.max(MAX_ID_CHARACTERS);

/**
 * The properties that the service reads from the result of `navigator.credentials.create`. Bytes
 * are in base64url.
 */
const enrolmentSchema = z.object({
  id: credentialId,
  clientDataJSON: encoded,
  attestationObject: encoded,
});

/** The properties that the service reads from the result of `navigator.credentials.get`. */
const assertionSchema = z.object({
  id: credentialId,
  clientDataJSON: encoded,
  authenticatorData: encoded,
  signature: encoded,
  userHandle: z.string().nullable(),
});

/**
 * A signed assertion. It proves that the authenticator received the challenge and that its user was
 * present.
 */
export type Assertion = z.output<typeof assertionSchema>;

/** A session, with the number of factors that were accepted in it. */
interface ProvingSession {
  readonly hash: string;
  readonly factorsTaken: number;
}

/**
 * Returns the challenge for an authenticator: 32 bytes in base64url. It is computed from the
 * session, the number of factors accepted before, and the content that the user approves. An
 * assertion can therefore be used only once, in one session and for one purpose (SCA-RTS, article
 * 5).
 *
 * @param dynamicLinkingHash digest of what was shown to the user
 */
export function challengeOf(
  { hash: session, factorsTaken }: ProvingSession,
  dynamicLinkingHash: string,
): string {
  const parts = ['passkey challenge', session, factorsTaken, dynamicLinkingHash];
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

interface EnrolmentParts {
  readonly userId: string;
  readonly challenge: string;
  /** The user's passkeys. If an authenticator has one of them, it creates no second one. */
  readonly known: readonly Pick<Passkey, 'id'>[];
}

/**
 * Returns the options for creating a passkey, as JSON. The passkey must be discoverable and must
 * require user verification. The options request no attestation by the authenticator's
 * manufacturer.
 */
export async function enrolmentOptions(
  party: RelyingParty,
  { userId, challenge, known }: EnrolmentParts,
): Promise<string> {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userName: userId,
    userDisplayName: userId,
    userID: handleOf(userId),
    challenge: Buffer.from(challenge, 'base64url'),
    attestationType: 'none',
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: TIMEOUT_MS,
  });
  return JSON.stringify(options);
}

/**
 * Verifies the creation of a passkey. Returns undefined if it is not valid for this challenge. A
 * response with attestation certificates is refused without reading them. The service did not
 * request them, and verifying them would fetch lists from URLs that they contain.
 *
 * @param text JSON from the browser
 */
export async function verifyEnrolment(
  text: string,
  party: RelyingParty,
  challenge: string,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter'> | undefined> {
  const enrolment = read(enrolmentSchema, text);
  if (enrolment === undefined) return undefined;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const attestation = decodeAttestationObject(
      Uint8Array.from(Buffer.from(enrolment.attestationObject, 'base64url')),
    );
    if (isFramed(enrolment) || isCertified(attestation)) return undefined;
    const { id, ...response } = enrolment;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      ...expectedOf(party, challenge),
      supportedAlgorithmIDs: ALGORITHMS,
    });
    const credential = registrationInfo?.credential;
    if (credential?.id !== id) return undefined;
    return { id, publicKey: credential.publicKey, counter: credential.counter };
  } catch {
    // The library throws if it cannot parse or verify a part of the response.
    return undefined;
  }
}

/**
 * Returns the options for using a passkey, as JSON.
 *
 * @param known the user's passkeys after the password check. Before it the list is empty, so that
 * it does not reveal which users have passkeys. The authenticator then offers its passkeys for the
 * bank.
 */
export async function assertionOptions(
  party: RelyingParty,
  challenge: string,
  known: readonly Pick<Passkey, 'id'>[],
): Promise<string> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: Buffer.from(challenge, 'base64url'),
    allowCredentials: known.map(({ id }) => ({ id })),
    userVerification: 'required',
    timeout: TIMEOUT_MS,
  });
  return JSON.stringify(options);
}

/** Parses an assertion without verifying it. Returns undefined if its format is wrong. */
export function readAssertion(text: string): Assertion | undefined {
  return read(assertionSchema, text);
}

/**
 * Verifies an assertion and returns the new signature counter. Returns undefined if it is not
 * valid. This passkey must have signed it for this challenge, on the bank's pages, with user
 * verification. The counter must have increased, because a lower one indicates a cloned passkey. If
 * the counter is 0, it is not checked.
 */
export async function verifyAssertion(
  assertion: Assertion,
  passkey: Pick<Passkey, 'id' | 'userId' | 'publicKey' | 'counter'>,
  party: RelyingParty,
  challenge: string,
): Promise<number | undefined> {
  const { id, userHandle, ...response } = assertion;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const handle = Buffer.from(handleOf(passkey.userId)).toString('base64url');
    const isAnothers = userHandle !== null && userHandle !== handle;
    if (id !== passkey.id || isAnothers || isFramed(response)) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      ...expectedOf(party, challenge),
      credential: { id, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.counter },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws if it cannot parse or verify a part of the assertion.
    return undefined;
  }
}

function expectedOf(party: RelyingParty, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  };
}

/**
 * Returns the user handle that authenticators store. All passkeys of a user have the same handle,
 * which does not contain the user's name.
 */
function handleOf(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hash('sha256', `passkey user ${userId}`, 'buffer'));
}

/** Returns true if the browser reports that the bank's page was inside another site's frame. */
function isFramed({ clientDataJSON }: Pick<Assertion, 'clientDataJSON'>): boolean {
  const clientData: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
  return !z.object({ crossOrigin: z.literal(false).optional() }).safeParse(clientData).success;
}

/**
 * Returns true if the response contains an attestation by anything other than the new key itself.
 */
function isCertified(attestation: AttestationObject): boolean {
  const format = attestation.get('fmt');
  const isSelfSigned = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  return format !== 'none' && !isSelfSigned;
}

function read<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
): z.output<Schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
