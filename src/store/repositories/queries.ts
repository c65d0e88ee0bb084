import type { SeededStore } from '../../domain/ports/store-admin.ts';
import type { Run } from './engine.ts';
import type { Repositories } from './repositories.ts';

/**
 * Returns the queries of the store, which the port describes. Each one calls a method of a
 * repository. A query sees committed data only, writes nothing, and runs outside the transactions
 * of commands.
 */
export function queriesOf(repos: Repositories, run: Run) {
  return {
    ...creditQueries(repos, run),
    ...hubQueries(repos, run),
    ...eventQueries(repos, run),
    ...bankSystemQueries(repos, run),
    ...operatorQueries(repos, run),
    findConsent: (id) => run(() => repos.consents.find(id)),
    findConsentByGrant: (grantId) => run(() => repos.consents.findByGrant(grantId)),
    findFile: (consentId) => run(() => repos.consents.findFile(consentId)),
    isFileStored: (sha256) => run(() => repos.consents.isFileStored(sha256)),
    duplicateFiles: (...args) => run(() => repos.customerQueries.duplicateFiles(...args)),
    findKey: (key, now) => run(() => repos.keys.find(key, now)),

    exceededLimits: (...args) => run(() => repos.payments.exceeded(...args)),
    findPayment: (id) => run(() => repos.payments.find(id)),
    findPaymentOf: (consentId) => run(() => repos.payments.findOf(consentId)),
    batchesOf: (paymentId, from, limit) => run(() => repos.batches.of(paymentId, from, limit)),
    countBatches: (paymentId) => run(() => repos.batches.count(paymentId)),
    countPayments: (paymentId) => run(() => repos.batches.countPayments(paymentId)),
    findBatch: (paymentId, number) => run(() => repos.batches.find(paymentId, number)),
    findSteps: (steps) => run(() => repos.batches.ofSteps(steps)),
    approvalsOf: (consentId) => run(() => repos.decisions.of(consentId)),
    waitingPayments: (customerId, limit) => run(() => repos.payments.waitingOf(customerId, limit)),

    dueWork: (now, limit) => run(() => repos.work.due(now, limit)),
    nextWorkAt: (after) => run(() => repos.work.nextAt(after)),
    workToRetry: (now, limit) => run(() => repos.work.toRetry(now, limit)),
    nextRetryAt: (after) => run(() => repos.work.nextRetryAt(after)),
    listFailingWork: (limit, id) => run(() => repos.work.failing(limit, id)),
    parkedBatchesOf: (paymentId) => run(() => repos.work.parkedBatchesOf(paymentId)),
    summariseFailingWork: () => run(() => repos.work.failureSummary()),

    findCredential: (userId) => run(() => repos.signIn.findCredential(userId)),
    findSession: (hash) => run(() => repos.signIn.findSession(hash)),
    findPasskey: (id) => run(() => repos.passkeys.find(id)),
    passkeysOf: (userId) => run(() => repos.passkeys.of(userId)),
    findUserBySubject: (subject) => run(() => repos.provenSignIn.findUser(subject)),
    findSoftware: (id) => run(() => repos.directory.findSoftware(id)),
    findSoftwareOf: (clientId) => run(() => repos.directory.findSoftwareOf(clientId)),
    findRegistration: (clientId) => run(() => repos.clients.findRegistration(clientId)),
    findSandboxSecret: (clientId) => run(() => repos.clients.findSecret(clientId)),
    findGrant: (tokenHash) => run(() => repos.tokens.findGrant(tokenHash)),
    findItem: (model, id) => run(() => repos.authorisation.find(model, id)),
    findServerToken: (hash) => run(() => repos.authorisation.findToken(hash)),

    paymentsOfCustomer: (...args) => run(() => repos.customerQueries.payments(...args)),
    findPaymentOfCustomer: (...args) => run(() => repos.customerQueries.findPayment(...args)),
    findPreviousFile: (...args) => run(() => repos.customerQueries.findPreviousFile(...args)),
    permissionsOf: (id, limit) => run(() => repos.customerQueries.permissions(id, limit)),
    findPermission: (...args) => run(() => repos.customerQueries.findPermission(...args)),
    spentIn: (consentId, periods) => run(() => repos.customerQueries.spentIn(consentId, periods)),
    signInsOf: (userId, limit) => run(() => repos.customerQueries.signIns(userId, limit)),
    sessionsOf: (...args) => run(() => repos.customerQueries.sessions(...args)),

    findUser: (id) => run(() => repos.bank.findUser(id)),
    findAccount: (number) => run(() => repos.bank.findAccount(number)),
    accountsOf: (customerId, limit) => run(() => repos.bank.accountsOf(customerId, limit)),
    mandates: () => run(() => repos.bank.mandates()),
    statement: (account, after, limit) => run(() => repos.ledger.statement(account, after, limit)),

    auditHead: () => run(() => repos.auditLog.head()),
    lastInstant: () => run(() => repos.auditLog.lastInstant()),
    unsealedEntries: () => run(() => repos.auditLog.unsealed()),
    listAuditEntries: (range) => run(() => repos.auditEntries.list(range)),
    proveAuditEntries: (...args) => run(() => repos.auditEntries.prove(...args)),
    readSetting: (name) => run(() => repos.settings.readSetting(name)),
  } satisfies Partial<SeededStore>;
}

/** Returns the queries about the single payments of a payment resource. */
function creditQueries(repos: Repositories, run: Run) {
  return {
    outcomes: (paymentId, from, to) => run(() => repos.outcomes.between(paymentId, from, to)),
    pendingCredits: (paymentId, batch) => run(() => repos.outcomes.pending(paymentId, batch)),
    refusedCredits: (paymentId, batch) => run(() => repos.outcomes.refused(paymentId, batch)),
    separatedCredits: (paymentId) => run(() => repos.batches.separated(paymentId)),
    entriesOf: (paymentId, from, to) => run(() => repos.debtorEntries.between(paymentId, from, to)),
    commonDebitsOf: (paymentId) => run(() => repos.debtorEntries.common(paymentId)),
    historyOf: (subject, limit) => run(() => repos.history.ofPayment(subject, limit)),
    consentHistoryOf: (...given) => run(() => repos.history.ofConsent(...given)),
    paymentsUnder: (consentId, limit) => run(() => repos.history.paymentsUnder(consentId, limit)),
    traceContextsOf: (subjects) => run(() => repos.traceContexts.of(subjects)),
  } satisfies Partial<SeededStore>;
}

/** Returns the queries about the exchange with payment hubs, and the reconciliation. */
function hubQueries(repos: Repositories, run: Run) {
  return {
    hasMessages: (batch) => run(() => repos.messages.exist(batch)),
    awaitsHub: () => run(() => repos.messages.isAwaited()),
    messagesToHandOver: (...args) => run(() => repos.messages.toHandOver(...args)),
    messagesToEnquire: (...args) => run(() => repos.enquiries.due(...args)),
    findMessages: (ids) => run(() => repos.messages.find(ids)),
    answersOf: (batch, which) => run(() => repos.messages.answersOf(batch, which)),
    bacsSubmissions: (day, after, limit) => run(() => repos.bacs.submissions(day, after, limit)),
    endedCredits: (messageId, indexes) => run(() => repos.bacs.endedCredits(messageId, indexes)),
    awaitedReturns: (...args) => run(() => repos.bacs.awaitedReturns(...args)),
    listBacsAdvices: (limit) => run(() => repos.bacs.listAdvices(limit)),
    deliveriesToRead: (limit) => run(() => repos.deliveries.toRead(limit)),
    waitingReturns: (limit) => run(() => repos.answers.waitingReturns(limit)),
    schemeQueues: (now) => run(() => repos.queues.all(now)),
    countOverdue: (instrument, before) => run(() => repos.queues.countOverdue(instrument, before)),
    findFailingHandOver: (instrument) => run(() => repos.queues.findFailing(instrument)),
    findRefusedHandOver: (instrument) => run(() => repos.queues.findRefused(instrument)),
    listMessages: (which, limit) => run(() => repos.queues.list(which, limit)),
    findHolder: (account) => run(() => repos.bank.findHolder(account)),
    findDocument: (sha256) => run(() => repos.deliveries.find(sha256)),
    findMessageContent: (id) => run(() => repos.queues.findContent(id)),
    countHubProblems: () => run(() => repos.problems.count()),
    listHubProblems: (which, limit) => run(() => repos.problems.list(which, limit)),
    findMessageOfCredit: (batch, index) => run(() => repos.recalls.messageOf(batch, index)),
    recallsToHandOver: (...args) => run(() => repos.recalls.due(...args)),
    findRecalls: (ids, credits) => run(() => repos.recalls.find(ids, credits)),
    refusalOfRecall: (credit) => run(() => repos.recalls.refusalOf(credit)),
    listRecalls: (which, limit) => run(() => repos.recalls.list(which, limit)),
    recallStatesOf: (paymentIds) => run(() => repos.recalls.statesOf(paymentIds)),
    countRecalls: () => run(() => repos.recalls.count()),
    listStatements: (limit) => run(() => repos.statements.list(limit)),
    listDifferences: (overdue, limit) => run(() => repos.differences.list(overdue, limit)),
    settlementTotals: (from, limit) => run(() => repos.differences.totals(from, limit)),
  } satisfies Partial<SeededStore>;
}

/** Returns the queries about subscriptions, events and the search index. */
function eventQueries(repos: Repositories, run: Run) {
  return {
    findSubscription: (clientId) => run(() => repos.eventSubscriptions.find(clientId)),
    listSetAsideEvents: (limit) => run(() => repos.events.listSetAside(limit)),
    countEvents: () => run(() => repos.events.count()),
    openEvents: (clientId, now, limit) => run(() => repos.events.open(clientId, now, limit)),
    subscriptionsToPush: (now) => run(() => repos.eventPushes.subscriptions(now)),
    eventsToPush: (...args) => run(() => repos.eventPushes.events(...args)),
    endpointHealth: (clientId) => run(() => repos.endpoints.health(clientId)),
    listEndpoints: (limit) => run(() => repos.endpoints.list(limit)),
    listSearchSegments: () => run(() => repos.searchSegments.list()),
    countUnindexedEntries: () => run(() => repos.searchSegments.countUnindexed()),
  } satisfies Partial<SeededStore>;
}

/** Returns the queries about core banking and screening. */
function bankSystemQueries(repos: Repositories, run: Run) {
  return {
    waitingCoreRequests: (limit) => run(() => repos.coreRequests.waiting(limit)),
    isHoldNeeded: (held) => run(() => repos.coreRequests.isHoldNeeded(held)),
    coreProblems: (limit) => run(() => repos.coreRequests.problems(limit)),
    countCoreRequests: () => run(() => repos.coreRequests.counts()),
    coreTotalsOf: (day) => run(() => repos.coreRequests.totalsOf(day)),
    coreEntriesOf: (...args) => run(() => repos.coreRequests.entriesOf(...args)),
    coreDays: (limit) => run(() => repos.coreRequests.days(limit)),
    findCase: (step) => run(() => repos.screeningCases.find(step)),
    listCases: (limit) => run(() => repos.screeningCases.list(limit)),
    casesOf: (paymentIds) => run(() => repos.screeningCases.ofPayments(paymentIds)),
    countCases: () => run(() => repos.screeningCases.count()),
    hasHeldSteps: () => run(() => repos.screeningCases.hasHeldSteps()),
    paidPayees: (customerId, names) => run(() => repos.paidPayees.named(customerId, names)),
    velocityOf: (...args) => run(() => repos.paidPayees.velocity(...args)),
  } satisfies Partial<SeededStore>;
}

/** Returns the queries for the operators of the console. */
function operatorQueries(repos: Repositories, run: Run) {
  return {
    findCustomers: (text) => run(() => repos.customers.search(text)),
    findCustomer: (id) => run(() => repos.customers.find(id)),
    usersOfCustomer: (id, limit, now) => run(() => repos.customers.users(id, limit, now)),
    listTpps: (after, limit) => run(() => repos.tpps.list(after, limit)),
    findTpp: (id) => run(() => repos.tpps.find(id)),
    clientsOfTpp: (id, limit) => run(() => repos.tpps.clients(id, limit)),
    activityOf: (clientId, limit) => run(() => repos.tpps.activity(clientId, limit)),
    factsOfAction: (...args) => run(() => repos.actionProposals.factsOf(...args)),
    refusalOfOutcome: (...args) => run(() => repos.creditStates.obstacleOf(...args)),
    findAction: (id) => run(() => repos.actionProposals.find(id)),
    listActions: (which, now, limit) => run(() => repos.actionProposals.list(which, now, limit)),
    listOperators: () => run(() => repos.operators.list()),
    findOperatorToEnrol: (hash, now) => run(() => repos.operators.findToEnrol(hash, now)),
    passkeysOfOperator: (operatorId) => run(() => repos.operators.passkeysOf(operatorId)),
    findOperatorPasskey: (id) => run(() => repos.operators.findPasskey(id)),
    findLinkedOperator: (subject) => run(() => repos.operators.linked(subject)),
    findOperatorSession: (hash) => run(() => repos.operatorSessions.find(hash)),
    ledgerSums: (from, before) => run(() => repos.ledgerDays.sums(from, before)),
    ledgerBalances: () => run(() => repos.ledgerDays.balances()),
    openInClearing: (from, before) => run(() => repos.ledgerDays.open(from, before)),
    ledgerEntries: (filter, limit) => run(() => repos.ledgerDays.entries(filter, limit)),
    listFiles: (filter, limit) => run(() => repos.paymentLists.files(filter, limit)),
    fileTotals: (from, before) => run(() => repos.paymentLists.fileTotals(from, before)),
    paymentsToApprove: (limit) => run(() => repos.paymentLists.toApprove(limit)),
    approvalCandidates: (ids, limit) => run(() => repos.paymentLists.candidates(ids, limit)),
    holdableOf: (paymentId) => run(() => repos.paymentLists.holdable(paymentId)),
    failedPushes: () => run(() => repos.paymentLists.failedPushes()),
    apiCounts: (from, to) => run(() => repos.apiFigures.counts(from, to)),
    nodeRuns: (from, before) => run(() => repos.apiFigures.runs(from, before)),
  } satisfies Partial<SeededStore>;
}
