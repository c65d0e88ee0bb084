import { ScheduledInitiation } from '../domain/initiation.ts';
import { INITIATION_MOVES } from '../domain/lifecycle.ts';
import type { Order } from '../domain/order.ts';
import type { SchemeLimits } from '../domain/payment.ts';
import { debtorAccountOf, domesticOrder, initiationOf } from './initiations.ts';
import { tellInitiation } from './statuses.ts';
import { defineFamily, type Subject } from './family.ts';
import {
  datedConsentMembers,
  datedOrderSchemas,
  datedPaymentMembers,
  NO_MEMBERS,
  ORDER_OPERATIONS,
  Permission,
  WithAuthorisation,
} from './orders.ts';
import { reviewSingle } from './review/single.ts';
import {
  checkAuthorisation,
  checkExecutionDate,
  checkFpsLimit,
  completionProblems,
  dayOf,
} from './shared.ts';

/** Domestic payments that are made on a day ahead, over Faster Payments or CHAPS. */
export const domesticScheduledPayments = defineFamily({
  name: 'domestic-scheduled-payments',
  consents: 'domestic-scheduled-payment-consents',
  payments: 'domestic-scheduled-payments',
  paymentIdName: 'DomesticScheduledPaymentId',
  consentIdPrefix: 'dspc',
  paymentIdPrefix: 'dsp',
  operations: ORDER_OPERATIONS,
  schemas: datedOrderSchemas({
    initiation: ScheduledInitiation,
    consent: { ...Permission, ...WithAuthorisation },
    paymentIdName: 'DomesticScheduledPaymentId',
    paymentStatuses: Object.keys(INITIATION_MOVES),
    answers: NO_MEMBERS,
  }),
  consentRules(body, context, faults) {
    checkExecutionDate(body, context, faults);
    checkFpsLimit(body, context, faults);
    checkAuthorisation(body, context, faults);
  },
  published: {
    consent: {
      request: 'OBWriteDomesticScheduledConsent4',
      answer: 'OBWriteDomesticScheduledConsentResponse5',
    },
    payment: { request: 'OBWriteDomesticScheduled2', answer: 'OBWriteDomesticScheduledResponse5' },
  },
  debtorAccountOf: ({ Data }) => debtorAccountOf(Data.Initiation),
  orderOf,
  review(data, context) {
    const order = orderOf(data, 'consent', context.limits);
    return reviewSingle(order, 'a payment on a later day', context);
  },
  refusals: completionProblems,
  statusOf: tellInitiation,
  consentMembers: datedConsentMembers,
  paymentMembers: datedPaymentMembers,
});

/** What a consent or a payment says is to be paid: once, on its day. */
function orderOf(data: string, _subject: Subject, limits: SchemeLimits): Order {
  const initiation = initiationOf<typeof ScheduledInitiation>(data);
  return domesticOrder(initiation, dayOf(initiation.RequestedExecutionDateTime), limits);
}
