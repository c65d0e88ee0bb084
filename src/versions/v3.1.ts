import { PostalAddress, SupplementaryData } from '../contract/fields.ts';
import { FILE_FORMS } from '../contract/file-forms.ts';
import { PAYMENT_FILE_3_1 } from '../domain/records/file-types.ts';
import { AmountAnswer, AmountRequest, FundsAnswer } from '../families/common/funds.ts';
import { Links, Meta, PaymentDetails, Risk, ScaSupportData } from '../families/common/shared.ts';
import { defineFamilyVersion, type FamilyVersion } from '../families/common/family-version.ts';
import type { Family } from '../families/common/family.ts';
import { FAMILIES } from '../families/index.ts';
import { formatInstant } from '../shared/time.ts';
import type { Version } from './version.ts';

/**
 * Version 3.1 of the standard. The families store requests in the form of this version, so nothing
 * is converted.
 */
export const V3_1: Version = {
  name: 'v3.1',
  release: '3.1.9',
  root: '/open-banking/v3.1',
  families: FAMILIES.map(familyVersion),
  errorCodeOf: (code) => code,
  named: {
    OBRisk1: Risk,
    OBPostalAddress6: PostalAddress,
    OBSCASupportData1: ScaSupportData,
    OBSupplementaryData1: SupplementaryData,
    OBWriteFundsConfirmationResponse1: FundsAnswer,
    OBVRPFundsConfirmationRequest: AmountRequest,
    OBVRPFundsConfirmationResponse: AmountAnswer,
    OBWritePaymentDetailsResponse1: PaymentDetails,
    [PAYMENT_FILE_3_1]: FILE_FORMS[PAYMENT_FILE_3_1].file,
    Links,
    Meta,
  },
};

function familyVersion(family: Family): FamilyVersion {
  const sentOf: FamilyVersion['sentOf'] = ({ data, risk }, subject) => ({
    sent: family.echoedData(data, subject),
    risk,
  });
  return defineFamilyVersion({
    apiVersion: 'v3.1',
    family,
    schemas: family.schemas,
    published: family.published,
    toStored: null,
    fromV31: null,
    details: { schema: PaymentDetails, format: (status) => status },
    pathOf: (path) => path,
    sentOf,
    consentAnswer(view) {
      const { consent } = view;
      const added = {
        ConsentId: consent.id,
        CreationDateTime: formatInstant(consent.createdAt),
        Status: consent.status,
        StatusUpdateDateTime: formatInstant(consent.statusUpdatedAt),
        ...family.consentMembers(view),
      };
      return { added, ...sentOf(consent, 'consent') };
    },
    paymentAnswer(view) {
      const { payment } = view;
      const { status, since } = family.statusOf(payment);
      const added = {
        [family.paymentIdName]: payment.id,
        CreationDateTime: formatInstant(payment.createdAt),
        Status: status,
        StatusUpdateDateTime: formatInstant(since),
        ...family.paymentMembers(view),
      };
      const { sent, risk } = sentOf(payment, 'payment');
      return { added, sent, risk: family.paymentShowsRisk ? risk : null };
    },
  });
}
