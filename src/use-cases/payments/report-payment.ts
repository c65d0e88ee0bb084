import type { Payment } from '../../domain/records/records.ts';
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
  const subject = await reportSubject(parts, payment);
  // The library for XML is loaded at the first report, because it would delay each start.
  const { writeReport } = await import('../../pipeline/report.ts');
  return writeReport(subject);
}

/** Returns the data of a file payment that its reports contain. */
export async function reportSubject({ store }: Pick<UseCaseParts, 'store'>, payment: Payment) {
  const { consentId } = payment;
  const consent = expectDefined(await store.findConsent(consentId), consentId);
  const file = expectDefined(await store.findFile(consentId), consentId);
  return { payment, consent, file, fileReference: fileReference(consent) };
}
