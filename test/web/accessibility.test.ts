import { beforeAll, expect, it } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { expectAccessible, resetLook } from './accessible.ts';
import type { Customer } from './customer.ts';
import { PORTAL_SCENARIOS } from './portal-scenarios.ts';
import { PAGE_SCENARIOS } from './page-scenarios.ts';
import { describeInChromium, useChromium } from './use-chromium.ts';

const { bank, newCustomer } = useChromium();

/** Key of the visitor who has not signed in to the portal. */
const NOBODY = 'nobody';

describeInChromium('every page conforms to WCAG 2.2 AA and fits its window', () => {
  // These browsers run JavaScript, because axe-core needs it. They stay open, because opening one
  // and signing in takes longer than the check.
  const customers = new Map<string, Customer>();
  beforeAll(async () => {
    const users = new Set(PORTAL_SCENARIOS.map(({ user = NOBODY }) => user));
    for (const user of users) {
      const { customer } = await newCustomer({ javaScriptEnabled: true });
      if (user !== NOBODY) await customer.signInToPortal(user);
      customers.set(user, customer);
    }
  });

  it.each([...PAGE_SCENARIOS, ...PORTAL_SCENARIOS])(
    '$name',
    async ({ user = NOBODY, reach, heading }) => {
      const customer = expectDefined(customers.get(user), user);
      if (user === NOBODY) await customer.forget();
      await resetLook(customer.page);
      await reach(customer, bank().tpp);
      expect(await customer.heading()).toBe(heading);
      await expectAccessible(customer.page);
    },
  );
});
