/** The meaning of a code, as a phrase that completes a sentence, and a remedy. */
export type Words = readonly [meaning: string, remedy: string];

const READ_LATER = 'Read the payment again later.';
const NOTHING = 'No action is needed.';
const READ_REASON = 'Read the reason, correct the payment, and pay again with a new id.';
const ASK_AGAIN = 'Create a new consent, and have the customer approve it.';
const CORRECT_PAYEE = 'Check the account with the payee, and pay again with a new id.';
const ASK_PAYEE = 'Ask the payee for another account, and pay again with a new id.';
const ASK_BANK = 'Ask the bank, with the payment id.';
const TRY_LATER = 'Pay again later with a new id, or with another scheme.';
const SMALLER = 'Pay a smaller amount, or with another scheme.';

const WAITS: Words = ['the bank has received the payment and not yet executed it', READ_LATER];
const MOVES: Words = ['the bank has accepted the payment and sends it', READ_LATER];
const DEBITED: Words = ['the money has left the debtor’s account', NOTHING];
const CREDITED: Words = ['the money is on the payee’s account', NOTHING];
const UNPOSTED: Words = ['the payee’s bank has the money, but has not booked it', READ_LATER];
const REJECTED: Words = ['the payment or consent is rejected', READ_REASON];
const CANCELLED: Words = ['the customer has cancelled it', ASK_AGAIN];
const COMPLETE: Words = [
  'the bank has made the payments',
  'For a file, read the status of each payment: single ones may be rejected.',
];
const FAILED: Words = ['none of the payments was made', READ_REASON];
const UNAPPROVED: Words = ['the consent waits for the customer', 'Have the customer approve it.'];
const APPROVED: Words = ['the customer has approved it', 'Create the payment with its token.'];
const USED: Words = ['the payment of this consent was created', 'Read the payment.'];
const WITHOUT_FILE: Words = ['the consent waits for its file', 'Upload the file.'];
const LAPSED: Words = ['the consent has expired', ASK_AGAIN];
const FURTHER: Words = [
  'the payment waits for further approvals',
  'Have the other users approve it at the bank.',
];
const CHECKED: Words = ['the bank has checked the payment', READ_LATER];

/** Statuses of payments, consents and approvals, of both versions of the standard. */
export const STATUSES: Readonly<Record<string, Words>> = {
  Pending: WAITS,
  InitiationPending: WAITS,
  PDNG: WAITS,
  Received: ['the bank has received the payment', READ_LATER],
  RCVD: ['the bank has received the payment', READ_LATER],
  Accepted: CHECKED,
  AcceptedTechnicalValidation: CHECKED,
  AcceptedCustomerProfile: CHECKED,
  AcceptedFundsChecked: CHECKED,
  ACTC: CHECKED,
  ACCP: CHECKED,
  ACFC: CHECKED,
  AcceptedWithChange: ['the bank has accepted the payment with a change', READ_LATER],
  ACWC: ['the bank has accepted the payment with a change, for example of its date', READ_LATER],
  AcceptedSettlementInProcess: MOVES,
  ACSP: MOVES,
  AcceptedSettlementCompleted: DEBITED,
  ACSC: DEBITED,
  AcceptedCreditSettlementCompleted: CREDITED,
  ACCC: CREDITED,
  AcceptedWithoutPosting: UNPOSTED,
  ACWP: UNPOSTED,
  BLCK: ['the payment is blocked, and the money is neither credited nor returned', ASK_BANK],
  PART: ['some of the payments were made', 'Read the status of each payment.'],
  Rejected: REJECTED,
  RJCT: REJECTED,
  Cancelled: CANCELLED,
  PaymentCancelled: CANCELLED,
  CANC: ['it is cancelled or revoked', ASK_AGAIN],
  Revoked: ['the consent is revoked', ASK_AGAIN],
  InitiationCompleted: COMPLETE,
  INCO: COMPLETE,
  InitiationFailed: FAILED,
  INFA: FAILED,
  AwaitingUpload: WITHOUT_FILE,
  AWUP: WITHOUT_FILE,
  AwaitingAuthorisation: UNAPPROVED,
  AWAU: UNAPPROVED,
  Authorised: APPROVED,
  AUTH: APPROVED,
  Consumed: USED,
  COND: USED,
  Expired: LAPSED,
  EXPD: LAPSED,
  AwaitingFurtherAuthorisation: FURTHER,
  AWAF: FURTHER,
  PartiallyAcceptedTechnicalCorrect: FURTHER,
  PATC: FURTHER,
};

/** Statuses of the rows of a file, as `pis report` shows them. */
export const ROW_STATUSES: Readonly<Record<string, Words>> = {
  paid: ['the bank has accepted the payment for good', NOTHING],
  failed: [
    'the payment of the row was not made',
    'Read its reason, and write the failed rows to a new file with pis retry.',
  ],
  pending: ['the bank has not finished the payment of the row', 'Run pis report again later.'],
  'not sent': [
    'the row has faults, so that --skip-faulty left it out',
    'Write it to a new file with pis retry, and correct it there.',
  ],
};

/** Reasons of a status: of ISO 20022, of Faster Payments, and of the standard. */
export const REASONS: Readonly<Record<string, Words>> = {
  AB05: ['the payee’s bank did not answer in time', TRY_LATER],
  AB06: ['a bank on the way did not answer in time', TRY_LATER],
  AB08: ['the payee’s bank is not reachable', TRY_LATER],
  AC01: ['the account number is wrong', CORRECT_PAYEE],
  AC02: ['the debtor’s account number is wrong', 'Correct the account to pay from.'],
  AC03: ['the payee’s account number is wrong', CORRECT_PAYEE],
  AC04: ['the account is closed', ASK_PAYEE],
  AC05: ['the debtor’s account is closed', 'Pay from another account.'],
  AC06: ['the account is blocked', ASK_PAYEE],
  AC07: ['the payee’s account is closed', ASK_PAYEE],
  AC08: ['the sort code is wrong', CORRECT_PAYEE],
  AC09: ['the currency of the account is wrong', 'Pay in the currency of the account.'],
  AC14: ['the payee’s account is of a wrong type', ASK_PAYEE],
  AG01: ['payments from this account are not allowed', 'Pay from another account.'],
  AG03: ['the account does not allow this kind of payment', 'Use another scheme or account.'],
  AG07: ['the account cannot be debited', 'Pay from another account, or ask the bank.'],
  AG08: ['the user or the bank may not do this', 'Have another user approve, or ask the bank.'],
  AM01: ['the amount is zero', 'Pay a greater amount.'],
  AM02: ['the amount is greater than allowed', SMALLER],
  AM03: ['the currency is not allowed', 'Pay in another currency.'],
  AM04: ['there is not enough money in the account', 'Add money, and pay again with a new id.'],
  AM05: ['the bank has received the same payment before', 'Read the earlier payment.'],
  AM06: ['the amount is smaller than allowed', 'Pay a greater amount.'],
  AM09: ['the amount is not the expected one', 'Ask the payee for the right amount.'],
  AM12: ['the amount is wrong', READ_REASON],
  AM13: ['the amount exceeds the limit of the scheme', SMALLER],
  AM14: ['the amount exceeds the limit agreed with the bank', 'Ask the bank for a higher limit.'],
  AM21: ['the amount exceeds the limit agreed with the bank', 'Ask the bank for a higher limit.'],
  BE01: ['the name does not belong to the account', CORRECT_PAYEE],
  BE06: ['the payee is not known at this bank', CORRECT_PAYEE],
  CUST: ['the customer has asked for the cancellation', NOTHING],
  DS02: ['a user who may approve has cancelled it', ASK_AGAIN],
  DS24: ['not all users approved in time', ASK_AGAIN],
  DT01: ['the date is wrong, for example over or a holiday', 'Pay on another day.'],
  DT04: ['the bank does not accept dates in the future', 'Pay without a date.'],
  DT05: ['the payment came after the cut-off time', 'Pay again for the next business day.'],
  DU03: ['the payment is not unique', 'Read the earlier payment.'],
  DU04: ['the end-to-end id is not unique', 'Use another end-to-end id.'],
  DUPL: ['the payment is a duplicate', 'Read the earlier payment.'],
  FF05: ['the scheme does not fit the payment', 'Use another scheme.'],
  FF10: ['the bank has a technical problem', TRY_LATER],
  FOCR: ['the money came back after a recall', NOTHING],
  FR01: ['the money came back because of fraud', ASK_BANK],
  LEGL: ['the law forbids it', ASK_BANK],
  MD07: ['the payee is deceased', 'Contact the heirs.'],
  MS02: ['the customer gives no reason', ASK_BANK],
  MS03: ['the bank gives no reason', ASK_BANK],
  NARR: ['the reason is in words', 'Read the description beside the code, or ask the bank.'],
  NOAS: ['the payee did not answer', 'Contact the payee.'],
  RC01: ['the bank’s identification is wrong', CORRECT_PAYEE],
  RC04: ['the identification of the payee’s bank is wrong', CORRECT_PAYEE],
  RR04: ['a regulation forbids it', ASK_BANK],
  TM01: ['the payment came after the cut-off time', 'Pay again for the next business day.'],
  '0000': CREDITED,
  '1100': ['the payee’s bank rejected the payment', CORRECT_PAYEE],
  '1161': ['the payee’s account is stopped', ASK_PAYEE],
  '1162': ['the name does not belong to the account', CORRECT_PAYEE],
  '1163': ['the payee’s account needs a reference', 'Pay again with the reference of the payee.'],
  '1165': ['the account has another currency', CORRECT_PAYEE],
  '1166': ['the payee has moved to another account', ASK_PAYEE],
  '1177': ['the payee’s account is closed', ASK_PAYEE],
  '1178': ['the payee’s account is stopped', ASK_PAYEE],
  '1180': ['the payee has moved to another account', ASK_PAYEE],
  '1181': ['the payment is a duplicate', 'Read the earlier payment.'],
  U030: ['the bank has received the payment', READ_LATER],
  U031: ['the bank has not begun its checks', READ_LATER],
  U032: ['the bank has checked the customer', READ_LATER],
  U033: ['the customer could not be authenticated', ASK_AGAIN],
  U034: DEBITED,
  U035: ['the consent was already used', 'Read the payment of this consent.'],
  U036: UNAPPROVED,
  U037: ['one of the users could not be authenticated', ASK_AGAIN],
  U038: USED,
  U039: ['the consent cannot be renewed any more', ASK_AGAIN],
  U040: FURTHER,
  U041: ['an exemption from authentication did not apply', ASK_AGAIN],
  U042: ['the bank gives no reason', ASK_BANK],
};

/** Returns the meaning of a status of either version. Returns an unknown status unchanged. */
export function statusInWords(status: string): string {
  return STATUSES[status]?.[0] ?? status;
}

/** Returns the meaning of the reason of a status. Returns an unknown code unchanged. */
export function reasonInWords(code: string): string {
  return REASONS[code]?.[0] ?? code;
}

/** Returns a reason for people: its code in words, or an unknown code with the bank's text. */
export function describeReason(code: string | undefined, text: string): string {
  if (code === undefined) return text;
  const words = reasonInWords(code);
  if (words !== code) return `${words} (${code})`;
  return text === '' ? code : `${code}: ${text}`;
}

/** A reason code of ISO 20022. */
const ISO_REASON = /^(?:[A-Z]{2}\d{2}|NARR)$/;

/** Returns a status of a scheme if it is a reason code, as details of v3.1 have it. */
export function isoReasonIn(status: unknown): string | undefined {
  return typeof status === 'string' && ISO_REASON.test(status) ? status : undefined;
}
