import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type Provider } from 'oidc-provider';
import { expectDefined } from '../../shared/assert.ts';
import { SECOND_MS, type Clock, type Instant, type Seconds } from '../../shared/time.ts';
import { detailsIn } from './details.ts';
import { formOf, textOf } from './forms.ts';
import { phonePage, type RequestOnPhone } from './pages.ts';
import { ACR, type Proof, type Users } from './proof.ts';

/** Least time between two polls of a request. A faster poll is answered with `slow_down`. */
const INTERVAL_SECONDS: Seconds = 5;

type BackchannelRequest = InstanceType<Provider['BackchannelAuthenticationRequest']>;

interface WaitingRequest extends RequestOnPhone {
  readonly request: BackchannelRequest;
  readonly subject: string;
}

/** A response of the library. `oidc` is missing outside of its routes. */
interface ResponseContext {
  readonly oidc?: { readonly route: string; readonly params?: Readonly<Record<string, unknown>> };
  readonly status: number;
  body: unknown;
}

interface PhoneParts {
  readonly users: Users;
  readonly clock: Clock;
  readonly distort: (proof: Proof) => Proof;
}

/**
 * The bank's app on the customers' phones, as the page `/phone`. It lists the requests that wait
 * for an answer (CIBA), and the users approve or refuse them with their password.
 */
export class Phone {
  readonly #parts: PhoneParts;
  readonly #waiting = new Map<string, WaitingRequest>();
  readonly #polledAt = new Map<string, Instant>();

  constructor(parts: PhoneParts) {
    this.#parts = parts;
  }

  /** Returns the configuration of CIBA. */
  get feature() {
    const { users, distort } = this.#parts;
    return {
      enabled: true,
      deliveryModes: ['poll'],
      processLoginHint: (_: unknown, hint: string) => {
        const { subject } = distort({ acr: ACR, authTime: 0, details: [], subject: hint });
        return [...users.values()].find((user) => user.subject === subject)?.subject;
      },
      verifyUserCode: () => undefined,
      validateRequestContext: () => undefined,
      validateBindingMessage: (_: unknown, message: string | undefined) => {
        if (/^[A-Z]{4}$/.test(message ?? '')) return;
        throw new errors.InvalidBindingMessage('the code has four letters');
      },
      triggerAuthenticationDevice: (_: unknown, request: BackchannelRequest) => {
        this.#show(request);
      },
    };
  }

  /** Adds the interval of polls to the responses, and answers `slow_down` to faster polls. */
  async limitPolls(ctx: ResponseContext, next: () => Promise<void>): Promise<void> {
    await next();
    const { oidc, body } = ctx;
    if (oidc?.route === 'backchannel_authentication' && ctx.status === 200) {
      ctx.body = { ...(body as object), interval: INTERVAL_SECONDS };
    }
    const id = oidc?.params?.['auth_req_id'];
    if (typeof id !== 'string') return;
    const now = this.#parts.clock();
    const isFast = now < (this.#polledAt.get(id) ?? 0) + INTERVAL_SECONDS * SECOND_MS;
    this.#polledAt.set(id, now);
    const isPending = (body as { error?: string }).error === 'authorization_pending';
    if (isFast && isPending) ctx.body = { error: 'slow_down' };
  }

  /** Shows the requests that wait, or answers one of them. */
  async answer(
    provider: Provider,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    const isWrong = incoming.method === 'POST' && !(await this.#decide(provider, incoming));
    const requests = [...this.#waiting.values()];
    outgoing
      .writeHead(isWrong ? 403 : 200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; form-action 'self'",
      })
      .end(phonePage({ requests, isWrong }));
  }

  #show(request: BackchannelRequest): void {
    const { binding_message: code, authorization_details: details } = request.params ?? {};
    const { jti: id, accountId: subject } = request;
    const [user = ''] = [...this.#parts.users].find(([, known]) => known.subject === subject) ?? [];
    const shown = { id, user, code: textOf(code), details: detailsIn(details) };
    this.#waiting.set(id, { ...shown, request, subject: expectDefined(subject, 'the account') });
  }

  /** Returns false if the request or the password is wrong. */
  async #decide(provider: Provider, incoming: IncomingMessage): Promise<boolean> {
    const { users, clock, distort } = this.#parts;
    const form = await formOf(incoming);
    const waiting = this.#waiting.get(form.get('id') ?? '');
    if (waiting === undefined) return false;
    const { id, request, subject, details } = waiting;
    const user = users.get(form.get('user') ?? '');
    if (user?.subject !== subject || user.password !== form.get('password')) return false;
    this.#waiting.delete(id);
    if (form.get('decision') !== 'yes') {
      await provider.backchannelResult(request, new errors.AccessDenied());
      return true;
    }
    const grant = new provider.Grant({ accountId: subject, clientId: request.clientId });
    grant.addOIDCScope('openid');
    const authTime = Math.floor(clock() / SECOND_MS);
    const proof = distort({ acr: ACR, authTime, details, subject });
    const { acr, authTime: at } = proof;
    const proven = { ...(acr !== undefined && { acr }), authTime: at, rar: [...details] };
    await provider.backchannelResult(request, await grant.save(), proven);
    return true;
  }
}
