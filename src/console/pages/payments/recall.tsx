import {
  ACTION_ROLES,
  type RecallProposalResult,
} from '../../../domain/records/action-proposals.ts';
import { hasRole } from '../../../domain/records/operators.ts';
import { MAX_RECALL_NOTE_CHARACTERS, RECALL_REASONS } from '../../../domain/schemes/recalls.ts';
import type { FormResult } from '../../../web/forms.ts';
import { SelectField, TextField } from '../../../web/components/fields.tsx';
import { Entry } from '../../../web/components/section.tsx';
import { actOf, problemAt, type Form, type OperatorRequest } from '../../console-context.ts';
import { numberIn, reasonIn } from '../../form-fields.ts';
import { ConsoleForm, ReasonField } from '../../page.tsx';
import { paymentPath } from '../../paths.ts';
import type { ConsoleProblem } from '../../problems.ts';
import { DECISIONS_PATH, doneAt } from '../actions/decision-forms.ts';

/** Path of the form that proposes to recall a credit. */
const RECALL_PATH = '/recall';
const ROLE = ACTION_ROLES.recallCredit;

/** The form that proposes to recall a credit. */
export const RECALL_FORMS: Readonly<Record<string, Form>> = {
  [RECALL_PATH]: { role: ROLE, submit: submitRecall },
};

interface RecallProperties {
  readonly request: OperatorRequest;
  readonly paymentId: string;
  /** Row of the credit, from 1. Null for the only credit of a payment. */
  readonly row: number | null;
}

/** The form that proposes to recall a credit, for operators who may. */
export function Recall({ request, paymentId, row }: RecallProperties) {
  if (!request.parts.uses.hub || !hasRole(request.operator, ROLE)) return null;
  return (
    <Entry id="recall" title="Recall">
      <p>
        Asks the bank of the payee to send the money back, if the scheme has accepted the credit.
        Another operator confirms it on the page Decisions.
      </p>
      <ConsoleForm
        {...{ request, action: RECALL_PATH, button: 'Propose a recall' }}
        hidden={{ payment: paymentId, row: row === null ? null : String(row) }}
        isOther
      >
        <SelectField
          {...{ id: 'recall-code', name: 'code', label: 'Reason code for the bank of the payee' }}
          options={Object.entries(RECALL_REASONS).map(([code, text]) => [code, `${code}: ${text}`])}
        />
        <TextField
          {...{ id: 'recall-note', name: 'note', maxlength: MAX_RECALL_NOTE_CHARACTERS }}
          label="Note for the bank of the payee (optional)"
        />
        <ReasonField id="recall-reason" />
      </ConsoleForm>
    </Entry>
  );
}

async function submitRecall(
  request: OperatorRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const [paymentId, row] = [fields.get('payment') ?? '', numberIn(fields, 'row')];
  const note = (fields.get('note') ?? '').trim();
  const code = Object.keys(RECALL_REASONS).find((one) => one === fields.get('code'));
  const isValid = /^[\w-]{1,128}$/.test(paymentId) && note.length <= MAX_RECALL_NOTE_CHARACTERS;
  if (!isValid || code === undefined) {
    return problemAt(DECISIONS_PATH, 'notOpen');
  }
  const page = paymentPath(paymentId);
  const why = reasonIn(fields);
  if (why === undefined) return problemAt(page, 'noReason');
  const result = await request.parts.useCases.proposeRecall(
    {
      ...{
        paymentId,
        index: row === undefined ? null : row - 1,
        why,
        note: note === '' ? null : note,
      },
      reason: code as keyof typeof RECALL_REASONS,
    },
    actOf(request),
  );
  if (result.kind === 'proposed') return doneAt(DECISIONS_PATH, 'proposed');
  if (result.kind === 'alreadyProposed') return problemAt(DECISIONS_PATH, 'alreadyProposed');
  return problemAt(page, recallProblem(result));
}

function recallProblem({ kind }: RecallProposalResult): ConsoleProblem {
  switch (kind) {
    case 'cameBack':
    case 'own':
    case 'noRecalls':
    case 'recalled':
    case 'indexMissing':
      return kind;
    case 'notAccepted':
    case 'rejected':
      return 'notAccepted';
    default:
      return 'notPossible';
  }
}
