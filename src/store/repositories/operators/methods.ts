import type { SeededStore } from '../../../domain/ports/store-admin.ts';
import type { Run } from '../engine.ts';
import type { Repositories } from '../repositories.ts';

/** Returns the queries about operators of the console. */
export function operatorQueries(repos: Repositories, run: Run) {
  const { operators, operatorSessions, actionProposals, tpps, customers } = repos;
  return {
    findCustomers: (text) => run(() => customers.search(text)),
    findCustomer: (id) => run(() => customers.find(id)),
    usersOfCustomer: (id, limit, now) => run(() => customers.users(id, limit, now)),
    listTpps: (after, limit) => run(() => tpps.list(after, limit)),
    findTpp: (id) => run(() => tpps.find(id)),
    clientsOfTpp: (id, limit) => run(() => tpps.clients(id, limit)),
    activityOf: (clientId, limit) => run(() => tpps.activity(clientId, limit)),
    ...overviewQueries(repos, run),
    factsOfAction: (action, subject, now, returned) =>
      run(() => actionProposals.factsOf(action, subject, now, returned)),
    findAction: (id) => run(() => actionProposals.find(id)),
    listActions: (which, now, limit) => run(() => actionProposals.list(which, now, limit)),
    listOperators: () => run(() => operators.list()),
    findOperatorToEnrol: (hash, now) => run(() => operators.findToEnrol(hash, now)),
    passkeysOfOperator: (operatorId) => run(() => operators.passkeysOf(operatorId)),
    findOperatorPasskey: (id) => run(() => operators.findPasskey(id)),
    findLinkedOperator: (subject) => run(() => operators.linked(subject)),
    findOperatorSession: (hash) => run(() => operatorSessions.find(hash)),
  } satisfies Partial<SeededStore>;
}

/** Returns the queries for the overviews of operators. */
function overviewQueries({ ledgerDays, paymentLists, apiFigures }: Repositories, run: Run) {
  return {
    ledgerSums: (from, before) => run(() => ledgerDays.sums(from, before)),
    ledgerBalances: () => run(() => ledgerDays.balances()),
    openInClearing: (from, before) => run(() => ledgerDays.open(from, before)),
    ledgerEntries: (filter, limit) => run(() => ledgerDays.entries(filter, limit)),
    listFiles: (filter, limit) => run(() => paymentLists.files(filter, limit)),
    fileTotals: (from, before) => run(() => paymentLists.fileTotals(from, before)),
    paymentsToApprove: (limit) => run(() => paymentLists.toApprove(limit)),
    approvalCandidates: (ids, limit) => run(() => paymentLists.candidates(ids, limit)),
    holdableOf: (paymentId) => run(() => paymentLists.holdable(paymentId)),
    failedPushes: () => run(() => paymentLists.failedPushes()),
    apiCounts: (from, to) => run(() => apiFigures.counts(from, to)),
    nodeRuns: (from, before) => run(() => apiFigures.runs(from, before)),
  } satisfies Partial<SeededStore>;
}

/** Returns the commands about operators of the console. */
export function operatorCommands(repos: Repositories, run: Run) {
  const { operators, operatorSessions, actionProposals, tpps, apiFigures } = repos;
  return {
    addNodeReport: (report) => run(() => apiFigures.add(report)),
    markUnplanned: (start, reason, act) =>
      run(() => apiFigures.mark(start, 'unplanned', { reason }, act)),
    suspendTpp: (id, reason, act) => run(() => tpps.suspend(id, reason, act)),
    proposeAction: (request, act) => run(() => actionProposals.propose(request, act)),
    confirmAction: (id, plan, act) => run(() => actionProposals.confirm(id, plan, act)),
    withdrawAction: (id, act) => run(() => actionProposals.withdraw(id, act)),
    addOperator: (operator, enrolment, act) => run(() => operators.add(operator, enrolment, act)),
    renewOperatorEnrolment: (id, enrolment, act) =>
      run(() => operators.renewEnrolment(id, enrolment, act)),
    linkOperator: (id, subject, act) => run(() => operators.link(id, subject, act)),
    changeOperatorRoles: (id, roles, act) => run(() => operators.changeRoles(id, roles, act)),
    endOperator: (id, act) => run(() => operators.end(id, act)),
    enrolOperator: (hash, passkey, act, now) => run(() => operators.enrol(hash, passkey, act, now)),
    beginOperatorSession: (session, use, act) =>
      run(() => operatorSessions.begin(session, use, act)),
    beginProvenOperatorSession: (session, operator, act) =>
      run(() => operatorSessions.beginProven(session, operator, act)),
    keepOperatorActive: (hash, until) => run(() => operatorSessions.keepActive(hash, until)),
    endOperatorSession: (hash, act) => run(() => operatorSessions.end(hash, act)),
  } satisfies Partial<SeededStore>;
}
