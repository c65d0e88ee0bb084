import type { OperationName } from '../../contract/operations.ts';
import type { Handler } from '../request-context.ts';
import { confirmAmountHandler } from './confirm-amount.ts';
import { confirmFundsHandler } from './confirm-funds.ts';
import { createConsentHandler } from './create-consent.ts';
import { createPaymentHandler } from './create-payment.ts';
import { deleteConsentHandler } from './delete-consent.ts';
import type { HandlerParts } from './parts.ts';
import { readConsentHandler } from './read-consent.ts';
import { readFileHandler } from './read-file.ts';
import { readPaymentDetailsHandler } from './read-payment-details.ts';
import { readPaymentHandler } from './read-payment.ts';
import { readReportHandler } from './read-report.ts';
import { uploadFileHandler } from './upload-file.ts';

/** A handler for every operation: one that is missing does not compile. */
export function createHandlers(parts: HandlerParts): Record<OperationName, Handler> {
  return {
    createConsent: createConsentHandler(parts),
    readConsent: readConsentHandler(parts),
    deleteConsent: deleteConsentHandler(parts),
    confirmFunds: confirmFundsHandler(parts),
    confirmAmount: confirmAmountHandler(parts),
    uploadFile: uploadFileHandler(parts),
    readFile: readFileHandler(parts),
    createPayment: createPaymentHandler(parts),
    readPayment: readPaymentHandler(parts),
    readReport: readReportHandler(parts),
    readPaymentDetails: readPaymentDetailsHandler(parts),
  };
}
