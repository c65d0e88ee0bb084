import { bytesOf, type PaymentFile } from './payment-file.ts';
import { cpuTimed, median } from './statistics.ts';

/** Times that the file is parsed for one figure. */
const PARSES = 15;

/**
 * The unit of the bench: milliseconds of CPU that `JSON.parse(buffer.toString())` of a file takes
 * in this process, garbage collection included.
 */
export function parseCpuMs(file: PaymentFile): number {
  const bytes = bytesOf(file);
  const parse = (): void => void JSON.parse(bytes.toString());
  parse();
  return median(Array.from({ length: PARSES }, () => cpuTimed(parse)));
}
