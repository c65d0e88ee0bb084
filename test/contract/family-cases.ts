import {
  domesticPayments,
  domesticScheduledPayments,
  domesticStandingOrders,
} from './families/domestic.ts';
import type { FamilyCase } from './families/family-case.ts';
import { filePayments } from './families/file.ts';
import { internationalPayments, internationalScheduledPayments } from './families/international.ts';
import { domesticVrps } from './families/vrp.ts';

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
