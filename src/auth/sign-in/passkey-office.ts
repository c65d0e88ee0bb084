import { hash } from 'node:crypto';
import type { Passkey, PasskeyStore } from '../../domain/ports/passkey-store.ts';
import type { SignedInSession } from '../../domain/ports/sign-in-store.ts';
import { challengeOf, enrolmentOptions, relyingPartyOf, verifyEnrolment } from './passkeys.ts';

/** What the challenge of a passkey to be made stands for. */
const ENROLMENT = 'enrolment';

type EnrollingSession = Pick<SignedInSession, 'hash' | 'factorsTaken' | 'userId'>;

/** A passkey that was made, and what a factor is given for that adds it, and nothing else. */
export interface MadePasskey extends Pick<Passkey, 'id' | 'publicKey' | 'counter'> {
  readonly linkedTo: string;
}

/** The passkeys of customers. */
export interface PasskeyOffice {
  /** What a browser is asked for to make a passkey in this session, as JSON. */
  askToEnrol(session: EnrollingSession): Promise<string>;
  /**
   * The passkey that a browser made when it was asked in this session; undefined when it is none.
   *
   * @param text what the browser sent
   */
  verifyEnrolment(session: EnrollingSession, text: string): Promise<MadePasskey | undefined>;
}

interface PasskeyParts {
  readonly store: Pick<PasskeyStore, 'passkeysOf'>;
  /** Where the pages are served. */
  readonly origin: string;
  readonly bankName: string;
}

/** Undefined where browsers make no passkeys for the pages: see relyingPartyOf. */
export function createPasskeys(parts: PasskeyParts): PasskeyOffice | undefined {
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
      const linkedTo = hash('sha256', JSON.stringify([ENROLMENT, session.userId, made.id]));
      return { ...made, linkedTo };
    },
  };
}
