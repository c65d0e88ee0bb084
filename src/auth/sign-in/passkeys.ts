import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import { z } from 'zod';
import type { Passkey } from '../../domain/ports/sign-in-store.ts';

/*
 * Passkeys (WebAuthn Level 3) as the second factor: what browsers are asked for, and what of their
 * answers is believed. Everything that comes from a browser is hostile until it is verified.
 */

/** The bank, as browsers and authenticators know it. */
export interface RelyingParty {
  /** The host name that passkeys are made for; no other site is given any of them. */
  readonly id: string;
  /** The only origin whose pages use them. */
  readonly origin: string;
  readonly name: string;
}

/** Undefined where the pages are served at an address: no browser makes passkeys for those. */
export function relyingPartyOf(origin: string, name: string): RelyingParty | undefined {
  const { hostname } = new URL(origin);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return isAddress ? undefined : { id: hostname, origin, name };
}

/** ES256, EdDSA and RS256, as COSE numbers them: what today's authenticators have. */
const ALGORITHMS = [-7, -8, -257];

/** How long a browser waits for its user, in milliseconds: as long as a session may be idle. */
const TIMEOUT_MS = 300_000;

/** The longest credential id, in characters of base64url (WebAuthn, 6.1: 1,023 bytes). */
const MAX_ID_CHARACTERS = 1364;

const encoded = z.string().regex(/^[\w-]+$/);
const credentialId = encoded.max(MAX_ID_CHARACTERS);

/** As much as is used of what `navigator.credentials.create` gives; bytes as base64url. */
const enrolmentSchema = z.object({
  id: credentialId,
  clientDataJSON: encoded,
  attestationObject: encoded,
});

/** The same of `navigator.credentials.get`. */
const assertionSchema = z.object({
  id: credentialId,
  clientDataJSON: encoded,
  authenticatorData: encoded,
  signature: encoded,
  userHandle: z.string().nullable(),
});

type Enrolment = z.output<typeof enrolmentSchema>;
/** What an authenticator says that it was given a challenge, and that its user was there. */
export type Assertion = z.output<typeof assertionSchema>;

/** A session, and how many factors were taken in it, each for one thing. */
interface ProvingSession {
  readonly hash: string;
  readonly factorsTaken: number;
}

/**
 * What an authenticator signs: in which session it is, how many factors were taken there before,
 * and what is approved. So an assertion is good once, in one session, for one thing (SCA-RTS,
 * article 5). 32 bytes, base64url.
 *
 * @param linkedTo what it is given for: a digest of what was shown
 */
export function challengeOf(
  { hash: session, factorsTaken }: ProvingSession,
  dynamicLinkingHash: string,
): string {
  const parts = ['passkey challenge', session, factorsTaken, dynamicLinkingHash];
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

interface Enrolling {
  readonly userId: string;
  readonly challenge: string;
  /** Passkeys that the user has: an authenticator that has one makes no second. */
  readonly known: readonly Pick<Passkey, 'id'>[];
}

/**
 * What a browser is asked for to make a passkey, as JSON: one that the authenticator finds by
 * itself and uses for nobody whom it has not verified. Who made the authenticator nobody asks.
 */
export async function enrolmentOptions(
  party: RelyingParty,
  { userId, challenge, known }: Enrolling,
): Promise<string> {
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
 * The passkey that a browser made for a challenge; undefined when it is none, or made for anything
 * else. Certificates of authenticators are refused unread: nobody asked for them, and whoever
 * verified them would fetch lists from wherever they say.
 *
 * @param text JSON of a browser
 */
export async function verifyEnrolment(
  text: string,
  party: RelyingParty,
  challenge: string,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter'> | undefined> {
  const enrolment = read(enrolmentSchema, text);
  if (enrolment === undefined) return undefined;
  try {
    if (isFramed(enrolment) || isCertified(enrolment)) return undefined;
    const { id, ...response } = enrolment;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} }, response },
      ...expectedOf(party, challenge),
      supportedAlgorithmIDs: ALGORITHMS,
    });
    const credential = registrationInfo?.credential;
    if (credential?.id !== id) return undefined;
    return { id, publicKey: credential.publicKey, counter: credential.counter };
  } catch {
    // Whatever cannot be read or verified is told by being thrown.
    return undefined;
  }
}

/**
 * What a browser is asked for to use a passkey, as JSON.
 *
 * @param known those of the user, once the password is proven; none before, so that nothing tells
 *   who has any: the authenticator then finds by itself what it has for the bank
 */
export async function assertionOptions(
  party: RelyingParty,
  challenge: string,
  known: readonly Pick<Passkey, 'id'>[],
): Promise<string> {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: Buffer.from(challenge, 'base64url'),
    allowCredentials: known.map(({ id }) => ({ id })),
    userVerification: 'required',
    timeout: TIMEOUT_MS,
  });
  return JSON.stringify(options);
}

/** An assertion as a browser sent it, nothing of it verified; undefined when it is none. */
export function readAssertion(text: string): Assertion | undefined {
  return read(assertionSchema, text);
}

/**
 * How often the authenticator says that the passkey was used, where the assertion is right:
 * signed with it, for this challenge, at our pages, after the user was verified, and by a counter
 * that went on (one that goes back tells of a copy; 0 is no counter). Undefined otherwise.
 */
export async function verifyAssertion(
  assertion: Assertion,
  passkey: Pick<Passkey, 'id' | 'userId' | 'publicKey' | 'counter'>,
  party: RelyingParty,
  challenge: string,
): Promise<number | undefined> {
  const { id, userHandle, ...response } = assertion;
  try {
    const isAnothers = userHandle !== null && userHandle !== encode(handleOf(passkey.userId));
    if (id !== passkey.id || isAnothers || isFramed(response)) return undefined;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} }, response },
      ...expectedOf(party, challenge),
      credential: { id, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.counter },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // As above.
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

/** Whose a passkey is, as its authenticator keeps it: no name, and the same for all of a user's. */
function handleOf(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hash('sha256', `passkey user ${userId}`, 'buffer'));
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

/** Whether another site put our page into a frame, as the browser tells it. */
function isFramed({ clientDataJSON }: Pick<Assertion, 'clientDataJSON'>): boolean {
  const told: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
  return !z.object({ crossOrigin: z.literal(false).optional() }).safeParse(told).success;
}

/** Whether anything comes along but the signature of the new key itself, or nothing. */
function isCertified({ attestationObject }: Enrolment): boolean {
  const decoded = decodeAttestationObject(
    Uint8Array.from(Buffer.from(attestationObject, 'base64url')),
  );
  const format = decoded.get('fmt');
  const isSelfSigned = format === 'packed' && decoded.get('attStmt').get('x5c') === undefined;
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
