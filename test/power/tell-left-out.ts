import { hasShim, NO_SHIM } from './shim.ts';

/** Says once, before any test, why some will be left out. */
export default function tellLeftOut(): void {
  if (!hasShim) process.stderr.write(`Tests of power cuts are left out. ${NO_SHIM}\n`);
}
