import { z } from 'zod';
import { expectStatus, readAs, tokenIn, type Answer } from '../test-client/answer.ts';
import { FamilyClient } from '../test-client/families.ts';
import { RESOURCES } from '../test-client/requests.ts';
import { askToken, Sandbox } from '../test-client/sandbox.ts';
import { TppClient } from '../test-client/tpp.ts';
import type { StreamedBody, Transport } from '../test-client/transport.ts';
import { expect, expectEqual } from './expect.ts';
import type { Narrator } from './narrator.ts';
import { DEBTOR_ACCOUNT, initiationOf, type Initiation, type PaymentFile } from './payment-file.ts';

/** Maximum time that the schemes may take to finish the payments, in milliseconds. */
const FINISH_MS = 10_000;

const Consent = z.object({ Data: z.object({ ConsentId: z.string(), Status: z.string() }) });
const Decision = z.object({ status: z.string(), access_token: z.string() });
const Payment = z.object({ Data: z.object({ FilePaymentId: z.string(), Status: z.string() }) });

/**
 * Size of the pieces in which the file is sent, in bytes. After each piece, the progress bar is
 * updated.
 */
const PIECE_BYTES = 64 * 1024;

/** A TPP with an access token. */
export interface Tpp {
  readonly files: FamilyClient<'file-payments'>;
  readonly sandbox: Sandbox;
}

/** A TPP with the client for requests of its own. */
export interface SignedIn extends Tpp {
  readonly client: TppClient;
}

/** A file whose payments were made and whose report was read. */
export interface PaidFile {
  readonly paymentId: string;
  /** The pacs.002 document. */
  readonly report: string;
  /** Time from the first byte of the upload to the last byte of the report, in milliseconds. */
  readonly milliseconds: number;
}

export async function signIn(
  transport: Transport,
  origin: string,
  narrator: Narrator,
): Promise<SignedIn> {
  narrator.caption('The TPP requests an access token.');
  const answer = expectStatus(await askToken(transport, origin, 'tpp-one'), 200);
  narrator.exchange(answer);
  const tpp = new TppClient({ transport, apiUrl: origin, token: tokenIn(answer) });
  const files = new FamilyClient(tpp, RESOURCES['file-payments']);
  return { client: tpp, files, sandbox: new Sandbox(tpp) };
}

/** Creates the consent for a file and returns its ID. */
export async function announce(
  { files }: Tpp,
  initiation: Initiation,
  narrator: Narrator,
): Promise<string> {
  narrator.caption('It creates a consent with the hash, number of payments and sum of a file.');
  const answer = await files.createConsent({ Data: { Initiation: initiation } });
  const { ConsentId, Status } = readAs(expectStatus(answer, 201), Consent).Data;
  expectEqual('The new consent', Status, 'AwaitingUpload');
  narrator.exchange(answer, Status);
  narrator.note(`ConsentId ${ConsentId}`);
  return ConsentId;
}

/** Uploads the file and returns the response, whatever its status. */
export async function upload(
  { files }: Tpp,
  consentId: string,
  file: Buffer,
  narrator: Narrator,
): Promise<Answer> {
  const bar = narrator.progress('Uploading');
  const answer = await files.uploadFile(
    consentId,
    piecesOf(file, (fraction) => {
      bar.show(fraction);
    }),
  );
  bar.end();
  narrator.exchange(answer);
  return answer;
}

/**
 * Yields the file in pieces. After each piece, reports which fraction of the file was sent, from 0
 * to 1.
 */
function piecesOf(file: Buffer, onSent: (fraction: number) => void): StreamedBody {
  return {
    bytes: file.length,
    *chunks() {
      for (let at = 0; at < file.length; at += PIECE_BYTES) {
        yield file.subarray(at, at + PIECE_BYTES);
        onSent(Math.min(1, (at + PIECE_BYTES) / file.length));
      }
    },
  };
}

/** Reads the consent and checks its status. */
export async function expectConsent(
  { files }: Tpp,
  consentId: string,
  status: string,
  narrator: Narrator,
): Promise<void> {
  const answer = await files.readConsent(consentId);
  const { Status } = readAs(expectStatus(answer, 200), Consent).Data;
  expectEqual('The consent', Status, status);
  narrator.exchange(answer, Status);
}

/**
 * Pays a file: creates a consent, uploads the file, approves the consent, submits the payment and
 * reads the report.
 *
 * @param pollMs interval between two requests while it is executed, in milliseconds
 * @param wait waits until the payment has finished. By default, reads its status again and again.
 * @throws UnexpectedAnswer, UnexpectedResult at the first unexpected result
 */
export async function pay(
  tpp: Tpp,
  file: PaymentFile,
  narrator: Narrator,
  pollMs: number,
  wait: typeof finish = finish,
): Promise<PaidFile> {
  const initiation = initiationOf(file);
  const consentId = await announce(tpp, initiation, narrator);
  narrator.caption('It uploads the file. The bank reads and checks it immediately.');
  const started = performance.now();
  expectStatus(await upload(tpp, consentId, file.bytes, narrator), 200);
  await expectConsent(tpp, consentId, 'AwaitingAuthorisation', narrator);
  const customerToken = await approve(tpp, consentId, narrator);
  const paymentId = await submit(tpp, { consentId, initiation, customerToken }, narrator);
  await expectConsent(tpp, consentId, 'Consumed', narrator);
  await wait(tpp, paymentId, narrator, pollMs);
  const report = await readReport(tpp, paymentId, narrator);
  const milliseconds = performance.now() - started;
  return { paymentId, report, milliseconds };
}

/** Approves the consent as the customer and returns the access token for this consent. */
async function approve({ sandbox }: Tpp, consentId: string, narrator: Narrator): Promise<string> {
  narrator.caption('The customer, Clara of Northwind, approves it at her bank.');
  const wish = { user: 'clara', decision: 'approve', debtorAccount: DEBTOR_ACCOUNT } as const;
  const answer = await sandbox.decide(consentId, wish);
  const decision = readAs(expectStatus(answer, 200), Decision);
  expectEqual('The decision', decision.status, 'Authorised');
  narrator.exchange(answer, decision.status);
  return decision.access_token;
}

/** Submits the file payment with the customer's token and returns its ID. */
export async function submit(
  { files }: Tpp,
  consent: { consentId: string; initiation: Initiation; customerToken: string },
  narrator: Narrator,
): Promise<string> {
  narrator.caption(
    'The TPP submits it with the token of this approval and waits until it is executed.',
  );
  const { consentId, initiation, customerToken } = consent;
  const body = { Data: { ConsentId: consentId, Initiation: initiation } };
  const answer = await files.createPayment(body, customerToken);
  const { FilePaymentId, Status } = readAs(expectStatus(answer, 201), Payment).Data;
  expectEqual('The new payment', Status, 'InitiationPending');
  narrator.exchange(answer, Status);
  narrator.note(`FilePaymentId ${FilePaymentId}`);
  return FilePaymentId;
}

/** Returns the response with a payment that has finished. Null if it has not. */
export async function completed({ files }: Tpp, paymentId: string): Promise<Answer | null> {
  const answer = await files.readPayment(paymentId);
  const { Status } = readAs(expectStatus(answer, 200), Payment).Data;
  if (Status === 'InitiationPending') return null;
  expectEqual('The payment', Status, 'InitiationCompleted');
  return answer;
}

/** Polls the payment until it has finished. Shows the last response. */
async function finish(
  tpp: Tpp,
  paymentId: string,
  narrator: Narrator,
  pollMs: number,
): Promise<void> {
  const bar = narrator.progress('Waiting for the scheme');
  const started = performance.now();
  for (let startedAt = 1; performance.now() - started < FINISH_MS; startedAt += 1) {
    const answer = await completed(tpp, paymentId);
    if (answer !== null) {
      bar.end();
      narrator.exchange(answer, 'InitiationCompleted');
      const waitedMs = Math.round(performance.now() - started);
      narrator.note(`polled ${String(startedAt)} times in ${String(waitedMs)} ms`);
      return;
    }
    bar.show(null);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  bar.end();
  expect(false, `The payment did not finish within ${String(FINISH_MS / 1000)} s.`);
}

async function readReport({ files }: Tpp, paymentId: string, narrator: Narrator): Promise<string> {
  narrator.caption('It reads the report, the status of each payment and the statement.');
  const answer = expectStatus(await files.readReport(paymentId), 200);
  const groupStatus = /<GrpSts>(\w+)<\/GrpSts>/.exec(answer.text)?.[1] ?? 'none';
  expectEqual('The group status', groupStatus, 'PART');
  narrator.exchange(answer, groupStatus);
  return answer.text;
}
