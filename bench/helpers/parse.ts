import { bytesOf, type PaymentFile } from './payment-file.ts';
import { cpuTimed, median } from './statistics.ts';

/** Number of times that the file is parsed for one figure. */
const PARSES = 15;

/**
 * Returns the CPU time in milliseconds of `JSON.parse(buffer.toString())` for a file in this
 * process, including garbage collection. The bench expresses other costs as multiples of it (`×
 * parse`).
 */
export function parseCpuMs(file: PaymentFile): number {
  const bytes = bytesOf(file);
  const parse = (): void => void JSON.parse(bytes.toString());
  parse();
  return median(Array.from({ length: PARSES }, () => cpuTimed(parse)));
}
