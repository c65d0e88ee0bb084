import type { z } from 'zod';
import type { AccountNumber } from '../domain/accounts.ts';
import { addZodFaults } from '../domain/faults.ts';
import type { FaultList } from '../kernel/errors.ts';
import type { Instant } from '../kernel/time.ts';
import type { OperationName } from './operations.ts';

/** What a family's rules may look at besides the request. */
export interface RuleContext {
  readonly now: Instant;
  /** How many days ahead a payment may be dated. */
  readonly horizonDays: number;
}

/** A family of payments: what it is, and its oddities as functions. */
export interface Family {
  /** As in metrics, logs and the store: `file-payments`. */
  readonly name: string;
  /** The two resources of its addresses. */
  readonly consents: string;
  readonly payments: string;
  /** The member that names the payment in an answer: `FilePaymentId`. */
  readonly paymentIdName: string;
  readonly consentIdPrefix: string;
  readonly paymentIdPrefix: string;
  readonly operations: readonly OperationName[];
  /** The status that a new consent begins with. */
  readonly firstStatus: 'AwaitingUpload' | 'AwaitingAuthorisation';
  /** Adds every fault of a request for a consent, by the contract and by the rules. */
  checkConsent(body: unknown, context: RuleContext, faults: FaultList): void;
  /** Adds every fault of a request for a payment, by the contract alone. */
  checkPayment(body: unknown, faults: FaultList): void;
  /** The account to debit that a faultless consent names; null when it leaves it open. */
  debtorAccountOf(consent: unknown): AccountNumber | null;
  /** The schemas that validate, for the published description. */
  readonly schemas: {
    readonly consent: z.ZodType;
    readonly consentAnswer: z.ZodType;
    readonly payment: z.ZodType;
    readonly paymentAnswer: z.ZodType;
  };
}

interface Definition<Consent, Payment> extends Omit<
  Family,
  'checkConsent' | 'checkPayment' | 'debtorAccountOf' | 'schemas'
> {
  readonly schemas: Family['schemas'] & {
    readonly consent: z.ZodType<Consent>;
    readonly payment: z.ZodType<Payment>;
  };
  /**
   * Rules that need the time or the settings. Sees malformed requests as well, so that all faults
   * come together; what is missing or malformed is the schema's to report.
   */
  consentRules(body: unknown, context: RuleContext, faults: FaultList): void;
  debtorAccountOf(consent: Consent): AccountNumber | null;
}

/** Closes over the types of a family's schemas, so that no generic reaches the engine. */
export function defineFamily<Consent, Payment>(definition: Definition<Consent, Payment>): Family {
  const { schemas } = definition;
  return {
    ...definition,
    checkConsent(body, context, faults) {
      const read = schemas.consent.safeParse(body);
      if (!read.success) addZodFaults(faults, read.error, body);
      definition.consentRules(body, context, faults);
    },
    checkPayment(body, faults) {
      const read = schemas.payment.safeParse(body);
      if (!read.success) addZodFaults(faults, read.error, body);
    },
    debtorAccountOf: (consent) => definition.debtorAccountOf(consent as Consent),
  };
}
