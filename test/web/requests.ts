import { tokenIn } from '../../test-client/answer.ts';
import { domesticPayments } from '../../src/families/domestic-payments.ts';
import { domesticStandingOrders } from '../../src/families/domestic-standing-orders/index.ts';
import { TO_USA } from '../helpers/international.ts';
import { askConsent, limitedTo, standingOrder, submitOrder } from '../helpers/orders.ts';
import { account, fileOf, payment, type Payment } from '../helpers/payment-file.ts';
import { dataOf, type Reply, type Tpp } from '../helpers/tpp.ts';
import { periodicLimit, registerVrp } from '../helpers/vrp.ts';

type Json = Readonly<Record<string, unknown>>;

function idOf(reply: Reply): string {
  if (reply.status !== 201) throw new Error(reply.text);
  return dataOf(reply)['ConsentId'] as string;
}

/** Requests for the tests' customers to approve. Each function returns the id of a new consent. */

/**
 * Creates a consent for an immediate payment of £10.50. A test may override fields of the
 * Initiation.
 */
export async function askForPayment(tpp: Tpp, initiation: Json = {}): Promise<string> {
  const Initiation = {
    InstructionIdentification: 'ACME412',
    EndToEndIdentification: 'FRESCO.21302',
    InstructedAmount: { Amount: '10.50', Currency: 'GBP' },
    CreditorAccount: account('20000000000001', 'Fresco Ltd'),
    RemittanceInformation: { Reference: 'INVOICE 412' },
    ...initiation,
  };
  return idOf(await tpp.post('/domestic-payment-consents', { Data: { Initiation }, Risk: {} }));
}

/**
 * Uploads a file of payments. The first is of £10.50, and each other one is a pound larger than the
 * one before.
 */
export async function askForFile(
  tpp: Tpp,
  payments: number,
  overrides: Payment = {},
  initiation: Json = {},
): Promise<string> {
  const NAMES = ['Fresco Ltd', 'Harbour Freight', 'Ludlow Print', 'Oakwell Dairy', 'P. Sharma'];
  const file = fileOf(
    Array.from({ length: payments }, (_, index) =>
      payment(index, {
        InstructedAmount: { Amount: `${String(10 + index)}.50`, Currency: 'GBP' },
        CreditorAccount: account(String(20_000_000_000_000 + index), NAMES[index % NAMES.length]),
        ...overrides,
      }),
    ),
  );
  const consentId = await tpp.consentFor(file, initiation);
  const uploaded = await tpp.upload(consentId, file);
  if (uploaded.status !== 200) throw new Error(uploaded.text);
  return consentId;
}

/** Creates a consent for a standing order that pays rent for a year. */
export async function askForStandingOrder(tpp: Tpp): Promise<string> {
  return idOf(await askConsent(tpp, domesticStandingOrders, standingOrder(limitedTo(12))));
}

/** Creates a consent for an international payment in US dollars to New York. */
export async function askForPaymentAbroad(tpp: Tpp, initiation: Json = {}): Promise<string> {
  const Initiation = { ...TO_USA, ...initiation };
  return idOf(
    await tpp.post('/international-payment-consents', { Data: { Initiation }, Risk: {} }),
  );
}

/** Creates a VRP consent for sweeping. It has limits and ends at the end of next year. */
export function askForVrp(tpp: Tpp, parameters: Json = {}): Promise<string> {
  return registerVrp(tpp, {
    ValidToDateTime: '2027-12-31T12:00:00Z',
    MaximumIndividualAmount: { Amount: '100.00', Currency: 'GBP' },
    PeriodicLimits: [
      periodicLimit('Month', 'Calendar', '500.00'),
      periodicLimit('Week', 'Consent', '200.00'),
    ],
    PSUAuthenticationMethods: ['UK.OBIE.SCANotRequired'],
    ...parameters,
  });
}

/** Submits a payment of £10.50 that needs a second approval. Returns the payment's id. */
export async function payForTwo(tpp: Tpp, user: string, initiation: Json = {}): Promise<string> {
  const consentId = await askForPayment(tpp, initiation);
  const debtorAccount = '11280005550001';
  const token = tokenIn(await tpp.decide(consentId, { user, debtorAccount }));
  const submission = await submitOrder(tpp, domesticPayments, consentId, token);
  return submission['DomesticPaymentId'] as string;
}
