const ANSWER_AGAIN =
  'Ask the hub for a corrected answer in a new document. Then dismiss this problem.';
const ASK_BANK =
  "Ask the creditor's bank which answer is right. Only a return (pacs.004) moves money. Then " +
  'dismiss this problem.';

/** Texts of the problems with the answer to a recall (camt.029). No money moved. */
export const RECALL_ANSWER_PROBLEMS = {
  unknownRecall: {
    meaning: 'The answer names a recall or a credit that this service did not recall.',
    action:
      'Check whether the answer is for another bank or another service. If not, ask the hub. Then ' +
      'dismiss this problem.',
  },
  ambiguousRecall: {
    meaning: 'The answer names no recall, and its credit was recalled several times.',
    action: ANSWER_AGAIN,
  },
  wrongRecallAmount: {
    meaning: 'The answer to a recall repeats another amount or currency than the credit has.',
    action: ANSWER_AGAIN,
  },
  recallStatusDisagrees: {
    meaning: 'The status of the recall differs from the status of the whole investigation.',
    action: ANSWER_AGAIN,
  },
  recallRefusedAfterAcceptance: {
    meaning: "The creditor's bank refused a recall that it had accepted before.",
    action: ASK_BANK,
  },
  recallAcceptedAfterRefusal: {
    meaning: "The creditor's bank accepted a recall that it had refused before.",
    action: ASK_BANK,
  },
  recallRefusedAfterReturn: {
    meaning: "The creditor's bank refused a recall whose credit came back before.",
    action: ASK_BANK,
  },
} as const;
