import { describe } from 'vitest';
import { accessSuite } from './store.access.ts';
import { answersSuite } from './store.answers.ts';
import { auditSuite } from './store.audit.ts';
import { authorisationSuite } from './store.authorisation.ts';
import { bookingSuite } from './store.booking.ts';
import { consentsSuite } from './store.consents.ts';
import { accessOfTppsSuite } from './store.directory.ts';
import type { OpenStore } from './store.fixtures.ts';
import { lapseSuite } from './store.lapse.ts';
import { limitsSuite } from './store.limits.ts';
import { ordersSuite } from './store.orders.ts';
import { paymentsSuite } from './store.payments.ts';
import { registrationSuite } from './store.registrations.ts';
import { restartSuite } from './store.restart.ts';
import { signInSuite } from './store.sign-in.ts';
import { troubleSuite } from './store.trouble.ts';

/** What every store promises: any implementation of the port is held against this. */
export function storeSuite(name: string, open: OpenStore): void {
  describe(name, () => {
    consentsSuite(open);
    lapseSuite(open);
    paymentsSuite(open);
    limitsSuite(open);
    bookingSuite(open);
    answersSuite(open);
    ordersSuite(open);
    troubleSuite(open);
    accessSuite(open);
    accessOfTppsSuite(open);
    registrationSuite(open);
    authorisationSuite(open);
    signInSuite(open);
    auditSuite(open);
    restartSuite(open);
  });
}
