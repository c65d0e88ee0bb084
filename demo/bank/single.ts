import { z } from 'zod';
import { expectStatus, idIn, readAs, tokenIn, type Answer } from '../../test-client/answer.ts';
import type { Requests } from '../../test-client/requests.ts';
import { expectEqual } from '../expect.ts';
import { DEBTOR_ACCOUNT } from '../payment-file.ts';
import { approveAtBank, type Approved } from './customer.ts';
import type { Stage } from './stage.ts';
import { waitFor } from './wait.ts';

type Initiation = Requests['domestic-payments']['consent']['Data']['Initiation'];

const Payment = z.object({ Data: z.object({ DomesticPaymentId: z.string(), Status: z.string() }) });

/** Status of a payment that is executed. */
const EXECUTED = 'AcceptedCreditSettlementCompleted';

/** Statuses of a payment that waits for the core or for its scheme. */
const UNFINISHED = ['Pending', 'AcceptedSettlementInProcess'];

/** A domestic payment that the customer has approved. */
export interface ApprovedPayment extends Pick<Approved, 'confirmed'> {
  readonly consentId: string;
  readonly initiation: Initiation;
  /** Access token for this consent. */
  readonly token: string;
}

/** Returns the Initiation of a payment to this payee. */
export function initiationTo(name: string, account: string, amount: string): Initiation {
  return {
    InstructionIdentification: `BANK-${amount}`,
    EndToEndIdentification: `NORTHWIND.BANK.${amount}`,
    InstructedAmount: { Amount: amount, Currency: 'GBP' },
    CreditorAccount: {
      ...{ SchemeName: 'UK.OBIE.SortCodeAccountNumber', Identification: account, Name: name },
    },
    RemittanceInformation: { Reference: 'INVOICE 412' },
  };
}

/** Creates a consent as the TPP and approves it as the customer. */
export async function approvePayment(
  { screen, narrator, bank, tpp }: Stage,
  initiation: Initiation,
): Promise<ApprovedPayment> {
  narrator.caption('The TPP creates a consent, over mutual TLS and with a signed request.');
  const created = expectStatus(
    await tpp.payments.createConsent({ Data: { Initiation: initiation }, Risk: {} }),
    201,
  );
  narrator.exchange(created, 'AwaitingAuthorisation');
  screen.line();
  const consentId = idIn(created, 'ConsentId');
  const url = await tpp.authorisation.authorizeUrl(consentId);
  const { code, confirmed } = await approveAtBank(screen, bank, url, DEBTOR_ACCOUNT);
  const token = tokenIn(expectStatus(await tpp.authorisation.redeem(code), 200));
  return { consentId, initiation, token, confirmed };
}

/** Submits an approved payment. Returns its id. Its first status is `Pending`. */
export async function submitPayment(
  { narrator, tpp }: Stage,
  { consentId, initiation, token }: ApprovedPayment,
): Promise<string> {
  narrator.caption('The TPP submits the payment.');
  const body = { Data: { ConsentId: consentId, Initiation: initiation }, Risk: {} };
  const answer = expectStatus(await tpp.payments.createPayment(body, token), 201);
  const { DomesticPaymentId, Status } = readAs(answer, Payment).Data;
  expectEqual('The new payment', Status, 'Pending');
  narrator.exchange(answer, Status);
  return DomesticPaymentId;
}

/** Waits until a payment is executed. Shows the last answer. */
export async function awaitExecution(
  { screen, narrator, tpp }: Stage,
  paymentId: string,
): Promise<void> {
  const answer = await waitFor(screen, 'Waiting for the payment', async () => {
    const read = await tpp.payments.readPayment(paymentId);
    return UNFINISHED.includes(statusIn(read)) ? undefined : read;
  });
  expectEqual('The payment', statusIn(answer), EXECUTED);
  // The names of statuses are longer than their column.
  narrator.exchange(answer, 'executed');
}

/** Reads a payment and checks that it waits. */
export async function expectPending({ narrator, tpp }: Stage, paymentId: string): Promise<void> {
  const answer = await tpp.payments.readPayment(paymentId);
  expectEqual('The payment', statusIn(answer), 'Pending');
  narrator.exchange(answer, 'Pending');
}

function statusIn(answer: Answer): string {
  return readAs(expectStatus(answer, 200), Payment).Data.Status;
}
