import { bytesOf, type PaymentFile } from './payment-file.ts';
import { cpuTimed, median } from './statistics.ts';

/** Number of times that the file is parsed for one figure. */
const PARSES = 15;

/**
 * Returns the base unit of the bench: CPU milliseconds of `JSON.parse(buffer.toString())` of a file
 * in this process, including garbage collection.
 */
export function parseCpuMs(file: PaymentFile): number {
  const bytes = bytesOf(file);
  const parse = (): void => void JSON.parse(bytes.toString());
  parse();
  return median(Array.from({ length: PARSES }, () => cpuTimed(parse)));
}
