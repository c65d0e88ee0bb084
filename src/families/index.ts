import { expectDefined } from '../shared/assert.ts';
import type { Family } from './common/family.ts';
import { domesticPayments } from './domestic-payments.ts';
import { domesticScheduledPayments } from './domestic-scheduled-payments.ts';
import { domesticStandingOrders } from './domestic-standing-orders/index.ts';
import { domesticVrps } from './domestic-vrps/index.ts';
import { filePayments } from './file-payments/index.ts';
import { internationalPayments } from './international/payments.ts';
import { internationalScheduledPayments } from './international/scheduled-payments.ts';

/** All payment families of the service. */
export const FAMILIES: readonly Family[] = [
  domesticPayments,
  domesticScheduledPayments,
  domesticStandingOrders,
  filePayments,
  internationalPayments,
  internationalScheduledPayments,
  domesticVrps,
];

const BY_NAME: ReadonlyMap<string, Family> = new Map(
  FAMILIES.map((family) => [family.name, family]),
);

/** Returns the family with the given name. Throws if it does not exist. */
export function familyNamed(name: string): Family {
  return expectDefined(BY_NAME.get(name), `family ${name}`);
}
