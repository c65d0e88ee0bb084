import { hash } from 'node:crypto';
import type {
  Passkey,
  PasskeyStore,
  CustomerSession,
  PasskeyUse,
  SignedInSession,
} from '../../domain/ports/sign-in-store.ts';
import {
  assertionOptions,
  challengeOf,
  enrolmentOptions,
  readAssertion,
  relyingPartyOf,
  verifyAssertion,
  verifyEnrolment,
} from './passkeys.ts';

/** Purpose in the challenge of a passkey enrolment. */
const ENROLMENT = 'enrolment';
/** Purpose in the challenge of a sign-in. */
export const SIGN_IN = 'sign-in';

type AskingSession = Pick<CustomerSession, 'hash' | 'factorsTaken'>;

type EnrollingSession = Pick<SignedInSession, 'hash' | 'factorsTaken' | 'userId'>;

/**
 * A newly created passkey, with the dynamic-linking hash for the second factor that the user enters
 * to add it.
 */
export interface NewPasskey extends Pick<Passkey, 'id' | 'publicKey' | 'counter'> {
  readonly dynamicLinkingHash: string;
}

/** Creates the WebAuthn options for browsers and verifies the browsers' responses. */
export interface PasskeyService {
  /** Returns the WebAuthn creation options for this session, as JSON. */
  askToEnrol(session: EnrollingSession): Promise<string>;
  /**
   * Verifies the browser's response to `askToEnrol` in the same session. Returns undefined if the
   * response is not valid.
   *
   * @param text response of the browser
   */
  verifyEnrolment(session: EnrollingSession, text: string): Promise<NewPasskey | undefined>;
  /**
   * Returns the WebAuthn request options for a sign-in, as JSON. They allow every passkey for the
   * bank. Otherwise they would reveal, before the password check, which users have passkeys.
   */
  askToSignIn(session: AskingSession): Promise<string>;
  /**
   * Returns the WebAuthn request options for one approval, as JSON. The user's password has already
   * been checked. Returns undefined if the user has no passkey.
   */
  askToApprove(
    session: AskingSession & { readonly userId: string },
    dynamicLinkingHash: string,
  ): Promise<string | undefined>;
  /**
   * Verifies that a passkey signed this session's challenge for `dynamicLinkingHash`. Returns null
   * if the signature is not valid. The caller must check that the passkey belongs to the user.
   *
   * @param text response of the browser
   */
  verify(
    session: AskingSession,
    text: string,
    dynamicLinkingHash: string,
  ): Promise<PasskeyUse | null>;
}

interface PasskeyParts {
  readonly store: Pick<PasskeyStore, 'passkeysOf' | 'findPasskey'>;
  /** Origin of the customers' pages. */
  readonly origin: string;
  readonly bankName: string;
}

/**
 * Creates the passkey service. Returns undefined if browsers do not allow passkeys for the pages'
 * origin (see relyingPartyOf).
 */
export function createPasskeys(parts: PasskeyParts): PasskeyService | undefined {
  const { store, origin, bankName } = parts;
  const party = relyingPartyOf(origin, bankName);
  if (party === undefined) return undefined;
  return {
    async askToEnrol(session) {
      const { userId } = session;
      const known = await store.passkeysOf(userId);
      const challenge = challengeOf(session, ENROLMENT);
      return enrolmentOptions(party, { userId, challenge, known });
    },
    async verifyEnrolment(session, text) {
      const passkey = await verifyEnrolment(text, party, challengeOf(session, ENROLMENT));
      if (passkey === undefined) return undefined;
      const dynamicLinkingHash = hash(
        'sha256',
        JSON.stringify([ENROLMENT, session.userId, passkey.id]),
      );
      return { ...passkey, dynamicLinkingHash };
    },
    askToSignIn(session) {
      return assertionOptions(party, challengeOf(session, SIGN_IN), []);
    },
    async askToApprove(session, dynamicLinkingHash) {
      const known = await store.passkeysOf(session.userId);
      if (known.length === 0) return undefined;
      return assertionOptions(party, challengeOf(session, dynamicLinkingHash), known);
    },
    async verify(session, text, dynamicLinkingHash) {
      const assertion = readAssertion(text);
      const passkey = assertion && (await store.findPasskey(assertion.id));
      if (assertion === undefined || passkey === undefined) return null;
      const challenge = challengeOf(session, dynamicLinkingHash);
      const counter = await verifyAssertion(assertion, passkey, party, challenge);
      const { factorsTaken } = session;
      return counter === undefined ? null : { id: passkey.id, counter, factorsTaken };
    },
  };
}
