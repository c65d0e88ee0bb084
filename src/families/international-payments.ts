import { instrumentOf, InternationalInitiation } from '../domain/international.ts';
import { PAYMENT_MOVES } from '../domain/lifecycle.ts';
import { COMPLETED_STATUS } from '../domain/payment.ts';
import { debtorAccountOf, initiationOf } from './initiations.ts';
import { tellPayment } from './statuses.ts';
import { defineFamily } from './family.ts';
import { checkConsent, CostAnswer, INTERNATIONAL, internationalOrder } from './international.ts';
import { datedOrderSchemas, WithAuthorisation } from './orders.ts';
import { reviewInternational } from './review/international.ts';

/** Payments abroad, made at once over SWIFT, SEPA or Same Day EUR, and at home over CHAPS. */
export const internationalPayments = defineFamily({
  ...INTERNATIONAL,
  name: 'international-payments',
  consents: 'international-payment-consents',
  payments: 'international-payments',
  paymentIdName: 'InternationalPaymentId',
  consentIdPrefix: 'ipc',
  paymentIdPrefix: 'ip',
  schemas: datedOrderSchemas({
    initiation: InternationalInitiation,
    consent: WithAuthorisation,
    paymentIdName: 'InternationalPaymentId',
    paymentStatuses: Object.keys(PAYMENT_MOVES),
    answers: CostAnswer,
  }),
  consentRules: checkConsent,
  published: {
    consent: {
      request: 'OBWriteInternationalConsent5',
      answer: 'OBWriteInternationalConsentResponse6',
    },
    payment: { request: 'OBWriteInternational3', answer: 'OBWriteInternationalResponse5' },
  },
  debtorAccountOf: ({ Data }) => debtorAccountOf(Data.Initiation),
  orderOf: (data) => internationalOrder(data, null),
  review: (data, context) => reviewInternational(internationalOrder(data, null), context),
  statusOf(payment) {
    const initiation = initiationOf<typeof InternationalInitiation>(payment.data);
    return tellPayment(payment, COMPLETED_STATUS[instrumentOf(initiation)]);
  },
});
