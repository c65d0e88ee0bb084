import type { Family } from './family.ts';
import { filePayments } from './file-payments.ts';

/** Every family that this service offers. */
export const FAMILIES: readonly Family[] = [filePayments];
