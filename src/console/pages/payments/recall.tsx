import {
  ACTION_ROLES,
  type RecallProposalResult,
} from '../../../domain/records/action-proposals.ts';
import { hasRole } from '../../../domain/records/operators.ts';
import { MAX_RECALL_NOTE_CHARACTERS, RECALL_REASONS } from '../../../domain/schemes/recalls.ts';
import type { FormResult } from '../../../web/forms.ts';
import { actOf, problemAt, type Form, type OperatorRequest } from '../../console-context.ts';
import { endedAt } from '../../done.ts';
import { numberIn, reasonIn } from '../../form-fields.ts';
import { ConsoleForm, ReasonField } from '../../page.tsx';
import { paymentPath } from '../../paths.ts';
import type { ConsoleProblem } from '../../problems.ts';
import { DECISIONS_PATH } from '../actions/decision-forms.ts';

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
    <section class="entry" aria-labelledby="recall">
      <h2 id="recall">Recall</h2>
      <p>
        Asks the bank of the payee to send the money back, if the scheme has accepted the credit.
        Another operator confirms it on the page Decisions.
      </p>
      <ConsoleForm request={request} action={RECALL_PATH}>
        <input type="hidden" name="payment" value={paymentId} />
        {row === null ? null : <input type="hidden" name="row" value={String(row)} />}
        <label for="recall-code">Reason code for the bank of the payee</label>
        <select id="recall-code" name="code">
          {Object.entries(RECALL_REASONS).map(([code, meaning]) => (
            <option value={code}>{`${code}: ${meaning}`}</option>
          ))}
        </select>
        <label for="recall-note">Note for the bank of the payee (optional)</label>
        <input
          id="recall-note"
          name="note"
          type="text"
          maxlength={MAX_RECALL_NOTE_CHARACTERS}
          autocomplete="off"
        />
        <ReasonField id="recall-reason" />
        <p class="actions">
          <button class="other">Propose a recall</button>
        </p>
      </ConsoleForm>
    </section>
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
  if (result.kind === 'proposed') return endedAt(DECISIONS_PATH, 'proposed', 'recallCredit');
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
