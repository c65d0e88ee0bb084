import { DomesticInitiation } from '../contract/initiation.ts';
import { orderInstruction, type Order } from '../domain/execution/order.ts';
import { PAYMENT_MOVES } from '../domain/lifecycle/lifecycle.ts';
import type { SchemeLimits } from '../domain/schemes/schemes.ts';
import { defineFamily } from './common/family.ts';
import { debtorAccountOf, domesticOrder, initiationOf } from './common/initiations.ts';
import {
  datedConsentMembers,
  datedOrderSchemas,
  datedPaymentMembers,
  NO_MEMBERS,
  ORDER_OPERATIONS,
} from './common/orders.ts';
import { reviewSingle } from './common/review-single.ts';
import { checkLimitOfScheme } from './common/shared.ts';
import { describePayment } from './common/statuses.ts';

/**
 * Domestic payments that are made at once through Faster Payments or CHAPS. The standard's object
 * Authorisation is not supported, and requests that contain it are rejected (rules, 12.1).
 */
export const domesticPayments = defineFamily({
  name: 'domestic-payments',
  consents: 'domestic-payment-consents',
  paymentIdName: 'DomesticPaymentId',
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
  consentRules: checkLimitOfScheme,
  debtorAccountOf: ({ Data }) => debtorAccountOf(Data.Initiation),
  instructionOf: (data, _subject, limits) => orderInstruction(orderOf(data, limits)),
  review(data, context) {
    return reviewSingle(orderOf(data, context.limits), 'a payment', context);
  },
  statusOf: (facts) => describePayment(facts, 'AcceptedCreditSettlementCompleted'),
  consentMembers: datedConsentMembers,
  paymentMembers: datedPaymentMembers,
});

/**
 * Returns the order of a consent or a payment. It consists of one payment, which is made at once.
 */
function orderOf(data: string, limits: SchemeLimits): Order {
  return domesticOrder(initiationOf<typeof DomesticInitiation>(data), null, limits);
}
