import type { SchemeLimits } from '../../src/domain/schemes/schemes.ts';
import type { UseCaseSettings } from '../../src/use-cases/dependencies.ts';
import { BANK_SORT_CODES } from '../../src/sandbox/seed.ts';

/** Default limits of the payment schemes. */
export const LIMITS: SchemeLimits = { fpsMaxPence: 1_000_000_00 };

/** Engine settings under which no file can be uploaded. */
export const USE_CASE_SETTINGS: UseCaseSettings = {
  ...LIMITS,
  fileMaxBytes: 0,
  maxDaysAhead: 0,
  bacsAccepted: true,
  bankSortCodes: BANK_SORT_CODES,
  consentApprovalDays: 30,
  consentUseDays: 30,
};
