import { z } from 'zod';
import type { OperationName } from '../../contract/operations.ts';
import type { OrderPayment } from '../../domain/execution/order.ts';
import { memberString } from '../../shared/json/json.ts';
import type { MinorUnits } from '../../shared/money.ts';
import { formatInstant } from '../../shared/time.ts';
import { MultiAuthorisation, multiAuthorisationMember } from './multi-authorisation.ts';
import {
  answerOf,
  Authorisation,
  CONSENT_STATUSES,
  ConsentHeader,
  ConsentId,
  Debtor,
  debtorMember,
  ReadRefundAccount,
  refundAccount,
  Risk,
  ScaSupportData,
} from './shared.ts';
import type { ConsentView, Members, PaymentView } from './view.ts';

/*
 * Code that the families share whose consents contain one order. These are all families except
 * files and VRP.
 */

const time = z.string().meta({ format: 'date-time' }).optional();

/** The operations of all these families. */
export const ORDER_OPERATIONS = [
  'createConsent',
  'readConsent',
  'createPayment',
  'readPayment',
  'readPaymentDetails',
] as const satisfies readonly OperationName[];

/**
 * The field `Permission`, which a consent to a future payment must contain (OpenAPI 3.1.9,
 * Data.Permission).
 */
export const Permission = { Permission: z.literal('Create', 'Expected Create.') };

/** The value for families that add no fields of their own to consents or responses. */
export const NO_MEMBERS = {};

export const WithAuthorisation = { Authorisation: Authorisation.optional() };

/** The fields that responses contain if an order has one execution date. */
const ExpectedAnswer = {
  ExpectedExecutionDateTime: time,
  ExpectedSettlementDateTime: time,
};

const Account = z.strictObject({
  SchemeName: z.string(),
  Identification: z.string(),
  Name: z.string(),
});

interface OrderShapes<
  Initiation extends z.ZodType,
  Consent extends z.ZodRawShape,
  Extra extends z.ZodRawShape,
> {
  readonly initiation: Initiation;
  /** The additional fields in the `Data` of a consent. */
  readonly consent: Consent;
  readonly paymentIdName: string;
  readonly paymentStatuses: readonly string[];
  /** The additional fields in the `Data` of responses about consents and payments. */
  readonly answers: Extra;
}

/** The schemas that the requests and responses of all these families have in common. */
export interface SharedShapes {
  readonly risk: z.ZodType;
  readonly consentStatus: z.ZodType;
  readonly multiAuthorisation: z.ZodType;
  /** Further fields in the `Data` of responses. */
  readonly answers: z.ZodRawShape;
}

/** The shared schemas of OpenAPI 3.1.9. */
const SHARED: SharedShapes = {
  risk: Risk,
  consentStatus: z.enum(CONSENT_STATUSES),
  multiAuthorisation: MultiAuthorisation,
  answers: {},
};

/**
 * Returns the schemas of the requests and responses of these families.
 *
 * @param shared schemas of the version of the standard, by default those of OpenAPI 3.1.9
 */
export function orderSchemas<
  Initiation extends z.ZodType,
  Consent extends z.ZodRawShape,
  Extra extends z.ZodRawShape,
>(shapes: OrderShapes<Initiation, Consent, Extra>, shared = SHARED) {
  const { initiation, consent, answers } = shapes;
  const commonMembers = {
    ReadRefundAccount: ReadRefundAccount.optional(),
    Initiation: initiation,
    SCASupportData: ScaSupportData.optional(),
  };
  return {
    consent: {
      request: z.strictObject({
        Data: z.strictObject({ ...commonMembers, ...consent }),
        Risk: shared.risk,
      }),
      answer: answerOf(
        z.strictObject({
          ...ConsentHeader,
          Status: shared.consentStatus,
          CutOffDateTime: time,
          ...shared.answers,
          ...commonMembers,
          ...consent,
          ...answers,
          Debtor: Debtor.optional(),
        }),
        shared.risk,
      ),
    },
    payment: {
      request: z.strictObject({
        Data: z.strictObject({ ConsentId, Initiation: initiation }),
        Risk: shared.risk,
      }),
      answer: answerOf(
        z.strictObject({
          [shapes.paymentIdName]: z.string().min(1).max(40),
          ...ConsentHeader,
          Status: z.enum(shapes.paymentStatuses),
          Initiation: initiation,
          Refund: z.strictObject({ Account }).optional(),
          ...shared.answers,
          ...answers,
          MultiAuthorisation: shared.multiAuthorisation.optional(),
          Debtor: Debtor.optional(),
        }),
      ),
    },
  };
}

/**
 * Returns the same schemas for orders with one execution date. Their responses contain the expected
 * times.
 */
export function datedOrderSchemas<
  Initiation extends z.ZodType,
  Consent extends z.ZodRawShape,
  Extra extends z.ZodRawShape,
>(shapes: OrderShapes<Initiation, Consent, Extra>, shared = SHARED) {
  return orderSchemas({ ...shapes, answers: { ...ExpectedAnswer, ...shapes.answers } }, shared);
}

/** Returns the function `nextPayment` for an order that makes a single payment. */
export function paidOnce(
  date: OrderPayment['date'],
  amount: MinorUnits,
): (previous: unknown) => OrderPayment | null {
  return (previous) => (previous === null ? { number: 0, date, amount } : null);
}

/** Returns the fields of a response about a consent with one execution date (rules, 11.8). */
export function datedConsentMembers(view: ConsentView): Members {
  return { ...cutOffMember(view), ...expectedMembers(view), ...debtorMember(view) };
}

/** Returns the fields of a response about a payment with one execution date. */
export function datedPaymentMembers(view: PaymentView): Members {
  const approvals = multiAuthorisationMember(view.payment);
  return { ...expectedMembers(view), ...refundMember(view), ...approvals, ...debtorMember(view) };
}

/** Returns the fields with the expected times of execution and settlement, if these are known. */
export function expectedMembers({ times }: Pick<PaymentView, 'times'>): Members {
  if (times === null) return {};
  return {
    ExpectedExecutionDateTime: formatInstant(times.executionAt),
    ExpectedSettlementDateTime: formatInstant(times.settlementAt),
  };
}

/**
 * Returns the field `CutOffDateTime`, if there is a cut-off. A payment that is submitted before
 * that time is executed on the same day.
 */
function cutOffMember({ times }: ConsentView): Members {
  const cutOffAt = times?.cutOffAt ?? null;
  return cutOffAt === null ? {} : { CutOffDateTime: formatInstant(cutOffAt) };
}

/** Returns true if a consent requests the account to which refunds can be paid. */
export function wantsRefund(consentData: string): boolean {
  return memberString(consentData, ['ReadRefundAccount']) === 'Yes';
}

/**
 * Returns the field `Refund` with the debtor's account, if the consent requests it (rules, 5.8).
 */
export function refundMember({ consentData, debtorAccount }: PaymentView): Members {
  if (debtorAccount === null || !wantsRefund(consentData)) return {};
  return { Refund: { Account: refundAccount(debtorAccount) } };
}
