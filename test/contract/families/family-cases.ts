import { domesticPayments, domesticScheduledPayments, domesticStandingOrders } from './domestic.ts';
import type { FamilyCase } from './family-case.ts';
import { filePayments } from './file.ts';
import { internationalPayments, internationalScheduledPayments } from './international.ts';
import { domesticVrps } from './vrp.ts';

/** The test case of each family that the service offers, by the family's name. */
export const FAMILY_CASES: Readonly<Record<string, FamilyCase>> = {
  'domestic-payments': domesticPayments,
  'domestic-scheduled-payments': domesticScheduledPayments,
  'domestic-standing-orders': domesticStandingOrders,
  'file-payments': filePayments,
  'international-payments': internationalPayments,
  'international-scheduled-payments': internationalScheduledPayments,
  'domestic-vrps': domesticVrps,
};

/** Returns the test case of a family. If there is none, throws an Error that says what to add. */
export function caseOf(name: string): FamilyCase {
  const found = FAMILY_CASES[name];
  if (found !== undefined) return found;
  const file = 'test/contract/families/family-cases.ts';
  throw new Error(`FAMILY_CASES in ${file} has no entry for ${name}: add one.`);
}
