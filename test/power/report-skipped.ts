import { hasShim, NO_SHIM } from './shim.ts';

/** Explains once before the tests why those of power cuts are skipped, if they are. */
export default function reportSkipped(): void {
  if (!hasShim) process.stderr.write(`Tests of power cuts are skipped. ${NO_SHIM}\n`);
}
