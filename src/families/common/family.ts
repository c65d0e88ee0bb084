import type { z } from 'zod';
import type { OperationName } from '../../contract/operations.ts';
import { checkSelfPayment } from '../../contract/self-payment.ts';
import type { LimitPeriod } from '../../domain/calendar/vrp-periods.ts';
import type { PaymentInstruction } from '../../domain/execution/order.ts';
import type { Spending } from '../../domain/execution/spending.ts';
import type { Approval, ApprovalProblem } from '../../domain/lifecycle/approval.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { Holidays } from '../../domain/ports/bank.ts';
import type { NewConsent } from '../../domain/ports/consents.ts';
import type { Consent, Payment } from '../../domain/records/records.ts';
import type { SchemeLimits } from '../../domain/schemes/schemes.ts';
import type { FaultList } from '../../shared/errors.ts';
import type { Instant, LocalDate, Days } from '../../shared/time.ts';
import type { Review, ReviewContext } from './review.ts';
import type { StatusFacts, ReportedStatus } from './statuses.ts';
import type { ConsentView, Members, PaymentView } from './view.ts';

/** The time and the settings that the rules of a consent request depend on. */
export interface RuleContext extends SchemeLimits {
  readonly now: Instant;
  /** Maximum number of days between today and the execution date. */
  readonly maxDaysAhead: Days;
  /** The bank's name: `<bank>` in `UK.<bank>.OtherAccount`. If null, any name is accepted. */
  readonly bankName: string | null;
  /** True if the bank accepts files with BACS payments. */
  readonly bacsAccepted: boolean;
  /** True if the bank has exchange contracts, so that a TPP may request the rate type Agreed. */
  readonly hasContracts: boolean;
}

/** The time and the settings that the rules of a payment submission depend on. */
export interface SubmissionContext extends SchemeLimits {
  readonly now: Instant;
  readonly holidays: Holidays;
}

/** The spending of a payment whose consent sets no limits for periods of time. */
export const NOTHING_SPENT: Spending = { pence: 0, limits: [] };

/** The kind of request that contains a `Data` object. */
export type Subject = 'consent' | 'payment';

/** Base path of a family below `/open-banking/v3.1`. */
export type Base = 'pisp' | 'vrp';

/** A payment family of the standard, with its names, schemas and rules. */
export interface Family {
  /** The family's name in metrics, logs and the store, for example `file-payments`. */
  readonly name: string;
  readonly bases: readonly Base[];
  /** The two resource names in the family's paths. That of payments is the name of the family. */
  readonly consents: string;
  readonly payments: string;
  /** The name of the payment's id in a response, for example `FilePaymentId`. */
  readonly paymentIdName: string;
  readonly consentIdPrefix: string;
  readonly paymentIdPrefix: string;
  readonly operations: readonly OperationName[];
  /** The status that a new consent of this family has. */
  readonly firstStatus: NewConsent['status'];
  /** True if a consent allows only one payment, which changes the consent's status to Consumed. */
  readonly consumesConsent: boolean;
  /**
   * Checks the rules of a consent request that the schema cannot express, or that depend on the
   * time or the settings. It also gets requests that the schema rejects, so that the TPP receives
   * all faults at once. It ignores fields that are absent or malformed, which the schema reports.
   *
   * @param body the request in the stored form (docs/decisions, 145)
   */
  checkConsent(body: unknown, context: RuleContext, faults: FaultList): void;
  /** Returns the data that is stored with the text of a valid consent request. */
  consentRequestOf(body: unknown): ConsentRequest;
  /**
   * Returns the payment instruction in the `Data` of a consent or a payment. The kind is `none`
   * only for a consent that does not define a payment itself, such as a VRP consent.
   */
  instructionOf(data: string, subject: Subject, limits: SchemeLimits): PaymentInstruction;
  /**
   * Returns the reasons why the bank must refuse a customer's approval. The account to debit is not
   * checked here.
   */
  refusals(approval: Approval): readonly ApprovalProblem[];
  /**
   * Returns the summary that the customer reads before the decision. It is built from the `Data` of
   * the consent.
   */
  review(data: string, context: ReviewContext): Review;
  /**
   * Checks the `Data` of a payment against the dates and limits of its consent, and adds the faults
   * to the list. Returns the amount and the limits for periods of time, because only the store can
   * check these.
   */
  spendingOf(
    consent: Consent,
    data: string,
    context: SubmissionContext,
    faults: FaultList,
  ): Spending;
  /**
   * Returns a consent's limits for periods of time, with the periods that contain a given day in
   * London.
   */
  limitsOn(consent: Consent, today: LocalDate): readonly RunningLimit[];
  /**
   * Returns the payment's status as its family reports it, and the time of the last status change.
   */
  statusOf(payment: StatusFacts & Pick<Payment, 'data'>): ReportedStatus;
  /** True if responses contain charges and exchange rates after the payment has been executed. */
  readonly showsCost: boolean;
  /** True if a response about a payment repeats the `Risk` of the request. */
  readonly paymentShowsRisk: boolean;
  /** Returns the fields of the request's `Data` that responses repeat, as a JSON object. */
  echoedData(data: string, subject: Subject): string;
  /** Returns the fields that the bank adds to `Data` in a response about a consent. */
  consentMembers(view: ConsentView): Members;
  /** Returns the fields that the bank adds to `Data` in a response about a payment. */
  paymentMembers(view: PaymentView): Members;
  /**
   * The schemas of the requests and the responses. Request schemas validate requests. Response
   * schemas only appear in the API description.
   */
  readonly schemas: {
    readonly consent: Schemas;
    readonly payment: Schemas;
  };
  /** The names of these schemas in the standard (OpenAPI 3.1.9, components). */
  readonly published: {
    readonly consent: Published;
    readonly payment: Published;
  };
}

/** A limit for periods of time, with the period that contains a given day. */
export interface RunningLimit extends LimitPeriod {
  /** The limit in words, as the customer reads it. */
  readonly text: string;
}

type Published = Readonly<Record<keyof Schemas, string>>;

/** The values that a valid consent request determines. */
export interface ConsentRequest {
  /** The account to debit. Null if the customer chooses it. */
  readonly debtorAccount: AccountNumber | null;
  /** Time at which the consent expires. Null if it never expires. */
  readonly expiresAt: Instant | null;
}

/** The schemas of a request and of its response. */
export interface Schemas<Body = unknown> {
  readonly request: z.ZodType<Body>;
  readonly answer: z.ZodType;
}

/** The values of properties that most families share. */
const DEFAULTS = {
  bases: ['pisp'],
  firstStatus: 'AwaitingAuthorisation',
  consumesConsent: true,
  showsCost: false,
  paymentShowsRisk: false,
  refusals: () => [],
  spendingOf: () => NOTHING_SPENT,
  limitsOn: () => [],
  echoedData: (data) => data,
} as const satisfies Partial<Family>;

type Defaulted = keyof typeof DEFAULTS;

/** The properties that defineFamily derives from the others. */
type Derived = 'payments' | 'consentIdPrefix' | 'checkConsent' | 'consentRequestOf';

interface Definition<ConsentBody>
  extends Omit<Family, Derived | 'schemas' | Defaulted>, Partial<Pick<Family, Defaulted>> {
  readonly schemas: {
    readonly consent: Schemas<ConsentBody>;
    readonly payment: Schemas;
  };
  /** The rules of this family, as `checkConsent` describes them. */
  consentRules?(body: unknown, context: RuleContext, faults: FaultList): void;
  debtorAccountOf(consent: ConsentBody): AccountNumber | null;
  expiresAtOf?(consent: ConsentBody): Instant | null;
}

/**
 * Defines a family. The types of its schemas stay inside this function, so that other code needs no
 * type parameters.
 */
export function defineFamily<ConsentBody>(definition: Definition<ConsentBody>): Family {
  return {
    ...DEFAULTS,
    ...definition,
    payments: definition.name,
    consentIdPrefix: `${definition.paymentIdPrefix}c`,
    checkConsent(body, context, faults) {
      checkSelfPayment(body, faults);
      definition.consentRules?.(body, context, faults);
    },
    consentRequestOf(body) {
      const consent = body as ConsentBody;
      return {
        debtorAccount: definition.debtorAccountOf(consent),
        expiresAt: definition.expiresAtOf?.(consent) ?? null,
      };
    },
  };
}
