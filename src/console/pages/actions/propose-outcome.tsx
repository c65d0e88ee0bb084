import { hasRole } from '../../../domain/records/operators.ts';
import {
  PROPOSED_OUTCOMES,
  SCHEME_REASONS,
  type ProposedResult,
} from '../../../domain/schemes/proposals.ts';
import type { FormResult } from '../../../web/forms.ts';
import { actOf, problemAt, type Form, type OperatorRequest } from '../../console-context.ts';
import { endedAt } from '../../done.ts';
import { reasonIn } from '../../form-fields.ts';
import { ConsoleForm, ReasonField } from '../../page.tsx';
import type { ConsoleProblem } from '../../problems.ts';
import { DECISIONS_PATH } from './decision-forms.ts';
import { ACTIONS_PATH } from './once.ts';

/** Path of the form that proposes the outcome of a credit. */
const OUTCOME_PATH = '/actions/outcome';

/** The form that proposes the outcome of a credit that the hub does not report. */
export const OUTCOME_FORMS: Readonly<Record<string, Form>> = {
  [OUTCOME_PATH]: { role: 'approve', submit: submitOutcome },
};

/** Renders the form, for operators who may propose an outcome (docs/decisions, 134). */
export function ProposeOutcome({ request }: { readonly request: OperatorRequest }) {
  const { operator, parts } = request;
  if (parts.proposeOutcome === null || !hasRole(operator, 'approve')) return null;
  return (
    <section class="entry" aria-labelledby="outcome">
      <h2 id="outcome">Outcome of a credit</h2>
      <p>
        If the payment hub does not report what happened to a credit, propose its outcome here. It
        then has the effect of an answer of the hub. Another operator confirms it.
      </p>
      <ConsoleForm request={request} action={OUTCOME_PATH}>
        <label for="credit">Id of the credit, as npx pisctl hub messages shows it</label>
        <input id="credit" name="credit" type="text" maxlength={64} autocomplete="off" required />
        <label for="outcome-kind">Outcome</label>
        <select id="outcome-kind" name="outcome">
          {PROPOSED_OUTCOMES.map((outcome) => (
            <option value={outcome}>{outcome}</option>
          ))}
        </select>
        <label for="outcome-code">Reason code, for rejected and returned credits</label>
        <select id="outcome-code" name="code">
          <option value="">none</option>
          {SCHEME_REASONS.map((code) => (
            <option value={code}>{code}</option>
          ))}
        </select>
        <ReasonField id="outcome-reason" />
        <p class="actions">
          <button class="other">Propose the outcome</button>
        </p>
      </ConsoleForm>
    </section>
  );
}

async function submitOutcome(
  request: OperatorRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const { proposeOutcome } = request.parts;
  if (proposeOutcome === null) return problemAt(ACTIONS_PATH, 'notOpen');
  const reason = reasonIn(fields);
  if (reason === undefined) return problemAt(ACTIONS_PATH, 'noReason');
  const outcome = PROPOSED_OUTCOMES.find((one) => one === fields.get('outcome'));
  const code = SCHEME_REASONS.find((one) => one === fields.get('code')) ?? null;
  if (outcome === undefined || (outcome === 'accepted') !== (code === null)) {
    return problemAt(ACTIONS_PATH, 'outcomeCode');
  }
  const creditId = (fields.get('credit') ?? '').trim();
  const result = await proposeOutcome({ creditId, outcome, code, reason }, actOf(request));
  if (result.kind === 'proposed') return endedAt(DECISIONS_PATH, 'proposed', 'outcome');
  const page = result.kind === 'alreadyProposed' ? DECISIONS_PATH : ACTIONS_PATH;
  return problemAt(page, problemOf(result.kind));
}

function problemOf(kind: Exclude<ProposedResult['kind'], 'proposed'>): ConsoleProblem {
  return kind === 'accepted' || kind === 'rejected' ? 'outcomeKnown' : kind;
}
