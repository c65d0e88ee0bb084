import { approvePayment } from './payments/approve-payment.ts';
import { cancelPayment } from './payments/cancel-payment.ts';
import { confirmAmount } from './consents/confirm-amount.ts';
import { confirmFunds } from './consents/confirm-funds.ts';
import { createConsent, prepareConsent } from './consents/create-consent.ts';
import { decideConsent, refuseConsent } from './consents/decide-consent.ts';
import { describeConsent, approvalSummaryOf } from './consents/consent-summary.ts';
import { replayEvents, testEndpoint, viewEndpoint } from './events/endpoint.ts';
import { pollEvents } from './events/poll-events.ts';
import { replaceSubscription, subscribe, unsubscribe } from './events/subscriptions.ts';
import { signEvents } from './events/token.ts';
import { executeOrders } from './execution/execute-orders.ts';
import { executeWork } from './execution/execute-work.ts';
import { consentNow, findConsent, findLivingConsent } from './consents/find-consent.ts';
import { migrateConsent } from './consents/migrate-consent.ts';
import { findPayment, findPaymentOfTpp } from './payments/find-payment.ts';
import { searchCustomerFile, tabulateCustomerFile } from './customers/files.ts';
import { listCustomerPayments, viewCustomerPayment } from './customers/payments.ts';
import type { UseCaseParts } from './dependencies.ts';
import { findPayments } from './operators/find-payments.ts';
import { extendIndex } from './search/build-index.ts';
import { PaymentSource } from './payments/payment-source.ts';
import { describePayments } from './payments/payment-details.ts';
import { findPermission, listPermissions } from './customers/permissions.ts';
import { readFile } from './files/read-file.ts';
import { askForRecall, viewRecalls } from './customers/recalls.ts';
import { viewReceipt } from './customers/receipts.ts';
import { reportPayment } from './payments/report-payment.ts';
import { writeAccountStatement } from './statements/account-statement.ts';
import { writeStatement } from './statements/write-statement.ts';
import { returnCredit } from './payments/return-credit.ts';
import { choiceOfAccount, errorForTpp, isWithoutFile, reviewConsent } from './consents/review.ts';
import { restrictConsent, revokeConsent, withdrawConsent } from './consents/end-consent.ts';
import { heldPaymentFacts } from './operators/held-payment.ts';
import { listAudit } from './operators/list-audit.ts';
import { listFiles } from './operators/overview/file-list.ts';
import { apiMonth } from './operators/overview/api-month.ts';
import { ledgerEntries, ledgerOfDay } from './operators/overview/ledger-day.ts';
import { listWaitingApprovals } from './operators/overview/waiting-approvals.ts';
import { searchFileRows, tabulateFileRows } from './operators/file-rows.ts';
import { findCustomers, viewCustomer } from './operators/customers.ts';
import { listTpps, viewTpp } from './operators/tpps.ts';
import { collectCase } from './operators/case/case-content.ts';
import {
  confirmAction,
  currentFacts,
  factsOfAction,
  proposeAction,
} from './operators/action-facts.ts';
import { proposeOutcome } from './operators/propose-outcome.ts';
import { factsOfRecall, proposeRecall } from './operators/propose-recall.ts';
import { paymentTimeline } from './operators/timeline/payment-timeline.ts';
import { submitPayment } from './payments/submit-payment.ts';
import { checkFile, consentForUpload, uploadFile } from './files/upload-file.ts';
import { viewConsent, viewPayment } from './views.ts';
import { listWaiting, reviewWaiting } from './customers/pending-approvals.ts';

export type { RequestBody } from '../families/common/family-version.ts';
export { REJECTED_BY_CUSTOMER } from './consents/decide-consent.ts';
export { RETURN_REASONS } from './payments/return-credit.ts';
export type { ApprovalSummary } from './consents/consent-summary.ts';
export type { FileContent } from './files/read-file.ts';
export type { LinksOf, SigningParts } from './events/token.ts';
export { formatNews } from './files/previous-file.ts';
export type { FileSearchResult } from './files/search-file.ts';
export type { CustomerPayment, ListedPayment } from './customers/payments.ts';
export type { PaidPart } from './customers/payment-parts.ts';
export type { AgreedLimit, PermissionView, SpentLimit } from './customers/permissions.ts';
export type { RecallObstacle } from './customers/recalls.ts';
export type { AccountChoice, ConsentReview } from './consents/review.ts';
export type { WaitingPayment, WaitingReview } from './customers/pending-approvals.ts';

export type UseCases = ReturnType<typeof createUseCases>;

/**
 * Binds every use case to its dependencies. Code outside this folder calls the use cases through
 * the returned object.
 */
export function createUseCases(dependencies: Omit<UseCaseParts, 'paymentSource'>) {
  const parts: UseCaseParts = {
    ...dependencies,
    paymentSource: new PaymentSource(dependencies.settings),
  };
  return {
    createConsent: createConsent.bind(null, parts),
    prepareConsent: prepareConsent.bind(null, parts),
    findConsent: findConsent.bind(null, parts),
    findLivingConsent: findLivingConsent.bind(null, parts),
    consentNow: consentNow.bind(null, parts),
    viewConsent: viewConsent.bind(null, parts),
    migrateConsent: migrateConsent.bind(null, parts),
    revokeConsent: revokeConsent.bind(null, parts),
    withdrawConsent: withdrawConsent.bind(null, parts),
    restrictConsent: restrictConsent.bind(null, parts),

    checkFile: checkFile.bind(null, parts),
    consentForUpload: consentForUpload.bind(null, parts),
    uploadFile: uploadFile.bind(null, parts),
    readFile: readFile.bind(null, parts),

    choiceOfAccount: choiceOfAccount.bind(null, parts),
    errorForTpp: errorForTpp.bind(null, parts),
    describeConsent: describeConsent.bind(null, parts),
    approvalSummaryOf: approvalSummaryOf.bind(null, parts),
    isWithoutFile: isWithoutFile.bind(null, parts),
    reviewConsent: reviewConsent.bind(null, parts),
    refuseConsent: refuseConsent.bind(null, parts),
    decideConsent: decideConsent.bind(null, parts),

    confirmFunds: confirmFunds.bind(null, parts),
    confirmAmount: confirmAmount.bind(null, parts),
    submitPayment: submitPayment.bind(null, parts),
    findPayment: findPayment.bind(null, parts),
    findPaymentOfTpp: findPaymentOfTpp.bind(null, parts),
    cancelPayment: cancelPayment.bind(null, parts),
    approvePayment: approvePayment.bind(null, parts),
    viewPayment: viewPayment.bind(null, parts),
    describePayments: describePayments.bind(null, parts),
    reportPayment: reportPayment.bind(null, parts),
    writeStatement: writeStatement.bind(null, parts),
    writeAccountStatement: writeAccountStatement.bind(null, parts),
    returnCredit: returnCredit.bind(null, parts),

    ...customerUseCases(parts),

    findSubscription: (clientId: string) => parts.store.findSubscription(clientId),
    subscribe: subscribe.bind(null, parts),
    replaceSubscription: replaceSubscription.bind(null, parts),
    unsubscribe: unsubscribe.bind(null, parts),
    pollEvents: pollEvents.bind(null, parts),
    signEvents: signEvents.bind(null, parts),
    testEndpoint: testEndpoint.bind(null, parts),
    replayEvents: replayEvents.bind(null, parts),
    viewEndpoint: viewEndpoint.bind(null, parts),
    executeOrders: executeOrders.bind(null, parts),
    executeWork: executeWork.bind(null, parts),
    ...operatorUseCases(parts),
    extendSearchIndex: extendIndex.bind(null, {
      ...parts,
      damagedSegments: new Set<string>(),
      mergedSegments: new Map(),
    }),
  };
}

/** Binds the use cases of the operators. */
function operatorUseCases(parts: UseCaseParts) {
  return {
    confirmAction: confirmAction.bind(null, parts),
    proposeOutcome: proposeOutcome.bind(null, parts),
    proposeRecall: proposeRecall.bind(null, parts),
    factsOfRecall: factsOfRecall.bind(null, parts),
    proposeAction: proposeAction.bind(null, parts),
    factsOfAction: factsOfAction.bind(null, parts),
    currentFacts: currentFacts.bind(null, parts),
    paymentTimeline: paymentTimeline.bind(null, parts),
    collectCase: collectCase.bind(null, parts),
    heldPaymentFacts: heldPaymentFacts.bind(null, parts),
    listAudit: listAudit.bind(null, parts),
    listTpps: listTpps.bind(null, parts),
    viewTpp: viewTpp.bind(null, parts),
    findCustomers: findCustomers.bind(null, parts),
    viewCustomer: viewCustomer.bind(null, parts),
    searchFileRows: searchFileRows.bind(null, parts),
    tabulateFileRows: tabulateFileRows.bind(null, parts),
    findPayments: findPayments.bind(null, parts),
    apiMonth: apiMonth.bind(null, parts),
    ledgerOfDay: ledgerOfDay.bind(null, parts),
    ledgerEntries: ledgerEntries.bind(null, parts),
    listFiles: listFiles.bind(null, parts),
    listWaitingApprovals: listWaitingApprovals.bind(null, parts),
  };
}

/** Binds the use cases of the customer's own pages. */
function customerUseCases(parts: UseCaseParts) {
  return {
    listWaiting: listWaiting.bind(null, parts),
    reviewWaiting: reviewWaiting.bind(null, parts),
    listCustomerPayments: listCustomerPayments.bind(null, parts),
    viewCustomerPayment: viewCustomerPayment.bind(null, parts),
    viewReceipt: viewReceipt.bind(null, parts),
    viewRecalls: viewRecalls.bind(null, parts),
    askForRecall: askForRecall.bind(null, parts),
    searchCustomerFile: searchCustomerFile.bind(null, parts),
    tabulateCustomerFile: tabulateCustomerFile.bind(null, parts),
    listPermissions: listPermissions.bind(null, parts),
    findPermission: findPermission.bind(null, parts),
  };
}
