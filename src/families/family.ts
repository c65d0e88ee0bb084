import type { z } from 'zod';
import type { AccountNumber } from '../domain/accounts.ts';
import { addZodFaults } from '../domain/faults.ts';
import type { GroupStatus } from '../domain/lifecycle.ts';
import type { NewConsent } from '../domain/ports.ts';
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
  readonly firstStatus: NewConsent['status'];
  /** Whether a consent is good for one payment, which uses it up. */
  readonly consumesConsent: boolean;
  /**
   * Reads a request for a consent, by the contract and by the rules, and adds everything wrong with
   * it to the faults; undefined when it is not of the contract's shape.
   */
  readConsent(body: unknown, context: RuleContext, faults: FaultList): AskedConsent | undefined;
  /** As `readConsent`, for a payment and by the contract alone. */
  readPayment(body: unknown, faults: FaultList): AskedPayment | undefined;
  /** The payment's status in the terms of the family. */
  statusOf(groupStatus: GroupStatus): string;
  /** The schemas that validate, and those of the answers, for the published description. */
  readonly schemas: {
    readonly consent: Schemas;
    readonly payment: Schemas;
  };
}

/** What the engine needs of a request for a consent. */
export interface AskedConsent {
  /** The account to debit; null when the request leaves it open. */
  readonly debtorAccount: AccountNumber | null;
}

/** What the engine needs of a request for a payment. */
export interface AskedPayment {
  readonly consentId: string;
}

interface Schemas<Body = unknown> {
  readonly request: z.ZodType<Body>;
  readonly answer: z.ZodType;
}

interface Definition<Consent> extends Omit<Family, 'readConsent' | 'readPayment' | 'schemas'> {
  readonly schemas: {
    readonly consent: Schemas<Consent>;
    readonly payment: Schemas<{ readonly Data: { readonly ConsentId: string } }>;
  };
  /**
   * Rules that need the time or the settings. Sees malformed requests as well, so that all faults
   * come together; what is missing or malformed is the schema's to report.
   */
  consentRules(body: unknown, context: RuleContext, faults: FaultList): void;
  debtorAccountOf(consent: Consent): AccountNumber | null;
}

/** Closes over the types of a family's schemas, so that no generic reaches the engine. */
export function defineFamily<Consent>(definition: Definition<Consent>): Family {
  const { consent, payment } = definition.schemas;
  return {
    ...definition,
    readConsent(body, context, faults) {
      const read = consent.request.safeParse(body);
      if (!read.success) addZodFaults(faults, read.error, body);
      definition.consentRules(body, context, faults);
      return read.success ? { debtorAccount: definition.debtorAccountOf(read.data) } : undefined;
    },
    readPayment(body, faults) {
      const read = payment.request.safeParse(body);
      if (!read.success) addZodFaults(faults, read.error, body);
      return read.success ? { consentId: read.data.Data.ConsentId } : undefined;
    },
  };
}
