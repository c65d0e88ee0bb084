import { ACTION_ROLES, type ActionResult } from '../../../domain/records/action-proposals.ts';
import { CASE_DECISIONS, type CaseDecisionResult } from '../../../domain/records/screening.ts';
import type { FormResult } from '../../../web/forms.ts';
import {
  actOf,
  problemAt,
  requireRole,
  type Form,
  type OperatorRequest,
} from '../../console-context.ts';
import { proposalResult } from '../../done.ts';
import { numberIn, reasonIn } from '../../form-fields.ts';
import type { ConsoleProblem } from '../../problems.ts';

/** Path of the page with everything that waits for another operator. */
export const DECISIONS_PATH = '/decisions';

/** Returns the path of the page with the decisions about the held parts of a payment. */
export function decisionsPath(paymentId: string): string {
  return `${DECISIONS_PATH}?${new URLSearchParams({ payment: paymentId }).toString()}`;
}

/** Paths of the forms about proposed actions and held payments. */
export const PROPOSE_CASE_PATH = '/decisions/cases/propose';
export const CONFIRM_CASE_PATH = '/decisions/cases/confirm';
export const WITHDRAW_CASE_PATH = '/decisions/cases/withdraw';
export const CONFIRM_ACTION_PATH = '/decisions/actions/confirm';
export const WITHDRAW_ACTION_PATH = '/decisions/actions/withdraw';

/** The forms of the page. */
export const DECISION_FORMS: Readonly<Record<string, Form>> = {
  [PROPOSE_CASE_PATH]: { role: 'operate', submit: (...form) => decideCase(false, ...form) },
  [CONFIRM_CASE_PATH]: { role: 'approve', submit: (...form) => decideCase(true, ...form) },
  // The role depends on the action.
  [CONFIRM_ACTION_PATH]: { role: 'read', submit: (...form) => endAction('confirmed', ...form) },
  [WITHDRAW_ACTION_PATH]: { role: 'read', submit: (...form) => endAction('withdrawn', ...form) },
  [WITHDRAW_CASE_PATH]: { role: 'approve', submit: withdrawCase },
};

const NOT_OPEN = problemAt(DECISIONS_PATH, 'notOpen');

async function withdrawCase(
  request: OperatorRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const id = numberIn(fields, 'id');
  if (id === undefined) return NOT_OPEN;
  const result = await request.parts.store.withdrawCase(id, actOf(request));
  return result === 'done'
    ? proposalResult(DECISIONS_PATH, 'withdrawn', caseAction(fields))
    : NOT_OPEN;
}

/** Returns the name of the decision in a form about a case. */
function caseAction(fields: URLSearchParams): 'releaseCase' | 'rejectCase' {
  return fields.get('decision') === 'reject' ? 'rejectCase' : 'releaseCase';
}

async function decideCase(
  isConfirmation: boolean,
  request: OperatorRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const { store, runner } = request.parts;
  const id = numberIn(fields, 'id');
  const decision = CASE_DECISIONS.find((one) => one === fields.get('decision'));
  if (id === undefined || decision === undefined) return NOT_OPEN;
  const reason = reasonIn(fields);
  if (reason === undefined) return problemAt(DECISIONS_PATH, 'noReason');
  const decided = { id, decision, reason, isConfirmation };
  const result: CaseDecisionResult = await store.decideCase(decided, actOf(request));
  const action = caseAction(fields);
  if (result === 'proposed') return proposalResult(DECISIONS_PATH, 'proposed', action);
  if (result === 'sameOperator') return problemAt(DECISIONS_PATH, result);
  if (result !== 'decided') return NOT_OPEN;
  runner.wake();
  return proposalResult(DECISIONS_PATH, 'confirmed', action);
}

/** Confirms or withdraws a proposed action. */
async function endAction(
  ending: 'confirmed' | 'withdrawn',
  request: OperatorRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const { store, runner, confirmAction } = request.parts;
  const id = numberIn(fields, 'id');
  const proposal = id === undefined ? undefined : await store.findAction(id);
  if (proposal === undefined) return NOT_OPEN;
  requireRole(request, ACTION_ROLES[proposal.action]);
  const act = actOf(request);
  const result =
    ending === 'confirmed'
      ? await confirmAction(proposal.id, act)
      : await store.withdrawAction(proposal.id, act);
  if (result.kind !== 'done') return problemAt(DECISIONS_PATH, actionProblem(result));
  runner.wake();
  return proposalResult(DECISIONS_PATH, ending, proposal.action);
}

function actionProblem({ kind }: ActionResult): ConsoleProblem {
  switch (kind) {
    case 'sameOperator':
    case 'changed':
      return kind;
    case 'done':
    case 'unknown':
    case 'ended':
    case 'lapsed':
      return 'notOpen';
    default:
      return 'notPossible';
  }
}
