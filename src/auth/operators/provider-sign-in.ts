import { hash } from 'node:crypto';
import type { OperatorStore } from '../../domain/ports/operator-store.ts';
import { actorOf, UNKNOWN_USER, type Act, type AuditStore } from '../../domain/records/audit.ts';
import {
  MAX_OPERATOR_NAME,
  OPERATOR_ID,
  sortedRoles,
  type OperatorRole,
  type OperatorSession,
  type ProvenOperator,
  type ProvenSignInResult,
} from '../../domain/records/operators.ts';
import type { Clock } from '../../shared/time.ts';
import { hasUnsafeUnicode } from '../../shared/unsafe-unicode.ts';
import type { BankSignIn } from '../identity-provider/bank-sign-in.ts';
import type { NotProven } from '../identity-provider/not-proven.ts';
import type { Proven } from '../identity-provider/provider.ts';
import type { Attempt } from './operator-sign-in.ts';

/** Used in place of an interaction's uid in the `state` of operators. */
export const CONSOLE_VISIT_UID = 'console';

/** Claim with the name of an operator (OpenID Connect Core, 5.1). */
export const NAME_CLAIM = 'name';

/** The characters of an id in upper or lower case. */
const ASCII_NAME = /^[\w.-]+$/;

/** The mapping of the claims of an ID token to an operator. */
export interface OperatorClaims {
  /** Claim with the id of the operator. */
  readonly id: string;
  /** Claim with the groups of the operator. */
  readonly groups: string;
  /** The roles of each group. */
  readonly roles: ReadonlyMap<string, readonly OperatorRole[]>;
}

interface Parts {
  readonly bankSignIn: BankSignIn;
  readonly store: AuditStore & Pick<OperatorStore, 'beginProvenOperatorSession'>;
  /** Business clock, for the audit log. */
  readonly clock: Clock;
  readonly claims: OperatorClaims;
  /** True if the `acr` of the settings is required. */
  readonly isStrong: boolean;
}

/**
 * The result of a sign-in at the provider. `idInvalid`: the id claim is missing or has another
 * format. `over`: the visit is unknown here, too old, or ended before. Otherwise the reason of the
 * provider.
 */
export type ProviderResult = ProvenSignInResult | 'idInvalid' | 'over' | NotProven['reason'];

/** The end of an operator's visit to the provider. */
export interface EndedSignIn {
  readonly result: ProviderResult;
  /** Path of the page that the operator wanted to see. */
  readonly returnTo: string;
  /** The error of the provider, for the log. */
  readonly error: NotProven | null;
}

/** Signs operators in at the bank's OpenID Provider (docs/decisions, 164). */
export class OperatorProviderSignIn {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Origins to which the sign-in form redirects the browser. */
  get origins(): readonly string[] {
    return this.#parts.bankSignIn.origins;
  }

  /** Begins a visit. Returns the URL of the provider. Throws NotProven if it is away. */
  begin(sessionId: string, returnTo: string): Promise<string> {
    const { bankSignIn, isStrong } = this.#parts;
    const visit = { approval: null, isStrong, inApp: false, returnTo };
    return bankSignIn.begin({ uid: CONSOLE_VISIT_UID, sessionId }, visit, null);
  }

  /**
   * Ends a visit once, and creates the session of the operator if the provider proved one who has a
   * role. A failure is recorded in the audit log.
   *
   * @param search query of the response, with `state` and `code`
   * @param session the session that begins, without its operator
   */
  async end(
    sessionId: string,
    search: string,
    session: Omit<OperatorSession, 'operatorId'>,
    { address }: Attempt,
  ): Promise<EndedSignIn> {
    const { bankSignIn, store, clock, claims } = this.#parts;
    const ended = await bankSignIn.end({ uid: CONSOLE_VISIT_UID, sessionId }, search);
    if (ended === undefined || 'waitAt' in ended)
      return { result: 'over', returnTo: '/', error: null };
    const { returnTo, proven, error } = ended;
    const by = actorOf({ kind: 'operator', id: UNKNOWN_USER }, { address });
    const act: Act = { at: clock(), by };
    const operator = proven === null ? undefined : operatorOf(proven, claims);
    if (operator === undefined) {
      const result = error?.reason ?? 'idInvalid';
      const entry = { action: 'operatorSignInFailed', subject: UNKNOWN_USER } as const;
      await store.record(act, { ...entry, detail: { provider: result } });
      return { result, returnTo, error };
    }
    const result = await store.beginProvenOperatorSession(session, operator, act);
    return { result, returnTo, error: null };
  }
}

/**
 * Returns the operator of an ID token. Undefined if the id claim is not an id of operators. User
 * names of operating systems are compared without case, so the id is in lower case.
 */
function operatorOf(
  { subject, acr, authTime, idToken, claims }: Proven,
  mapping: OperatorClaims,
): ProvenOperator | undefined {
  const found = nameOf(claims, mapping);
  return (
    found && {
      ...found,
      subject,
      // Only a digest of the ID token is stored, because the token may contain personal data.
      evidence: { acr, authTime, idToken: hash('sha256', idToken) },
    }
  );
}

/** Returns the id, name and roles in the claims of a token. Undefined if the id is not valid. */
export function nameOf(
  claims: Readonly<Record<string, unknown>>,
  { id: idClaim, groups, roles }: OperatorClaims,
): Pick<ProvenOperator, 'id' | 'name' | 'roles'> | undefined {
  const written = textOf(claims[idClaim]);
  const id = written.toLowerCase();
  // Some letters outside ASCII have a lower case in ASCII, for example the Kelvin sign.
  if (!ASCII_NAME.test(written) || !OPERATOR_ID.test(id)) return undefined;
  const displayName = textOf(claims[NAME_CLAIM]).trim().slice(0, MAX_OPERATOR_NAME).trim();
  const held = [claims[groups]].flat().flatMap((group) => roles.get(textOf(group)) ?? []);
  return {
    id,
    roles: sortedRoles(held),
    name: displayName === '' || hasUnsafeUnicode(displayName) ? id : displayName,
  };
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}
