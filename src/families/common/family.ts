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
import type { Instant, LocalDate } from '../../shared/time.ts';
import type { Review, ReviewContext } from './review.ts';
import type { StatusFacts, ReportedStatus } from './statuses.ts';
import type { ConsentView, Members, PaymentView } from './view.ts';

/** What a family's rules may look at besides the request. */
export interface RuleContext extends SchemeLimits {
  readonly now: Instant;
  /** How many days ahead a payment may be dated. */
  readonly horizonDays: number;
  /** What the bank calls itself in the names of its own schemes; null: any name is taken. */
  readonly bankName: string | null;
  /** Whether files of BACS payments are taken. */
  readonly bacsAccepted: boolean;
  /** Whether the bank has contracts of exchange rates, so that a rate may be Agreed. */
  readonly hasContracts: boolean;
}

/** What a family's rules may look at besides the request for a payment and its consent. */
export interface SubmissionContext extends SchemeLimits {
  readonly now: Instant;
  readonly holidays: Holidays;
}

/** What a payment takes that uses up its consent. */
export const NOTHING_SPENT: Spending = { pence: 0, limits: [] };

/** What a `Data` is of. */
export type Subject = 'consent' | 'payment';

/** Where the addresses of a family lie below `/open-banking/v3.1`. */
export type Base = 'pisp' | 'vrp';

/** A family of payments: what it is, and its oddities as functions. */
export interface Family {
  /** As in metrics, logs and the store: `file-payments`. */
  readonly name: string;
  readonly bases: readonly Base[];
  /** The two resources of its addresses. */
  readonly consents: string;
  readonly payments: string;
  /** The member that names the payment in an answer: `FilePaymentId`. */
  readonly paymentIdName: string;
  readonly consentIdPrefix: string;
  readonly paymentIdPrefix: string;
  readonly operations: readonly OperationName[];
  /** The status that a new consent begins with. */
  readonly firstStatus: NewConsent['status'];
  /** Whether a consent is good for one payment, which uses it up. */
  readonly consumesConsent: boolean;
  /**
   * Reads a request for a consent, by the contract and by the rules, and adds everything wrong with
   * it to the faults; undefined when there is anything.
   */
  readConsent(body: unknown, context: RuleContext, faults: FaultList): ConsentRequest | undefined;
  /**
   * As `readConsent`, for a payment and by the contract alone; nothing is said of its Initiation
   * where that is the consent's.
   */
  readPayment(body: unknown, faults: FaultList, isInitiationConsented?: boolean): void;
  /** What is to be paid, by the `Data` of a consent or of a payment; a payment always says it. */
  instructionOf(data: string, subject: Subject, limits: SchemeLimits): PaymentInstruction;
  /** Why the bank must refuse an approval, besides what is wrong with the account. */
  refusals(approval: Approval): readonly ApprovalProblem[];
  /** What the customer reads before deciding, by the `Data` of the consent. */
  review(data: string, context: ReviewContext): Review;
  /**
   * Holds the `Data` of a payment against the day and what its consent allows besides this very
   * payment: adds what is wrong to the faults, and tells what only the store can judge.
   */
  spendingOf(
    consent: Consent,
    data: string,
    context: SubmissionContext,
    faults: FaultList,
  ): Spending;
  /** The limits over time that a consent keeps on a day in London; none where it has none. */
  limitsOn(consent: Consent, today: LocalDate): readonly RunningLimit[];
  /** The payment's status in the terms of the family, and since when it has it. */
  statusOf(payment: StatusFacts & Pick<Payment, 'data'>): ReportedStatus;
  /** Whether there are charges and exchange rates, told once a payment is executed, not before. */
  readonly tellsCost: boolean;
  /** Whether an answer about a payment repeats its Risk. */
  readonly paymentShowsRisk: boolean;
  /** The members of an answer's `Data` that go back from the request's, as a JSON object. */
  sentBack(data: string, subject: Subject): string;
  /** The members of an answer's `Data` that the bank adds. */
  consentMembers(view: ConsentView): Members;
  paymentMembers(view: PaymentView): Members;
  /** The schemas that validate, and those of the answers, for the published description. */
  readonly schemas: {
    readonly consent: Schemas;
    readonly payment: Schemas;
  };
  /** What the contract calls these schemas (OpenAPI 3.1.9, components). */
  readonly published: {
    readonly consent: Published;
    readonly payment: Published;
  };
}

/** A limit over time, and its period that a day lies in. */
export interface RunningLimit extends LimitPeriod {
  /** As the customer agreed to it, in words. */
  readonly text: string;
}

type Published = Readonly<Record<keyof Schemas, string>>;

/** What the engine needs of a request for a consent. */
export interface ConsentRequest {
  /** The account to debit; null when the request leaves it open. */
  readonly debtorAccount: AccountNumber | null;
  /** From when on the consent is good for nothing; null: it does not expire. */
  readonly expiresAt: Instant | null;
}

interface Schemas<Body = unknown> {
  readonly request: z.ZodType<Body>;
  readonly answer: z.ZodType;
}

/** What few families have, and what the others do instead. */
const ORDINARY = {
  bases: ['pisp'],
  firstStatus: 'AwaitingAuthorisation',
  consumesConsent: true,
  tellsCost: false,
  paymentShowsRisk: false,
  refusals: () => [],
  spendingOf: () => NOTHING_SPENT,
  limitsOn: () => [],
  sentBack: (data) => data,
} as const satisfies Partial<Family>;

type Ordinary = keyof typeof ORDINARY;

interface Definition<Asked>
  extends
    Omit<Family, 'readConsent' | 'readPayment' | 'schemas' | Ordinary>,
    Partial<Pick<Family, Ordinary>> {
  readonly schemas: {
    readonly consent: Schemas<Asked>;
    readonly payment: Schemas;
  };
  /**
   * Rules that need the time or the settings, or that the schema does not hold. Sees malformed
   * requests as well, so that all faults come together; what is missing or malformed is the
   * schema's to report.
   */
  consentRules?(body: unknown, context: RuleContext, faults: FaultList): void;
  debtorAccountOf(consent: Asked): AccountNumber | null;
  expiresAtOf?(consent: Asked): Instant | null;
}

/** Closes over the types of a family's schemas, so that no generic reaches the engine. */
export function defineFamily<Asked>(definition: Definition<Asked>): Family {
  const { consent, payment } = definition.schemas;
  return {
    ...ORDINARY,
    ...definition,
    readConsent(body, context, faults) {
      const read = consent.request.safeParse(body);
      if (!read.success) addZodFaults(faults, read.error, body);
      checkSelfPayment(body, faults);
      definition.consentRules?.(body, context, faults);
      // What follows relies on the rules as well as on the schema.
      if (!read.success || !faults.isEmpty) return undefined;
      return {
        debtorAccount: definition.debtorAccountOf(read.data),
        expiresAt: definition.expiresAtOf?.(read.data) ?? null,
      };
    },
    readPayment(body, faults, isInitiationConsented = false) {
      const { issues = [] } = payment.request.safeParse(body).error ?? {};
      const isToTell = ({ path }: z.core.$ZodIssue): boolean =>
        !(isInitiationConsented && path[0] === 'Data' && path[1] === 'Initiation');
      addZodFaults(faults, { issues: issues.filter(isToTell) }, body);
    },
  };
}
