import { abandonWork } from './abandon-work.ts';
import { checkFile } from './check-file.ts';
import { decideConsent, refuseConsent } from './decide-consent.ts';
import { executeWork } from './execute-work.ts';
import type { EngineParts } from './parts.ts';
import { receiveFile } from './receive-file.ts';
import { submitPayment } from './submit-payment.ts';

export type { Upload } from '../domain/ports/files.ts';
export { isCustomersRejection, REJECTED_BY_CUSTOMER } from './decide-consent.ts';

export type Pipeline = ReturnType<typeof createPipeline>;

/**
 * The journeys of a payment: a file's begins with its upload, a single payment, which is a file of
 * one, joins at the customer's decision.
 */
export function createPipeline(parts: EngineParts) {
  return {
    receiveFile: receiveFile.bind(null, parts),
    checkFile: checkFile.bind(null, parts),
    decideConsent: decideConsent.bind(null, parts),
    refuseConsent: refuseConsent.bind(null, parts),
    submitPayment: submitPayment.bind(null, parts),
    executeWork: executeWork.bind(null, parts),
    abandonWork: abandonWork.bind(null, parts),
  };
}
