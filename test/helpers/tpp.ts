import { randomUUID } from 'node:crypto';
import { hashOf } from './payment-file.ts';

const ROOT = '/open-banking/v3.1';
const BASE = `${ROOT}/pisp`;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined when it is none. */
  readonly json: Record<string, unknown> | undefined;
}

export interface Options {
  readonly token?: string | null;
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array | undefined;
}

/** A request with everything that goes with it. */
export interface Sending {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array;
}

/** A TPP with a token of its own, as it would talk to the service. */
export class Tpp {
  readonly origin: string;
  readonly token: string;

  protected constructor(origin: string, token: string) {
    this.origin = origin;
    this.token = token;
  }

  static async signIn(origin: string, name = 'tpp-one'): Promise<Tpp> {
    const response = await fetch(`${origin}/sandbox/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: name,
        client_secret: `${name}-secret`,
        scope: 'payments',
      }),
    });
    const body = (await response.json()) as { access_token: string };
    return new Tpp(origin, body.access_token);
  }

  /**
   * Any request, below the API's base unless the path says where; JSON, a key and the TPP's token
   * unless told otherwise.
   */
  async call(method: string, path: string, options: Options = {}): Promise<Reply> {
    const token = options.token === undefined ? this.token : options.token;
    const key = options.key === undefined ? randomUUID() : options.key;
    const headers: Record<string, string> = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(method === 'POST' && key !== null ? { 'x-idempotency-key': key } : {}),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const isWhole = ['/sandbox', '/extensions', ROOT].some((start) => path.startsWith(start));
    const response = await this.send(`${this.origin}${isWhole ? '' : BASE}${path}`, {
      method,
      headers,
      ...(options.body === undefined ? {} : { body: options.body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  }

  /** Brings a request to the door. */
  protected send(url: string, sending: Sending): Promise<Response> {
    return fetch(url, sending);
  }

  post(path: string, body: unknown, options: Options = {}): Promise<Reply> {
    return this.call('POST', path, { body: JSON.stringify(body), ...options });
  }

  get(path: string, options: Options = {}): Promise<Reply> {
    return this.call('GET', path, options);
  }

  /** Registers the consent for a file; its id. */
  async consentFor(file: Uint8Array, initiation: Record<string, unknown> = {}): Promise<string> {
    const reply = await this.post('/file-payment-consents', consentBody(file, initiation));
    if (reply.status !== 201) throw new Error(reply.text);
    return dataOf(reply)['ConsentId'] as string;
  }

  upload(consentId: string, file: Uint8Array, options: Options = {}): Promise<Reply> {
    return this.call('POST', `/file-payment-consents/${consentId}/file`, {
      body: file,
      ...options,
    });
  }

  /** Moves the sandbox's clock; answers when all that fell due has been done. */
  async moveClock(now: string): Promise<void> {
    const reply = await this.call('PUT', '/sandbox/clock', { body: JSON.stringify({ now }) });
    if (reply.status !== 200) throw new Error(reply.text);
  }

  decide(consentId: string, decision: Record<string, unknown> = {}): Promise<Reply> {
    const body = { user: 'clara', decision: 'approve', ...decision };
    return this.post(`/sandbox/consents/${consentId}/decision`, body, { key: null });
  }

  /** A consent that the customer has approved, with its token. */
  async approved(
    file: Uint8Array,
    initiation: Record<string, unknown> = {},
    decision: Record<string, unknown> = {},
  ): Promise<{ consentId: string; token: string }> {
    const consentId = await this.consentFor(file, initiation);
    const uploaded = await this.upload(consentId, file);
    if (uploaded.status !== 200) throw new Error(uploaded.text);
    const decided = await this.decide(consentId, decision);
    const token = decided.json?.['access_token'];
    if (typeof token !== 'string') throw new Error(decided.text);
    return { consentId, token };
  }

  /** Submits what the consent says. */
  async submit(consentId: string, token: string, options: Options = {}): Promise<Reply> {
    const consent = await this.get(`/file-payment-consents/${consentId}`);
    const { Initiation } = dataOf(consent);
    const body = { Data: { ConsentId: consentId, Initiation } };
    return this.post('/file-payments', body, { token, ...options });
  }

  /** A file, all the way to its submission; the payment's id. */
  async pay(
    file: Uint8Array,
    initiation: Record<string, unknown> = {},
    decision: Record<string, unknown> = {},
  ): Promise<string> {
    const { consentId, token } = await this.approved(file, initiation, decision);
    const reply = await this.submit(consentId, token);
    if (reply.status !== 201) throw new Error(reply.text);
    return dataOf(reply)['FilePaymentId'] as string;
  }

  /** The payment's data once its status is no longer pending. */
  async finished(paymentId: string): Promise<Record<string, unknown>> {
    for (let tries = 0; tries < 1000; tries += 1) {
      const data = dataOf(await this.get(`/file-payments/${paymentId}`));
      if (data['Status'] !== 'InitiationPending') return data;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`${paymentId} did not finish`);
  }
}

export function consentBody(
  file: Uint8Array,
  initiation: Record<string, unknown> = {},
): { Data: { Initiation: Record<string, unknown> } } {
  return {
    Data: {
      Initiation: {
        FileType: 'UK.OBIE.PaymentInitiation.3.1',
        FileHash: hashOf(file),
        FileReference: 'Suppliers 2026-12',
        ...initiation,
      },
    },
  };
}

export function dataOf(reply: Reply): Record<string, unknown> {
  const data = reply.json?.['Data'];
  if (typeof data !== 'object' || data === null) throw new Error(reply.text);
  return data as Record<string, unknown>;
}

/** The faults of an error answer, as `code path`. */
export function faultsOf(reply: Reply): string[] {
  const errors = reply.json?.['Errors'] as { ErrorCode: string; Path?: string }[] | undefined;
  return (errors ?? []).map(({ ErrorCode, Path }) =>
    [ErrorCode.replace('UK.OBIE.', ''), Path ?? ''].join(' ').trim(),
  );
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
