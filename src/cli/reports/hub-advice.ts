import type { ListedAdvice } from '../../domain/ports/hub-admin-store.ts';
import type { BacsOutcome } from '../../domain/schemes/bacs-reports.ts';
import { printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { formatMoney } from './hub.ts';

const OUTCOMES: Readonly<Record<BacsOutcome, string>> = {
  returned: 'returned credit',
  rejected: 'rejected credit',
  amended: 'credit amended by Bacs',
  moved: 'account has moved',
};

/** Returns the lines about an item of a report of Bacs, for people. */
export function formatAdvice(advice: ListedAdvice): string {
  const { outcome, code, description, record, document, receivedAt, newAccount } = advice;
  const { destination, originator, pence, reference, name, processingDay } = record;
  const amount = pence === null ? '' : `, ${formatMoney({ minor: pence, currency: 'GBP' })}`;
  const from = originator === null ? '' : ` from ${originator}`;
  const meaning = description === null ? '' : `: ${printable(description)}`;
  const lines = [
    `${OUTCOMES[outcome]} (${printable(code)})${meaning}`,
    `    to ${destination} ${printable(name)}${amount}${from}, reference "${printable(reference)}", ` +
      `processing day ${processingDay}`,
  ];
  if (newAccount !== null) lines.push(`    new account ${newAccount}`);
  const { paymentId, index, messageId } = advice;
  lines.push(
    paymentId === null
      ? '    the payment is not certain'
      : `    payment ${paymentId}, index ${String(index)}, message ${messageId ?? ''}`,
    `    ${printable(document.name)}, received ${formatLondon(receivedAt)}, SHA-256 ${document.sha256}`,
  );
  return lines.join('\n');
}
