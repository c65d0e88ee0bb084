import {
  dataOf,
  expectStatus,
  idIn,
  tokenIn,
  type Answer,
  type Members,
} from '../../test-client/answer.ts';
import { FamilyClient } from '../../test-client/families.ts';
import { RESOURCES, type Resources } from '../../test-client/requests.ts';
import { signInAtSandbox } from '../../test-client/sandbox.ts';
import { BASE, TppClient, type Options as Added, type TppParts } from '../../test-client/tpp.ts';
import { Transport } from '../../test-client/transport.ts';
import { hashOf } from './payment-file.ts';

export { dataOf };

export type Reply = Answer;

export interface Options extends Added {
  readonly body?: string | Uint8Array | undefined;
}

/** Request timeout in milliseconds. It is longer than any request takes on the slowest machine. */
const TIMEOUT_MS = 300_000;

/**
 * Default request options of tests. They omit the interaction id, so a test that needs one sets it.
 */
export const DEFAULTS = { interactionId: null } as const satisfies TppParts['defaults'];

const plainly = new Transport({ timeoutMs: TIMEOUT_MS });

/** A TPP that calls the service with its own access token. */
export class Tpp {
  readonly client: TppClient;

  protected constructor(client: TppClient) {
    this.client = client;
  }

  /** Signs in as a TPP of the sandbox. Throws if the sandbox refuses. */
  static async signIn(origin: string, name = 'tpp-one'): Promise<Tpp> {
    return new Tpp(await signInAtSandbox(plainly, origin, name, DEFAULTS));
  }

  /** Returns a TPP that uses this token at the internal listener. */
  static withToken(origin: string, token: string): Tpp {
    return new Tpp(plainClient(origin, token));
  }

  /** Returns a client for the operations that the standard defines for a payment family. */
  family(family: Resources): FamilyClient<string> {
    return new FamilyClient(this.client, family);
  }

  get origin(): string {
    return this.client.apiUrl;
  }

  get #files(): FamilyClient<string> {
    return this.family(RESOURCES['file-payments']);
  }

  get token(): string {
    return this.client.token;
  }

  /**
   * Sends any request. The path is relative to the API's base path, except below `/sandbox` or
   * other roots. By default, it sends JSON, an idempotency key and the TPP's token.
   */
  call(method: string, path: string, { body, ...options }: Options = {}): Promise<Reply> {
    const isWhole = ['/sandbox', '/extensions', '/open-banking'].some((start) =>
      path.startsWith(start),
    );
    const whole = `${isWhole ? '' : BASE}${path}`;
    return this.clientFor(whole).send(method, whole, body, options);
  }

  /** Returns the client that this TPP uses for a path. */
  protected clientFor: (path: string) => TppClient = () => this.client;

  post(path: string, body: unknown, options: Options = {}): Promise<Reply> {
    return this.call('POST', path, { body: JSON.stringify(body), ...options });
  }

  get(path: string, options: Options = {}): Promise<Reply> {
    return this.call('GET', path, options);
  }

  /** Creates the consent for a payment file. Returns the consent's id. */
  async consentFor(file: Uint8Array, initiation: Record<string, unknown> = {}): Promise<string> {
    const reply = await this.#files.createConsent(consentBody(file, initiation));
    return idIn(expectStatus(reply, 201), 'ConsentId');
  }

  upload(consentId: string, file: Uint8Array, options: Options = {}): Promise<Reply> {
    return this.#files.uploadFile(consentId, options.body ?? file, options);
  }

  /** Sets the sandbox's clock. Resolves when all work that fell due is done. */
  async moveClock(now: string): Promise<void> {
    const body = JSON.stringify({ now });
    expectStatus(await this.call('PUT', '/sandbox/clock', { body }), 200);
  }

  decide(consentId: string, decision: Record<string, unknown> = {}): Promise<Reply> {
    const body = { user: 'clara', decision: 'approve', ...decision };
    return this.post(`/sandbox/consents/${consentId}/decision`, body, { key: null });
  }

  /**
   * Creates a consent for a file and approves it as the customer. Returns the consent's id and the
   * token.
   */
  async approved(
    file: Uint8Array,
    initiation: Record<string, unknown> = {},
    decision: Record<string, unknown> = {},
  ): Promise<{ consentId: string; token: string }> {
    const consentId = await this.consentFor(file, initiation);
    expectStatus(await this.upload(consentId, file), 200);
    return { consentId, token: tokenIn(await this.decide(consentId, decision)) };
  }

  /** Submits the payment with the Initiation of its consent. */
  async submit(consentId: string, token: string, options: Options = {}): Promise<Reply> {
    const { Initiation } = dataOf(await this.#files.readConsent(consentId));
    const body = { Data: { ConsentId: consentId, Initiation } };
    return this.#files.createPayment(JSON.stringify(body), token, options);
  }

  /** Makes a file payment, from the consent to the submission. Returns the payment's id. */
  async pay(
    file: Uint8Array,
    initiation: Record<string, unknown> = {},
    decision: Record<string, unknown> = {},
  ): Promise<string> {
    const { consentId, token } = await this.approved(file, initiation, decision);
    return idIn(expectStatus(await this.submit(consentId, token), 201), 'FilePaymentId');
  }

  /** Waits until a payment's status is no longer pending. Returns the payment's data. */
  async finished(paymentId: string): Promise<Members> {
    for (let tries = 0; tries < 1000; tries += 1) {
      const data = dataOf(await this.#files.readPayment(paymentId));
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

/** Returns the faults in an error response, each as `code path`. */
export function faultsOf({ faults }: Reply): string[] {
  return faults.map(({ ErrorCode, Path }) =>
    [ErrorCode.replace('UK.OBIE.', ''), Path ?? ''].join(' ').trim(),
  );
}

/** Returns a client that uses this token at the internal listener. */
export function plainClient(origin: string, token: string): TppClient {
  return new TppClient({ transport: plainly, apiUrl: origin, token, defaults: DEFAULTS });
}
