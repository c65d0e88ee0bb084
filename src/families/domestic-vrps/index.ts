import { orderInstruction, type NamedPayee } from '../../domain/execution/order.ts';
import { PAYMENT_MOVES, type ConsentStatus } from '../../domain/lifecycle/lifecycle.ts';
import { memberString, memberText } from '../../shared/json/json.ts';
import type { Pence } from '../../shared/money.ts';
import { defineFamily, type Subject } from '../common/family.ts';
import { debtorAccountOf, domesticOrder, penceOf } from '../common/initiations.ts';
import { expectedMembers, wantsRefund } from '../common/orders.ts';
import { refundAccount, ukAccount } from '../common/shared.ts';
import { describePayment } from '../common/statuses.ts';
import type { ConsentView, Members, PaymentView } from '../common/view.ts';
import { agreementOf, vrpPaymentOf } from './agreement.ts';
import { reviewVrp } from './review.ts';
import { checkVrpConsent, endOf } from './rules.ts';
import { vrpSchemas } from './schemas.ts';
import {
  ControlParameters,
  SWEEPING,
  VrpAccount,
  VrpConsentData,
  VrpPaymentData,
  VrpRisk,
} from './shapes.ts';
import { vrpLimitsOn, vrpSpendingOf } from './spending.ts';

/** The statuses of a consent that allows any number of payments (rules, 5.1). */
const VRP_CONSENT_STATUSES = [
  'AwaitingAuthorisation',
  'Authorised',
  'Rejected',
  'Revoked',
  'Expired',
] as const satisfies readonly ConsentStatus[];

const ECHOED_MEMBERS = {
  consent: ['ReadRefundAccount', 'ControlParameters', 'Initiation'],
  payment: ['ConsentId', 'Initiation', 'Instruction'],
} as const;

/**
 * Returns the fields of `Data` that responses repeat. They are selected by name. The objects allow
 * unknown fields, so a TPP could send a field with the same name as one that the bank adds.
 */
function echoedData(data: string, subject: Subject): string {
  const members = ECHOED_MEMBERS[subject].flatMap((name) => {
    const value = memberText(data, [name]);
    if (value === undefined) return [];
    return [`"${name}":${name === 'ControlParameters' ? withType(value) : value}`];
  });
  return `{${members.join(',')}}`;
}

/**
 * Returns the JSON text of control parameters. If VRPType is absent, its default is added (rules,
 * 8.2).
 */
function withType(controlParameters: string): string {
  if (memberText(controlParameters, ['VRPType']) !== undefined) return controlParameters;
  return `{"VRPType":["${SWEEPING}"],${controlParameters.slice(1)}`;
}

function consentMembers({ debtorAccount }: Pick<ConsentView, 'debtorAccount'>): Members {
  return debtorAccount === null ? {} : { DebtorAccount: refundAccount(debtorAccount) };
}

function paymentMembers(view: PaymentView): Members {
  const { DebtorAccount } = consentMembers(view);
  const Refund = wantsRefund(view.consentData) ? DebtorAccount : undefined;
  return { ...expectedMembers(view), DebtorAccount, Refund };
}

/**
 * Variable recurring payments. One consent allows any number of payments within its control
 * parameters.
 */
export const domesticVrps = defineFamily({
  name: 'domestic-vrps',
  bases: ['pisp', 'vrp'],
  consents: 'domestic-vrp-consents',
  paymentIdName: 'DomesticVRPId',
  paymentIdPrefix: 'vrp',
  operations: [
    'createConsent',
    'readConsent',
    'deleteConsent',
    'confirmAmount',
    'createPayment',
    'readPayment',
    'readPaymentDetails',
  ],
  consumesConsent: false,
  paymentShowsRisk: true,
  schemas: vrpSchemas({
    consent: VrpConsentData,
    payment: VrpPaymentData,
    risk: VrpRisk,
    parameters: ControlParameters.required({ VRPType: true }),
    account: VrpAccount,
    refund: VrpAccount,
    consentStatuses: VRP_CONSENT_STATUSES,
    paymentStatuses: Object.keys(PAYMENT_MOVES),
    answers: {},
  }),
  consentRules: checkVrpConsent,
  published: {
    consent: { request: 'OBDomesticVRPConsentRequest', answer: 'OBDomesticVRPConsentResponse' },
    payment: { request: 'OBDomesticVRPRequest', answer: 'OBDomesticVRPResponse' },
  },
  debtorAccountOf: ({ Data }) => debtorAccountOf(Data.Initiation),
  expiresAtOf: ({ Data }) => endOf(Data.ControlParameters),
  instructionOf(data, subject, limits) {
    if (subject === 'consent') {
      return { kind: 'none', maxPence: maxPenceOf(data), payee: payeeOf(data) };
    }
    const { Initiation, Instruction: instruction } = vrpPaymentOf(data);
    const { CreditorAgent, CreditorPostalAddress, UltimateCreditor, UltimateDebtor } = Initiation;
    const agreed = { CreditorAgent, CreditorPostalAddress, UltimateCreditor };
    return orderInstruction(
      domesticOrder({ ...agreed, ...instruction, UltimateDebtor }, null, limits),
    );
  },
  review(data, context) {
    const agreement = agreementOf(data);
    return reviewVrp(agreement, endOf(agreement.ControlParameters), context);
  },
  spendingOf: vrpSpendingOf,
  limitsOn: vrpLimitsOn,
  statusOf: (facts) => describePayment(facts, 'AcceptedCreditSettlementCompleted'),
  echoedData,
  consentMembers,
  paymentMembers,
});

/** Returns the payee that a consent names. Null if each payment names its own. */
function payeeOf(data: string): NamedPayee | null {
  const { CreditorAccount: payee } = agreementOf(data).Initiation;
  if (payee === undefined) return null;
  const { Name: name, SecondaryIdentification: secondary = '' } = payee;
  return { name, account: ukAccount(payee), secondary };
}

/** Returns the maximum amount of one payment. Returns null if the consent sets none. */
function maxPenceOf(data: string): Pence | null {
  const Amount = memberString(data, ['ControlParameters', 'MaximumIndividualAmount', 'Amount']);
  return Amount === undefined ? null : penceOf({ Amount });
}
