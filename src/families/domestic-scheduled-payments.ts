import { ScheduledInitiation } from '../domain/initiation.ts';
import { INITIATION_MOVES } from '../domain/lifecycle.ts';
import {
  debtorAccountOf,
  domesticInstrument,
  initiationOf,
  partiesOf,
  penceOf,
  sterlingOrder,
} from './initiations.ts';
import { tellInitiation } from './statuses.ts';
import { defineFamily } from './family.ts';
import {
  datedConsentMembers,
  datedOrderSchemas,
  datedPaymentMembers,
  NO_MEMBERS,
  ORDER_OPERATIONS,
  paidOnce,
  Permission,
  WithAuthorisation,
} from './orders.ts';
import { checkAuthorisation, checkExecutionDate, completionProblems, dayOf } from './shared.ts';

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
    checkAuthorisation(body, context, faults);
  },
  debtorAccountOf: ({ Data }) => debtorAccountOf(Data.Initiation),
  orderOf(data) {
    const initiation = initiationOf<typeof ScheduledInitiation>(data);
    const date = dayOf(initiation.RequestedExecutionDateTime);
    return sterlingOrder(
      domesticInstrument(initiation.LocalInstrument),
      partiesOf(initiation),
      paidOnce(date, penceOf(initiation.InstructedAmount)),
    );
  },
  refusals: completionProblems,
  statusOf: tellInitiation,
  consentMembers: datedConsentMembers,
  paymentMembers: datedPaymentMembers,
});
