import type { Family, Version } from '@payment-initiation/client';
import type { Account } from '../fields/accounts.ts';
import {
  accountOf,
  amountOf,
  dateTimeOf,
  instructionOf,
  remittanceOf,
  type FileVersion,
} from '../output/instruction.ts';
import type { Payment } from '../rows/model.ts';
import { frequencyOf, patternOf, type Every } from './frequency.ts';

/** The requests for one payment. All differences between the versions are in this file. */
export interface Requests {
  readonly family: Family;
  /** Body of the request for the consent. */
  readonly consent: object;
  /** Returns the body of the request for the payment. */
  readonly payment: (consentId: string) => object;
}

/** A payee, as a command names it. */
export type Payee = Account & { readonly name: string };

/** A standing order. */
export interface StandingOrder {
  readonly every: Every;
  readonly first: string;
  readonly last?: string;
  readonly count?: number;
  readonly pence: number;
  readonly reference?: string;
  readonly debtor?: Account;
  readonly creditor: Payee;
}

/** Limit of the payments of a VRP consent in each period. */
export interface PeriodicLimit {
  readonly period: 'Day' | 'Week' | 'Month' | 'Year';
  readonly pence: number;
}

/** A consent to variable recurring payments. */
export interface VrpConsent {
  readonly type: 'sweeping' | 'other';
  readonly alignment: 'calendar' | 'consent';
  readonly maxPence: number;
  readonly limits: readonly PeriodicLimit[];
  readonly until?: string;
  readonly reference?: string;
  readonly creditor: Payee;
}

/** A payment under a VRP consent. */
export interface VrpPayment {
  readonly id: string;
  readonly endToEndId: string;
  readonly pence: number;
}

/** VRPs are paid without the customer. They have approved the consent with SCA. */
const AUTHENTICATION = 'UK.OBIE.SCANotRequired';

/** Returns the requests for a domestic payment. With a date it is a scheduled payment. */
export function singleRequests(payment: Payment, version: Version): Requests {
  const Initiation = instructionOf(payment, fileVersionOf(version));
  if (payment.date === undefined) return requestsOf('domestic-payments', Initiation);
  return requestsOf('domestic-scheduled-payments', Initiation, { Permission: 'Create' });
}

/** Returns the requests for a standing order. */
export function orderRequests(order: StandingOrder, version: Version): Requests {
  const { every, first, last, count, pence, reference, debtor, creditor } = order;
  const days = {
    FirstPaymentDateTime: dateTimeOf(first),
    ...(last !== undefined && { FinalPaymentDateTime: dateTimeOf(last) }),
  };
  const Initiation = {
    ...(version === 'v3.1'
      ? { ...days, Frequency: patternOf(every, first), ...textOf('Reference', reference) }
      : {
          MandateRelatedInformation: { ...days, Frequency: frequencyOf(every, first) },
          ...remittanceOf({ ...(reference !== undefined && { reference }) }, '4.0'),
        }),
    ...(count !== undefined && { NumberOfPayments: String(count) }),
    FirstPaymentAmount: amountOf(pence),
    ...(count !== 1 && { RecurringPaymentAmount: amountOf(pence) }),
    ...(debtor !== undefined && { DebtorAccount: accountOf(debtor) }),
    CreditorAccount: payeeOf(creditor),
  };
  return requestsOf('domestic-standing-orders', Initiation, { Permission: 'Create' });
}

/** Returns the body of the request for a VRP consent. */
export function vrpConsentBody(consent: VrpConsent, version: Version): object {
  const { type, alignment, maxPence, limits, until } = consent;
  const PeriodAlignment = alignment === 'calendar' ? 'Calendar' : 'Consent';
  return {
    Data: {
      ControlParameters: {
        VRPType: [vrpTypeOf(type)],
        PSUAuthenticationMethods: [AUTHENTICATION],
        MaximumIndividualAmount: amountOf(maxPence),
        PeriodicLimits: limits.map(({ period, pence }) => ({
          ...{ PeriodType: period, PeriodAlignment, ...amountOf(pence) },
        })),
        ...(until !== undefined && { ValidToDateTime: dateTimeOf(until) }),
        ...(version === 'v4.0' && { PSUInteractionTypes: ['OffSession'] }),
      },
      Initiation: vrpInitiation(consent, version),
    },
    Risk: {},
  };
}

/** Returns the body of the request for a payment under a VRP consent. */
export function vrpPaymentBody(
  consentId: string,
  consent: Pick<VrpConsent, 'creditor' | 'reference' | 'type'>,
  payment: VrpPayment,
  version: Version,
): object {
  const Initiation = vrpInitiation(consent, version);
  const Instruction = {
    ...Initiation,
    InstructionIdentification: payment.id,
    EndToEndIdentification: payment.endToEndId,
    InstructedAmount: amountOf(payment.pence),
  };
  return {
    Data: {
      ...{ ConsentId: consentId, PSUAuthenticationMethod: AUTHENTICATION },
      ...(version === 'v4.0' && {
        VRPType: vrpTypeOf(consent.type),
        PSUInteractionType: 'OffSession',
      }),
      ...{ Initiation, Instruction },
    },
    Risk: {},
  };
}

function vrpInitiation(
  { creditor, reference }: Pick<VrpConsent, 'creditor' | 'reference'>,
  version: Version,
) {
  return {
    CreditorAccount: payeeOf(creditor),
    ...remittanceOf({ ...(reference !== undefined && { reference }) }, fileVersionOf(version)),
  };
}

function vrpTypeOf(type: VrpConsent['type']): string {
  return `UK.OBIE.VRPType.${type === 'sweeping' ? 'Sweeping' : 'Other'}`;
}

function requestsOf(family: Family, Initiation: object, permission: object = {}): Requests {
  return {
    family,
    consent: { Data: { ...permission, Initiation }, Risk: {} },
    payment: (ConsentId) => ({ Data: { ConsentId, Initiation }, Risk: {} }),
  };
}

function payeeOf(payee: Payee) {
  return { ...accountOf(payee), Name: payee.name };
}

function textOf(member: string, text: string | undefined): object {
  return text === undefined ? {} : { [member]: text };
}

function fileVersionOf(version: Version): FileVersion {
  return version === 'v3.1' ? '3.1' : '4.0';
}
