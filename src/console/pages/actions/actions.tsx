import { overdueDates } from '../../../domain/calendar/settlement-entries.ts';
import {
  formatCount,
  formatMoment,
  formatMoney,
  formatScheme,
} from '../../../domain/messages/format.ts';
import { userText } from '../../../domain/messages/rich-text.ts';
import type { HubProblem, SchemeQueue } from '../../../domain/ports/hub-admin-store.ts';
import {
  ACTION_NAMES,
  PROPOSER_ROLES,
  type ProposedAction,
} from '../../../domain/records/action-proposals.ts';
import { hasRole } from '../../../domain/records/operators.ts';
import { describeProblem } from '../../../domain/schemes/hub-problems.ts';
import type { Difference } from '../../../domain/schemes/reconciliation.ts';
import { TextField } from '../../../web/components/fields.tsx';
import type { PageBody } from '../../../web/components/layout.tsx';
import { Entry } from '../../../web/components/section.tsx';
import { Row } from '../../../web/components/user-text.tsx';
import { actOf, requireRole, type OperatorRequest } from '../../console-context.ts';
import { ConsoleForm, ConsolePage, ReasonField } from '../../page.tsx';
import {
  actionIn,
  DISMISS_PATH,
  FACTS_PATH,
  PROPOSE_ACTION_PATH,
  READ_AGAIN_PATH,
  RESOLVE_PATH,
  STOP_PATH,
} from './action-forms.ts';
import { Done } from './decision-parts.tsx';
import { OnceForm } from './once-form.tsx';
import { FactRows } from './proposed-action.tsx';
import { ProposeOutcome } from './propose-outcome.tsx';
import { Repairs } from './repairs.tsx';

/** Maximum number of differences, and of documents, that the page lists. */
const MAX_LISTED = 100;

/** Renders the actions of operators that do not belong to a listed payment. */
export async function showActions(request: OperatorRequest): Promise<PageBody> {
  const { store, clock, holidays, uses } = request.parts;
  const now = clock();
  const queues = uses.hub ? await store.schemeQueues(now) : [];
  const overdue = overdueDates(now, holidays);
  const differences = uses.hub ? await store.listDifferences(overdue, MAX_LISTED) : [];
  const problems = uses.hub ? await store.listHubProblems('open', MAX_LISTED) : [];
  return (
    <ConsolePage request={request} title="Actions">
      <Done request={request} />
      <p>
        Everything here needs a reason, which is stored. An action that moves money or loosens a
        rule is proposed, and another operator confirms it on the page Decisions.
      </p>
      <NoAction request={request} />
      <Subject request={request} action="endLockout" label="User id of the customer" />
      <Subject request={request} action="endPermission" label="Id of the consent" />
      <ProposeOutcome request={request} />
      {queues.map((queue) => (
        <Scheme request={request} queue={queue} />
      ))}
      {differences.map((difference) => (
        <OneDifference request={request} difference={difference} />
      ))}
      {problems.map((problem) => (
        <Problem request={request} problem={problem} />
      ))}
      <Repairs request={request} />
    </ConsolePage>
  );
}

/** Explains which role or setting gives an action, for an operator who has none. */
function NoAction({ request }: { readonly request: OperatorRequest }) {
  const { operator, parts } = request;
  const subjects = ['endLockout', 'endPermission'] as const;
  const hasSubject = subjects.some((action) => hasRole(operator, PROPOSER_ROLES[action]));
  if (hasSubject || (parts.uses.hub && hasRole(operator, 'operate'))) return null;
  return (
    <p class="headline">
      {'You have no action here. The role approve proposes to end permissions, and the role ' +
        'administer to end lockouts. '}
      {parts.uses.hub
        ? 'The role operate stops schemes and closes differences.'
        : 'Actions on schemes need a payment hub (PIS_SCHEMES). The schemes of this service are simulated.'}
    </p>
  );
}

/** Renders the facts of an action, with the form that proposes it. */
export async function showFacts(
  request: OperatorRequest,
  fields: URLSearchParams,
): Promise<PageBody> {
  const { useCases, store, clock } = request.parts;
  const action = actionIn(fields);
  const subject = (fields.get('subject') ?? '').trim();
  if (action === undefined) return showActions(request);
  requireRole(request, PROPOSER_ROLES[action]);
  const current = await useCases.factsOfAction(action, subject, clock());
  if (current !== undefined) {
    const viewed = { subject: 'proposal-facts', detail: { argument: subject } };
    await store.record(actOf(request), { action: 'operatorCommand', ...viewed });
  }
  return (
    <ConsolePage request={request} title={`Propose: ${ACTION_NAMES[action]}`}>
      {current === undefined ? (
        <p>The action is not possible. Check the id, and the state of its subject.</p>
      ) : (
        <>
          <dl>
            <FactRows facts={current.facts} />
          </dl>
          <p>Another operator sees the same facts and confirms. Nothing changes before.</p>
          <ConsoleForm
            request={request}
            action={PROPOSE_ACTION_PATH}
            button="Propose"
            hidden={{ action, subject, seen: current.hash }}
          >
            <ReasonField id="reason" />
          </ConsoleForm>
        </>
      )}
    </ConsolePage>
  );
}

interface FactsButtonProperties {
  readonly request: OperatorRequest;
  readonly action: ProposedAction;
  readonly subject: string;
  readonly button: string;
}

/** A button that shows the facts of an action. Nothing if the operator does not have the role. */
export function FactsButton({ request, action, subject, button }: FactsButtonProperties) {
  if (!hasRole(request.operator, PROPOSER_ROLES[action])) return null;
  return (
    <ConsoleForm
      request={request}
      action={FACTS_PATH}
      hidden={{ action, subject }}
      button={button}
      isOther
    />
  );
}

interface SubjectProperties {
  readonly request: OperatorRequest;
  readonly action: ProposedAction;
  readonly label: string;
}

/** A form that asks for the subject of an action and shows its facts. */
function Subject({ request, action, label }: SubjectProperties) {
  if (!hasRole(request.operator, PROPOSER_ROLES[action])) return null;
  return (
    <Entry id={action} title={ACTION_NAMES[action]}>
      <ConsoleForm
        request={request}
        action={FACTS_PATH}
        hidden={{ action }}
        button="Show the facts"
        isOther
      >
        <TextField
          id={`${action}-subject`}
          name="subject"
          label={label}
          required={true}
          maxlength={128}
        />
      </ConsoleForm>
    </Entry>
  );
}

function Scheme({ request, queue }: { request: OperatorRequest; queue: SchemeQueue }) {
  const { instrument, stop, waiting } = queue;
  const name = formatScheme(instrument);
  return (
    <Entry id={`scheme-${instrument}`} title={`Scheme ${name}`}>
      <dl>
        <Row label="State" value={stop === null ? 'Open' : 'Stopped'} />
        <Row label="Waiting" value={formatCount(waiting.messages, 'message')} />
        {stop === null ? null : (
          <>
            <Row label="Stopped since" value={formatMoment(stop.stoppedAt)} />
            <Row label="Stopped by" value={userText(stop.stoppedBy)} />
            <Row label="Reason" value={userText(stop.reason)} />
          </>
        )}
      </dl>
      {stop === null ? (
        <OnceForm
          request={request}
          action={STOP_PATH}
          id={`stop-${instrument}`}
          button={`Stop ${name}`}
          hidden={{ scheme: instrument }}
        />
      ) : (
        <FactsButton
          request={request}
          action="resumeScheme"
          subject={instrument}
          button={`Propose to resume ${name}`}
        />
      )}
    </Entry>
  );
}

interface DifferenceProperties {
  readonly request: OperatorRequest;
  readonly difference: Difference;
}

function OneDifference({ request, difference }: DifferenceProperties) {
  const { name, kind, instrument, since, expected, reported, currency, detail } = difference;
  const sumOf = ({ credits, minor }: Difference['expected']) =>
    `${formatMoney(minor, currency)} in ${formatCount(credits, 'credit')}`;
  return (
    <Entry id={`difference-${name}`} title={`Settlement difference ${name}`}>
      <dl>
        <Row label="Kind" value={kind} />
        {instrument === null ? null : <Row label="Scheme" value={formatScheme(instrument)} />}
        <Row label="Since" value={formatMoment(since)} />
        <Row label="Expected" value={sumOf(expected)} />
        <Row label="Reported" value={sumOf(reported)} />
        {detail === null ? null : <Row label="Detail" value={userText(detail)} />}
      </dl>
      <OnceForm
        request={request}
        action={RESOLVE_PATH}
        id={`resolve-${name}`}
        button={`Close difference ${name}`}
        hidden={{ name }}
      />
    </Entry>
  );
}

function Problem({ request, problem }: { request: OperatorRequest; problem: HubProblem }) {
  const { id, kind, code, document, receivedAt, detail } = problem;
  const number = String(id);
  const { meaning, action } = describeProblem(kind, code);
  return (
    <Entry id={`document-${number}`} title={`Problem ${number} of the hub`}>
      <dl>
        <Row label="Document" value={userText(document?.name ?? 'none')} />
        <Row label="Received" value={formatMoment(receivedAt)} />
        <Row label="Problem" value={`${meaning} (${code})`} />
        <Row label="Action" value={action} />
        {detail === null ? null : <Row label="Detail" value={userText(detail)} />}
      </dl>
      {kind === 'document' ? (
        <OnceForm
          request={request}
          action={READ_AGAIN_PATH}
          id={`again-${number}`}
          button={`Read the document of problem ${number} again`}
          hidden={{ id: number }}
        />
      ) : null}
      {kind === 'return' ? (
        <FactsButton
          request={request}
          action="retryReturn"
          subject={number}
          button={`Propose to book the credit of problem ${number} again`}
        />
      ) : null}
      <OnceForm
        request={request}
        action={DISMISS_PATH}
        id={`dismiss-${number}`}
        button={`Dismiss problem ${number}`}
        hidden={{ id: number }}
      />
    </Entry>
  );
}
