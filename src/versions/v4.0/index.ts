import { SupplementaryData } from '../../contract/fields.ts';
import { FILE_FORMS } from '../../contract/file-forms.ts';
import { PAYMENT_FILE_4_0 } from '../../domain/records/file-types.ts';
import { FundsAnswer } from '../../families/common/funds.ts';
import { Links, Meta, ScaSupportData } from '../../families/common/shared.ts';
import type { Version } from '../version.ts';
import { PaymentDetails } from './details.ts';
import { domesticPayments4, domesticScheduledPayments4 } from './domestic.ts';
import { internationalPayments4, internationalScheduledPayments4 } from './international.ts';
import { domesticStandingOrders4 } from './standing-orders.ts';
import { filePayments4 } from './files.ts';
import { domesticVrps4 } from './vrps.ts';
import { AMOUNT } from './vrp-shapes.ts';
import { ERROR_CODES_4 } from './error-codes.ts';
import { PostalAddress, Proxy, RemittanceInformation, Risk } from '../../contract/v4/fields.ts';

/** Version 4.0 of the standard. */
export const V4_0: Version = {
  name: 'v4.0',
  release: '4.0.1',
  root: '/open-banking/v4.0',
  families: [
    domesticPayments4,
    domesticScheduledPayments4,
    domesticStandingOrders4,
    internationalPayments4,
    internationalScheduledPayments4,
    domesticVrps4,
    filePayments4,
  ],
  named: {
    OBRisk1: Risk,
    OBPostalAddress7: PostalAddress,
    OBProxy1: Proxy,
    OBRemittanceInformation2: RemittanceInformation,
    OBSCASupportData1: ScaSupportData,
    OBSupplementaryData1: SupplementaryData,
    OBWriteFundsConfirmationResponse1: FundsAnswer,
    OBVRPFundsConfirmationRequest: AMOUNT.request,
    OBVRPFundsConfirmationResponse: AMOUNT.answer,
    OBWritePaymentDetailsResponse1: PaymentDetails,
    [PAYMENT_FILE_4_0]: FILE_FORMS[PAYMENT_FILE_4_0].file,
    Links,
    Meta,
  },
  errorCodeOf: (code) => ERROR_CODES_4[code],
};
