import { abandonWork } from './journeys/abandon-work.ts';
import { checkFile } from './journeys/check-file.ts';
import { decideConsent, refuseConsent } from './journeys/decide-consent.ts';
import { executeWork } from './journeys/execute-work.ts';
import type { PipelineParts } from './journeys/parts.ts';
import { receiveFile } from './journeys/receive-file.ts';
import { submitPayment } from './journeys/submit-payment.ts';
import { createSpool } from './spool.ts';

export type { Upload } from './spool.ts';
export { isCustomersRejection, REJECTED_BY_CUSTOMER } from './journeys/decide-consent.ts';

export type Pipeline = ReturnType<typeof createPipeline>;

/**
 * The journeys of a payment: a file's begins with its upload, a single payment, which is a file of
 * one, joins at the customer's decision.
 */
export function createPipeline(parts: PipelineParts) {
  const spool = createSpool({ maxBytes: parts.settings.fileMaxBytes });
  const journey = { ...parts, spool };
  return {
    receiveFile: receiveFile.bind(null, journey),
    checkFile: checkFile.bind(null, journey),
    decideConsent: decideConsent.bind(null, journey),
    refuseConsent: refuseConsent.bind(null, journey),
    submitPayment: submitPayment.bind(null, journey),
    executeWork: executeWork.bind(null, journey),
    abandonWork: abandonWork.bind(null, journey),
  };
}
