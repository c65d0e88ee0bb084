import { z } from 'zod';
import { expectStatus, readAs, tokenIn, type Answer } from '../../test-client/answer.ts';
import { FamilyClient } from '../../test-client/families.ts';
import { RESOURCES } from '../../test-client/requests.ts';
import { Sandbox, signInAtSandbox } from '../../test-client/sandbox.ts';
import { TppClient } from '../../test-client/tpp.ts';
import { Transport } from '../../test-client/transport.ts';
import type { Pence } from '../../src/shared/money.ts';
import { DEBTOR_ACCOUNT } from '../payment-file.ts';
import { bulkOf, singleOf } from './orders.ts';
import { createRetrier, type Retrier } from './retrier.ts';

/** A payment that the service has acknowledged to the TPP. */
export interface Acknowledged {
  readonly kind: 'single' | 'file';
  readonly paymentId: string;
  /** Reference of the debit. It is different for each payment. */
  readonly reference: string;
  readonly pence: Pence;
}

/** Time limit for a response, in milliseconds. After it, the request is sent again. */
const ANSWER_MS = 3000;

const Consent = z.object({ Data: z.object({ ConsentId: z.string() }) });
const Single = z.object({ Data: z.object({ DomesticPaymentId: z.string() }) });
const File = z.object({ Data: z.object({ FilePaymentId: z.string() }) });
const Payment = z.object({ Data: z.object({ Status: z.string() }) });

/** The clients of a TPP, which share one pool of connections. */
interface Clients {
  readonly tpp: TppClient;
  readonly sandbox: Sandbox;
  readonly singles: FamilyClient<'domestic-payments'>;
  readonly files: FamilyClient<'file-payments'>;
}

/**
 * A TPP that makes many payments. If a request is not answered, it is sent again with the same
 * idempotency key. Each payment opens new connections, so that nodes that are added later get their
 * share of the work.
 */
export class Payer {
  readonly acknowledged: Acknowledged[] = [];
  readonly #origin: string;
  readonly #token: string;
  readonly #interrupted: AbortSignal;
  readonly #retrier: Retrier;

  private constructor(origin: string, token: string, interrupted: AbortSignal) {
    this.#origin = origin;
    this.#token = token;
    this.#interrupted = interrupted;
    this.#retrier = createRetrier(interrupted);
  }

  static async signIn(origin: string, interrupted: AbortSignal): Promise<Payer> {
    const transport = new Transport({ timeoutMs: ANSWER_MS, signal: interrupted });
    const { token } = await signInAtSandbox(transport, origin, 'tpp-one');
    transport.close();
    return new Payer(origin, token, interrupted);
  }

  /** Number of requests that had to be sent again. */
  get repeats(): number {
    return this.#retrier.repeats;
  }

  /** Creates a consent, approves it as the customer and submits the payment. */
  async payOne(number: number): Promise<void> {
    const { sendUntilAnswered } = this.#retrier;
    const { initiation, reference, pence } = singleOf(number);
    const paymentId = await this.#connected(async ({ singles, sandbox }) => {
      const { consentId, token } = await this.#approved(sandbox, async () => {
        const body = { Data: { Initiation: initiation }, Risk: {} };
        const answer = await sendUntilAnswered(201, (options) =>
          singles.createConsent(body, options),
        );
        return readAs(answer, Consent).Data.ConsentId;
      });
      const body = { Data: { ConsentId: consentId, Initiation: initiation }, Risk: {} };
      const answer = await sendUntilAnswered(201, (options) =>
        singles.createPayment(body, token, options),
      );
      return readAs(answer, Single).Data.DomesticPaymentId;
    });
    this.acknowledged.push({ kind: 'single', paymentId, reference, pence });
  }

  /** Creates a consent, uploads the file, approves it as the customer and submits the payment. */
  async payFile(number: number): Promise<void> {
    const { sendUntilAnswered } = this.#retrier;
    const { initiation, bytes, reference, pence } = bulkOf(number);
    const paymentId = await this.#connected(async ({ files, sandbox }) => {
      const { consentId, token } = await this.#approved(sandbox, async () => {
        const body = { Data: { Initiation: initiation } };
        const created = await sendUntilAnswered(201, (options) =>
          files.createConsent(body, options),
        );
        const { ConsentId } = readAs(created, Consent).Data;
        await sendUntilAnswered(200, (options) => files.uploadFile(ConsentId, bytes, options));
        return ConsentId;
      });
      const body = { Data: { ConsentId: consentId, Initiation: initiation } };
      const answer = await sendUntilAnswered(201, (options) =>
        files.createPayment(body, token, options),
      );
      return readAs(answer, File).Data.FilePaymentId;
    });
    this.acknowledged.push({ kind: 'file', paymentId, reference, pence });
  }

  /** Reads the status of a payment from whichever node answers. */
  read({ kind, paymentId }: Acknowledged): Promise<string> {
    return this.#connected(async ({ singles, files }) => {
      const family = kind === 'single' ? singles : files;
      const answer = await this.#retrier.sendUntilAnswered(200, () =>
        family.readPayment(paymentId),
      );
      return readAs(answer, Payment).Data.Status;
    });
  }

  /** Reads a page of the statement of the debtor account. */
  readEntries(query: URLSearchParams): Promise<Answer> {
    const path = `/sandbox/accounts/${DEBTOR_ACCOUNT}/entries?${query.toString()}`;
    return this.#connected(({ tpp }) =>
      this.#retrier.sendUntilAnswered(200, () => tpp.send('GET', path)),
    );
  }

  async #connected<Value>(act: (clients: Clients) => Promise<Value>): Promise<Value> {
    const transport = new Transport({ timeoutMs: ANSWER_MS, signal: this.#interrupted });
    const tpp = new TppClient({ transport, apiUrl: this.#origin, token: this.#token });
    try {
      return await act({
        tpp,
        sandbox: new Sandbox(tpp),
        singles: new FamilyClient(tpp, RESOURCES['domestic-payments']),
        files: new FamilyClient(tpp, RESOURCES['file-payments']),
      });
    } finally {
      transport.close();
    }
  }

  /**
   * Creates a consent, approves it and returns the access token. If the response with the token is
   * lost, creates another consent.
   */
  async #approved(
    sandbox: Sandbox,
    make: () => Promise<string>,
  ): Promise<{ readonly consentId: string; readonly token: string }> {
    for (;;) {
      const consentId = await make();
      const wish = { user: 'clara', decision: 'approve' } as const;
      const answer = await this.#retrier.sendOnce(() => sandbox.decide(consentId, wish));
      if (answer !== undefined) return { consentId, token: tokenIn(expectStatus(answer, 200)) };
    }
  }
}
