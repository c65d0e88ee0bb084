import { describe } from 'vitest';
import { accessSuite } from './access.ts';
import { answersSuite } from './answers.ts';
import { auditSuite } from './audit.ts';
import { authorisationSuite } from './authorisation.ts';
import { bookedAtOnceSuite } from './booked-at-once.ts';
import { bookingSuite } from './booking.ts';
import { claimsSuite } from './claims.ts';
import { consentsSuite } from './consents.ts';
import { accessOfTppsSuite } from './directory.ts';
import { earlierFilesSuite } from './earlier-files.ts';
import { factorsSuite } from './factors.ts';
import type { OpenStore } from './fixtures.ts';
import { groupsSuite } from './groups.ts';
import { lapseSuite } from './lapse.ts';
import { limitsSuite } from './limits.ts';
import { nodesSuite } from './nodes.ts';
import { ordersSuite } from './orders.ts';
import { ownershipSuite } from './ownership.ts';
import { passkeysSuite } from './passkeys.ts';
import { paymentsSuite } from './payments.ts';
import { registrationSuite } from './registrations.ts';
import { restartSuite } from './restart.ts';
import { revocationSuite } from './revocation.ts';
import { identifiedSuite } from './identified.ts';
import { signInSuite } from './sign-in.ts';
import { troubleSuite } from './trouble.ts';

/** What every store promises: any implementation of the port is held against this. */
export function storeSuite(name: string, open: OpenStore): void {
  describe(name, () => {
    consentsSuite(open);
    revocationSuite(open);
    lapseSuite(open);
    earlierFilesSuite(open);
    paymentsSuite(open);
    limitsSuite(open);
    bookingSuite(open);
    bookedAtOnceSuite(open);
    groupsSuite(open);
    answersSuite(open);
    ordersSuite(open);
    ownershipSuite(open);
    troubleSuite(open);
    claimsSuite(open);
    accessSuite(open);
    accessOfTppsSuite(open);
    registrationSuite(open);
    authorisationSuite(open);
    signInSuite(open);
    factorsSuite(open);
    identifiedSuite(open);
    passkeysSuite(open);
    auditSuite(open);
    nodesSuite(open);
    restartSuite(open);
  });
}
