import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { present } from '../../src/kernel/assert.ts';
import { formatInstant, SECOND_MS, type Instant } from '../../src/kernel/time.ts';
import { DEBTOR_ACCOUNT, type PaymentFile } from './payment-file.ts';

export const BASE = '/open-banking/v3.1/pisp';

/** What the customer of the sandbox is brought to. */
export const DECISION = JSON.stringify({
  user: 'clara',
  decision: 'approve',
  debtorAccount: DEBTOR_ACCOUNT,
});

/** How often a payment is asked for until it is done, in milliseconds, and how many times. */
const POLL_MS = 10;
const MAX_POLLS = 6000;

/** Longer than it takes to read the clock and to move it. */
const STEP_MS = 5 * SECOND_MS;

interface Sending {
  readonly body?: string | PaymentFile;
  readonly token?: string;
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

/** An answer that is no success. */
export class Unsuccessful extends Error {
  override readonly name = 'Unsuccessful';
  /** Status and code, such as `400 UK.OBIE.Field.Invalid`. */
  readonly reason: string;

  constructor(asked: string, { status, text }: Reply) {
    super(`${asked}: ${text.slice(0, 500)}`);
    const code = /"ErrorCode":"([^"]+)"/.exec(text)?.[1] ?? '';
    this.reason = `${String(status)} ${code}`.trim();
  }
}

interface Connecting {
  /** At most; a request that finds none waits. */
  readonly connections?: number;
  /** A request is given up so many milliseconds after it was made; null: never. */
  readonly timeoutMs?: number | null;
}

/**
 * A TPP with a token, over connections that stay open. It does as little as a client can: what it
 * costs is taken from the same machine. Every answer other than a success is an error here.
 */
export class Tpp {
  readonly token: string;
  readonly #origin: URL;
  readonly #agent: Agent;
  readonly #timeoutMs: number | null;

  private constructor(origin: URL, token: string, connecting: Required<Connecting>) {
    const { connections, timeoutMs } = connecting;
    this.#origin = origin;
    this.token = token;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#timeoutMs = timeoutMs;
  }

  static async signIn(
    origin: string,
    { connections = 16, timeoutMs = null }: Connecting = {},
  ): Promise<Tpp> {
    const response = await fetch(`${origin}/sandbox/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'tpp-one',
        client_secret: 'tpp-one-secret',
        scope: 'payments',
      }),
    });
    const { access_token: token } = (await response.json()) as { access_token: string };
    return new Tpp(new URL(origin), token, { connections, timeoutMs });
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Registers a consent with this body; its id. */
  async register(consents: string, body: string): Promise<string> {
    const { text } = await this.#send('POST', `${BASE}/${consents}`, { body });
    return idIn(text, 'ConsentId');
  }

  /** Registers the consent for a file; its id. */
  consentFor(file: PaymentFile): Promise<string> {
    return this.register('file-payment-consents', JSON.stringify(consentBody(file)));
  }

  readConsent(consentId: string): Promise<Reply> {
    return this.#send('GET', `${BASE}/file-payment-consents/${consentId}`);
  }

  upload(consentId: string, file: PaymentFile): Promise<Reply> {
    return this.#send('POST', `${BASE}/file-payment-consents/${consentId}/file`, { body: file });
  }

  /** Lets the customer approve a consent; the token of the approval. */
  async approve(consentId: string): Promise<string> {
    const path = `/sandbox/consents/${consentId}/decision`;
    return tokenIn((await this.#send('POST', path, { body: DECISION })).text);
  }

  /** Submits the payment of an approved consent. */
  submit(payments: string, body: string, token: string): Promise<Reply> {
    return this.#send('POST', `${BASE}/${payments}`, { body, token });
  }

  /** The whole way of a file: consent, upload, decision, submission, booking, report. */
  async pay(file: PaymentFile): Promise<void> {
    const consentId = await this.consentFor(file);
    await this.upload(consentId, file);
    const token = await this.approve(consentId);
    const submitted = await this.submit('file-payments', filePaymentBody(consentId, file), token);
    const address = `${BASE}/file-payments/${idIn(submitted.text, 'FilePaymentId')}`;
    await this.#untilCompleted(address);
    const report = await this.#send('GET', `${address}/report-file`);
    if (!report.text.includes('<GrpSts>ACSC</GrpSts>')) throw new Error(report.text);
  }

  /** Moves the sandbox's clock forward; answers when all that fell due has been done. */
  async moveClock(now: Instant): Promise<void> {
    await this.#send('PUT', '/sandbox/clock', {
      body: JSON.stringify({ now: formatInstant(now) }),
    });
  }

  /** Waits until all that is due has been done, by a step of the sandbox's clock. */
  async settle(): Promise<void> {
    const { text } = await this.#send('GET', '/sandbox/clock');
    const { now } = JSON.parse(text) as { now: string };
    await this.moveClock(Date.parse(now) + STEP_MS);
  }

  async #untilCompleted(address: string): Promise<void> {
    for (let polls = 0; polls < MAX_POLLS; polls += 1) {
      await sleep(POLL_MS);
      const { text } = await this.#send('GET', address);
      if (text.includes('"Status":"InitiationCompleted"')) return;
    }
    throw new Error(`${address} did not complete.`);
  }

  async #send(method: string, path: string, { body, token }: Sending = {}): Promise<Reply> {
    const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body?.bytes;
    const outgoing = request({
      agent: this.#agent,
      host: this.#origin.hostname,
      port: this.#origin.port,
      method,
      path,
      ...(this.#timeoutMs !== null && { signal: AbortSignal.timeout(this.#timeoutMs) }),
      headers: {
        authorization: `Bearer ${token ?? this.token}`,
        ...(method === 'POST' ? { 'x-idempotency-key': randomUUID() } : {}),
        ...(bytes === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': bytes }),
      },
    });
    const answered = once(outgoing, 'response');
    // Should it fail while the body is still being written, it is looked at after that.
    answered.catch(() => undefined);
    if (typeof body === 'object') {
      for (const chunk of body.chunks()) {
        if (!outgoing.write(chunk)) await Promise.race([once(outgoing, 'drain'), answered]);
      }
      outgoing.end();
    } else outgoing.end(body);
    const [response] = (await answered) as [IncomingMessage];
    const reply = { status: response.statusCode ?? 0, text: await textOf(response) };
    if (reply.status >= 300) throw new Unsuccessful(`${method} ${path}`, reply);
    return reply;
  }
}

/** What a TPP sends to register the consent for a file. */
export function consentBody(file: Pick<PaymentFile, 'hash' | 'payments'>) {
  return {
    Data: {
      Initiation: {
        FileType: 'UK.OBIE.PaymentInitiation.3.1',
        FileHash: file.hash,
        FileReference: 'Suppliers 2026-12',
        NumberOfTransactions: String(file.payments),
      },
    },
  };
}

/** What it sends to submit the payment of that file. */
export function filePaymentBody(consentId: string, file: PaymentFile): string {
  return JSON.stringify({ Data: { ConsentId: consentId, ...consentBody(file).Data } });
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** The id of that name in an answer. */
export function idIn(text: string, name: string): string {
  const { Data } = JSON.parse(text) as { Data: Record<string, string> };
  const id = Data[name];
  if (id === undefined) throw new Error(`${name} is missing: ${text}`);
  return id;
}

/** The token that the customer's approval gave. */
export function tokenIn(text: string): string {
  const { access_token: token } = JSON.parse(text) as { access_token?: string };
  return present(token, `a token in ${text}`);
}
