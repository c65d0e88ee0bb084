import { isFirstUse } from '../../../auth/single-use.ts';
import { HOUR_MS } from '../../../shared/time.ts';
import type { FormResult } from '../../../web/forms.ts';
import { problemAt, type Form, type OperatorRequest } from '../../console-context.ts';
import { actionResult, type SingleActionName } from '../../done.ts';
import { numberIn, reasonIn } from '../../form-fields.ts';
import { SESSION_HOURS } from '../../session.ts';

/** Path of the page with the actions of operators. */
export const ACTIONS_PATH = '/actions';

/** An action of one operator. Returns false if the state of its subject does not allow it. */
type SingleAction = (
  request: OperatorRequest,
  fields: URLSearchParams,
  reason: string,
) => Promise<boolean>;

/**
 * Performs the action of a form, unless the same form was used before.
 *
 * @param name of the action, whose message the page shows
 * @param page path of the page that is shown next
 */
export async function actOnce(
  name: SingleActionName,
  action: SingleAction,
  request: OperatorRequest,
  fields: URLSearchParams,
  page = ACTIONS_PATH,
): Promise<FormResult> {
  const reason = reasonIn(fields);
  if (reason === undefined) return problemAt(page, 'noReason');
  if (!(await isFirstUseOf(request, fields))) return problemAt(page, 'notOpen');
  const isDone = await action(request, fields, reason);
  return isDone ? actionResult(page, name) : problemAt(page, 'notOpen');
}

/**
 * Returns a form for the role `operate` that performs an action on the record with the number in
 * the field `id`.
 */
export function numberedForm(
  name: SingleActionName,
  action: (request: OperatorRequest, id: number, reason: string) => Promise<boolean>,
): Form {
  return onceForm(name, async (request, fields, reason) => {
    const id = numberIn(fields, 'id');
    return id !== undefined && action(request, id, reason);
  });
}

/** Returns a form for the role `operate` that performs an action once. */
export function onceForm(name: SingleActionName, action: SingleAction): Form {
  return { role: 'operate', submit: (request, fields) => actOnce(name, action, request, fields) };
}

/** Returns false if the same form was used before. Its random value is stored when it is used. */
export async function isFirstUseOf(
  { parts: { store, machineClock }, operator }: OperatorRequest,
  fields: URLSearchParams,
): Promise<boolean> {
  const once = fields.get('once') ?? '';
  const now = machineClock();
  // The token of the form is valid until the session ends, at the latest.
  const expiresAt = now + SESSION_HOURS * HOUR_MS;
  return once !== '' && isFirstUse(store, 'OperatorForm', [operator.id, once], expiresAt, now);
}
