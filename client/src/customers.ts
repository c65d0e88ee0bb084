import * as oidc from 'openid-client';
import { translated, type AuthorisationServer, type Flow } from './authorisation-server.ts';
import { AuthorisationError } from './errors.ts';

/** Value of `acr` that asks for strong customer authentication. */
const ACR = 'urn:openbanking:psd2:sca';

const DEFAULT_SCOPE = 'openid payments';

/** Options of {@link Customers.start}. */
export interface StartOptions {
  /**
   * `hybrid` is the flow of the UK profile (response type `code id_token`). The default is
   * `hybrid` if the bank offers it, else `code`.
   */
  readonly flow?: Flow;
  /** Pushes the request to the bank first (PAR). By default, if the bank offers it. */
  readonly push?: boolean;
  /** Scopes. The default is `openid payments`. */
  readonly scope?: string;
  /** Value of `state`, which no one can guess. By default, a random one. */
  readonly state?: string;
}

/**
 * The secrets of one authorisation. It can be serialised as JSON. Keep it in the customer's session
 * at the TPP, so that only this customer can complete the authorisation.
 */
export interface PendingApproval {
  readonly consentId: string;
  readonly flow: Flow;
  readonly state: string;
  readonly nonce: string;
  /** Code verifier of PKCE, which FAPI requires for pushed requests. */
  readonly verifier: string;
}

/** Access to one consent, which the customer approved. */
export interface Approval {
  readonly consentId: string;
  /** Access token for the operations of this consent. */
  readonly token: string;
  /** Lifetime of the token in seconds. Undefined if the bank names none. */
  readonly expiresIn: number | undefined;
  /** Refresh token, which some banks issue for VRPs. */
  readonly refreshToken: string | undefined;
}

/** Sends customers to the bank to approve consents, and redeems their approvals. */
export class Customers {
  readonly #server: AuthorisationServer;

  constructor(server: AuthorisationServer) {
    this.#server = server;
  }

  /**
   * Prepares the approval of a consent. Redirect the customer's browser to `url`, and keep
   * `pending` for {@link Customers.finish}.
   *
   * @throws AuthorisationError if the bank refuses the pushed request
   */
  async start(
    consentId: string,
    options: StartOptions = {},
  ): Promise<{ readonly url: string; readonly pending: PendingApproval }> {
    const metadata = this.#server.config.serverMetadata();
    const isHybrid = metadata.response_types_supported?.includes('code id_token') !== false;
    const flow = options.flow ?? (isHybrid ? 'hybrid' : 'code');
    const pending: PendingApproval = {
      ...{ consentId, flow, nonce: oidc.randomNonce() },
      state: options.state ?? oidc.randomState(),
      verifier: oidc.randomPKCECodeVerifier(),
    };
    const config = await this.#server.configFor(flow);
    const parameters = await this.#parameters(pending, options.scope ?? DEFAULT_SCOPE);
    const key = await this.#server.signingKey();
    const signed = await translated(oidc.buildAuthorizationUrlWithJAR(config, parameters, key));
    const isPushed = options.push ?? metadata.pushed_authorization_request_endpoint !== undefined;
    if (!isPushed) return { url: signed.href, pending };
    const pushed = oidc.buildAuthorizationUrlWithPAR(config, signed.searchParams);
    return { url: (await translated(pushed)).href, pending };
  }

  /**
   * Redeems an approval.
   *
   * @param callbackUrl the whole address at which the browser arrived. In the hybrid flow, the
   * parameters follow the `#`, which a page of the TPP must send to its server.
   * @throws AuthorisationError if the customer declined, or if the response is not from the bank
   */
  async finish(callbackUrl: string | URL, pending: PendingApproval): Promise<Approval> {
    const { consentId, flow, state, nonce, verifier } = pending;
    const config = await this.#server.configFor(flow);
    const answer = await translated(
      oidc.authorizationCodeGrant(config, new URL(callbackUrl), {
        ...{ expectedState: state, expectedNonce: nonce, idTokenExpected: true },
        pkceCodeVerifier: verifier,
      }),
    );
    expectConsent(answer.claims()?.['openbanking_intent_id'], consentId);
    return {
      ...{ consentId, token: answer.access_token },
      expiresIn: answer.expires_in,
      refreshToken: answer.refresh_token,
    };
  }

  async #parameters({ consentId, state, nonce, verifier }: PendingApproval, scope: string) {
    const id_token = {
      openbanking_intent_id: { value: consentId, essential: true },
      acr: { essential: true, values: [ACR] },
    };
    return {
      ...{ redirect_uri: this.#server.redirectUri, scope, state, nonce },
      claims: JSON.stringify({ id_token }),
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
  }
}

/** Throws if the bank approved another consent. Some banks omit the claim in this ID token. */
function expectConsent(found: unknown, expected: string): void {
  if (found === undefined || found === expected) return;
  throw new AuthorisationError('invalid_response', 'The approval is of another consent.');
}
