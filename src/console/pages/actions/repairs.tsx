import type { CoreOperation } from '../../../domain/ports/core-banking.ts';
import type { CoreProblem } from '../../../domain/ports/core-store.ts';
import { formatPounds, formatMoment } from '../../../domain/messages/format.ts';
import { userText } from '../../../domain/messages/rich-text.ts';
import type { EndpointHealth, SetAsideEvent } from '../../../domain/records/event-notifications.ts';
import { Entry } from '../../../web/components/section.tsx';
import { Row } from '../../../web/components/user-text.tsx';
import type { OperatorRequest } from '../../console-context.ts';
import { OnceForm } from './once-form.tsx';
import {
  DISMISS_CORE_PATH,
  REPLAY_EVENT_PATH,
  RESUME_PUSH_PATH,
  RETRY_CORE_PATH,
} from './repair-forms.ts';

/** Maximum number of problems of a kind that the page lists. */
const MAX_LISTED = 100;

/** The requests that the core refused, and the events that TPPs did not get. */
export async function Repairs({ request }: { readonly request: OperatorRequest }) {
  const { store, uses } = request.parts;
  const refused = uses.core ? await store.coreProblems(MAX_LISTED) : [];
  const events = await store.listSetAsideEvents(MAX_LISTED);
  // Addresses whose pushes fail are the first ones.
  const endpoints = (await store.listEndpoints(MAX_LISTED)).filter(
    ({ unresponsiveSince }) => unresponsiveSince !== null,
  );
  return (
    <>
      {refused.map((problem) => (
        <RefusedRequest request={request} problem={problem} />
      ))}
      {endpoints.map((endpoint) => (
        <Endpoint request={request} endpoint={endpoint} />
      ))}
      {events.map((event) => (
        <SetAside request={request} event={event} />
      ))}
      {[refused, events, endpoints].some((listed) => listed.length === MAX_LISTED) ? (
        <p class="quiet">{`Only the first ${String(MAX_LISTED)} of each kind are listed.`}</p>
      ) : null}
    </>
  );
}

interface RequestProperties {
  readonly request: OperatorRequest;
  readonly problem: CoreProblem;
}

function RefusedRequest({
  request,
  problem: { id, operations, addedAt, problem },
}: RequestProperties) {
  const number = String(id);
  return (
    <Entry id={`core-${number}`} title={`Request ${number}, refused by the core banking system`}>
      <dl>
        <Row label="Since" value={formatMoment(addedAt)} />
        <Row label="Problem" value={userText(problem)} />
        <Row label="Operations" value={operations.map((one) => userText(operationText(one)))} />
      </dl>
      <OnceForm
        request={request}
        action={RETRY_CORE_PATH}
        id={`core-retry-${number}`}
        button={`Send request ${number} again`}
        hidden={{ id: number }}
      />
      <p>Dismiss it only if the bank has booked it in another way. No money moves.</p>
      <OnceForm
        request={request}
        action={DISMISS_CORE_PATH}
        id={`core-dismiss-${number}`}
        button={`Dismiss request ${number}`}
        hidden={{ id: number }}
      />
    </Entry>
  );
}

/** Describes an operation without its account, because the view of the page is not recorded. */
function operationText(operation: CoreOperation): string {
  if (operation.type === 'release') return `release ${operation.holdId}`;
  const { type, amountPence, id } = operation;
  return `${type} ${formatPounds(amountPence)}, ${id}`;
}

function Endpoint({ request, endpoint }: { request: OperatorRequest; endpoint: EndpointHealth }) {
  const { id, clientId, callbackUrl, unresponsiveSince, problem } = endpoint;
  return (
    <Entry id={`endpoint-${id}`} title={`Callback address of subscription ${id}`}>
      <dl>
        <Row label="Client" value={userText(clientId)} />
        <Row label="Address" value={userText(callbackUrl ?? 'none')} />
        <Row
          label="Nothing is pushed since"
          value={unresponsiveSince === null ? 'now' : formatMoment(unresponsiveSince)}
        />
        {problem === null ? null : <Row label="Problem" value={userText(problem)} />}
      </dl>
      <OnceForm
        request={request}
        action={RESUME_PUSH_PATH}
        id={`resume-${id}`}
        button={`Push events of ${id} again`}
        hidden={{ id }}
      />
    </Entry>
  );
}

function SetAside({ request, event }: { request: OperatorRequest; event: SetAsideEvent }) {
  const { id, type, clientId, resourceId, at, code, description } = event;
  return (
    <Entry id={`event-${id}`} title={`Event ${id}, set aside`}>
      <dl>
        <Row label="Type" value={type} />
        <Row label="About" value={userText(resourceId)} />
        <Row label="Time" value={formatMoment(at)} />
        <Row label="Client" value={userText(clientId)} />
        <Row label="Error of the TPP" value={userText(`${code}: ${description}`)} />
      </dl>
      <OnceForm
        request={request}
        action={REPLAY_EVENT_PATH}
        id={`replay-${id}`}
        button={`Return event ${id} to the TPP again`}
        hidden={{ id }}
      />
    </Entry>
  );
}
