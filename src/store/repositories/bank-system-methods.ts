import type { SeededStore } from '../../domain/ports/store-admin.ts';
import type { Repositories } from './repositories.ts';
import type { Run } from './engine.ts';

/*
 * The methods of the store port that concern other systems of the bank.
 */

/** Returns the queries about the core banking system. */
export function coreQueries(repos: Repositories, run: Run) {
  return {
    waitingCoreRequests: (limit) => run(() => repos.coreRequests.waiting(limit)),
    isHoldNeeded: (held) => run(() => repos.coreRequests.isHoldNeeded(held)),
    coreProblems: (limit) => run(() => repos.coreRequests.problems(limit)),
    countCoreRequests: () => run(() => repos.coreRequests.counts()),
    coreTotalsOf: (day) => run(() => repos.coreRequests.totalsOf(day)),
    coreEntriesOf: (...given) => run(() => repos.coreRequests.entriesOf(...given)),
    coreDays: (limit) => run(() => repos.coreRequests.days(limit)),
  } satisfies Partial<SeededStore>;
}

/** Returns the commands about the core banking system. */
export function coreCommands(repos: Repositories, run: Run) {
  return {
    applyBankChanges: (...given) => run(() => repos.owners.follow(...given)),
    completeCoreRequests: (...given) => run(() => repos.coreRequests.complete(...given)),
    retryCoreRequest: (id, act) => run(() => repos.coreRequests.retry(id, act)),
    dismissCoreRequest: (id, reason, act) => run(() => repos.coreRequests.dismiss(id, reason, act)),
    saveCoreDay: (day) => run(() => repos.coreRequests.saveDay(day)),
  } satisfies Partial<SeededStore>;
}

/** Returns the queries about the bank's screening. */
export function screeningQueries(repos: Repositories, run: Run) {
  return {
    findCase: (step) => run(() => repos.screeningCases.find(step)),
    listCases: (limit) => run(() => repos.screeningCases.list(limit)),
    casesOf: (paymentIds) => run(() => repos.screeningCases.ofPayments(paymentIds)),
    countCases: () => run(() => repos.screeningCases.count()),
    hasHeldSteps: () => run(() => repos.screeningCases.hasHeldSteps()),
    paidPayees: (customerId, names) => run(() => repos.paidPayees.named(customerId, names)),
    velocityOf: (...given) => run(() => repos.paidPayees.velocity(...given)),
  } satisfies Partial<SeededStore>;
}

/** Returns the commands about the bank's screening. */
export function screeningCommands(repos: Repositories, run: Run) {
  return {
    openCase: (work, opened, now) => run(() => repos.screeningCases.open(work, opened, now)),
    holdPayment: (paymentId, reason, act) => run(() => repos.holds.hold(paymentId, reason, act)),
    decideCase: (decided, act) => run(() => repos.screeningCases.decide(decided, act)),
    withdrawCase: (id, act) => run(() => repos.screeningCases.withdraw(id, act)),
    endCase: (id, act) => run(() => repos.screeningCases.end(id, act)),
    rememberPayees: (customerId, payees) => run(() => repos.paidPayees.add(customerId, payees)),
    takeOutsideDecisions: (...given) => run(() => repos.screeningCases.takeOutside(...given)),
  } satisfies Partial<SeededStore>;
}
