import { setTimeout as wait } from 'node:timers/promises';
import type { Family } from '../../src/families/common/family.ts';
import { domesticPayments } from '../../src/families/domestic-payments.ts';
import { filePayments } from '../../src/families/file-payments/index.ts';
import { domesticPayments as domesticCase } from '../contract/families/domestic.ts';
import { isUnderWay } from '../crash/statuses.ts';
import { bulkFile } from '../helpers/payment-file.ts';
import { consentBody, dataOf, type Options, type Reply } from '../helpers/tpp.ts';
import { sha256, type Fact } from './facts.ts';

/** A request to the service, with the fact that its expected response acknowledges. */
export interface TppRequest {
  readonly method: string;
  readonly path: string;
  readonly options: Options;
  readonly status: number;
  readonly told: (reply: Reply) => Fact | undefined;
}

/**
 * Sends a request and repeats it if needed. Returns undefined if the expected response did not
 * come.
 */
export type Ask = (request: TppRequest) => Promise<Reply | undefined>;

/** One in this many stories is a payment without a file. */
const SINGLE_EVERY = 4;

/**
 * Number of payments in a file. Most files have few. Some have so many that the service processes
 * them in several steps. A few are too large to be held in memory.
 */
const FEW = 7;
const LONG = { every: 11, payments: 1500 };
const HUGE = { every: 23, payments: 9000 };

/** Service settings that allow a huge file and many uploads at the same time. */
export const LOAD_SETTINGS = {
  PIS_FILE_MAX_BYTES: String(8 * 1024 * 1024),
  PIS_FILE_UPLOADS_PER_TPP: '1000',
};

/** Number of times that a payment's status is read, and the pause between in milliseconds. */
const LOOKS = 4;
const LOOK_PAUSE_MS = 50;

/** A payment, with the customer who approves it. */
interface Story {
  readonly family: Family;
  readonly consent: { readonly Data: { readonly Initiation: unknown }; readonly Risk?: unknown };
  readonly file: Buffer | null;
  readonly customer: object;
}

function storyOf(number: number): Story {
  if (number % SINGLE_EVERY === 0) {
    const { initiation, consentData, risk, customer } = domesticCase;
    const consent = { Data: { ...consentData, Initiation: initiation }, Risk: risk };
    return { family: domesticPayments, consent, file: null, customer };
  }
  const file = fileOfStory(number);
  const customer = { user: 'clara' };
  return { family: filePayments, consent: consentBody(file), file, customer };
}

/** Returns the payment file for a story number. Each number gives a different file. */
function fileOfStory(number: number): Buffer {
  const odd = [HUGE, LONG].find(({ every }) => number % every === 0);
  return bulkFile(odd?.payments ?? 1 + (number % FEW), {
    EndToEndIdentification: `S${String(number)}`,
    InstructedAmount: { Amount: '0.01', Currency: 'GBP' },
  });
}

/**
 * Makes a payment, mostly in a file, from its consent until its final status. Stops early if a
 * response is not as expected. Each number gives a different payment.
 */
export async function bringPayment(ask: Ask, number: number): Promise<void> {
  const { family, consent, file, customer } = storyOf(number);
  const consented = await ask({
    method: 'POST',
    path: `/${family.consents}`,
    options: { body: JSON.stringify(consent), key: `c${String(number)}` },
    status: 201,
    told: (reply) => ({
      kind: 'consent',
      resource: family.consents,
      id: textIn(reply, 'ConsentId'),
    }),
  });
  if (consented === undefined) return;
  const id = textIn(consented, 'ConsentId');
  if (file !== null && (await upload(ask, id, file)) === undefined) return;
  const token = await approve(ask, family.consents, id, customer);
  if (token === undefined) return;
  const { Initiation } = consent.Data;
  const body = JSON.stringify({ ...consent, Data: { ConsentId: id, Initiation } });
  const paid = await ask({
    method: 'POST',
    path: `/${family.payments}`,
    options: { token, body, key: `p${id.slice(-30)}` },
    status: 201,
    told: (reply) => ({
      kind: 'payment',
      resource: family.payments,
      id: textIn(reply, family.paymentIdName),
    }),
  });
  if (paid !== undefined) await look(ask, family, textIn(paid, family.paymentIdName));
}

async function upload(ask: Ask, id: string, file: Buffer): Promise<Reply | undefined> {
  const resource = filePayments.consents;
  const digest = sha256(file);
  return ask({
    method: 'POST',
    path: `/${resource}/${id}/file`,
    options: { body: file, key: `u${id.slice(-30)}` },
    status: 200,
    told: () => ({ kind: 'file', resource, id, sha256: digest }),
  });
}

/** Approves a consent as the customer. Returns the token from the approval. */
async function approve(
  ask: Ask,
  resource: string,
  id: string,
  customer: object,
): Promise<string | undefined> {
  const tokenIn = (reply: Reply): string => reply.json?.['access_token'] as string;
  const decided = await ask({
    method: 'POST',
    path: `/sandbox/consents/${id}/decision`,
    options: { body: JSON.stringify({ ...customer, decision: 'approve' }), key: null },
    status: 200,
    told: (reply) => ({ kind: 'approved', resource, id, tokenHash: sha256(tokenIn(reply)) }),
  });
  return decided === undefined ? undefined : tokenIn(decided);
}

/** Reads a payment until its status is final. Then checks that the status does not change. */
async function look(ask: Ask, family: Family, id: string): Promise<void> {
  const resource = family.payments;
  const isPending = (reply: Reply): boolean => isUnderWay(textIn(reply, 'Status'));
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const seen = await ask({
      method: 'GET',
      path: `/${resource}/${id}`,
      options: {},
      status: 200,
      told: (reply) => (isPending(reply) ? undefined : { kind: 'finished', resource, id }),
    });
    if (seen === undefined || !isPending(seen)) return;
    await wait(LOOK_PAUSE_MS);
  }
}

function textIn(reply: Reply, name: string): string {
  return dataOf(reply)[name] as string;
}
