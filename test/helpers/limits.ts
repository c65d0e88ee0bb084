import type { SchemeLimits } from '../../src/domain/records/payment.ts';

/** What the schemes carry at most unless the bank says otherwise. */
export const LIMITS: SchemeLimits = { fpsMaxPence: 1_000_000_00 };
