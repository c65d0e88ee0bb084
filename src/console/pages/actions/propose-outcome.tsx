import { hasRole } from '../../../domain/records/operators.ts';
import type { OutcomeProposalResult } from '../../../domain/records/action-proposals.ts';
import { PROPOSED_OUTCOMES, SCHEME_REASONS } from '../../../domain/schemes/proposals.ts';
import type { FormResult } from '../../../web/forms.ts';
import { SelectField, TextField } from '../../../web/components/fields.tsx';
import { Entry } from '../../../web/components/section.tsx';
import { actOf, problemAt, type Form, type OperatorRequest } from '../../console-context.ts';
import { proposalResult } from '../../done.ts';
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
  if (!parts.uses.hub || !hasRole(operator, 'approve')) return null;
  return (
    <Entry id="outcome" title="Outcome of a credit">
      <p>
        If the payment hub does not report what happened to a credit, propose its outcome here. It
        then has the effect of an answer of the hub. Another operator confirms it.
      </p>
      <ConsoleForm request={request} action={OUTCOME_PATH} button="Propose the outcome" isOther>
        <TextField
          id="credit"
          maxlength={64}
          required={true}
          label="Id of the credit, as npx pisctl hub messages shows it"
        />
        <SelectField
          id="outcome-kind"
          name="outcome"
          label="Outcome"
          options={PROPOSED_OUTCOMES.map((outcome) => [outcome, outcome])}
        />
        <SelectField
          id="outcome-code"
          name="code"
          label="Reason code, for rejected and returned credits"
          options={[['', 'none'], ...SCHEME_REASONS.map((code) => [code, code] as const)]}
        />
        <ReasonField id="outcome-reason" />
      </ConsoleForm>
    </Entry>
  );
}

async function submitOutcome(
  request: OperatorRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const reason = reasonIn(fields);
  if (reason === undefined) return problemAt(ACTIONS_PATH, 'noReason');
  const outcome = PROPOSED_OUTCOMES.find((one) => one === fields.get('outcome'));
  const code = SCHEME_REASONS.find((one) => one === fields.get('code')) ?? null;
  if (outcome === undefined || (outcome === 'accepted') !== (code === null)) {
    return problemAt(ACTIONS_PATH, 'outcomeCode');
  }
  const creditId = (fields.get('credit') ?? '').trim();
  const proposed = { creditId, outcome, code, reason };
  const result = await request.parts.useCases.proposeOutcome(proposed, actOf(request));
  if (result.kind === 'proposed')
    return proposalResult(DECISIONS_PATH, 'proposed', 'decideOutcome');
  const page = result.kind === 'alreadyProposed' ? DECISIONS_PATH : ACTIONS_PATH;
  return problemAt(page, problemOf(result.kind));
}

function problemOf(kind: Exclude<OutcomeProposalResult['kind'], 'proposed'>): ConsoleProblem {
  switch (kind) {
    case 'accepted':
    case 'rejected':
      return 'outcomeKnown';
    case 'alreadyProposed':
    case 'cameBack':
    case 'notAccepted':
    case 'notHandedOver':
    case 'unknownCredit':
      return kind;
    case 'simulated':
      return 'notOpen';
    default:
      return 'notPossible';
  }
}
