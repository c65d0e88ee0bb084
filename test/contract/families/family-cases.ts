import { domesticPayments, domesticScheduledPayments, domesticStandingOrders } from './domestic.ts';
import type { FamilyCase } from './family-case.ts';
import { filePayments } from './file.ts';
import { internationalPayments, internationalScheduledPayments } from './international.ts';
import { domesticVrps } from './vrp.ts';

/** One entry for each family that the service offers, by its name. */
export const FAMILY_CASES: Readonly<Record<string, FamilyCase>> = {
  'domestic-payments': domesticPayments,
  'domestic-scheduled-payments': domesticScheduledPayments,
  'domestic-standing-orders': domesticStandingOrders,
  'file-payments': filePayments,
  'international-payments': internationalPayments,
  'international-scheduled-payments': internationalScheduledPayments,
  'domestic-vrps': domesticVrps,
};
