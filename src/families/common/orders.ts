import { z } from 'zod';
import type { OperationName } from '../../contract/operations.ts';
import type { OrderPayment } from '../../domain/execution/order.ts';
import { memberString } from '../../shared/json/json.ts';
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

/** What the families have in common whose consents hold one order each: all but files and VRP. */

const time = z.string().meta({ format: 'date-time' }).optional();

/** What every one of them offers. */
export const ORDER_OPERATIONS = [
  'createConsent',
  'readConsent',
  'createPayment',
  'readPayment',
  'readPaymentDetails',
] as const satisfies readonly OperationName[];

/** The consent of a payment that lies ahead says so (OpenAPI 3.1.9, Data.Permission). */
export const Permission = { Permission: z.literal('Create', 'Expected Create.') };

/** Members of consents that few families know: none of them. */
export const NO_MEMBERS = {};

export const WithAuthorisation = { Authorisation: Authorisation.optional() };

/** Members of answers about orders with one day. */
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
  /** Members of the consent's `Data` besides those that every family has. */
  readonly consent: Consent;
  readonly paymentIdName: string;
  readonly paymentStatuses: readonly string[];
  /** Members of both answers' `Data` besides those that every family has. */
  readonly answers: Extra;
}

/** The requests and answers of a family whose consents hold one order each (OpenAPI 3.1.9). */
export function orderSchemas<
  Initiation extends z.ZodType,
  Consent extends z.ZodRawShape,
  Extra extends z.ZodRawShape,
>(shapes: OrderShapes<Initiation, Consent, Extra>) {
  const { initiation, consent, answers } = shapes;
  const asked = {
    ReadRefundAccount: ReadRefundAccount.optional(),
    Initiation: initiation,
    SCASupportData: ScaSupportData.optional(),
  };
  return {
    consent: {
      request: z.strictObject({
        Data: z.strictObject({ ...asked, ...consent }),
        Risk,
      }),
      answer: answerOf(
        z.strictObject({
          ...ConsentHeader,
          Status: z.enum(CONSENT_STATUSES),
          CutOffDateTime: time,
          ...asked,
          ...consent,
          ...answers,
          Debtor: Debtor.optional(),
        }),
        Risk,
      ),
    },
    payment: {
      request: z.strictObject({
        Data: z.strictObject({ ConsentId, Initiation: initiation }),
        Risk,
      }),
      answer: answerOf(
        z.strictObject({
          [shapes.paymentIdName]: z.string().min(1).max(40),
          ...ConsentHeader,
          Status: z.enum(shapes.paymentStatuses),
          Initiation: initiation,
          Refund: z.strictObject({ Account }).optional(),
          ...answers,
          MultiAuthorisation: MultiAuthorisation.optional(),
          Debtor: Debtor.optional(),
        }),
      ),
    },
  };
}

/** As `orderSchemas`, for orders that are paid on one day, which the answers tell. */
export function datedOrderSchemas<
  Initiation extends z.ZodType,
  Consent extends z.ZodRawShape,
  Extra extends z.ZodRawShape,
>(shapes: OrderShapes<Initiation, Consent, Extra>) {
  return orderSchemas({ ...shapes, answers: { ...ExpectedAnswer, ...shapes.answers } });
}

/** The one payment of an order that is paid once. */
export function paidOnce(
  date: OrderPayment['date'],
  amount: number,
): (previous: unknown) => OrderPayment | null {
  return (previous) => (previous === null ? { number: 0, date, amount } : null);
}

/** What an answer about a consent tells of an order with one day (rules, 11.8). */
export function datedConsentMembers(view: ConsentView): Members {
  return { ...cutOffMember(view), ...expectedMembers(view), ...debtorMember(view) };
}

/** What an answer about a payment tells of an order with one day. */
export function datedPaymentMembers(view: PaymentView): Members {
  const approvals = multiAuthorisationMember(view.payment);
  return { ...expectedMembers(view), ...refundMember(view), ...approvals, ...debtorMember(view) };
}

/** When the payment is executed and settled, as far as one can tell. */
export function expectedMembers({ times }: Pick<PaymentView, 'times'>): Members {
  if (times === null) return {};
  return {
    ExpectedExecutionDateTime: formatInstant(times.executionAt),
    ExpectedSettlementDateTime: formatInstant(times.settlementAt),
  };
}

/** `CutOffDateTime`: submitted before then, the payment is executed on the same day. */
function cutOffMember({ times }: ConsentView): Members {
  const cutOffAt = times?.cutOffAt ?? null;
  return cutOffAt === null ? {} : { CutOffDateTime: formatInstant(cutOffAt) };
}

/** Whether a consent asks for the account that refunds may go to. */
export function wantsRefund(consentData: string): boolean {
  return memberString(consentData, ['ReadRefundAccount']) === 'Yes';
}

/** `Refund`: the debtor's own account, where the consent asks for it (rules, 5.8). */
export function refundMember({ consentData, debtorAccount }: PaymentView): Members {
  if (debtorAccount === null || !wantsRefund(consentData)) return {};
  return { Refund: { Account: refundAccount(debtorAccount) } };
}
