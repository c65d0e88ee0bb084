import { InternationalScheduledInitiation } from '../domain/international.ts';
import { INITIATION_MOVES } from '../domain/lifecycle.ts';
import type { Order } from '../domain/order.ts';
import { debtorAccountOf, initiationOf } from './initiations.ts';
import { tellInitiation } from './statuses.ts';
import { defineFamily } from './family.ts';
import { checkConsent, CostAnswer, INTERNATIONAL, internationalOrder } from './international.ts';
import { datedOrderSchemas, Permission, WithAuthorisation } from './orders.ts';
import { reviewInternational } from './review/international.ts';
import { checkExecutionDate, dayOf } from './shared.ts';

/** Payments abroad that are made on a day ahead, at the rate of that day unless one is agreed. */
export const internationalScheduledPayments = defineFamily({
  ...INTERNATIONAL,
  name: 'international-scheduled-payments',
  consents: 'international-scheduled-payment-consents',
  payments: 'international-scheduled-payments',
  paymentIdName: 'InternationalScheduledPaymentId',
  consentIdPrefix: 'ispc',
  paymentIdPrefix: 'isp',
  schemas: datedOrderSchemas({
    initiation: InternationalScheduledInitiation,
    consent: { ...Permission, ...WithAuthorisation },
    paymentIdName: 'InternationalScheduledPaymentId',
    paymentStatuses: Object.keys(INITIATION_MOVES),
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
  orderOf,
  review: (data, context) => reviewInternational(orderOf(data), context),
  statusOf: tellInitiation,
});

function orderOf(data: string): Order {
  const initiation = initiationOf<typeof InternationalScheduledInitiation>(data);
  return internationalOrder(data, dayOf(initiation.RequestedExecutionDateTime));
}
