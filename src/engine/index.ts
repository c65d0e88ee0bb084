import { createSpool } from '../pipeline/spool.ts';
import { abandonWork } from './abandon-work.ts';
import { checkFile } from './check-file.ts';
import { decideConsent, refuseConsent } from './decide-consent.ts';
import { executeWork } from './execute-work.ts';
import type { PipelineParts } from './parts.ts';
import { receiveFile } from './receive-file.ts';
import { submitPayment } from './submit-payment.ts';

export type { Upload } from '../pipeline/spool.ts';
export { isCustomersRejection, REJECTED_BY_CUSTOMER } from './decide-consent.ts';

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
