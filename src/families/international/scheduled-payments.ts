import { InternationalScheduledInitiation } from '../../contract/international/initiation.ts';
import { orderInstruction, type Order } from '../../domain/execution/order.ts';
import { CANCELLABLE_MOVES } from '../../domain/lifecycle/lifecycle.ts';
import { defineFamily } from '../common/family.ts';
import { debtorAccountOf, initiationOf } from '../common/initiations.ts';
import { datedOrderSchemas, Permission, WithAuthorisation } from '../common/orders.ts';
import { checkExecutionDate, dayOf } from '../common/shared.ts';
import { describeScheduled } from '../common/statuses.ts';
import { checkConsent, CostAnswer, INTERNATIONAL, internationalOrder } from './common.ts';
import { reviewInternational } from './review.ts';

/**
 * International payments that are made on a future date, at the exchange rate of that date or at an
 * agreed rate.
 */
export const internationalScheduledPayments = defineFamily({
  ...INTERNATIONAL,
  name: 'international-scheduled-payments',
  consents: 'international-scheduled-payment-consents',
  paymentIdName: 'InternationalScheduledPaymentId',
  paymentIdPrefix: 'isp',
  schemas: datedOrderSchemas({
    initiation: InternationalScheduledInitiation,
    consent: { ...Permission, ...WithAuthorisation },
    paymentIdName: 'InternationalScheduledPaymentId',
    paymentStatuses: Object.keys(CANCELLABLE_MOVES),
    answers: CostAnswer,
  }),
  consentRules(body, context, faults) {
    checkConsent(body, context, faults);
    checkExecutionDate(body, context, faults);
  },
  published: {
    consent: {
      request: 'OBWriteInternationalScheduledConsent5',
      answer: 'OBWriteInternationalScheduledConsentResponse6',
    },
    payment: {
      request: 'OBWriteInternationalScheduled3',
      answer: 'OBWriteInternationalScheduledResponse6',
    },
  },
  debtorAccountOf: ({ Data }) => debtorAccountOf(Data.Initiation),
  instructionOf: (data) => orderInstruction(orderOf(data)),
  review: (data, context) => reviewInternational(orderOf(data), context),
  statusOf: describeScheduled,
});

function orderOf(data: string): Order {
  const initiation = initiationOf<typeof InternationalScheduledInitiation>(data);
  return internationalOrder(data, dayOf(initiation.RequestedExecutionDateTime));
}
