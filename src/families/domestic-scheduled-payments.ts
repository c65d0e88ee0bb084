import { ScheduledInitiation } from '../contract/initiation.ts';
import { orderInstruction, type Order } from '../domain/execution/order.ts';
import { CANCELLABLE_MOVES } from '../domain/lifecycle/lifecycle.ts';
import type { SchemeLimits } from '../domain/schemes/schemes.ts';
import { defineFamily } from './common/family.ts';
import { debtorAccountOf, domesticOrder, initiationOf } from './common/initiations.ts';
import {
  datedConsentMembers,
  datedOrderSchemas,
  datedPaymentMembers,
  NO_MEMBERS,
  ORDER_OPERATIONS,
  Permission,
  WithAuthorisation,
} from './common/orders.ts';
import { reviewSingle } from './common/review-single.ts';
import {
  checkAuthorisation,
  checkExecutionDate,
  checkLimitOfScheme,
  completionProblems,
  dayOf,
} from './common/shared.ts';
import { describeScheduled } from './common/statuses.ts';

/** Domestic payments that are made on a future date through Faster Payments or CHAPS. */
export const domesticScheduledPayments = defineFamily({
  name: 'domestic-scheduled-payments',
  consents: 'domestic-scheduled-payment-consents',
  paymentIdName: 'DomesticScheduledPaymentId',
  paymentIdPrefix: 'dsp',
  operations: ORDER_OPERATIONS,
  schemas: datedOrderSchemas({
    initiation: ScheduledInitiation,
    consent: { ...Permission, ...WithAuthorisation },
    paymentIdName: 'DomesticScheduledPaymentId',
    paymentStatuses: Object.keys(CANCELLABLE_MOVES),
    answers: NO_MEMBERS,
  }),
  consentRules(body, context, faults) {
    checkExecutionDate(body, context, faults);
    checkLimitOfScheme(body, context, faults);
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
  instructionOf: (data, _subject, limits) => orderInstruction(orderOf(data, limits)),
  review(data, context) {
    const order = orderOf(data, context.limits);
    return reviewSingle(order, 'a payment on a later day', context);
  },
  refusals: completionProblems,
  statusOf: describeScheduled,
  consentMembers: datedConsentMembers,
  paymentMembers: datedPaymentMembers,
});

/**
 * Returns the order of a consent or a payment. It consists of one payment on its execution date.
 */
function orderOf(data: string, limits: SchemeLimits): Order {
  const initiation = initiationOf<typeof ScheduledInitiation>(data);
  return domesticOrder(initiation, dayOf(initiation.RequestedExecutionDateTime), limits);
}
