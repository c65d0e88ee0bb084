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

/** What the challenge of a passkey to be made stands for. */
const ENROLMENT = 'enrolment';
/** The same of one to sign in with. */
export const SIGN_IN = 'sign-in';

type AskingSession = Pick<CustomerSession, 'hash' | 'factorsTaken'>;

type EnrollingSession = Pick<SignedInSession, 'hash' | 'factorsTaken' | 'userId'>;

/** A passkey that was made, and what a factor is given for that adds it, and nothing else. */
export interface MadePasskey extends Pick<Passkey, 'id' | 'publicKey' | 'counter'> {
  readonly dynamicLinkingHash: string;
}

/** The passkeys of customers. */
export interface PasskeyService {
  /** What a browser is asked for to make a passkey in this session, as JSON. */
  askToEnrol(session: EnrollingSession): Promise<string>;
  /**
   * The passkey that a browser made when it was asked in this session; undefined when it is none.
   *
   * @param text what the browser sent
   */
  verifyEnrolment(session: EnrollingSession, text: string): Promise<MadePasskey | undefined>;
  /**
   * What a browser is asked for to sign in, as JSON: any passkey of the bank's that it has. Nothing
   * tells by it who has passkeys, before the password is proven.
   */
  askToSignIn(session: AskingSession): Promise<string>;
  /**
   * What a browser is asked for to approve one thing, as JSON; undefined where the user, whose
   * password was right, has no passkey.
   */
  askToApprove(
    session: AskingSession & { readonly userId: string },
    dynamicLinkingHash: string,
  ): Promise<string | undefined>;
  /**
   * The passkey that signed this session's challenge for that; null where none did. Whose it is
   * nobody has looked at.
   *
   * @param text what the browser sent
   */
  verify(
    session: AskingSession,
    text: string,
    dynamicLinkingHash: string,
  ): Promise<PasskeyUse | null>;
}

interface PasskeyParts {
  readonly store: Pick<PasskeyStore, 'passkeysOf' | 'findPasskey'>;
  /** Where the pages are served. */
  readonly origin: string;
  readonly bankName: string;
}

/** Undefined where browsers make no passkeys for the pages: see relyingPartyOf. */
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
      const made = await verifyEnrolment(text, party, challengeOf(session, ENROLMENT));
      if (made === undefined) return undefined;
      const dynamicLinkingHash = hash(
        'sha256',
        JSON.stringify([ENROLMENT, session.userId, made.id]),
      );
      return { ...made, dynamicLinkingHash };
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
