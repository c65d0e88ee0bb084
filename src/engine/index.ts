import { abandonWork } from './abandon-work.ts';
import { approvePayment } from './approve-payment.ts';
import { cancelPayment } from './cancel-payment.ts';
import { checkFile } from './check-file.ts';
import { confirmAmount } from './confirm-amount.ts';
import { confirmFunds } from './confirm-funds.ts';
import { createConsent } from './create-consent.ts';
import { decideConsent, refuseConsent } from './decide-consent.ts';
import { describeConsent, gistOf } from './describe.ts';
import { executeOrders } from './execute-orders.ts';
import { executeWork } from './execute-work.ts';
import { consentNow, findConsent, findLivingConsent } from './find-consent.ts';
import { findPayment, findPaymentOfTpp } from './find-payment.ts';
import { searchOwnFile, tabulateOwnFile } from './own-files.ts';
import { listOwnPayments, viewOwnPayment } from './own-payments.ts';
import type { EngineParts } from './parts.ts';
import { Payables } from './payables.ts';
import { describePayments } from './payment-details.ts';
import { findPermission, listPermissions } from './permissions.ts';
import { readFile } from './read-file.ts';
import { viewReceipt } from './receipts.ts';
import { reportPayment } from './report-payment.ts';
import { choiceOfAccount, errorForTpp, isWithoutFile, reviewConsent } from './review.ts';
import { revokeConsent } from './revoke-consent.ts';
import { submitPayment } from './submit-payment.ts';
import { consentForUpload, uploadFile } from './upload-file.ts';
import { viewConsent, viewPayment } from './views.ts';
import { listWaiting, reviewWaiting } from './waiting.ts';
import { withdrawConsent } from './withdraw-consent.ts';

export type { RequestBody } from './asked.ts';
export { REJECTED_BY_CUSTOMER } from './decide-consent.ts';
export type { Gist } from './describe.ts';
export type { FileContent } from './read-file.ts';
export { newsInWords } from './earlier-file.ts';
export type { OwnFound } from './own-files.ts';
export type { OwnPayment, PaidPart, PaymentSummaries, PaymentSummary } from './own-payments.ts';
export type { PermissionView, SpentLimit } from './permissions.ts';
export type { Receipt } from './receipts.ts';
export type { AccountChoice, ConsentReview } from './review.ts';
export type { WaitingPayment, WaitingReview } from './waiting.ts';

export type Engine = ReturnType<typeof createEngine>;

/** The use cases of the bank, one a file: whoever is outside comes in by this door. */
export function createEngine(given: Omit<EngineParts, 'payables'>) {
  const parts: EngineParts = { ...given, payables: new Payables(given.settings) };
  return {
    createConsent: createConsent.bind(null, parts),
    findConsent: findConsent.bind(null, parts),
    findLivingConsent: findLivingConsent.bind(null, parts),
    consentNow: consentNow.bind(null, parts),
    viewConsent: viewConsent.bind(null, parts),
    revokeConsent: revokeConsent.bind(null, parts),
    withdrawConsent: withdrawConsent.bind(null, parts),

    checkFile: checkFile.bind(null, parts),
    consentForUpload: consentForUpload.bind(null, parts),
    uploadFile: uploadFile.bind(null, parts),
    readFile: readFile.bind(null, parts),

    choiceOfAccount: choiceOfAccount.bind(null, parts),
    errorForTpp: errorForTpp.bind(null, parts),
    describeConsent: describeConsent.bind(null, parts),
    gistOf: gistOf.bind(null, parts),
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

    listWaiting: listWaiting.bind(null, parts),
    reviewWaiting: reviewWaiting.bind(null, parts),
    listOwnPayments: listOwnPayments.bind(null, parts),
    viewOwnPayment: viewOwnPayment.bind(null, parts),
    viewReceipt: viewReceipt.bind(null, parts),
    searchOwnFile: searchOwnFile.bind(null, parts),
    tabulateOwnFile: tabulateOwnFile.bind(null, parts),
    listPermissions: listPermissions.bind(null, parts),
    findPermission: findPermission.bind(null, parts),

    executeOrders: executeOrders.bind(null, parts),
    executeWork: executeWork.bind(null, parts),
    abandonWork: abandonWork.bind(null, parts),
  };
}
