import { z } from 'zod';
import { answerOf, expectStatus, type Exchange, type Send } from './client.ts';
import { expect, expectEqual } from './expect.ts';
import type { Narrator } from './narrator.ts';
import { DEBTOR_ACCOUNT, initiationOf, type PaymentFile } from './payment-file.ts';

/** How long the journey waits for the schemes, in milliseconds. */
const FINISH_MS = 10_000;

const Token = z.object({ access_token: z.string() });
const Consent = z.object({ Data: z.object({ ConsentId: z.string(), Status: z.string() }) });
const Decision = z.object({ status: z.string(), access_token: z.string() });
const Payment = z.object({ Data: z.object({ FilePaymentId: z.string(), Status: z.string() }) });

/** A TPP with its own token at the bank. */
export interface Tpp {
  readonly send: Send;
  readonly token: string;
}

/** A file that went the whole way. */
export interface PaidFile {
  readonly paymentId: string;
  /** The pacs.002 document. */
  readonly report: string;
  /** From the first byte of the upload to the last of the report, in milliseconds. */
  readonly milliseconds: number;
}

export async function signIn(send: Send, tell: Narrator): Promise<Tpp> {
  tell.caption('The TPP takes a token.');
  const exchange = await send({
    method: 'POST',
    path: '/sandbox/token',
    form: {
      grant_type: 'client_credentials',
      client_id: 'tpp-one',
      client_secret: 'tpp-one-secret',
      scope: 'payments',
    },
  });
  const { access_token: token } = answerOf(exchange, 200, Token);
  tell.exchange(exchange);
  return { send, token };
}

/** Announces the file; the consent's id. */
export async function announce(
  { send, token }: Tpp,
  initiation: Record<string, unknown>,
  tell: Narrator,
): Promise<string> {
  tell.caption('It announces a file: hash, number of payments, sum.');
  const json = { Data: { Initiation: initiation } };
  const exchange = await send({ method: 'POST', path: '/file-payment-consents', token, json });
  const { ConsentId, Status } = answerOf(exchange, 201, Consent).Data;
  expectEqual('The new consent', Status, 'AwaitingUpload');
  tell.exchange(exchange, Status);
  tell.note(`ConsentId ${ConsentId}`);
  return ConsentId;
}

/** Uploads the file, whatever the service says to it. */
export async function upload(
  { send, token }: Tpp,
  consentId: string,
  file: Buffer,
  tell: Narrator,
): Promise<Exchange> {
  const bar = tell.progress('Uploading');
  const path = `/file-payment-consents/${consentId}/file`;
  const onSent = (fraction: number): void => {
    bar.show(fraction);
  };
  const exchange = await send({ method: 'POST', path, token, file, onSent });
  bar.end();
  tell.exchange(exchange);
  return exchange;
}

/** Reads the consent, which must have this status now. */
export async function expectConsent(
  { send, token }: Tpp,
  consentId: string,
  status: string,
  tell: Narrator,
): Promise<void> {
  const exchange = await send({
    method: 'GET',
    path: `/file-payment-consents/${consentId}`,
    token,
  });
  const { Status } = answerOf(exchange, 200, Consent).Data;
  expectEqual('The consent', Status, status);
  tell.exchange(exchange, Status);
}

/**
 * Takes a file from its announcement to its report.
 *
 * @param pollMs how often the status is asked for, in milliseconds
 * @throws Surprise at the first answer that is not the expected one
 */
export async function pay(
  tpp: Tpp,
  file: PaymentFile,
  tell: Narrator,
  pollMs: number,
): Promise<PaidFile> {
  const initiation = initiationOf(file);
  const consentId = await announce(tpp, initiation, tell);
  tell.caption('It uploads the file, which is read and checked at once.');
  const started = performance.now();
  expectStatus(await upload(tpp, consentId, file.bytes, tell), 200);
  await expectConsent(tpp, consentId, 'AwaitingAuthorisation', tell);
  const customerToken = await approve(tpp, consentId, tell);
  const paymentId = await submit(tpp, { consentId, initiation, customerToken }, tell);
  await expectConsent(tpp, consentId, 'Consumed', tell);
  await finish(tpp, paymentId, tell, pollMs);
  const report = await readReport(tpp, paymentId, tell);
  const milliseconds = performance.now() - started;
  return { paymentId, report, milliseconds };
}

/** The customer says yes; the token that is good for this one consent. */
async function approve({ send, token }: Tpp, consentId: string, tell: Narrator): Promise<string> {
  tell.caption('The customer, Clara of Northwind, approves it on the pages of her bank.');
  const json = { user: 'clara', decision: 'approve', debtorAccount: DEBTOR_ACCOUNT };
  const path = `/sandbox/consents/${consentId}/decision`;
  const exchange = await send({ method: 'POST', path, token, json });
  const decision = answerOf(exchange, 200, Decision);
  expectEqual('The decision', decision.status, 'Authorised');
  tell.exchange(exchange, decision.status);
  return decision.access_token;
}

async function submit(
  { send }: Tpp,
  consent: { consentId: string; initiation: Record<string, unknown>; customerToken: string },
  tell: Narrator,
): Promise<string> {
  tell.caption('The TPP submits it with the token of her approval, and waits for the end.');
  const { consentId, initiation, customerToken: token } = consent;
  const json = { Data: { ConsentId: consentId, Initiation: initiation } };
  const exchange = await send({ method: 'POST', path: '/file-payments', token, json });
  const { FilePaymentId, Status } = answerOf(exchange, 201, Payment).Data;
  expectEqual('The new payment', Status, 'InitiationPending');
  tell.exchange(exchange, Status);
  tell.note(`FilePaymentId ${FilePaymentId}`);
  return FilePaymentId;
}

/** Asks for the payment until it has finished; tells the last answer. */
async function finish(
  { send, token }: Tpp,
  paymentId: string,
  tell: Narrator,
  pollMs: number,
): Promise<void> {
  const bar = tell.progress('Waiting for the scheme');
  const started = performance.now();
  for (let asked = 1; performance.now() - started < FINISH_MS; asked += 1) {
    const exchange = await send({ method: 'GET', path: `/file-payments/${paymentId}`, token });
    const { Status } = answerOf(exchange, 200, Payment).Data;
    if (Status !== 'InitiationPending') {
      bar.end();
      expectEqual('The payment', Status, 'InitiationCompleted');
      tell.exchange(exchange, Status);
      const waitedMs = Math.round(performance.now() - started);
      tell.note(`asked ${String(asked)} × in ${String(waitedMs)} ms`);
      return;
    }
    bar.show(null);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  bar.end();
  expect(false, `The payment did not finish within ${String(FINISH_MS / 1000)} s.`);
}

async function readReport({ send, token }: Tpp, paymentId: string, tell: Narrator) {
  tell.caption('It reads what became of the file, of each payment, and of the money.');
  const path = `/file-payments/${paymentId}/report-file`;
  const exchange = await send({ method: 'GET', path, token });
  expectStatus(exchange, 200);
  const groupStatus = /<GrpSts>(\w+)<\/GrpSts>/.exec(exchange.text)?.[1] ?? 'none';
  expectEqual('The group status', groupStatus, 'PART');
  tell.exchange(exchange, groupStatus);
  return exchange.text;
}
