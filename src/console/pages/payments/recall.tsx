import {
  ACTION_NAMES,
  ACTION_ROLES,
  type RecallProposalResult,
} from '../../../domain/records/action-proposals.ts';
import { hasRole } from '../../../domain/records/operators.ts';
import {
  MAX_RECALL_NOTE_CHARACTERS,
  RECALL_REASONS,
  type RecallReason,
  type RecallRequest,
} from '../../../domain/schemes/recalls.ts';
import type { PageBody } from '../../../web/components/layout.tsx';
import type { FormResult, Fields } from '../../../web/forms.ts';
import { SelectField, TextField } from '../../../web/components/fields.tsx';
import { Entry } from '../../../web/components/section.tsx';
import {
  actOf,
  problemAt,
  type Form,
  type OperatorRequest,
  type Search,
} from '../../console-context.ts';
import { proposalResult } from '../../done.ts';
import { numberIn, reasonIn } from '../../form-fields.ts';
import { ConsoleForm, ConsolePage, ReasonField } from '../../page.tsx';
import { PAYMENT_ID, paymentPath } from '../../paths.ts';
import { problemNamed, type ConsoleProblem } from '../../problems.ts';
import { FactRows } from '../actions/proposed-action.tsx';
import { DECISIONS_PATH } from '../actions/decision-forms.ts';

/** Path of the form that shows the facts of a recall before it is proposed. */
const FACTS_PATH = '/recall/facts';
/** Path of the form that proposes to recall a credit. */
const RECALL_PATH = '/recall';
const ROLE = ACTION_ROLES.recallCredit;

/** The form that proposes to recall a credit. */
export const RECALL_FORMS: Readonly<Record<string, Form>> = {
  [RECALL_PATH]: { role: ROLE, submit: submitRecall },
};

/** The page with the facts of a recall. */
export const RECALL_SEARCHES: Readonly<Record<string, Search>> = {
  [FACTS_PATH]: { role: ROLE, show: showRecall },
};

interface RecallProperties {
  readonly request: OperatorRequest;
  readonly paymentId: string;
  /** Row of the credit, from 1. Null for the only credit of a payment. */
  readonly row: number | null;
}

/** The form that leads to the facts of a recall, for operators who may propose it. */
export function Recall({ request, paymentId, row }: RecallProperties) {
  if (!request.parts.uses.hub || !hasRole(request.operator, ROLE)) return null;
  return (
    <Entry id="recall" title="Recall">
      <p>
        Asks the bank of the payee to send the money back, if the scheme has accepted the credit.
        Another operator confirms it on the page Decisions.
      </p>
      <ConsoleForm
        request={request}
        action={FACTS_PATH}
        button="Show the facts of a recall"
        hidden={{ payment: paymentId, row: row === null ? null : String(row) }}
        isOther
      >
        <SelectField
          id="recall-code"
          name="code"
          label="Reason code for the bank of the payee"
          options={Object.entries(RECALL_REASONS).map(([code, text]) => [code, `${code}: ${text}`])}
        />
        <TextField
          id="recall-note"
          name="note"
          maxlength={MAX_RECALL_NOTE_CHARACTERS}
          label="Note for the bank of the payee (optional)"
        />
      </ConsoleForm>
    </Entry>
  );
}

/** Renders the facts of a recall, with the form that proposes it. The view is recorded. */
async function showRecall(request: OperatorRequest, fields: Fields): Promise<PageBody> {
  const { useCases, store, clock } = request.parts;
  const recall = recallIn(fields);
  const found = recall && (await useCases.factsOfRecall(recall, clock()));
  if (recall !== undefined) {
    const detail = { row: recall.index === null ? null : recall.index + 1 };
    const viewed = { action: 'paymentViewed', subject: recall.paymentId, detail } as const;
    await store.record(actOf(request), viewed);
  }
  const problem = found === undefined ? 'notOpen' : 'kind' in found ? recallProblem(found) : null;
  return (
    <ConsolePage request={request} title={`Propose: ${ACTION_NAMES.recallCredit}`}>
      {found === undefined || 'kind' in found ? (
        <p>{problemNamed(problem ?? 'notOpen')?.message}</p>
      ) : (
        <>
          <dl>
            <FactRows facts={found.facts} />
          </dl>
          {found.refusal === null ? (
            <ProposeRecall request={request} fields={fields} seen={found.hash} />
          ) : (
            <p class="notice care">The credit cannot be recalled at the moment. See the warning.</p>
          )}
        </>
      )}
    </ConsolePage>
  );
}

interface ProposeProperties {
  readonly request: OperatorRequest;
  readonly fields: Fields;
  /** Hash of the facts on the page. */
  readonly seen: string;
}

function ProposeRecall({ request, fields, seen }: ProposeProperties) {
  const hidden: Record<string, string> = { seen };
  for (const name of ['payment', 'row', 'code', 'note']) hidden[name] = fields.get(name) ?? '';
  return (
    <>
      <p>Another operator sees the same facts and confirms. Nothing changes before.</p>
      <ConsoleForm {...{ request, action: RECALL_PATH, hidden }} button="Propose the recall">
        <ReasonField id="recall-reason" />
      </ConsoleForm>
    </>
  );
}

/** Returns the recall that a form names. Undefined if a field is not valid. */
function recallIn(fields: Fields): RecallRequest | undefined {
  const paymentId = fields.get('payment') ?? '';
  const row = numberIn(fields, 'row');
  const note = (fields.get('note') ?? '').trim();
  const code = Object.keys(RECALL_REASONS).find((one) => one === fields.get('code'));
  const isValid = PAYMENT_ID.test(paymentId) && note.length <= MAX_RECALL_NOTE_CHARACTERS;
  if (!isValid || code === undefined) return undefined;
  return {
    paymentId,
    index: row === undefined ? null : row - 1,
    reason: code as RecallReason,
    note: note === '' ? null : note,
  };
}

async function submitRecall(request: OperatorRequest, fields: Fields): Promise<FormResult> {
  const recall = recallIn(fields);
  if (recall === undefined) return problemAt(DECISIONS_PATH, 'notOpen');
  const page = paymentPath(recall.paymentId);
  const why = reasonIn(fields);
  if (why === undefined) return problemAt(page, 'noReason');
  const proposed = { ...recall, why, seen: fields.get('seen') ?? '' };
  const result = await request.parts.useCases.proposeRecall(proposed, actOf(request));
  if (result.kind === 'proposed') return proposalResult(DECISIONS_PATH, 'proposed', 'recallCredit');
  if (result.kind === 'alreadyProposed') return problemAt(DECISIONS_PATH, 'alreadyProposed');
  return problemAt(page, recallProblem(result));
}

function recallProblem({ kind }: Pick<RecallProposalResult, 'kind'>): ConsoleProblem {
  switch (kind) {
    case 'changed':
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
