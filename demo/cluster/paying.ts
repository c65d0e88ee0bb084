import { z } from 'zod';
import { expectStatus, readAs, tokenIn, type Answer } from '../../client/answer.ts';
import { FamilyClient } from '../../client/families.ts';
import { RESOURCES } from '../../client/requests.ts';
import { Sandbox, signInAtSandbox } from '../../client/sandbox.ts';
import type { TppClient } from '../../client/tpp.ts';
import { Transport } from '../../client/transport.ts';
import type { Pence } from '../../src/kernel/money.ts';
import { DEBTOR_ACCOUNT } from '../payment-file.ts';
import { bulkOf, singleOf } from './orders.ts';
import { createPersistence, type Persistence } from './persistence.ts';

/** What was acknowledged to the TPP. */
export interface Acknowledged {
  readonly kind: 'single' | 'file';
  readonly paymentId: string;
  /** What the debit has as its reference: no other payment has it. */
  readonly reference: string;
  readonly pence: Pence;
}

/** How long an answer may take before the request is sent again, in milliseconds. */
const ANSWER_MS = 3000;

const Consent = z.object({ Data: z.object({ ConsentId: z.string() }) });
const Single = z.object({ Data: z.object({ DomesticPaymentId: z.string() }) });
const File = z.object({ Data: z.object({ FilePaymentId: z.string() }) });
const Payment = z.object({ Data: z.object({ Status: z.string() }) });

/** A TPP that pays and pays, and repeats what got no answer, with the same key. */
export class Payer {
  readonly acknowledged: Acknowledged[] = [];
  readonly #tpp: TppClient;
  readonly #persistence: Persistence;
  readonly #sandbox: Sandbox;
  readonly #singles: FamilyClient<'domestic-payments'>;
  readonly #files: FamilyClient<'file-payments'>;

  private constructor(tpp: TppClient, persistence: Persistence) {
    this.#tpp = tpp;
    this.#persistence = persistence;
    this.#sandbox = new Sandbox(tpp);
    this.#singles = new FamilyClient(tpp, RESOURCES['domestic-payments']);
    this.#files = new FamilyClient(tpp, RESOURCES['file-payments']);
  }

  static async signIn(origin: string, interrupted: AbortSignal): Promise<Payer> {
    const transport = new Transport({ timeoutMs: ANSWER_MS, signal: interrupted });
    const tpp = await signInAtSandbox(transport, origin, 'tpp-one');
    return new Payer(tpp, createPersistence(interrupted));
  }

  /** Requests sent again. */
  get repeats(): number {
    return this.#persistence.repeats;
  }

  /** Consent, the customer's decision, payment. */
  async payOne(number: number): Promise<void> {
    const { insist } = this.#persistence;
    const { initiation, reference, pence } = singleOf(number);
    const { consentId, token } = await this.#approved(async () => {
      const body = { Data: { Initiation: initiation }, Risk: {} };
      const answer = await insist(201, (options) => this.#singles.createConsent(body, options));
      return readAs(answer, Consent).Data.ConsentId;
    });
    const body = { Data: { ConsentId: consentId, Initiation: initiation }, Risk: {} };
    const answer = await insist(201, (options) =>
      this.#singles.createPayment(body, token, options),
    );
    const paymentId = readAs(answer, Single).Data.DomesticPaymentId;
    this.acknowledged.push({ kind: 'single', paymentId, reference, pence });
  }

  /** Consent, upload, the customer's decision, payment. */
  async payFile(number: number): Promise<void> {
    const { insist } = this.#persistence;
    const { initiation, bytes, reference, pence } = bulkOf(number);
    const { consentId, token } = await this.#approved(async () => {
      const body = { Data: { Initiation: initiation } };
      const created = await insist(201, (options) => this.#files.createConsent(body, options));
      const { ConsentId } = readAs(created, Consent).Data;
      await insist(200, (options) => this.#files.uploadFile(ConsentId, bytes, options));
      return ConsentId;
    });
    const body = { Data: { ConsentId: consentId, Initiation: initiation } };
    const answer = await insist(201, (options) => this.#files.createPayment(body, token, options));
    const paymentId = readAs(answer, File).Data.FilePaymentId;
    this.acknowledged.push({ kind: 'file', paymentId, reference, pence });
  }

  /** The status of a payment, told by whatever node. */
  async read({ kind, paymentId }: Acknowledged): Promise<string> {
    const family = kind === 'single' ? this.#singles : this.#files;
    const answer = await this.#persistence.insist(200, () => family.readPayment(paymentId));
    return readAs(answer, Payment).Data.Status;
  }

  /** A page of the statement of the account that all is paid from. */
  readEntries(query: URLSearchParams): Promise<Answer> {
    const path = `/sandbox/accounts/${DEBTOR_ACCOUNT}/entries?${query.toString()}`;
    return this.#persistence.insist(200, () => this.#tpp.send('GET', path));
  }

  close(): void {
    this.#tpp.close();
  }

  /** A consent that the customer approved, and its token; another one where the token got lost. */
  async #approved(
    make: () => Promise<string>,
  ): Promise<{ readonly consentId: string; readonly token: string }> {
    for (;;) {
      const consentId = await make();
      const wish = { user: 'clara', decision: 'approve' } as const;
      const answer = await this.#persistence.attempt(() => this.#sandbox.decide(consentId, wish));
      if (answer !== undefined) return { consentId, token: tokenIn(expectStatus(answer, 200)) };
    }
  }
}
