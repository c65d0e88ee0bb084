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
import { Risk } from '../../contract/v4/fields.ts';
import { detailsWith } from './details.ts';
import { ENDINGS, StatusReasons, type Reasons } from './reasons.ts';
import {
  approvalsMember,
  consentStatusOf,
  ConsentStatusCode,
  MultiAuthorisation,
  paymentStatusOf,
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

type Definition = Parameters<typeof defineFamilyVersion>[0];
type Optional = 'bases' | 'operations' | 'amount' | 'paysEarlierConsents';

interface OrderVersion extends Pick<Definition, Optional> {
  readonly family: Family;
  readonly form: Form;
  readonly schemas: FamilyVersion['schemas'];
  /** Returns true if the scheme of a payment reports that the creditor has the money. */
  readonly isCredited: (view: PaymentView) => boolean;
  /** Returns a status that only this family has, or undefined if the common one applies. */
  readonly statusOf?: (view: PaymentView) => Status | undefined;
  /** The fields that the bank adds to a payment. By default, those of the family. */
  readonly paymentMembers?: Family['paymentMembers'];
  /** The reasons of statuses. By default, only ends have one. */
  readonly reasons?: Reasons;
}

/** Defines a family of payments. */
export function defineOrderVersion({
  family,
  form,
  isCredited,
  statusOf = () => undefined,
  paymentMembers = (view) => family.paymentMembers(view),
  reasons = ENDINGS,
  ...others
}: OrderVersion): FamilyVersion {
  const sentOf: FamilyVersion['sentOf'] = (stored, subject) => {
    const { sent, risk } = convertedRequest(stored, form);
    return { sent: family.echoedData(sent, subject), risk };
  };
  return defineFamilyVersion({
    ...others,
    apiVersion: 'v4.0',
    family,
    published: family.published,
    toStored: form.toStored,
    fromV31: (text) => JSON.stringify(form.fromStored(parseExactly(text) as Request)),
    pathOf: form.pathOf,
    details: detailsWith(reasons),
    sentOf,
    consentAnswer(view) {
      const { consent } = view;
      const added = {
        ConsentId: consent.id,
        CreationDateTime: formatInstant(consent.createdAt),
        Status: consentStatusOf(consent),
        ...reasons.ofConsent(consent),
        StatusUpdateDateTime: formatInstant(consent.statusUpdatedAt),
        ...family.consentMembers(view),
      };
      return { added, ...sentOf(consent, 'consent') };
    },
    paymentAnswer(view) {
      const { payment } = view;
      const { status, since } = statusOf(view) ?? paymentStatusOf(view, isCredited(view));
      const added = {
        [family.paymentIdName]: payment.id,
        CreationDateTime: formatInstant(payment.createdAt),
        Status: status,
        ...reasons.ofPayment(payment, status),
        StatusUpdateDateTime: formatInstant(since),
        ...paymentMembers(view),
        ...approvalsMember(payment),
      };
      const { sent, risk } = sentOf(payment, 'payment');
      return { added, sent, risk: family.paymentShowsRisk ? risk : null };
    },
  });
}

/** Returns `Data` and `Risk` as the TPP sent them, in the form of v4.0. */
function convertedRequest(stored: StoredRequest, form: Form): Pick<AnswerParts, 'sent' | 'risk'> {
  if (stored.sentData !== null) return { sent: stored.sentData, risk: stored.risk };
  const { Data, Risk } = form.fromStored(requestOf(stored));
  return {
    sent: JSON.stringify(Data),
    risk: stored.risk === null ? null : JSON.stringify(Risk),
  };
}
