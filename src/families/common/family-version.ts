import type { z } from 'zod';
import { addZodFaults } from '../../contract/faults.ts';
import type { ApiVersion, StoredRequest } from '../../domain/records/api-version.ts';
import { expectDefined } from '../../shared/assert.ts';
import { FaultList } from '../../shared/errors.ts';
import { parseExactly } from '../../shared/json/exact.ts';
import { memberText } from '../../shared/json/json.ts';
import type { ConsentRequest, Family, RuleContext, Schemas, Subject } from './family.ts';
import { AmountAnswer, AmountRequest } from './funds.ts';
import type { PaymentStatus } from './shared.ts';
import type { ConsentView, Members, PaymentView } from './view.ts';

/** The body of a request with JSON content. */
export interface RequestBody {
  readonly text: string;
  /**
   * The parsed JSON value. Undefined if the text is not valid JSON. The list of faults then
   * contains the reason.
   */
  readonly value: unknown;
}

/** The contents of a response about a consent or a payment. */
export interface AnswerParts {
  /** The fields that the bank adds to `Data`. */
  readonly added: Members;
  /** The fields of `Data` that the TPP sent, as the text of a JSON object. */
  readonly sent: string;
  /** `Risk` as the TPP sent it, or null if the response has none. */
  readonly risk: string | null;
}

/**
 * A payment family in one version of the standard: how requests of this version are read into the
 * stored form, and how responses are written. The functions are pure. Rules belong to the family,
 * which does not know the version.
 */
export interface FamilyVersion extends Pick<
  Family,
  'schemas' | 'published' | 'bases' | 'operations'
> {
  readonly apiVersion: ApiVersion;
  readonly family: Family;
  /** The schemas of the confirmation of an amount, for families that have this operation. */
  readonly amount: Schemas;
  /** True if consents of earlier versions can be used to submit payments with this version. */
  readonly paysEarlierConsents: boolean;
  /**
   * Validates a consent request against the schema and the rules. If there are faults, adds all of
   * them to the list and returns undefined.
   */
  readConsent(
    body: RequestBody,
    context: RuleContext,
    faults: FaultList,
  ): (ConsentRequest & StoredRequest) | undefined;
  /**
   * Validates a payment request against the schema, and adds its faults to the list.
   *
   * @param isInitiationConsented true if the Initiation equals the consent's, which was valid when
   * it was accepted: then its faults are not reported
   */
  readPayment(body: RequestBody, faults: FaultList, isInitiationConsented: boolean): void;
  /** Returns a valid request as it is stored. */
  storedRequest(body: RequestBody): StoredRequest;
  /**
   * Converts the text of a valid request of v3.1 to the form of this version. Null for v3.1 itself.
   */
  readonly fromV31: ((text: string) => string) | null;
  /** Returns the path of a field of the stored form in a request of this version. */
  readonly pathOf: (storedPath: string, body: unknown) => string;
  /** Returns the parts of a stored request that responses repeat, in the form of this version. */
  sentOf(stored: StoredRequest, subject: Subject): Pick<AnswerParts, 'sent' | 'risk'>;
  consentAnswer(view: ConsentView): AnswerParts;
  paymentAnswer(view: PaymentView): AnswerParts;
  readonly details: DetailsFormat;
}

/** The format in which a version reports the single payments of a payment resource. */
export interface DetailsFormat {
  /** The schema of the response with one page of payments. */
  readonly schema: z.ZodType;
  format(status: PaymentStatus): Members;
}

type Derived = 'readConsent' | 'readPayment' | 'storedRequest';
type Defaulted = 'bases' | 'operations' | 'amount' | 'paysEarlierConsents';

interface Definition
  extends Omit<FamilyVersion, Derived | Defaulted>, Partial<Pick<FamilyVersion, Defaulted>> {
  /**
   * Returns a request in the stored form. It also gets invalid requests, and keeps unknown fields.
   * Null if requests of this version have the stored form.
   */
  readonly toStored: ((body: unknown) => unknown) | null;
}

/** Defines a family in one version of the standard. */
export function defineFamilyVersion(definition: Definition): FamilyVersion {
  const { apiVersion, family, schemas, pathOf } = definition;
  const toStored = definition.toStored ?? ((body) => body);
  const storedRequest = ({ text }: RequestBody): StoredRequest => {
    const sent = expectDefined(memberText(text, ['Data']), 'Data');
    const risk = memberText(text, ['Risk']) ?? null;
    if (definition.toStored === null) return { apiVersion, data: sent, sentData: null, risk };
    const { Data } = toStored(parseExactly(text)) as { Data: unknown };
    return { apiVersion, data: JSON.stringify(Data), sentData: sent, risk };
  };
  return {
    bases: family.bases,
    operations: family.operations,
    amount: { request: AmountRequest, answer: AmountAnswer },
    paysEarlierConsents: false,
    ...definition,
    storedRequest,
    readConsent(body, context, faults) {
      const { error } = schemas.consent.request.safeParse(body.value);
      if (error !== undefined) addZodFaults(faults, error, body.value);
      const stored = toStored(body.value);
      const broken = new FaultList();
      family.checkConsent(stored, context, broken);
      faults.addAll(broken, (path) => pathOf(path, body.value));
      if (!faults.isEmpty) return undefined;
      return { ...family.consentRequestOf(stored), ...storedRequest(body) };
    },
    readPayment(body, faults, isInitiationConsented) {
      const { issues = [] } = schemas.payment.request.safeParse(body.value).error ?? {};
      const isReported = ({ path }: z.core.$ZodIssue): boolean =>
        !(isInitiationConsented && path[0] === 'Data' && path[1] === 'Initiation');
      addZodFaults(faults, { issues: issues.filter(isReported) }, body.value);
    },
  };
}
