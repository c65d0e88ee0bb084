import { fileReference } from '../../engine/file-metadata.ts';
import { findPayment } from '../../engine/payments.ts';
import { present } from '../../kernel/assert.ts';
import { Refusal } from '../../kernel/errors.ts';
import { writeReport } from '../../pipeline/report.ts';
import type { Handler } from '../call.ts';
import type { HandlerParts } from './parts.ts';

/** The pacs.002 report of a file payment: its group status and nothing on single payments. */
export const readReportHandler =
  ({ store }: HandlerParts): Handler =>
  async ({ route, id, grant }) => {
    const payment = await findPayment(store, route.family, id, grant.clientId);
    if (payment instanceof Refusal) return payment;
    const consent = present(await store.findConsent(payment.consentId), payment.consentId);
    const file = present(await store.findFile(consent.id), consent.id);
    const report = writeReport({ payment, consent, file, fileReference: fileReference(consent) });
    return { status: route.operation.success, body: report, contentType: 'application/xml' };
  };
