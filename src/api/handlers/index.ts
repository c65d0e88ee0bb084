import type { OperationName } from '../../contract/operations.ts';
import type { Handler } from '../request-context.ts';
import {
  confirmAmountHandler,
  confirmFundsHandler,
  createConsentHandler,
  deleteConsentHandler,
  migrateConsentHandler,
  readConsentHandler,
} from './consents.ts';
import { readFileHandler, uploadFileHandler } from './files.ts';
import type { HandlerParts } from './parts.ts';
import {
  createPaymentHandler,
  readPaymentDetailsHandler,
  readPaymentHandler,
  readReportHandler,
} from './payments.ts';

/** Creates a handler for each operation. If one is missing, the code does not compile. */
export function createHandlers(parts: HandlerParts): Record<OperationName, Handler> {
  return {
    createConsent: createConsentHandler(parts),
    readConsent: readConsentHandler(parts),
    replaceConsent: migrateConsentHandler(parts),
    patchConsent: migrateConsentHandler(parts),
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
