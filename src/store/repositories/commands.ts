import type { SeededStore } from '../../domain/ports/store-admin.ts';
import type { Run } from './engine.ts';
import type { Repositories } from './repositories.ts';

/**
 * Returns the commands of the store, which the port describes. Each one calls a method of a
 * repository. Several commands share one transaction, but each is applied completely or not at all.
 * Its promise resolves when the transaction is durable. If another command of the transaction
 * throws, the command runs again, so it must change nothing but rows.
 */
export function commandsOf(repos: Repositories, run: Run) {
  return {
    ...signInCommands(repos, run),
    ...hubCommands(repos, run),
    ...eventCommands(repos, run),
    ...bankSystemCommands(repos, run),
    ...operatorCommands(repos, run),
    saveTraceContexts: (...args) => run(() => repos.traceContexts.save(...args)),
    createConsent: (consent, key, act) => run(() => repos.consents.create(consent, key, act)),
    attachFile: (...args) => run(() => repos.consents.attachFile(...args)),
    rejectConsent: (...args) => run(() => repos.consents.reject(...args)),
    migrateConsent: (migration, key, act) => run(() => repos.consents.migrate(migration, key, act)),
    revokeConsent: (consent, act) => run(() => repos.consents.revoke(consent, act)),
    restrictConsent: (...args) => run(() => repos.consents.restrict(...args)),
    withdrawConsent: (consentId, act) => run(() => repos.consents.withdraw(consentId, act)),
    authoriseConsent: (...args) => run(() => repos.consents.authorise(...args)),
    lapseConsent: (consentId, now) => run(() => repos.consents.lapse(consentId, now)),
    lapseConsents: (now, limit) => run(() => repos.consents.lapseAll(now, limit)),
    submitPayment: (payment, key, act) => run(() => repos.submission.submit(payment, key, act)),
    approvePayment: (...args) => run(() => repos.approvals.approve(...args)),
    cancelPayment: (...args) => run(() => repos.cancellations.cancel(...args)),
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

    saveRegistration: (...args) => run(() => repos.clients.saveRegistration(...args)),
    changeRegistration: (...args) => run(() => repos.clients.changeRegistration(...args)),
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

/** Returns the commands about sign-ins and passkeys of customers. */
function signInCommands(repos: Repositories, run: Run) {
  return {
    putCredentials: (credentials) => run(() => repos.signIn.putCredentials(credentials)),
    beginSession: (...args) => run(() => repos.signIn.beginSession(...args)),
    identifyUser: (...args) => run(() => repos.signIn.identify(...args)),
    endSignIn: (...args) => run(() => repos.signIn.endSignIn(...args)),
    consumeFactor: (...args) => run(() => repos.signIn.consumeFactor(...args)),
    keepActive: (hash, until, now) => run(() => repos.signIn.keepActive(hash, until, now)),
    chooseAccount: (hash, account) => run(() => repos.signIn.chooseAccount(hash, account)),
    claimGrant: (hash, grantId) => run(() => repos.signIn.claimGrant(hash, grantId)),
    endSession: (hash) => run(() => repos.signIn.endSession(hash)),
    endOtherSessions: (session, act) => run(() => repos.signIn.endOthers(session, act)),
    addPasskey: (passkey, act) => run(() => repos.passkeys.add(passkey, act)),
    removePasskey: (userId, id, act) => run(() => repos.passkeys.remove(userId, id, act)),
    beginProvenSession: (...args) => run(() => repos.provenSignIn.begin(...args)),
    takeProvenApproval: (...args) => run(() => repos.provenSignIn.take(...args)),
  } satisfies Partial<SeededStore>;
}

/** Returns the commands about the exchange with payment hubs, and the reconciliation. */
function hubCommands(repos: Repositories, run: Run) {
  return {
    addMessages: (batch, added) => run(() => repos.messages.add(batch, added)),
    markHandedOver: (id, now) => run(() => repos.messages.markHandedOver(id, now)),
    postponeMessage: (id, failure) => run(() => repos.messages.postpone(id, failure)),
    addEnquiry: (enquiry) => run(() => repos.enquiries.add(enquiry)),
    markEnquired: (...args) => run(() => repos.enquiries.markHandedOver(...args)),
    postponeEnquiry: (enquiry, failure) => run(() => repos.enquiries.postpone(enquiry, failure)),
    requestEnquiry: (messageId, act) => run(() => repos.enquiries.request(messageId, act)),
    addRecall: (recall, act) => run(() => repos.recalls.add(recall, act)),
    markRecallHandedOver: (id, now) => run(() => repos.recalls.markHandedOver(id, now)),
    postponeRecall: (id, failure) => run(() => repos.recalls.postpone(id, failure)),
    addDelivery: (file, arrival, now) => run(() => repos.deliveries.add(file, arrival, now)),
    beginDelivery: (sha256, header) => run(() => repos.deliveries.begin(sha256, header)),
    setDeliveryAside: (sha256, problem) => run(() => repos.deliveries.setAside(sha256, problem)),
    takeAnswers: (sha256, slice, now) => run(() => repos.answers.take(sha256, slice, now)),
    returnCredit: (batch, credit, act) => run(() => repos.returns.book(batch, credit, act)),
    endReturn: (waiting, problem, now) => run(() => repos.answers.endReturn(waiting, problem, now)),
    stopScheme: (...args) => run(() => repos.schemeStops.stop(...args)),
    dismissHubProblem: (...args) => run(() => repos.problemCommands.dismiss(...args)),
    repeatHubDocument: (...args) => run(() => repos.problemCommands.repeatDocument(...args)),
    takeReport: (delivery, report, now) => run(() => repos.entries.take(delivery, report, now)),
    resolveDifference: (...args) => run(() => repos.differences.resolve(...args)),
    deferWork: (workId, until) => run(() => repos.work.defer(workId, until)),
  } satisfies Partial<SeededStore>;
}

/** Returns the commands about subscriptions, events and the search index. */
function eventCommands(repos: Repositories, run: Run) {
  return {
    addSubscription: (...args) => run(() => repos.eventSubscriptions.add(...args)),
    replaceSubscription: (...args) => run(() => repos.eventSubscriptions.replace(...args)),
    removeSubscription: (...args) => run(() => repos.eventSubscriptions.remove(...args)),
    answerEvents: (...args) => run(() => repos.events.answer(...args)),
    recordPush: (outcome, now) => run(() => repos.eventPushes.record(outcome, now)),
    recordTest: (...args) => run(() => repos.eventPushes.recordTest(...args)),
    resumePush: (subscriptionId) => run(() => repos.eventPushes.resume(subscriptionId)),
    replayFrom: (...args) => run(() => repos.endpoints.replayFrom(...args)),
    replayEvent: (id, now) => run(() => repos.events.replay(id, now)),
    clearEvents: (now, limit) => run(() => repos.events.clear(now, limit)),
    addSearchSegment: (segment) => run(() => repos.searchSegments.add(segment)),
    replaceSearchSegments: (...args) => run(() => repos.searchSegments.replace(...args)),
    clearSearchSegments: () => run(() => repos.searchSegments.clear()),
  } satisfies Partial<SeededStore>;
}

/** Returns the commands about core banking and screening. */
function bankSystemCommands(repos: Repositories, run: Run) {
  return {
    applyBankChanges: (...args) => run(() => repos.owners.follow(...args)),
    completeCoreRequests: (...args) => run(() => repos.coreRequests.complete(...args)),
    retryCoreRequest: (id, act) => run(() => repos.coreRequests.retry(id, act)),
    dismissCoreRequest: (id, reason, act) => run(() => repos.coreRequests.dismiss(id, reason, act)),
    saveCoreDay: (day) => run(() => repos.coreRequests.saveDay(day)),
    openCase: (work, opened, now) => run(() => repos.screeningCases.open(work, opened, now)),
    holdPayment: (paymentId, reason, act) => run(() => repos.holds.hold(paymentId, reason, act)),
    decideCase: (decided, act) => run(() => repos.screeningCases.decide(decided, act)),
    withdrawCase: (id, act) => run(() => repos.screeningCases.withdraw(id, act)),
    endCase: (id, act) => run(() => repos.screeningCases.end(id, act)),
    rememberPayees: (customerId, payees) => run(() => repos.paidPayees.add(customerId, payees)),
    takeOutsideDecisions: (...args) => run(() => repos.screeningCases.takeOutside(...args)),
  } satisfies Partial<SeededStore>;
}

/** Returns the commands of the operators of the console. */
function operatorCommands(repos: Repositories, run: Run) {
  return {
    addNodeReport: (report) => run(() => repos.apiFigures.add(report)),
    markUnplanned: (start, reason, act) =>
      run(() => repos.apiFigures.mark(start, 'unplanned', { reason }, act)),
    suspendTpp: (id, reason, act) => run(() => repos.tpps.suspend(id, reason, act)),
    proposeAction: (request, act) => run(() => repos.actionProposals.propose(request, act)),
    confirmAction: (id, plan, act) => run(() => repos.actionProposals.confirm(id, plan, act)),
    withdrawAction: (id, act) => run(() => repos.actionProposals.withdraw(id, act)),
    addOperator: (...args) => run(() => repos.operators.add(...args)),
    renewOperatorEnrolment: (...args) => run(() => repos.operators.renewEnrolment(...args)),
    linkOperator: (id, subject, act) => run(() => repos.operators.link(id, subject, act)),
    changeOperatorRoles: (id, roles, act) => run(() => repos.operators.changeRoles(id, roles, act)),
    endOperator: (id, act) => run(() => repos.operators.end(id, act)),
    enrolOperator: (...args) => run(() => repos.operators.enrol(...args)),
    beginOperatorSession: (...args) => run(() => repos.operatorSessions.begin(...args)),
    beginProvenOperatorSession: (...args) => run(() => repos.operatorSessions.beginProven(...args)),
    keepOperatorActive: (hash, until) => run(() => repos.operatorSessions.keepActive(hash, until)),
    endOperatorSession: (hash, act) => run(() => repos.operatorSessions.end(hash, act)),
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
