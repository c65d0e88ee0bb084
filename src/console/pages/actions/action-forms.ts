import { overdueDates } from '../../../domain/calendar/settlement-entries.ts';
import {
  PROPOSED_ACTIONS,
  PROPOSER_ROLES,
  type ActionRequestResult,
  type ProposedAction,
} from '../../../domain/records/action-proposals.ts';
import { INSTRUMENTS } from '../../../domain/schemes/schemes.ts';
import { parseInstant } from '../../../shared/time.ts';
import type { FormResult } from '../../../web/forms.ts';
import {
  actOf,
  problemAt,
  requireRole,
  type Form,
  type OperatorRequest,
} from '../../console-context.ts';
import { proposalResult } from '../../done.ts';
import { reasonIn } from '../../form-fields.ts';
import type { ConsoleProblem } from '../../problems.ts';
import { REGULATOR_PATH, tppPath } from '../../paths.ts';
import { DECISIONS_PATH } from './decision-forms.ts';
import { ACTIONS_PATH, actOnce, numberedForm, onceForm } from './once.ts';

/** Path of the form that shows the facts of an action before it is proposed. */
export const FACTS_PATH = '/actions/facts';
export const PROPOSE_ACTION_PATH = '/actions/propose';
export const STOP_PATH = '/actions/stop';
export const RESOLVE_PATH = '/actions/resolve';
export const READ_AGAIN_PATH = '/actions/read-again';
export const SUSPEND_TPP_PATH = '/actions/suspend-tpp';
export const MARK_UNPLANNED_PATH = '/actions/unplanned';
export const DISMISS_PATH = '/actions/dismiss';

/** The forms of the page. */
export const ACTION_FORMS: Readonly<Record<string, Form>> = {
  // The role depends on the action.
  [PROPOSE_ACTION_PATH]: { role: 'read', submit: proposeAction },
  [STOP_PATH]: onceForm('stopScheme', stopScheme),
  [RESOLVE_PATH]: onceForm('resolveDifference', resolveDifference),
  [DISMISS_PATH]: numberedForm('dismissProblem', async (request, id, reason) => {
    return (await request.parts.store.dismissHubProblem(id, reason, actOf(request))) === 'done';
  }),
  [READ_AGAIN_PATH]: numberedForm('readAgain', async (request, id, reason) => {
    return (await request.parts.store.repeatHubDocument(id, actOf(request), reason)) === 'done';
  }),
  [MARK_UNPLANNED_PATH]: {
    role: 'operate',
    submit: (request, fields) =>
      actOnce('markUnplanned', markUnplanned, request, fields, REGULATOR_PATH),
  },
  [SUSPEND_TPP_PATH]: {
    role: 'operate',
    submit: (request, fields) =>
      actOnce('suspendTpp', suspendTpp, request, fields, tppPath(fields.get('tpp') ?? '')),
  },
};

const NOT_OPEN = problemAt(ACTIONS_PATH, 'notOpen');

/** Returns the action that a form names. Undefined if there is none. */
export function actionIn(fields: URLSearchParams): ProposedAction | undefined {
  return PROPOSED_ACTIONS.find((one) => one === fields.get('action'));
}

async function proposeAction(
  request: OperatorRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const action = actionIn(fields);
  if (action === undefined) return NOT_OPEN;
  requireRole(request, PROPOSER_ROLES[action]);
  const reason = reasonIn(fields);
  if (reason === undefined) return problemAt(ACTIONS_PATH, 'noReason');
  const subject = fields.get('subject') ?? '';
  const seen = fields.get('seen') ?? '';
  const proposed = { action, subject, reason, seen };
  const result = await request.parts.useCases.proposeAction(proposed, actOf(request));
  if (result.kind === 'proposed') return proposalResult(DECISIONS_PATH, 'proposed', action);
  const path = result.kind === 'alreadyProposed' ? DECISIONS_PATH : ACTIONS_PATH;
  return problemAt(path, problemOf(result.kind));
}

function problemOf(kind: Exclude<ActionRequestResult['kind'], 'proposed'>): ConsoleProblem {
  return kind === 'alreadyProposed' || kind === 'changed' ? kind : 'notPossible';
}

async function stopScheme(request: OperatorRequest, fields: URLSearchParams, reason: string) {
  const scheme = INSTRUMENTS.find((one) => one === fields.get('scheme'));
  if (scheme === undefined) return false;
  return request.parts.store.stopScheme(scheme, reason, actOf(request));
}

async function markUnplanned(request: OperatorRequest, fields: URLSearchParams, reason: string) {
  const start = parseInstant(fields.get('start') ?? '');
  if (start === undefined) return false;
  return request.parts.store.markUnplanned(start, reason, actOf(request));
}

async function suspendTpp(request: OperatorRequest, fields: URLSearchParams, reason: string) {
  return request.parts.store.suspendTpp(fields.get('tpp') ?? '', reason, actOf(request));
}

async function resolveDifference(
  request: OperatorRequest,
  fields: URLSearchParams,
  reason: string,
) {
  const { store, holidays } = request.parts;
  const act = actOf(request);
  const overdue = overdueDates(act.at, holidays);
  const name = fields.get('name') ?? '';
  return (await store.resolveDifference(name, reason, overdue, act)) === 'done';
}
