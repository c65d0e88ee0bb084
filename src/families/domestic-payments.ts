import { DomesticInitiation } from '../domain/initiation.ts';
import { PAYMENT_MOVES } from '../domain/lifecycle.ts';
import type { Order } from '../domain/order.ts';
import {
  debtorAccountOf,
  domesticInstrument,
  initiationOf,
  partiesOf,
  penceOf,
  sterlingOrder,
} from './initiations.ts';
import { tellPayment } from './statuses.ts';
import { defineFamily } from './family.ts';
import {
  datedConsentMembers,
  datedOrderSchemas,
  datedPaymentMembers,
  NO_MEMBERS,
  ORDER_OPERATIONS,
  paidOnce,
} from './orders.ts';
import { reviewSingle } from './review/single.ts';

/**
 * Domestic payments, made at once over Faster Payments or CHAPS. The object Authorisation of the
 * contract is not supported (rules, 12.1): here it is no member.
 */
export const domesticPayments = defineFamily({
  name: 'domestic-payments',
  consents: 'domestic-payment-consents',
  payments: 'domestic-payments',
  paymentIdName: 'DomesticPaymentId',
  consentIdPrefix: 'dpc',
  paymentIdPrefix: 'dp',
  operations: [...ORDER_OPERATIONS, 'confirmFunds'],
  schemas: datedOrderSchemas({
    initiation: DomesticInitiation,
    consent: NO_MEMBERS,
    paymentIdName: 'DomesticPaymentId',
    paymentStatuses: Object.keys(PAYMENT_MOVES),
    answers: NO_MEMBERS,
  }),
  published: {
    consent: { request: 'OBWriteDomesticConsent4', answer: 'OBWriteDomesticConsentResponse5' },
    payment: { request: 'OBWriteDomestic2', answer: 'OBWriteDomesticResponse5' },
  },
  debtorAccountOf: ({ Data }) => debtorAccountOf(Data.Initiation),
  orderOf,
  review: (data, context) => reviewSingle(orderOf(data), 'a payment', context),
  statusOf: (facts) => tellPayment(facts, 'AcceptedCreditSettlementCompleted'),
  consentMembers: datedConsentMembers,
  paymentMembers: datedPaymentMembers,
});

/** What a consent or a payment says is to be paid: once, at once. */
function orderOf(data: string): Order {
  const initiation = initiationOf<typeof DomesticInitiation>(data);
  return sterlingOrder(
    domesticInstrument(initiation.LocalInstrument),
    partiesOf(initiation),
    initiation,
    paidOnce(null, penceOf(initiation.InstructedAmount)),
  );
}
