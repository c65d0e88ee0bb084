import { formatMoment } from '../../../domain/messages/format.ts';
import { formatFact } from '../../../domain/messages/operator-text.ts';
import { userText } from '../../../domain/messages/rich-text.ts';
import {
  ACTION_NAMES,
  ACTION_ROLES,
  type ActionFacts,
  type ActionProposal,
} from '../../../domain/records/action-proposals.ts';
import { Entry } from '../../../web/components/section.tsx';
import { Row } from '../../../web/components/user-text.tsx';
import type { OperatorRequest } from '../../console-context.ts';
import { LinkedRow } from '../../linked-row.tsx';
import { customerPath, paymentPath, tppPath } from '../../paths.ts';
import { CONFIRM_ACTION_PATH, WITHDRAW_ACTION_PATH } from './decision-forms.ts';
import { ProposalForms } from './decision-parts.tsx';

interface ActionProperties {
  readonly request: OperatorRequest;
  readonly proposal: ActionProposal;
  /** The facts as they are now. */
  readonly current: ActionFacts | undefined;
}

/** A proposed action, with its facts and the forms that confirm and withdraw it. */
export function Action({ request, proposal, current }: ActionProperties) {
  const { id, action, subject, facts, reason, proposedBy } = proposal;
  const number = String(id);
  const isSame = JSON.stringify(current) === JSON.stringify(facts);
  return (
    <Entry id={`action-${number}`} title={`${ACTION_NAMES[action]}, action ${number}`}>
      <dl>
        <FactRows facts={facts} />
        <Row label="Subject" value={userText(subject)} />
        <Row label="Reason" value={userText(reason)} />
        <Row label="Proposed by" value={userText(proposedBy)} />
        <Row label="Proposed" value={formatMoment(proposal.proposedAt)} />
        <Row label="Lapses" value={formatMoment(proposal.lapsesAt)} />
      </dl>
      {isSame ? null : <Changed current={current} />}
      <ProposalForms
        request={request}
        proposedBy={proposedBy}
        role={ACTION_ROLES[action]}
        name={`action ${number}`}
        confirmPath={CONFIRM_ACTION_PATH}
        withdrawPath={WITHDRAW_ACTION_PATH}
        isBlocked={!isSame}
        hidden={{ id: number }}
      />
    </Entry>
  );
}

/** The pages about the records that facts name. */
const PAGES_OF_FACTS: Readonly<Record<string, (id: string) => string>> = {
  Payment: paymentPath,
  Consent: paymentPath,
  Customer: customerPath,
  Organisation: tppPath,
};

/** Rows with the facts of an action. */
export function FactRows({ facts }: { readonly facts: ActionFacts }) {
  return (
    <>
      {Object.entries(facts).map(([name, fact]) => (
        <LinkedRow
          label={name}
          text={formatFact(fact)}
          href={fact === null ? null : (PAGES_OF_FACTS[name]?.(String(fact)) ?? null)}
        />
      ))}
    </>
  );
}

function Changed({ current }: Pick<ActionProperties, 'current'>) {
  return (
    <div class="notice care">
      <p>The facts have changed. Withdraw the proposal, and propose the action again if needed.</p>
      {current === undefined ? (
        <p>The action is not possible now.</p>
      ) : (
        <dl>
          <FactRows facts={current} />
        </dl>
      )}
    </div>
  );
}
