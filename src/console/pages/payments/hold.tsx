import { formatCount, formatPounds } from '../../../domain/messages/format.ts';
import { hasRole } from '../../../domain/records/operators.ts';
import type { Holdable, HoldResult } from '../../../domain/records/screening.ts';
import type { FormResult } from '../../../web/forms.ts';
import { Entry } from '../../../web/components/section.tsx';
import { actOf, problemAt, type Form, type OperatorRequest } from '../../console-context.ts';
import { actionResult } from '../../done.ts';
import { reasonIn } from '../../form-fields.ts';
import { PAYMENT_ID, paymentPath } from '../../paths.ts';
import type { ConsoleProblem } from '../../problems.ts';
import { DECISIONS_PATH } from '../actions/decision-forms.ts';
import { OnceForm } from '../actions/once-form.tsx';
import { isFirstUseOf } from '../actions/once.ts';

/** Path of the form that holds a payment. */
const HOLD_PATH = '/hold';

/** The form that holds a payment. */
export const HOLD_FORMS: Readonly<Record<string, Form>> = {
  [HOLD_PATH]: { role: 'operate', submit: submitHold },
};

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
    <Entry id="hold" title="Hold">
      <p>
        {`Not booked: ${formatCount(payments, 'payment')}, ${formatPounds(totalPence)}. `}
        {row === null ? null : 'One row cannot be held. The hold is for all of them. '}A hold does
        not end by itself. Two operators release or reject it on the page Decisions.
      </p>
      <OnceForm
        request={request}
        action={HOLD_PATH}
        hidden={{ payment: paymentId }}
        id="hold-reason"
        button="Hold"
        isOther
      />
    </Entry>
  );
}

async function submitHold(request: OperatorRequest, fields: URLSearchParams): Promise<FormResult> {
  const id = fields.get('payment') ?? '';
  if (!PAYMENT_ID.test(id)) return problemAt(DECISIONS_PATH, 'notOpen');
  const reason = reasonIn(fields);
  if (reason === undefined) return problemAt(paymentPath(id), 'noReason');
  if (!(await isFirstUseOf(request, fields))) return problemAt(DECISIONS_PATH, 'notOpen');
  const { kind } = await request.parts.store.holdPayment(id, reason, actOf(request));
  return kind === 'held'
    ? actionResult(paymentPath(id), 'hold')
    : problemAt(DECISIONS_PATH, REFUSALS[kind]);
}

const REFUSALS: Readonly<Record<Exclude<HoldResult['kind'], 'held'>, ConsoleProblem>> = {
  unknown: 'notOpen',
  noBooking: 'booked',
  begun: 'booked',
  parked: 'parked',
  heldBefore: 'heldBefore',
};
