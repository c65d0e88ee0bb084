import { hasShim, NO_SHIM } from './shim.ts';

/** Prints once before the tests why some are skipped. */
export default function reportSkipped(): void {
  if (!hasShim) process.stderr.write(`Tests of power cuts are skipped. ${NO_SHIM}\n`);
}
