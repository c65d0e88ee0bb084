import { ACTION_NAMES } from '../domain/records/action-proposals.ts';
import type { FormResult } from '../web/forms.ts';

/** Messages after the actions of one operator. The query of the next page names one. */
const DONE = {
  dismissProblem: 'The problem is dismissed. No money has moved.',
  dismissRequest: 'The request to the core banking system is dismissed. No money has moved.',
  markUnplanned: 'The downtime counts as unplanned.',
  hold: 'The payment is held. Two operators release or reject it on the page Decisions.',
  readAgain: 'The document of the hub is read again.',
  replayEvent: 'The event is offered to the TPP again.',
  resolveDifference: 'The settlement difference is closed. Your reason is stored.',
  resumePush: 'Events are pushed to the callback address again.',
  retryRequest: 'The request is sent to the core banking system again.',
  stopScheme: 'The scheme is stopped. It hands over no message until two operators resume it.',
  suspendTpp: 'The TPP is suspended. Two operators end the suspension.',
} as const;

/** The actions of one operator that the pages report. */
export type SingleActionName = keyof typeof DONE;

/** The actions of two operators that the pages report. */
const NAMES = {
  ...ACTION_NAMES,
  rejectCase: 'Reject a held payment',
  releaseCase: 'Release a held payment',
} as const;

type Ending = 'proposed' | 'confirmed' | 'withdrawn';

/** Returns the result of a successful form of one operator, whose message the page shows. */
export function actionResult(path: string, action: SingleActionName): FormResult {
  return { location: `${path}?action=${action}&done=done` };
}

/**
 * Returns the result of a successful form about an action of two operators, whose message the page
 * shows.
 */
export function proposalResult(
  path: string,
  ending: Ending,
  action: keyof typeof NAMES,
): FormResult {
  return { location: `${path}?action=${action}&done=${ending}` };
}

/** Returns the message that the query of a page names. Undefined for other names. */
export function messageOf(done = '', action = ''): string | undefined {
  if (done === 'done') return textOf(DONE, action);
  const name = textOf(NAMES, action);
  if (name === undefined) return undefined;
  switch (done) {
    case 'proposed':
      return `Proposed: ${name}. Another operator must confirm it.`;
    case 'confirmed':
      return `Confirmed: ${name}. It takes effect now.`;
    case 'withdrawn':
      return `Withdrawn: ${name}. Nothing else has changed.`;
    default:
      return undefined;
  }
}

function textOf(texts: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}
