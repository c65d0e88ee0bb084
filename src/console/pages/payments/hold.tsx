import { formatCount, formatPounds } from '../../../domain/messages/format.ts';
import { hasRole } from '../../../domain/records/operators.ts';
import type { HoldResult, ScreeningCase } from '../../../domain/records/screening.ts';
import type { FormResult } from '../../../web/forms.ts';
import { actOf, problemAt, type Form, type OperatorRequest } from '../../console-context.ts';
import { doneAt } from '../../done.ts';
import { reasonIn } from '../../form-fields.ts';
import { ConsoleForm, OnceField, ReasonField } from '../../page.tsx';
import { paymentPath } from '../../paths.ts';
import type { ConsoleProblem } from '../../problems.ts';
import { DECISIONS_PATH } from '../actions/decision-forms.ts';
import { isFirstUseOf } from '../actions/once.ts';

/** Path of the form that holds a payment. */
const HOLD_PATH = '/hold';

/** The form that holds a payment. */
export const HOLD_FORMS: Readonly<Record<string, Form>> = {
  [HOLD_PATH]: { role: 'operate', submit: submitHold },
};

/** The payments that an operator can hold. */
export interface Holdable {
  readonly payments: number;
  readonly totalPence: number;
}

/**
 * Returns the payments that are not booked and not held. Undefined if there are none, or if the
 * payment has ended or waits for approvals.
 *
 * @param cases the open cases of the payment
 */
export async function holdableOf(
  { parts: { store } }: OperatorRequest,
  paymentId: string,
  cases: readonly ScreeningCase[],
): Promise<Holdable | undefined> {
  const { approval = null, groupStatus } = (await store.findPayment(paymentId)) ?? {};
  const isReleased = approval === null || approval.status === 'approved';
  if (!isReleased || groupStatus === 'RJCT') return undefined;
  const held = new Set(cases.map(({ batch }) => batch));
  const batches = await store.batchesOf(paymentId);
  const waiting = batches.filter(({ state, number }) => state === 'waiting' && !held.has(number));
  const payments = waiting.reduce((sum, batch) => sum + batch.payments, 0);
  const totalPence = waiting.reduce((sum, batch) => sum + batch.totalPence, 0);
  return payments === 0 ? undefined : { payments, totalPence };
}

interface HoldProperties {
  readonly request: OperatorRequest;
  readonly paymentId: string;
  readonly row: number | null;
  readonly holdable: Holdable;
}

/** The form that holds a payment, for operators who may. */
export function Hold({ request, paymentId, row, holdable }: HoldProperties) {
  if (!hasRole(request.operator, 'operate')) return null;
  const { payments, totalPence } = holdable;
  return (
    <section class="entry" aria-labelledby="hold">
      <h2 id="hold">Hold</h2>
      <p>
        {`Not booked: ${formatCount(payments, 'payment')}, ${formatPounds(totalPence)}. `}
        {row === null ? null : 'One row cannot be held. The hold is for all of them. '}A hold does
        not end by itself. Two operators release or reject it on the page Decisions.
      </p>
      <ConsoleForm request={request} action={HOLD_PATH}>
        <OnceField />
        <input type="hidden" name="payment" value={paymentId} />
        <ReasonField id="hold-reason" />
        <p class="actions">
          <button class="other">Hold</button>
        </p>
      </ConsoleForm>
    </section>
  );
}

async function submitHold(request: OperatorRequest, fields: URLSearchParams): Promise<FormResult> {
  const id = fields.get('payment') ?? '';
  if (!/^[\w-]{1,128}$/.test(id)) return problemAt(DECISIONS_PATH, 'notOpen');
  const reason = reasonIn(fields);
  if (reason === undefined) return problemAt(paymentPath(id), 'noReason');
  if (!(await isFirstUseOf(request, fields))) return problemAt(DECISIONS_PATH, 'notOpen');
  const { kind } = await request.parts.store.holdPayment(id, reason, actOf(request));
  return kind === 'held'
    ? doneAt(paymentPath(id), 'hold')
    : problemAt(DECISIONS_PATH, REFUSALS[kind]);
}

const REFUSALS: Readonly<Record<Exclude<HoldResult['kind'], 'held'>, ConsoleProblem>> = {
  unknown: 'notOpen',
  noBooking: 'booked',
  begun: 'booked',
  parked: 'parked',
  heldBefore: 'heldBefore',
};
