import {
  type AnswerParts,
  defineFamilyVersion,
  type FamilyVersion,
} from '../../families/common/family-version.ts';
import type { Family } from '../../families/common/family.ts';
import type { SharedShapes } from '../../families/common/orders.ts';
import type { PaymentView } from '../../families/common/view.ts';
import { parseExactly } from '../../shared/json/exact.ts';
import { formatInstant } from '../../shared/time.ts';
import type { StoredRequest } from '../../domain/records/api-version.ts';
import { DETAILS } from './details.ts';
import { Risk } from './fields.ts';
import {
  approvalsMember,
  consentReason,
  consentStatusOf,
  ConsentStatusCode,
  MultiAuthorisation,
  paymentReason,
  paymentStatusOf,
  StatusReasons,
  type Status,
} from './statuses.ts';
import { requestOf, type Form, type Request } from './stored-form.ts';

/** The schemas that all families with one order share (OpenAPI 4.0.1). */
export const SHARED: SharedShapes = {
  risk: Risk,
  consentStatus: ConsentStatusCode,
  multiAuthorisation: MultiAuthorisation,
  answers: StatusReasons,
};

interface OrderVersion {
  readonly family: Family;
  readonly form: Form;
  readonly schemas: FamilyVersion['schemas'];
  /** Returns true if the scheme of a payment reports that the creditor has the money. */
  readonly isCredited: (view: PaymentView) => boolean;
  /** Returns a status that only this family has, or undefined if the common one applies. */
  readonly statusOf?: (view: PaymentView) => Status | undefined;
}

/** Defines a family whose consents contain one order. */
export function defineOrderVersion({
  family,
  form,
  schemas,
  isCredited,
  statusOf = () => undefined,
}: OrderVersion): FamilyVersion {
  return defineFamilyVersion({
    apiVersion: 'v4.0',
    family,
    schemas,
    published: family.published,
    toStored: form.toStored,
    fromV31: (text) => JSON.stringify(form.fromStored(parseExactly(text) as Request)),
    pathOf: form.pathOf,
    details: DETAILS,
    consentAnswer(view) {
      const { consent } = view;
      const added = {
        ConsentId: consent.id,
        CreationDateTime: formatInstant(consent.createdAt),
        Status: consentStatusOf(consent),
        ...consentReason(consent),
        StatusUpdateDateTime: formatInstant(consent.statusUpdatedAt),
        ...family.consentMembers(view),
      };
      return { added, ...sentOf(consent, form) };
    },
    paymentAnswer(view) {
      const { payment } = view;
      const { status, since } = statusOf(view) ?? paymentStatusOf(view, isCredited(view));
      const added = {
        [family.paymentIdName]: payment.id,
        CreationDateTime: formatInstant(payment.createdAt),
        Status: status,
        ...paymentReason(payment),
        StatusUpdateDateTime: formatInstant(since),
        ...family.paymentMembers(view),
        ...approvalsMember(payment),
      };
      return { added, ...sentOf(payment, form), risk: null };
    },
  });
}

/** Returns `Data` and `Risk` as the TPP sent them, in the form of v4.0. */
function sentOf(stored: StoredRequest, form: Form): Pick<AnswerParts, 'sent' | 'risk'> {
  if (stored.sentData !== null) return { sent: stored.sentData, risk: stored.risk };
  const { Data, Risk } = form.fromStored(requestOf(stored));
  return {
    sent: JSON.stringify(Data),
    risk: stored.risk === null ? null : JSON.stringify(Risk),
  };
}
