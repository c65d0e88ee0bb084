import type { Seconds } from '../../shared/time.ts';
import type { Detail } from './details.ts';

/** The authentication context class of every authentication at this provider. */
export const ACR = 'urn:openbanking:psd2:sca';

/** Claim with the id of a request in the bank's app (CIBA, 10.3.1). */
export const AUTH_REQ_ID_CLAIM = 'urn:openid:params:jwt:claim:auth_req_id';

/** A user of the bank: a customer, or an operator with groups. */
interface User {
  readonly subject: string;
  readonly password: string;
  /** The groups of an operator of the console. */
  readonly groups?: readonly string[] | undefined;
}

/** The users of the bank, keyed by user name. */
export type Users = ReadonlyMap<string, User>;

/** Claims of operators: user name, name and groups. */
export const OPERATOR_CLAIMS = ['preferred_username', 'name', 'groups'] as const;

/** The proof in an ID token. Tests change it. */
export interface Proof {
  readonly acr: string | undefined;
  readonly authTime: Seconds;
  readonly details: readonly Detail[];
  /** The user whom the bank's app asks. */
  readonly subject: string;
  /** Id of the request in the bank's app that the ID token answers. */
  readonly authReqId?: string;
}
