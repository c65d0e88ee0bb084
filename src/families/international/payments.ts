import { orderInstruction } from '../../domain/execution/order.ts';
import { instrumentOf, InternationalInitiation } from '../../contract/international/initiation.ts';
import { PAYMENT_MOVES } from '../../domain/lifecycle/lifecycle.ts';
import { SCHEMES } from '../../domain/schemes/schemes.ts';
import { defineFamily } from '../common/family.ts';
import { debtorAccountOf, initiationOf } from '../common/initiations.ts';
import { datedOrderSchemas, WithAuthorisation } from '../common/orders.ts';
import { describePayment } from '../common/statuses.ts';
import { checkConsent, CostAnswer, INTERNATIONAL, internationalOrder } from './common.ts';
import { reviewInternational } from './review.ts';

/**
 * International payments that are made at once through SWIFT, SEPA or Same Day EUR, or through
 * CHAPS to the UK.
 */
export const internationalPayments = defineFamily({
  ...INTERNATIONAL,
  name: 'international-payments',
  consents: 'international-payment-consents',
  paymentIdName: 'InternationalPaymentId',
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
  instructionOf: (data) => orderInstruction(internationalOrder(data, null)),
  review: (data, context) => reviewInternational(internationalOrder(data, null), context),
  statusOf(payment) {
    const initiation = initiationOf<typeof InternationalInitiation>(payment.data);
    return describePayment(payment, SCHEMES[instrumentOf(initiation)].completedStatus);
  },
});
