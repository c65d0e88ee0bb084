import {
  AuthenticationError,
  FAMILIES,
  InvalidRequestError,
  type ConsentRequest,
  type Family,
  type FamilyClient,
  type PaymentRequest,
  type Version,
} from '@payment-initiation/client';
import { approve, requireApprover, type ApprovalOptions } from '../bank/approval.ts';
import type { Connection } from '../bank/connection.ts';
import type { Context } from '../terminal/context.ts';
import type { Requests } from './bodies.ts';
import { consentStateOf, unknownPayment, type ConsentState } from './consent-state.ts';
import { withoutToken, type State, type States } from './payment-state.ts';

/** The objects that the steps of a payment use. */
export interface Work {
  readonly context: Context;
  readonly connection: Connection;
  readonly states: States;
  readonly approval: ApprovalOptions;
}

/** A state with an approved consent. */
export type Approved = State & { readonly consentId: string; readonly token: string };
/** A state with a payment at the bank. */
export type Submitted = State & { readonly consentId: string; readonly paymentId: string };

type Client = FamilyClient<Version, Family>;

/**
 * Returns the state with an approved consent. Creates the consent and asks the customer to
 * approve it, except for steps that an earlier run completed. Stores each step before the next.
 *
 * Without a stored token, no payment can have been submitted. A consent that no longer awaits its
 * approval is therefore replaced by another one.
 */
export async function approved(work: Work, state: State, body: object): Promise<Approved> {
  const { context, connection, states, approval } = work;
  const { signal } = context;
  const { consentId: known, token: kept } = state;
  if (known !== undefined && kept !== undefined) return { ...state, consentId: known, token: kept };
  requireApprover(context, approval);
  const client = clientOf(connection, state.family);
  if (
    known !== undefined &&
    (await stateOfConsent(work, state.family, known)) !== 'awaitingApproval'
  ) {
    return approved(work, await states.save(withNewConsent(state)), body);
  }
  const consentId = known ?? (await createConsent(work, client, state, body));
  const pending = { ...state, consentId };
  await states.save(pending);
  report(work, `Consent ${consentId} created.`);
  signal.throwIfAborted();
  const token = await approve(context, connection, consentId, approval);
  const done = { ...pending, token };
  await states.save(done);
  report(work, `Consent ${consentId} approved.`);
  return done;
}

/**
 * Returns the state with a payment at the bank. Submits the payment if no earlier run did. The
 * idempotency key is derived from the id of the caller, so that a repeat pays nothing again.
 */
export async function submitted(work: Work, state: State, requests: Requests): Promise<Submitted> {
  const { consentId: known, paymentId } = state;
  if (known !== undefined && paymentId !== undefined)
    return { ...state, consentId: known, paymentId };
  const ready = await approved(work, state, requests.consent);
  work.context.signal.throwIfAborted();
  const body = requests.payment(ready.consentId);
  try {
    return await createPayment(work, ready, body);
  } catch (error) {
    if (!(error instanceof InvalidRequestError || error instanceof AuthenticationError))
      throw error;
    const consent = await stateOfConsent(work, state.family, ready.consentId);
    if (consent === 'used') throw unknownPayment(ready.consentId, error);
    if (!(error instanceof AuthenticationError) || consent !== 'approved') throw error;
    // The token has expired, and the bank has executed nothing under this consent.
    report(work, 'The approval has expired. The customer must approve again.');
    return submitted(work, await work.states.save(withNewConsent(ready)), requests);
  }
}

/** Submits a payment and stores its id. The token is no longer stored. */
export async function createPayment(
  { context, connection, states }: Pick<Work, 'context' | 'connection' | 'states'>,
  state: Approved,
  body: object,
): Promise<Submitted> {
  const { family, id, token, consentId } = state;
  const payment = await clientOf(connection, family).createPayment(
    body as PaymentRequest<Version, Family>,
    { token, idempotencyId: id, signal: context.signal },
  );
  const data: Readonly<Record<string, unknown>> = { ...payment.Data };
  const done = { ...withoutToken(state), consentId, paymentId: String(data[FAMILIES[family].id]) };
  await states.save(done);
  context.err.write(`Payment ${done.paymentId} submitted.\n`);
  return done;
}

async function createConsent(
  { context }: Work,
  client: Client,
  { id, attempt }: State,
  body: object,
): Promise<string> {
  const consent = await client.createConsent(body as ConsentRequest<Version, Family>, {
    ...{ idempotencyId: `${id} consent ${String(attempt)}`, signal: context.signal },
  });
  return consent.Data.ConsentId;
}

async function stateOfConsent(
  { context, connection }: Pick<Work, 'context' | 'connection'>,
  family: Family,
  consentId: string,
): Promise<ConsentState | undefined> {
  const { signal } = context;
  const { Data } = await clientOf(connection, family).readConsent(consentId, { signal });
  return consentStateOf(Data.Status);
}

function clientOf({ bank }: Connection, family: Family): Client {
  return bank.payments(family);
}

function withNewConsent({ id, family, details, attempt }: State): State {
  return { id, family, details, attempt: attempt + 1 };
}

function report({ context }: Work, text: string): void {
  context.err.write(`${text}\n`);
}
