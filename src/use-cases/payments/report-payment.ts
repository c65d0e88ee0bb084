import type { FamilyVersion } from '../../families/common/family-version.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import { fileReference } from '../files/file-metadata.ts';
import type { Requester } from '../consents/find-consent.ts';
import { findPayment } from './find-payment.ts';
import type { UseCaseParts } from '../dependencies.ts';

/**
 * Returns the pacs.002 report about a file payment. It contains the group status, but not the
 * single payments.
 */
export async function reportPayment(
  parts: Pick<UseCaseParts, 'store'>,
  version: FamilyVersion,
  id: string,
  requester: Omit<Requester, 'version'>,
): Promise<string | Refusal> {
  const payment = await findPayment(parts, version, id, requester);
  if (payment instanceof Refusal) return payment;
  const consent = expectDefined(
    await parts.store.findConsent(payment.consentId),
    payment.consentId,
  );
  const file = expectDefined(await parts.store.findFile(consent.id), consent.id);
  // The library for XML is loaded at the first report, because it would delay each start.
  const { writeReport } = await import('../../pipeline/report.ts');
  return writeReport({ payment, consent, file, fileReference: fileReference(consent) });
}
