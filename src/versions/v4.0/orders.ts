import { defineFamilyVersion, type FamilyVersion } from '../../families/common/family-version.ts';
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
} from './statuses.ts';
import { fromStored, pathOf, toStored } from './stored-form.ts';

/** The schemas that all families with one order share (OpenAPI 4.0.1). */
export const SHARED: SharedShapes = {
  risk: Risk,
  consentStatus: ConsentStatusCode,
  multiAuthorisation: MultiAuthorisation,
  answers: StatusReasons,
};

interface OrderVersion {
  readonly family: Family;
  readonly schemas: FamilyVersion['schemas'];
  /** Returns true if the scheme of a payment reports that the creditor has the money. */
  readonly isCredited: (view: PaymentView) => boolean;
}

/** Defines a family whose consents contain one order. */
export function defineOrderVersion({ family, schemas, isCredited }: OrderVersion): FamilyVersion {
  return defineFamilyVersion({
    apiVersion: 'v4.0',
    family,
    schemas,
    published: family.published,
    toStored,
    pathOf,
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
      return { added, sent: sentDataOf(consent), risk: consent.risk };
    },
    paymentAnswer(view) {
      const { payment } = view;
      const { status, since } = paymentStatusOf(view, isCredited(view));
      const added = {
        [family.paymentIdName]: payment.id,
        CreationDateTime: formatInstant(payment.createdAt),
        Status: status,
        ...paymentReason(payment),
        StatusUpdateDateTime: formatInstant(since),
        ...family.paymentMembers(view),
        ...approvalsMember(payment),
      };
      return { added, sent: sentDataOf(payment), risk: null };
    },
  });
}

/** Returns the fields of `Data` that the TPP sent, in the form of v4.0. */
function sentDataOf({ sentData, data }: StoredRequest): string {
  return sentData ?? JSON.stringify(fromStored(parseExactly(data)));
}
