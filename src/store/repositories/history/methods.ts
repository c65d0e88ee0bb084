import type { SeededStore } from '../../../domain/ports/store-admin.ts';
import type { Run } from '../engine.ts';
import type { Repositories } from '../repositories.ts';

/** Returns the queries about the history of a payment. */
export function historyQueries({ history, batches, traceContexts }: Repositories, run: Run) {
  return {
    historyOf: (subject, limit) => run(() => history.ofPayment(subject, limit)),
    eventsAbout: (resourceIds, limit) => run(() => history.eventsAbout(resourceIds, limit)),
    newestBatchesOf: (paymentId, limit) => run(() => batches.newest(paymentId, limit)),
    paymentsUnder: (consentId, limit) => run(() => history.paymentsUnder(consentId, limit)),
    traceContextsOf: (subjects) => run(() => traceContexts.of(subjects)),
  } satisfies Partial<SeededStore>;
}
