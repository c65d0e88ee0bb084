import type { z } from 'zod';
import { addZodFaults } from '../../contract/faults.ts';
import type { OperationName } from '../../contract/operations.ts';
import { checkSelfPayment } from '../../contract/self-payment.ts';
import type { LimitPeriod } from '../../domain/calendar/vrp-periods.ts';
import type { PaymentInstruction } from '../../domain/execution/order.ts';
import type { Spending } from '../../domain/execution/spending.ts';
import type { Approval, ApprovalProblem } from '../../domain/lifecycle/approval.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { Holidays } from '../../domain/ports/bank.ts';
import type { NewConsent } from '../../domain/ports/store.ts';
import type { Consent, Payment } from '../../domain/records/records.ts';
import type { SchemeLimits } from '../../domain/schemes/schemes.ts';
import type { FaultList } from '../../shared/errors.ts';
import type { Instant, LocalDate, Days } from '../../shared/time.ts';
import type { Review, ReviewContext } from './review.ts';
import type { StatusFacts, ReportedStatus } from './statuses.ts';
import type { ConsentView, Members, PaymentView } from './view.ts';

/** Time and settings for the rules of a consent request. */
export interface RuleContext extends SchemeLimits {
  readonly now: Instant;
  /** Maximum number of days between today and the execution date. */
  readonly horizonDays: Days;
  /** `<bank>` in `UK.<bank>.OtherAccount`. Null: any name is accepted. */
  readonly bankName: string | null;
  /** True if files of BACS payments are accepted. */
  readonly bacsAccepted: boolean;
  /** True if the bank has exchange rate contracts, so that a rate can be Agreed. */
  readonly hasContracts: boolean;
}

/** Time and settings for the rules of a submission. */
export interface SubmissionContext extends SchemeLimits {
  readonly now: Instant;
  readonly holidays: Holidays;
}

/** The spending of a payment whose consent has no limits over time. */
export const NOTHING_SPENT: Spending = { pence: 0, limits: [] };

/** The kind of request that a `Data` belongs to. */
export type Subject = 'consent' | 'payment';

/** Base path of a family below `/open-banking/v3.1`. */
export type Base = 'pisp' | 'vrp';

/** A payment family of the standard: its names, schemas and rules. */
export interface Family {
  /** Name in metrics, logs and the store, for example `file-payments`. */
  readonly name: string;
  readonly bases: readonly Base[];
  /** The two resource names in its paths. */
  readonly consents: string;
  readonly payments: string;
  /** Name of the payment's id in an answer, for example `FilePaymentId`. */
  readonly paymentIdName: string;
  readonly consentIdPrefix: string;
  readonly paymentIdPrefix: string;
  readonly operations: readonly OperationName[];
  /** The status of a new consent. */
  readonly firstStatus: NewConsent['status'];
  /** True if a consent allows one payment only, which sets its status to Consumed. */
  readonly consumesConsent: boolean;
  /**
   * Validates a consent request by the schema and by the rules. Adds all faults to the list, and
   * returns undefined if there are any.
   */
  readConsent(body: unknown, context: RuleContext, faults: FaultList): ConsentRequest | undefined;
  /**
   * Validates a payment request by the schema, and adds its faults to the list.
   *
   * @param isInitiationConsented true if the Initiation equals the consent's, which was valid when
   *   it was accepted: then its faults are not reported
   */
  readPayment(body: unknown, faults: FaultList, isInitiationConsented?: boolean): void;
  /**
   * Returns the payment instruction in the `Data` of a consent or of a payment. Its kind is `none`
   * only for a consent that does not define a payment, as with VRP.
   */
  instructionOf(data: string, subject: Subject, limits: SchemeLimits): PaymentInstruction;
  /** Returns why the bank must reject an approval. The account is checked elsewhere. */
  refusals(approval: Approval): readonly ApprovalProblem[];
  /** Returns the summary that the customer reads before deciding, from the `Data` of a consent. */
  review(data: string, context: ReviewContext): Review;
  /**
   * Checks the `Data` of a payment against the date and the limits of its consent. Adds the faults
   * to the list. Returns the amount and the limits over time, which only the store can check.
   */
  spendingOf(
    consent: Consent,
    data: string,
    context: SubmissionContext,
    faults: FaultList,
  ): Spending;
  /** Returns the limits over time that apply to a consent on a day in London. */
  limitsOn(consent: Consent, today: LocalDate): readonly RunningLimit[];
  /** Returns the payment's status as the family reports it, and since when it applies. */
  statusOf(payment: StatusFacts & Pick<Payment, 'data'>): ReportedStatus;
  /** True if answers show charges and exchange rates, once the payment has been executed. */
  readonly showsCost: boolean;
  /** True if an answer about a payment repeats its Risk. */
  readonly paymentShowsRisk: boolean;
  /** Returns the members of the request's `Data` that answers repeat, as a JSON object. */
  echoedData(data: string, subject: Subject): string;
  /** Returns the members that the bank adds to the `Data` of an answer about a consent. */
  consentMembers(view: ConsentView): Members;
  /** Returns the members that the bank adds to the `Data` of an answer about a payment. */
  paymentMembers(view: PaymentView): Members;
  /** Schemas of the requests, which validate them, and of the answers, for the description. */
  readonly schemas: {
    readonly consent: Schemas;
    readonly payment: Schemas;
  };
  /** Names of these schemas in the standard (OpenAPI 3.1.9, components). */
  readonly published: {
    readonly consent: Published;
    readonly payment: Published;
  };
}

/** A limit over time, with the period that contains a given day. */
export interface RunningLimit extends LimitPeriod {
  /** The limit in words, as shown to the customer. */
  readonly text: string;
}

type Published = Readonly<Record<keyof Schemas, string>>;

/** The result of validating a consent request. */
export interface ConsentRequest {
  /** The account to debit, or null if the customer chooses it. */
  readonly debtorAccount: AccountNumber | null;
  /** When the consent expires. Null: never. */
  readonly expiresAt: Instant | null;
}

interface Schemas<Body = unknown> {
  readonly request: z.ZodType<Body>;
  readonly answer: z.ZodType;
}

/** Defaults for the properties that most families share. */
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

interface Definition<ConsentBody>
  extends
    Omit<Family, 'readConsent' | 'readPayment' | 'schemas' | Defaulted>,
    Partial<Pick<Family, Defaulted>> {
  readonly schemas: {
    readonly consent: Schemas<ConsentBody>;
    readonly payment: Schemas;
  };
  /**
   * Checks the rules that the schema cannot express or that need the time or the settings. Also
   * gets requests that the schema rejects, so that the TPP gets all faults at once. The schema
   * reports fields that are absent or malformed.
   */
  consentRules?(body: unknown, context: RuleContext, faults: FaultList): void;
  debtorAccountOf(consent: ConsentBody): AccountNumber | null;
  expiresAtOf?(consent: ConsentBody): Instant | null;
}

/** Defines a family. Its schema types stay inside, so that its users need no type parameters. */
export function defineFamily<ConsentBody>(definition: Definition<ConsentBody>): Family {
  const { consent, payment } = definition.schemas;
  return {
    ...DEFAULTS,
    ...definition,
    readConsent(body, context, faults) {
      const read = consent.request.safeParse(body);
      if (!read.success) addZodFaults(faults, read.error, body);
      checkSelfPayment(body, faults);
      definition.consentRules?.(body, context, faults);
      // The functions below require a body that passed the schema and the rules.
      if (!read.success || !faults.isEmpty) return undefined;
      return {
        debtorAccount: definition.debtorAccountOf(read.data),
        expiresAt: definition.expiresAtOf?.(read.data) ?? null,
      };
    },
    readPayment(body, faults, isInitiationConsented = false) {
      const { issues = [] } = payment.request.safeParse(body).error ?? {};
      const isReported = ({ path }: z.core.$ZodIssue): boolean =>
        !(isInitiationConsented && path[0] === 'Data' && path[1] === 'Initiation');
      addZodFaults(faults, { issues: issues.filter(isReported) }, body);
    },
  };
}
