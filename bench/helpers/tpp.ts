import { setTimeout as sleep } from 'node:timers/promises';
import {
  expectSuccess,
  idIn,
  tokenIn,
  UnexpectedAnswer,
  type Answer,
} from '../../test-client/answer.ts';
import { FamilyClient } from '../../test-client/families.ts';
import { RESOURCES, type Requests, type Resources } from '../../test-client/requests.ts';
import { Sandbox, signInAtSandbox, type Decision } from '../../test-client/sandbox.ts';
import type { TppClient } from '../../test-client/tpp.ts';
import { Transport } from '../../test-client/transport.ts';
import { SECOND_MS, type Instant } from '../../src/shared/time.ts';
import { DEBTOR_ACCOUNT, type PaymentFile } from './payment-file.ts';

/** The decision of the sandbox's customer. */
export const DECISION: Decision = {
  user: 'clara',
  decision: 'approve',
  debtorAccount: DEBTOR_ACCOUNT,
};

/**
 * Interval in milliseconds between two requests for the status of a payment. The second value is
 * the maximum number of requests.
 */
const POLL_MS = 10;
const MAX_POLLS = 6000;

/**
 * Step by which the clock is moved, in milliseconds. It is longer than it takes to read and move
 * the clock.
 */
const STEP_MS = 5 * SECOND_MS;

interface Connecting {
  /** Maximum number of connections. If all are in use, a request waits. */
  readonly connections?: number;
  /** Time in milliseconds after which a request is aborted. Null if it is never aborted. */
  readonly timeoutMs?: number | null;
}

/**
 * A TPP of the sandbox that has a token and sends requests over persistent connections. It uses as
 * little CPU as possible, because client and server share the machine. A response without success
 * is thrown as UnexpectedAnswer.
 */
export class Tpp {
  readonly token: string;
  readonly #client: TppClient;
  readonly #files: FamilyClient<'file-payments'>;
  readonly #sandbox: Sandbox;

  private constructor(client: TppClient) {
    this.token = client.token;
    this.#client = client;
    this.#files = new FamilyClient(client, RESOURCES['file-payments']);
    this.#sandbox = new Sandbox(client);
  }

  static async signIn(
    origin: string,
    { connections = 16, timeoutMs = null }: Connecting = {},
  ): Promise<Tpp> {
    const transport = new Transport({ maxConnections: connections, timeoutMs });
    return new Tpp(await signInAtSandbox(transport, origin, 'tpp-one', { interactionId: null }));
  }

  close(): void {
    this.#client.close();
  }

  /** Creates a consent of this family with this body. Returns the ConsentId. */
  async register(family: Resources, body: string): Promise<string> {
    const answer = await new FamilyClient(this.#client, family).createConsent(body);
    return idIn(expectSuccess(answer), 'ConsentId');
  }

  /** Creates the consent for a file. Returns the ConsentId. */
  async consentFor(file: PaymentFile): Promise<string> {
    return idIn(expectSuccess(await this.#files.createConsent(consentBody(file))), 'ConsentId');
  }

  async readConsent(consentId: string): Promise<Answer> {
    return expectSuccess(await this.#files.readConsent(consentId));
  }

  async upload(consentId: string, file: PaymentFile): Promise<Answer> {
    return expectSuccess(await this.#files.uploadFile(consentId, file));
  }

  /** Approves a consent as the customer. Returns the access token. */
  async approve(consentId: string): Promise<string> {
    return tokenIn(expectSuccess(await this.#sandbox.decide(consentId, DECISION)));
  }

  /** Submits the payment of an approved consent. */
  async submit(family: Resources, body: string, token: string): Promise<Answer> {
    return expectSuccess(await new FamilyClient(this.#client, family).createPayment(body, token));
  }

  /**
   * Makes all payments of a file: consent, upload, approval, submission, booking and report.
   *
   * @param wait resolves when the payment is done. By default, polls the status of the payment.
   */
  async pay(file: PaymentFile, wait?: () => Promise<void>): Promise<void> {
    const consentId = await this.consentFor(file);
    await this.upload(consentId, file);
    const token = await this.approve(consentId);
    const payment = await this.#files.createPayment(filePaymentBody(consentId, file), token);
    const paymentId = idIn(expectSuccess(payment), 'FilePaymentId');
    await (wait?.() ?? this.#untilCompleted(paymentId));
    const report = expectSuccess(await this.#files.readReport(paymentId));
    if (report.text.includes('<GrpSts>ACSC</GrpSts>')) return;
    throw new UnexpectedAnswer(report, 'another status than ACSC.');
  }

  /** Returns the balance of an account of the sandbox, in pounds. */
  async balance(account: string): Promise<number> {
    return Number(expectSuccess(await this.#sandbox.readEntries(account)).json?.['balance']);
  }

  /** Returns the time of the sandbox's clock. */
  async readClock(): Promise<Instant> {
    return Date.parse(String(expectSuccess(await this.#sandbox.readClock()).json?.['now']));
  }

  /** Moves the sandbox's clock forward. Resolves when all work that fell due is done. */
  async moveClock(now: Instant): Promise<void> {
    expectSuccess(await this.#sandbox.moveClock(now));
  }

  /**
   * Waits until all due work is done. Moves the sandbox's clock forward by a few seconds for this.
   */
  async settle(): Promise<void> {
    await this.moveClock((await this.readClock()) + STEP_MS);
  }

  async #untilCompleted(paymentId: string): Promise<void> {
    for (let polls = 0; polls < MAX_POLLS; polls += 1) {
      await sleep(POLL_MS);
      const { text } = expectSuccess(await this.#files.readPayment(paymentId));
      if (text.includes('"Status":"InitiationCompleted"')) return;
    }
    throw new Error(`${paymentId} did not complete.`);
  }
}

/** Returns the request body of the consent for a file. */
export function consentBody(
  file: Pick<PaymentFile, 'hash' | 'payments'>,
): Requests['file-payments']['consent'] {
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

/** The request body of a consent for a file that is never uploaded. */
export const FILE_CONSENT = JSON.stringify(
  consentBody({ hash: `${'A'.repeat(43)}=`, payments: 4000 }),
);

/** Returns the request body that submits the payment of the file. */
export function filePaymentBody(consentId: string, file: PaymentFile): string {
  return JSON.stringify({ Data: { ConsentId: consentId, ...consentBody(file).Data } });
}
