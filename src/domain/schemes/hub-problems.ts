import { RECALL_ANSWER_PROBLEMS } from './recall-problems.ts';

/*
 * Problems with the deliveries of a payment hub that an operator must solve, in plain words.
 */

/** Kinds of problems: a document, a single answer, or a credit that came back. */
export const PROBLEM_KINDS = ['document', 'answer', 'return'] as const;

export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** The meaning of a problem, and the action of the operator. */
export interface ProblemText {
  readonly meaning: string;
  readonly action: string;
}

const CORRECTED = 'Ask the hub for a corrected document with a new id. Then dismiss this problem.';
const NEW_VERSION =
  'Ask the hub for a corrected document with a new id, or install a version of the service that ' +
  'reads it and use read-again.';

/** Problems with a whole document. None of its answers was applied. */
const DOCUMENT_PROBLEMS: Readonly<Record<string, ProblemText>> = {
  empty: { meaning: 'The document is empty.', action: CORRECTED },
  malformed: { meaning: 'The document is not well-formed XML.', action: CORRECTED },
  doctype: {
    meaning: 'The document has a DOCTYPE, which is not allowed.',
    action: CORRECTED,
  },
  encoding: { meaning: 'The document is not in UTF-8.', action: CORRECTED },
  'xml-version': { meaning: 'The document is not in XML 1.0.', action: CORRECTED },
  'document-size': {
    meaning: 'The document is larger than the limit.',
    action: 'Ask the hub to send the answers in several documents. Then dismiss this problem.',
  },
  'token-size': { meaning: 'A value or a tag is longer than the limit.', action: CORRECTED },
  depth: { meaning: 'The elements are nested deeper than the limit.', action: CORRECTED },
  'mixed-content': { meaning: 'An element contains both text and elements.', action: CORRECTED },
  kind: {
    meaning: 'The document is of a kind or version that the service does not read.',
    action: NEW_VERSION,
  },
  structure: {
    meaning: 'An element is missing, occurs twice, or is in the wrong place.',
    action: NEW_VERSION,
  },
  value: { meaning: 'A value in the header or in a group is invalid.', action: NEW_VERSION },
  'entry-count': {
    meaning: 'The document has more groups or items than the limit.',
    action: 'Ask the hub to send the answers in several documents. Then dismiss this problem.',
  },
  count: {
    meaning: 'The number of transactions differs from the number in the header.',
    action: CORRECTED,
  },
  sum: {
    meaning: 'The amounts do not add up to the sum in the header.',
    action: CORRECTED,
  },
  balance: {
    meaning: 'The balances of a statement are missing, or its entries do not explain them.',
    action: CORRECTED,
  },
  idReused: {
    meaning: 'The hub used the id of this document before, for a different document.',
    action:
      'Ask the hub which of both is valid. If it is this one, ask for it with a new id. Then ' +
      'dismiss this problem.',
  },
  wrongServiceUser: {
    meaning: 'The report of Bacs is for another service user number.',
    action: 'Ask the hub why it delivered the report. Then dismiss this problem.',
  },
  wrongExchange: {
    meaning: 'The report of Bacs arrived through an exchange that does not serve Bacs.',
    action:
      'Check who sent the report. If it is genuine, ask the hub for it through the exchange of ' +
      'Bacs. Then dismiss this problem.',
  },
  unknownSubmission: {
    meaning: 'This service wrote no submission with the serial number and processing day.',
    action: NEW_VERSION,
  },
  severalSubmissions: {
    meaning: 'Several submissions have this serial number, processing day and totals.',
    action:
      'Ask the hub for the statuses of the credits as a pacs.002, which names the message. Then ' +
      'dismiss this problem.',
  },
  submissionTotals: {
    meaning: 'Bacs counted other credits than the submission contains.',
    action: 'Ask the hub which credits Bacs received. Then dismiss this problem.',
  },
  unmatchedRecord: {
    meaning: 'The input report lists a credit that the submission does not contain.',
    action: NEW_VERSION,
  },
};

const ANSWER_AGAIN =
  'Ask the hub for a corrected answer in a new document. Then dismiss this problem.';
const ASK_SCHEME =
  'Ask the scheme which answer is right, and settle the difference by hand if necessary. Then ' +
  'dismiss this problem.';

/** Problems with a single answer, or with the status of a whole message. No money moved. */
const ANSWER_PROBLEMS = {
  malformed: {
    meaning: 'The answer is malformed, for example a member occurs twice.',
    action: ANSWER_AGAIN,
  },
  noId: { meaning: 'The answer does not name a credit.', action: ANSWER_AGAIN },
  idsDisagree: {
    meaning: 'The ids in the answer belong to different credits.',
    action: ANSWER_AGAIN,
  },
  unknownMessage: {
    meaning: 'The answer names a message that this service did not hand over.',
    action:
      'Check whether the answer is for another bank or another service. If not, ask the hub. Then ' +
      'dismiss this problem.',
  },
  wrongExchange: {
    meaning: 'The answer arrived through an exchange that is not the one of its scheme.',
    action:
      'Check who sent the document. If the answer is genuine, ask the hub for it in a new document ' +
      'with a new id, through the exchange of the scheme. Then dismiss this problem.',
  },
  unknownCredit: {
    meaning: 'The answer names a credit that the message does not contain.',
    action: ANSWER_AGAIN,
  },
  unmatchedRecord: {
    meaning: 'No credit of a submission agrees with the record in the report of Bacs.',
    action:
      'Compare the record with the submissions of its processing day (npx pisctl hub show). Ask ' +
      'the hub. Money that came back stays in the settlement account until the bank decides. Then ' +
      'dismiss this problem.',
  },
  tooManyAlike: {
    meaning: 'More equal credits came back than the service distinguishes.',
    action:
      'Ask the hub for the return as a pacs.004, which names the credit. Then dismiss this problem.',
  },
  noStatus: { meaning: 'The answer has no status.', action: ANSWER_AGAIN },
  unknownStatus: {
    meaning: 'The answer has a status that this service does not know.',
    action: ANSWER_AGAIN,
  },
  wrongCount: {
    meaning: 'The hub counted another number of transactions than the message contains.',
    action: 'Ask the hub which credits it received. Then dismiss this problem.',
  },
  noReturnId: { meaning: 'The returned credit has no return id.', action: ANSWER_AGAIN },
  wrongAmount: {
    meaning: 'The returned amount or its currency differs from the credit.',
    action:
      'Ask the scheme. The money stays in the settlement account until the bank decides. Then ' +
      'dismiss this problem.',
  },
  duplicate: {
    meaning:
      'The hub rejected the message or credit as a duplicate. This says nothing about the first one.',
    action:
      'Ask the hub for the status of the first one, and to ignore repeated messages. Then dismiss ' +
      'this problem.',
  },
  groupDisagrees: {
    meaning:
      'The message has a final status, but the same document leaves some of its credits pending.',
    action: ANSWER_AGAIN,
  },
  rejectedAfterAcceptance: {
    meaning: 'The scheme rejected a credit that it had accepted before. The credit stays accepted.',
    action: ASK_SCHEME,
  },
  acceptedAfterRejection: {
    meaning: 'The scheme accepted a credit that it had rejected before. The debtor has the money.',
    action: ASK_SCHEME,
  },
  returnedAfterRejection: {
    meaning: 'A credit came back that the scheme had rejected before. The debtor has the money.',
    action: ASK_SCHEME,
  },
  entryChanged: {
    meaning: 'An entry of the settlement account was reported before with another amount.',
    action: 'Ask the hub which amount is right. The first one counts. Then dismiss this problem.',
  },
  statementChanged: {
    meaning: 'A statement of the settlement account was delivered before with other balances.',
    action: 'Ask the hub which statement is right. Then dismiss this problem.',
  },
  returnedTwice: {
    meaning: 'A credit came back a second time, with another return id or amount.',
    action: ASK_SCHEME,
  },
  ...RECALL_ANSWER_PROBLEMS,
} as const satisfies Readonly<Record<string, ProblemText>>;

export type AnswerProblem = keyof typeof ANSWER_PROBLEMS;

const MONEY_STAYS = 'The money stays in the settlement account.';

/** Problems with a credit that came back. The debtor did not get the money. */
const RETURN_PROBLEMS = {
  none: {
    meaning: `The payment has no such credit. ${MONEY_STAYS}`,
    action: 'Report this problem. The bank must decide about the money.',
  },
  notAccepted: {
    meaning: `The service has not booked the credit as accepted. ${MONEY_STAYS}`,
    action: 'See npx pisctl work list. When the payment is complete, use retry-return.',
  },
  notOwned: {
    meaning: 'The debited account is closed, or belongs to another customer now. ' + MONEY_STAYS,
    action:
      'When the account can be credited again, use retry-return. Otherwise the bank must decide ' +
      'about the money.',
  },
  own: {
    meaning: `The credit was paid to an account at this bank. ${MONEY_STAYS}`,
    action: 'Ask the scheme why it returned the credit. The bank must decide about the money.',
  },
} as const satisfies Readonly<Record<string, ProblemText>>;

export type ReturnProblem = keyof typeof RETURN_PROBLEMS;

const TEXTS: Readonly<Record<ProblemKind, Readonly<Record<string, ProblemText>>>> = {
  document: DOCUMENT_PROBLEMS,
  answer: ANSWER_PROBLEMS,
  return: RETURN_PROBLEMS,
};

/** Returns the text of a problem. A newer node may have stored a code that is unknown here. */
export function describeProblem(kind: ProblemKind, code: string): ProblemText {
  const texts = TEXTS[kind];
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return text ?? { meaning: `Unknown problem ${code}.`, action: 'Ask the developers.' };
}
