import {
  formatCount,
  formatMoment,
  formatPounds,
  formatScheme,
} from '../../../domain/messages/format.ts';
import { formatPaymentType } from '../../../domain/messages/operator-text.ts';
import { userText } from '../../../domain/messages/rich-text.ts';
import type { FailingWork } from '../../../domain/records/records.ts';
import { hasRole } from '../../../domain/records/operators.ts';
import type { PageBody } from '../../../web/components/layout.tsx';
import { Entry } from '../../../web/components/section.tsx';
import { Row } from '../../../web/components/user-text.tsx';
import type { FormResult } from '../../../web/forms.ts';
import { actOf, problemAt, type OperatorRequest } from '../../console-context.ts';
import { CsvLink } from '../../csv.tsx';
import { ConsoleForm, ConsolePage } from '../../page.tsx';
import { paymentPath } from '../../paths.ts';
import { FactsButton } from './actions.tsx';

/** Maximum number of steps that the page lists, and that one command retries. */
const MAX_LISTED = 100;

const PATH = '/work';
const RETRY_PATH = '/work/retry';

/** Value of the field `step` that stands for all parked steps. */
const ALL = 'all';

/** Renders the steps of payments that failed, parked ones first. */
export async function showWork(request: OperatorRequest): Promise<PageBody> {
  const { parts, context } = request;
  const listed = await parts.store.listFailingWork(MAX_LISTED);
  const { failing, parked } = await parts.store.summariseFailingWork();
  const resumed = Number(context.req.query('retried'));
  return (
    <ConsolePage request={request} title="Work" liveAsOf={parts.clock()}>
      {resumed > 0 ? (
        <p class="headline">{`${formatCount(resumed, 'step')} will be retried now.`}</p>
      ) : null}
      <p>
        {`${formatCount(parked, 'step')} parked, ${formatCount(failing, 'step')} retried by the service.`}{' '}
        A parked step waits for an operator. Solve its problem first, and then retry it.
      </p>
      {parked > 1 && hasRole(request.operator, 'operate') ? (
        <Retry request={request} step={ALL} button="Retry all parked steps" />
      ) : null}
      {listed.map((step) => (
        <Step request={request} step={step} />
      ))}
      {failing + parked > listed.length ? (
        <p class="quiet">{`Only the first ${String(MAX_LISTED)} are listed.`}</p>
      ) : null}
      <CsvLink path="/work/csv" />
    </ConsolePage>
  );
}

/** Retries a parked step, or all of them. */
export async function submitRetry(
  request: OperatorRequest,
  fields: URLSearchParams,
): Promise<FormResult> {
  const { store, runner } = request.parts;
  const step = fields.get('step') ?? '';
  const isNumber = /^\d{1,15}$/.test(step);
  if (step !== ALL && !isNumber) return problemAt(PATH, 'notParked');
  const id = isNumber ? Number(step) : null;
  const resumed = await store.resumeWork(id, MAX_LISTED, actOf(request));
  if (resumed === 0) return problemAt(PATH, 'notParked');
  runner.wake();
  return { location: `${PATH}?retried=${String(resumed)}` };
}

function Step({ request, step }: { request: OperatorRequest; step: FailingWork }) {
  const { id, paymentId, family, instrument, payments, totalPence, attempts, tryAt } = step;
  const isParked = tryAt === null;
  return (
    <Entry
      id={`step-${String(id)}`}
      title={`Step ${String(id)}: ${step.step}, ${isParked ? 'parked' : 'retried by the service'}`}
    >
      <dl>
        <div class="row">
          <dt>Payment</dt>
          <dd>
            <a href={paymentPath(paymentId)}>{paymentId}</a>
            {` (${formatPaymentType(family)})`}
          </dd>
        </div>
        <Row
          label="Credits"
          value={`${formatCount(payments, 'payment')} by ${formatScheme(instrument)}, ${formatPounds(totalPence)}`}
        />
        <Row label="Due" value={formatMoment(step.dueAt)} />
        <Row label="Failed" value={formatCount(attempts, 'time')} />
        <Row label="Next attempt" value={isParked ? 'after a retry' : formatMoment(tryAt)} />
        <Row label="Problem" value={userText(step.problem)} />
      </dl>
      {isParked && hasRole(request.operator, 'operate') ? (
        <Retry request={request} step={String(id)} button={`Retry step ${String(id)}`} />
      ) : null}
      {isParked ? (
        <FactsButton
          request={request}
          action="abandonWork"
          subject={String(id)}
          button={`Propose to abandon step ${String(id)}`}
        />
      ) : null}
    </Entry>
  );
}

interface RetryProperties {
  readonly request: OperatorRequest;
  readonly step: string;
  readonly button: string;
}

function Retry({ request, step, button }: RetryProperties) {
  return <ConsoleForm request={request} action={RETRY_PATH} hidden={{ step }} button={button} />;
}
