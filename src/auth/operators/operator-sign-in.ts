import { hash, randomBytes } from 'node:crypto';
import type { AuthorisationStore } from '../../domain/ports/authorisation-store.ts';
import type { NodeStore } from '../../domain/ports/node-store.ts';
import type { OperatorStore } from '../../domain/ports/operator-store.ts';
import {
  actorOf,
  UNKNOWN_USER,
  type Act,
  type Actor,
  type AuditStore,
} from '../../domain/records/audit.ts';
import type { Operator, OperatorPasskey, OperatorSession } from '../../domain/records/operators.ts';
import {
  MINUTE_MS,
  SECOND_MS,
  type Clock,
  type Instant,
  type Milliseconds,
} from '../../shared/time.ts';
import { CLOCK_SKEW_SECONDS } from '../profile.ts';
import { SIGN_IN } from '../sign-in/passkey-service.ts';
import { Failures } from '../sign-in/failures.ts';
import {
  assertionOptions,
  challengeOf,
  enrolmentOptions,
  readAssertion,
  relyingPartyOf,
  verifyAssertion,
  verifyEnrolment,
  type Assertion,
} from '../sign-in/passkeys.ts';
import { isFirstUse } from '../single-use.ts';

/** Purpose in the challenge with which an operator adds a passkey. */
const ENROLMENT = 'operator enrolment';

/** Time in which a browser must use the challenge of a visit, in milliseconds. */
const VISIT_MS: Milliseconds = 10 * MINUTE_MS;

/** Age after which the sign-in page starts another visit, in milliseconds. */
const RENEW_AFTER_MS: Milliseconds = VISIT_MS / 2;

const VISIT_BYTES = 32;
/** Format of a visit: the time at which it began, in base 36, and a random part. */
const VISIT = /^([0-9a-z]{1,11})\.[\w-]{43}$/;

type Stores = AuditStore &
  OperatorStore &
  Pick<AuthorisationStore, 'addItem'> &
  Pick<NodeStore, 'openBuckets'>;

interface Parts {
  readonly store: Stores;
  /** Origin of the console. Its host must be a name, because browsers require it. */
  readonly origin: string;
  readonly bankName: string;
  /** Business clock, for the audit log. */
  readonly clock: Clock;
  /** System clock. It decides about visits, enrolment links and sessions. */
  readonly machineClock: Clock;
}

/** Time and remote address of an attempt. */
export type Attempt = Pick<Actor, 'address'>;

/** The result of a sign-in. `wrong` has one meaning for every cause. */
export type SignInResult = 'signedIn' | 'wrong' | 'busy';

/** Signs operators in with passkeys, and adds passkeys through enrolment links. */
export class OperatorSignIn {
  readonly #parts: Parts;
  readonly #party: NonNullable<ReturnType<typeof relyingPartyOf>>;
  readonly #failures: Failures;

  /** Throws if browsers do not allow passkeys for the origin. */
  constructor(parts: Parts) {
    this.#parts = parts;
    const party = relyingPartyOf(parts.origin, `${parts.bankName} console`);
    if (party === undefined) {
      throw new Error(`${parts.origin}: The console needs a host name, because passkeys need one.`);
    }
    this.#party = party;
    this.#failures = new Failures(parts.store);
  }

  /** Starts a visit: the random value of a browser's cookie until its operator has signed in. */
  newVisit(): string {
    const random = randomBytes(VISIT_BYTES).toString('base64url');
    return `${this.#parts.machineClock().toString(36)}.${random}`;
  }

  /** Returns true if a page that is opened now may use this visit. */
  isFresh(visit: string): boolean {
    return this.#age(visit) < RENEW_AFTER_MS;
  }

  /** Returns true if a form of this visit is accepted now. */
  isOpen(visit: string): boolean {
    return this.#age(visit) < VISIT_MS;
  }

  /** Returns the WebAuthn request options for a visit, as JSON. */
  askToSignIn(visit: string): Promise<string> {
    return assertionOptions(this.#party, challengeOf(provingOf(visit), SIGN_IN), []);
  }

  /**
   * Verifies a passkey, and creates a session for its operator. Each challenge can be used once. A
   * failure is recorded in the audit log.
   *
   * @param text response of the browser
   * @param session the session that begins, without its operator
   */
  async signIn(
    visit: string,
    text: string,
    session: Omit<OperatorSession, 'operatorId'>,
    attempt: Attempt,
  ): Promise<SignInResult> {
    const { store, clock } = this.#parts;
    const assertion = readAssertion(text);
    const passkey = assertion && (await store.findOperatorPasskey(assertion.id));
    const act = actBy(clock(), passkey?.operatorId ?? UNKNOWN_USER, attempt);
    const counted = this.#failures.ofAttempt({
      consentId: `console ${hash('sha256', passkey?.operatorId ?? '')}`,
      act,
    });
    if (!(await this.#failures.take(counted))) return 'busy';
    const counter =
      assertion === undefined || passkey === undefined
        ? undefined
        : await this.#counterOf(visit, assertion, passkey);
    if (passkey === undefined || counter === undefined || !(await this.#isFirstUse(visit))) {
      await this.#fail(act);
      return 'wrong';
    }
    const { id, operatorId } = passkey;
    const begun = { ...session, operatorId };
    if (!(await store.beginOperatorSession(begun, { id, counter }, act))) {
      await this.#fail(act);
      return 'wrong';
    }
    await this.#failures.giveBack(counted);
    return 'signedIn';
  }

  /** Returns the active operator of an enrolment link that is valid. */
  findToEnrol(secret: string): Promise<Operator | undefined> {
    const { store, machineClock } = this.#parts;
    return store.findOperatorToEnrol(hash('sha256', secret), machineClock());
  }

  /** Returns the WebAuthn creation options for an enrolment link, as JSON. */
  async askToEnrol(secret: string, { id }: Pick<Operator, 'id'>): Promise<string> {
    const known = await this.#parts.store.passkeysOfOperator(id);
    const challenge = challengeOf(provingOf(secret), ENROLMENT);
    return enrolmentOptions(this.#party, { userId: userOf(id), challenge, known });
  }

  /**
   * Adds the passkey that a browser created, and uses up the enrolment link. Returns false if the
   * response or the link is not valid.
   */
  async enrol(
    secret: string,
    text: string,
    operatorId: Operator['id'],
    attempt: Attempt,
  ): Promise<boolean> {
    const { store, clock, machineClock } = this.#parts;
    const challenge = challengeOf(provingOf(secret), ENROLMENT);
    const newPasskey = await verifyEnrolment(text, this.#party, challenge);
    if (newPasskey === undefined) return false;
    const passkey: OperatorPasskey = { ...newPasskey, operatorId };
    const act = actBy(clock(), operatorId, attempt);
    return store.enrolOperator(hash('sha256', secret), passkey, act, machineClock());
  }

  /** Returns the new signature counter. Undefined if the assertion is not valid for the visit. */
  #counterOf(visit: string, assertion: Assertion, passkey: OperatorPasskey) {
    const challenge = challengeOf(provingOf(visit), SIGN_IN);
    const known = { ...passkey, userId: userOf(passkey.operatorId) };
    return verifyAssertion(assertion, known, this.#party, challenge);
  }

  async #fail(act: Act): Promise<void> {
    const entry = { action: 'operatorSignInFailed', subject: act.by.id } as const;
    await this.#parts.store.record(act, entry);
  }

  /** Returns true if the visit has not timed out, and no passkey has signed its challenge yet. */
  async #isFirstUse(visit: string): Promise<boolean> {
    const now = this.#parts.machineClock();
    if (!this.isOpen(visit)) return false;
    const parts = ['console sign-in', visit];
    return isFirstUse(this.#parts.store, 'ReplayDetection', parts, now + VISIT_MS, now);
  }

  /**
   * Returns the age of a visit, in milliseconds. Infinity if it is not in the format of visits. The
   * clock of the node that began it may be a little ahead.
   */
  #age(visit: string): Milliseconds {
    const begun = VISIT.exec(visit)?.[1];
    if (begun === undefined) return Infinity;
    const age = this.#parts.machineClock() - parseInt(begun, 36);
    return age >= -CLOCK_SKEW_SECONDS * SECOND_MS ? age : Infinity;
  }
}

/** Returns the act of an operator, or of a browser whose operator is unknown. */
export function actBy(at: Instant, operatorId: string, { address }: Attempt): Act {
  return { at, by: actorOf({ kind: 'operator', id: operatorId }, { address }) };
}

/**
 * Returns the user name of an operator's passkeys. It differs from the names of customers, because
 * an authenticator keeps one passkey for each host and user.
 */
function userOf(operatorId: string): string {
  return `operator ${operatorId}`;
}

/** Returns a secret in the form from which challenges are computed. */
function provingOf(secret: string) {
  return { hash: hash('sha256', secret), factorsTaken: 0 };
}
