import { createHash } from 'node:crypto';
import { formatPence } from '../fields/amounts.ts';
import type { Payment } from '../rows/model.ts';
import { replaceFile } from './files.ts';
import { instructionOf, type FileVersion } from './instruction.ts';

/** The file types of the standard. */
const FILE_TYPES: Readonly<Record<FileVersion, string>> = {
  '3.1': 'UK.OBIE.PaymentInitiation.3.1',
  '4.0': 'UK.OBIE.PaymentInitiation.4.0',
};

/** The values that the consent of a file needs. */
export interface FileFacts {
  readonly fileType: string;
  /** SHA-256 of the file in Base64. */
  readonly fileHash: string;
  readonly numberOfTransactions: string;
  readonly controlSum: string;
}

/** Number of characters that are written together. */
const BUFFER = 256 * 1024;

/**
 * Writes a payment file. `fill` passes the payments to its parameter and returns true to keep the
 * file. The file appears under its name when it is complete, and never otherwise.
 */
export async function writeStandardFile(
  path: string,
  version: FileVersion,
  fill: (add: (payment: Payment) => Promise<void>) => Promise<boolean>,
): Promise<FileFacts | undefined> {
  const hash = createHash('sha256');
  let pending = '{"Data":{"DomesticPayments":[';
  let [count, pence, isKept] = [0, 0n, false];
  await replaceFile(path, async (file) => {
    const flush = async (): Promise<void> => {
      const bytes = Buffer.from(pending);
      pending = '';
      hash.update(bytes);
      await file.writeFile(bytes);
    };
    isKept = await fill(async (payment) => {
      pending += `${count === 0 ? '' : ','}\n${JSON.stringify(instructionOf(payment, version))}`;
      count += 1;
      pence += BigInt(payment.pence);
      if (pending.length >= BUFFER) await flush();
    });
    pending += '\n]}}\n';
    await flush();
    return isKept;
  });
  if (!isKept) return undefined;
  return {
    fileType: FILE_TYPES[version],
    fileHash: hash.digest('base64'),
    numberOfTransactions: String(count),
    controlSum: formatPence(pence),
  };
}
