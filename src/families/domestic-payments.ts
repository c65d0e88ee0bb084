import { DomesticInitiation } from '../domain/initiation.ts';
import { PAYMENT_MOVES } from '../domain/lifecycle.ts';
import type { Order } from '../domain/order.ts';
import type { SchemeLimits } from '../domain/payment.ts';
import { debtorAccountOf, domesticOrder, initiationOf } from './initiations.ts';
import { tellPayment } from './statuses.ts';
import { defineFamily, type Subject } from './family.ts';
import {
  datedConsentMembers,
  datedOrderSchemas,
  datedPaymentMembers,
  NO_MEMBERS,
  ORDER_OPERATIONS,
} from './orders.ts';
import { reviewSingle } from './review/single.ts';
import { checkFpsLimit } from './shared.ts';

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
  consentRules: checkFpsLimit,
  debtorAccountOf: ({ Data }) => debtorAccountOf(Data.Initiation),
  orderOf,
  review(data, context) {
    return reviewSingle(orderOf(data, 'consent', context.limits), 'a payment', context);
  },
  statusOf: (facts) => tellPayment(facts, 'AcceptedCreditSettlementCompleted'),
  consentMembers: datedConsentMembers,
  paymentMembers: datedPaymentMembers,
});

/** What a consent or a payment says is to be paid: once, at once. */
function orderOf(data: string, _subject: Subject, limits: SchemeLimits): Order {
  return domesticOrder(initiationOf<typeof DomesticInitiation>(data), null, limits);
}
