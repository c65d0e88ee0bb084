import type { Family } from '../../families/common/family.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import { writeReport } from '../../pipeline/report.ts';
import { fileReference } from '../files/file-metadata.ts';
import type { Asker } from '../consents/find-consent.ts';
import { findPayment } from './find-payment.ts';
import type { EngineParts } from '../dependencies.ts';

/** The pacs.002 report of a file payment: its group status and nothing on single payments. */
export async function reportPayment(
  parts: Pick<EngineParts, 'store'>,
  family: Family,
  id: string,
  asker: Omit<Asker, 'family'>,
): Promise<string | Refusal> {
  const payment = await findPayment(parts, family, id, asker);
  if (payment instanceof Refusal) return payment;
  const consent = expectDefined(
    await parts.store.findConsent(payment.consentId),
    payment.consentId,
  );
  const file = expectDefined(await parts.store.findFile(consent.id), consent.id);
  return writeReport({ payment, consent, file, fileReference: fileReference(consent) });
}
