import type { SeededStore } from '../../domain/ports/store-admin.ts';
import {
  coreCommands,
  coreQueries,
  screeningCommands,
  screeningQueries,
} from './bank-system-methods.ts';
import type { Run } from './engine.ts';
import { eventCommands, eventQueries } from './events/methods.ts';
import { historyQueries } from './history/methods.ts';
import { operatorCommands, operatorQueries } from './operators/methods.ts';
import type { Repositories } from './repositories.ts';
import { searchCommands, searchQueries } from './search/methods.ts';

/*
 * The methods of the store port, which describes them. Each one calls a method of a repository.
 */

/**
 * Returns the queries of the store. A query sees committed data only, writes nothing, and runs
 * outside the transactions of commands.
 */
export function queriesOf(repos: Repositories, run: Run) {
  return {
    ...{ ...handOverQueries(repos, run), ...coreQueries(repos, run) },
    ...{ ...screeningQueries(repos, run), ...creditQueries(repos, run) },
    ...{ ...signInQueries(repos, run), ...eventQueries(repos, run), ...searchQueries(repos, run) },
    ...{ ...operatorQueries(repos, run), ...historyQueries(repos, run) },
    findConsent: (id) => run(() => repos.consents.find(id)),
    findConsentByGrant: (grantId) => run(() => repos.consents.findByGrant(grantId)),
    findFile: (consentId) => run(() => repos.consents.findFile(consentId)),
    isFileStored: (sha256) => run(() => repos.consents.isFileStored(sha256)),
    duplicateFiles: (...given) => run(() => repos.customerQueries.duplicateFiles(...given)),
    findKey: (key, now) => run(() => repos.keys.find(key, now)),

    exceededLimits: (...given) => run(() => repos.payments.exceeded(...given)),
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

    findSoftware: (id) => run(() => repos.directory.findSoftware(id)),
    findSoftwareOf: (clientId) => run(() => repos.directory.findSoftwareOf(clientId)),
    findRegistration: (clientId) => run(() => repos.clients.findRegistration(clientId)),
    findSandboxSecret: (clientId) => run(() => repos.clients.findSecret(clientId)),
    findGrant: (tokenHash) => run(() => repos.tokens.findGrant(tokenHash)),
    findItem: (model, id) => run(() => repos.authorisation.find(model, id)),
    findServerToken: (hash) => run(() => repos.authorisation.findToken(hash)),

    paymentsOfCustomer: (...given) => run(() => repos.customerQueries.payments(...given)),
    findPaymentOfCustomer: (...given) => run(() => repos.customerQueries.findPayment(...given)),
    findPreviousFile: (...given) => run(() => repos.customerQueries.findPreviousFile(...given)),
    permissionsOf: (id, limit) => run(() => repos.customerQueries.permissions(id, limit)),
    findPermission: (...given) => run(() => repos.customerQueries.findPermission(...given)),
    spentIn: (consentId, periods) => run(() => repos.customerQueries.spentIn(consentId, periods)),
    signInsOf: (userId, limit) => run(() => repos.customerQueries.signIns(userId, limit)),
    sessionsOf: (...given) => run(() => repos.customerQueries.sessions(...given)),

    findUser: (id) => run(() => repos.bank.findUser(id)),
    findAccount: (number) => run(() => repos.bank.findAccount(number)),
    accountsOf: (customerId, limit) => run(() => repos.bank.accountsOf(customerId, limit)),
    mandates: () => run(() => repos.bank.mandates()),
    statement: (account, after, limit) => run(() => repos.ledger.statement(account, after, limit)),

    auditHead: () => run(() => repos.auditLog.head()),
    lastInstant: () => run(() => repos.auditLog.lastInstant()),
    unsealedEntries: () => run(() => repos.auditLog.unsealed()),
    listAuditEntries: (range) => run(() => repos.auditEntries.list(range)),
    proveAuditEntries: (...given) => run(() => repos.auditEntries.prove(...given)),
    readSetting: (name) => run(() => repos.settings.readSetting(name)),
  } satisfies Partial<SeededStore>;
}

/** Returns the queries about the single payments of a payment resource. */
function creditQueries(repos: Repositories, run: Run) {
  const { outcomes, batches, debtorEntries } = repos;
  return {
    outcomes: (paymentId, from, to) => run(() => outcomes.between(paymentId, from, to)),
    pendingCredits: (paymentId, batch) => run(() => outcomes.pending(paymentId, batch)),
    refusedCredits: (paymentId, batch) => run(() => outcomes.refused(paymentId, batch)),
    separatedCredits: (paymentId) => run(() => batches.separated(paymentId)),
    entriesOf: (paymentId, from, to) => run(() => debtorEntries.between(paymentId, from, to)),
    commonDebitsOf: (paymentId) => run(() => debtorEntries.common(paymentId)),
  } satisfies Partial<SeededStore>;
}

/**
 * Returns the commands of the store. Several commands share one transaction, but each is applied
 * completely or not at all. Its promise resolves when the transaction is durable. If another
 * command of the transaction throws, the command runs again, so it must change nothing but rows.
 */
export function commandsOf(repos: Repositories, run: Run) {
  return {
    ...{ ...handOverCommands(repos, run), ...coreCommands(repos, run) },
    ...{ ...screeningCommands(repos, run), ...operatorCommands(repos, run) },
    ...searchCommands(repos, run),
    saveTraceContexts: (...given) => run(() => repos.traceContexts.save(...given)),
    ...{ ...signInCommands(repos, run), ...eventCommands(repos, run) },
    createConsent: (consent, key, act) => run(() => repos.consents.create(consent, key, act)),
    attachFile: (...given) => run(() => repos.consents.attachFile(...given)),
    rejectConsent: (...given) => run(() => repos.consents.reject(...given)),
    migrateConsent: (migration, key, act) => run(() => repos.consents.migrate(migration, key, act)),
    revokeConsent: (consent, act) => run(() => repos.consents.revoke(consent, act)),
    restrictConsent: (...given) => run(() => repos.consents.restrict(...given)),
    withdrawConsent: (consentId, act) => run(() => repos.consents.withdraw(consentId, act)),
    authoriseConsent: (...given) => run(() => repos.consents.authorise(...given)),
    lapseConsent: (consentId, now) => run(() => repos.consents.lapse(consentId, now)),
    lapseConsents: (now, limit) => run(() => repos.consents.lapseAll(now, limit)),
    submitPayment: (payment, key, act) => run(() => repos.submission.submit(payment, key, act)),
    approvePayment: (...given) => run(() => repos.approvals.approve(...given)),
    cancelPayment: (...given) => run(() => repos.cancellations.cancel(...given)),
    expireApproval: (paymentId, now) => run(() => repos.approvals.expire(paymentId, now)),
    expireApprovals: (now, limit) => run(() => repos.approvals.expireAll(now, limit)),
    postponeWork: (step, failure) => run(() => repos.work.postpone(step, failure)),
    resumeWork: (id, limit, act) => run(() => repos.abandonments.resume(id, limit, act)),
    bookDebits: (work, booking, now) =>
      run(() => repos.execution.executeOne({ step: 'book', work, booking }, now)),
    markSent: async (work, answersAt, now) => {
      const sent = { step: 'send', work, answersAt } as const;
      return (await run(() => repos.execution.executeOne(sent, now))).done;
    },
    applyAnswers: (work, answers, now) =>
      run(() => repos.execution.executeOne({ step: 'collect', work, answers }, now)),
    executeSteps: (steps, now) => run(() => repos.execution.executeSteps(steps, now)),

    saveRegistration: (...given) => run(() => repos.clients.saveRegistration(...given)),
    changeRegistration: (...given) => run(() => repos.clients.changeRegistration(...given)),
    removeRegistration: (id, act) => run(() => repos.clients.removeRegistration(id, act)),
    saveToken: (token) => run(() => repos.tokens.saveToken(token)),
    saveItem: (item, now) => run(() => repos.authorisation.save(item, now)),
    addItem: (item, now) => run(() => repos.authorisation.add(item, now)),
    consumeItem: (model, id, now) => run(() => repos.authorisation.consume(model, id, now)),
    removeItem: (model, id) => run(() => repos.authorisation.remove(model, id)),
    removeGrant: (grantId) => run(() => repos.authorisation.removeGrant(grantId)),
    saveServerToken: (token) => run(() => repos.authorisation.saveToken(token)),
    removeToken: (hash) => run(() => repos.authorisation.removeToken(hash)),

    seed: (data, now) => run(() => repos.bank.seed(data, now)),
    adoptBank: (data, now) => run(() => repos.owners.adopt(data, now)),
    applyBankFile: (file, act) => run(() => repos.bankFiles.apply(file, act)),
    record: (act, entry) => run(() => repos.auditLog.append(act, entry)),
    writeSetting: (name, value) => run(() => repos.settings.writeSetting(name, value)),
    addSetting: (name, value) => run(() => repos.settings.addSetting(name, value)),
    raiseSetting: (name, least) => run(() => repos.settings.raiseSetting(name, least)),
  } satisfies Partial<SeededStore>;
}

function signInQueries(repos: Repositories, run: Run) {
  return {
    findCredential: (userId) => run(() => repos.signIn.findCredential(userId)),
    findSession: (hash) => run(() => repos.signIn.findSession(hash)),
    findPasskey: (id) => run(() => repos.passkeys.find(id)),
    passkeysOf: (userId) => run(() => repos.passkeys.of(userId)),
    findUserBySubject: (subject) => run(() => repos.provenSignIn.findUser(subject)),
  } satisfies Partial<SeededStore>;
}

function signInCommands(repos: Repositories, run: Run) {
  return {
    putCredentials: (credentials) => run(() => repos.signIn.putCredentials(credentials)),
    beginSession: (...given) => run(() => repos.signIn.beginSession(...given)),
    identifyUser: (...given) => run(() => repos.signIn.identify(...given)),
    endSignIn: (...given) => run(() => repos.signIn.endSignIn(...given)),
    consumeFactor: (...given) => run(() => repos.signIn.consumeFactor(...given)),
    keepActive: (hash, until, now) => run(() => repos.signIn.keepActive(hash, until, now)),
    chooseAccount: (hash, account) => run(() => repos.signIn.chooseAccount(hash, account)),
    claimGrant: (hash, grantId) => run(() => repos.signIn.claimGrant(hash, grantId)),
    endSession: (hash) => run(() => repos.signIn.endSession(hash)),
    endOtherSessions: (session, act) => run(() => repos.signIn.endOthers(session, act)),
    addPasskey: (passkey, act) => run(() => repos.passkeys.add(passkey, act)),
    removePasskey: (userId, id, act) => run(() => repos.passkeys.remove(userId, id, act)),
    beginProvenSession: (...given) => run(() => repos.provenSignIn.begin(...given)),
    takeProvenApproval: (...given) => run(() => repos.provenSignIn.take(...given)),
  } satisfies Partial<SeededStore>;
}

function handOverQueries(repos: Repositories, run: Run) {
  return {
    hasMessages: (batch) => run(() => repos.messages.exist(batch)),
    awaitsHub: () => run(() => repos.messages.isAwaited()),
    messagesToHandOver: (...given) => run(() => repos.messages.toHandOver(...given)),
    messagesToEnquire: (...given) => run(() => repos.enquiries.due(...given)),
    findMessages: (ids) => run(() => repos.messages.find(ids)),
    answersOf: (batch, which) => run(() => repos.messages.answersOf(batch, which)),
    bacsSubmissions: (day, after, limit) => run(() => repos.bacs.submissions(day, after, limit)),
    endedCredits: (messageId, indexes) => run(() => repos.bacs.endedCredits(messageId, indexes)),
    awaitedReturns: (...given) => run(() => repos.bacs.awaitedReturns(...given)),
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
    recallsToHandOver: (...given) => run(() => repos.recalls.due(...given)),
    findRecalls: (ids, credits) => run(() => repos.recalls.find(ids, credits)),
    refusalOfRecall: (credit) => run(() => repos.recalls.refusalOf(credit)),
    listRecalls: (which, limit) => run(() => repos.recalls.list(which, limit)),
    listProposals: (which, now, limit) => run(() => repos.proposals.list(which, now, limit)),
    recallStatesOf: (paymentIds) => run(() => repos.recalls.statesOf(paymentIds)),
    countRecalls: () => run(() => repos.recalls.count()),
    listStatements: (limit) => run(() => repos.statements.list(limit)),
    listDifferences: (overdue, limit) => run(() => repos.differences.list(overdue, limit)),
    settlementTotals: (from, limit) => run(() => repos.differences.totals(from, limit)),
  } satisfies Partial<SeededStore>;
}

function handOverCommands(repos: Repositories, run: Run) {
  return {
    addMessages: (batch, added) => run(() => repos.messages.add(batch, added)),
    markHandedOver: (id, now) => run(() => repos.messages.markHandedOver(id, now)),
    postponeMessage: (id, failure) => run(() => repos.messages.postpone(id, failure)),
    addEnquiry: (enquiry) => run(() => repos.enquiries.add(enquiry)),
    markEnquired: (...given) => run(() => repos.enquiries.markHandedOver(...given)),
    postponeEnquiry: (enquiry, failure) => run(() => repos.enquiries.postpone(enquiry, failure)),
    requestEnquiry: (messageId, act) => run(() => repos.enquiries.request(messageId, act)),
    addRecall: (recall, act) => run(() => repos.recalls.add(recall, act)),
    addProposal: (proposal, act) => run(() => repos.proposals.add(proposal, act)),
    confirmProposal: (id, act) => run(() => repos.proposals.confirm(id, act)),
    withdrawProposal: (id, act) => run(() => repos.proposals.withdraw(id, act)),
    markRecallHandedOver: (id, now) => run(() => repos.recalls.markHandedOver(id, now)),
    postponeRecall: (id, failure) => run(() => repos.recalls.postpone(id, failure)),
    addDelivery: (file, arrival, now) => run(() => repos.deliveries.add(file, arrival, now)),
    beginDelivery: (sha256, header) => run(() => repos.deliveries.begin(sha256, header)),
    setDeliveryAside: (sha256, problem) => run(() => repos.deliveries.setAside(sha256, problem)),
    takeAnswers: (sha256, slice, now) => run(() => repos.answers.take(sha256, slice, now)),
    returnCredit: (batch, credit, act) => run(() => repos.returns.book(batch, credit, act)),
    endReturn: (waiting, problem, now) => run(() => repos.answers.endReturn(waiting, problem, now)),
    stopScheme: (...given) => run(() => repos.schemeStops.stop(...given)),
    dismissHubProblem: (...given) => run(() => repos.problemCommands.dismiss(...given)),
    repeatHubDocument: (...given) => run(() => repos.problemCommands.repeatDocument(...given)),
    takeReport: (delivery, report, now) => run(() => repos.entries.take(delivery, report, now)),
    resolveDifference: (...given) => run(() => repos.differences.resolve(...given)),
    deferWork: (workId, until) => run(() => repos.work.defer(workId, until)),
  } satisfies Partial<SeededStore>;
}

/**
 * Returns the methods that claim work. In PostgreSQL, claims are rows, and the methods run as
 * commands. In SQLite, claims are held in memory, and nothing is written.
 */
export function claimsOf({ claims }: Repositories, run: Run) {
  return {
    claimWork: (which, now, limit, claim) => run(() => claims.claim(which, now, limit, claim)),
    renewWork: (works, claim) => run(() => claims.renew(works, claim)),
    releaseWork: (works, owner) => run(() => claims.release(works, owner)),
  } satisfies Partial<SeededStore>;
}
