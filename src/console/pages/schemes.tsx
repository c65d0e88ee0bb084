import { overdueDates } from '../../domain/calendar/settlement-entries.ts';
import {
  formatCount,
  formatMoment,
  formatMoney,
  formatScheme,
} from '../../domain/messages/format.ts';
import { richText, userText, type RichText } from '../../domain/messages/rich-text.ts';
import type { SchemeQueue } from '../../domain/ports/hub-admin-store.ts';
import { ANSWER_TIME_MS } from '../../domain/schemes/answer-time.ts';
import type { Difference } from '../../domain/schemes/reconciliation.ts';
import type { Instant } from '../../shared/time.ts';
import type { PageBody } from '../../web/components/layout.tsx';
import { Entry, Section } from '../../web/components/section.tsx';
import { Row } from '../../web/components/user-text.tsx';
import type { ConsoleParts, OperatorRequest } from '../console-context.ts';
import { CsvLink } from '../csv.tsx';
import { ConsolePage } from '../page.tsx';
import { paymentPath } from '../paths.ts';

/** Maximum number of settlement differences of a kind that the page reads. */
const MAX_DIFFERENCES = 100;

/** A scheme with the facts that the page shows. */
interface Scheme {
  readonly queue: SchemeQueue;
  readonly lines: readonly (readonly [label: string, value: RichText])[];
}

/** Renders the state of each payment scheme, and the differences of its settlement account. */
export async function showSchemes(request: OperatorRequest): Promise<PageBody> {
  const { parts } = request;
  if (!parts.uses.hub) {
    return (
      <ConsolePage request={request} title="Schemes">
        <p>This service uses no payment hub. Its payment schemes are simulated.</p>
      </ConsolePage>
    );
  }
  const now = parts.clock();
  const schemes: Scheme[] = [];
  for (const queue of await parts.store.schemeQueues(now)) {
    schemes.push({ queue, lines: await linesOf(parts, queue, now) });
  }
  const overdue = overdueDates(now, parts.holidays);
  const differences = await parts.store.listDifferences(overdue, MAX_DIFFERENCES);
  return (
    <ConsolePage request={request} title="Schemes" liveAsOf={now}>
      {schemes.map(({ queue: { instrument }, lines }) => (
        <Entry id={`scheme-${instrument}`} title={formatScheme(instrument)}>
          <dl>
            {lines.map(([label, value]) => (
              <Row label={label} value={value} />
            ))}
          </dl>
        </Entry>
      ))}
      <CsvLink path="/schemes/csv" text="Download the schemes as CSV" />
      <Differences differences={differences} />
      <CsvLink path="/schemes/differences/csv" text="Download the differences as CSV" />
    </ConsolePage>
  );
}

async function linesOf(
  { store }: ConsoleParts,
  { instrument, stop, waiting, scheduled, late, unanswered, pending, refused }: SchemeQueue,
  now: Instant,
): Promise<Scheme['lines']> {
  const overdue = await store.countOverdue(instrument, now - ANSWER_TIME_MS[instrument]);
  const failing = await store.findFailingHandOver(instrument);
  const newest = await store.findRefusedHandOver(instrument);
  const credits = formatCount(unanswered.credits, 'credit');
  return [
    ['State', stop === null ? 'Open' : stopText(stop)],
    ['Waiting', `${formatCount(waiting.messages, 'message')}${since(waiting.oldestAt)}`],
    ...line(scheduled.messages, 'Waiting until the scheme opens', () => {
      return `${formatCount(scheduled.messages, 'message')}${since(scheduled.nextAt, 'next')}`;
    }),
    ...line(late.waiting, 'Not handed over before it closed', () => {
      return formatCount(late.waiting, 'message');
    }),
    ...line(late.unanswered, 'Handed over too late, not answered', () => {
      return formatCount(late.unanswered, 'message');
    }),
    ...line(failing, 'Failing', ({ messageId, attempts, problem }) => {
      return richText`Message ${messageId}, ${formatCount(attempts, 'failed attempt')}: ${userText(problem)}`;
    }),
    ...line(newest, 'Refused by the hub', ({ messageId, problem }) => {
      return richText`${formatCount(refused, 'message')}, newest ${messageId}: ${userText(problem)}`;
    }),
    [
      'Not completely answered',
      `${formatCount(unanswered.messages, 'message')} with ${credits}${since(unanswered.oldestAt)}`,
    ],
    ...line(overdue, 'Not answered in the usual time', () => formatCount(overdue, 'message')),
    ...line(pending.messages, 'Not finally decided', () => {
      return `${formatCount(pending.credits, 'credit')}${since(pending.oldestAt)}`;
    }),
  ];
}

function stopText({ stoppedBy, stoppedAt, reason }: NonNullable<SchemeQueue['stop']>): RichText {
  return richText`Stopped by ${userText(stoppedBy)}, ${formatMoment(stoppedAt)}: ${userText(reason)}`;
}

function since(at: Instant | null, which = 'oldest'): string {
  return at === null ? '' : `, ${which} ${formatMoment(at)}`;
}

/** Returns a line if its value is known, and is a number other than zero or a record. */
function line<Value>(
  value: Value | undefined,
  label: string,
  textOf: (value: Value) => RichText,
): Scheme['lines'] {
  return value === undefined || value === 0 ? [] : [[label, textOf(value)]];
}

function Differences({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <Section id="differences" title="Differences of the settlement accounts">
      {differences.length === 0 ? <p>There are none.</p> : null}
      <ul class="entries">
        {differences.map((difference) => (
          <li>
            <DifferenceText difference={difference} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function DifferenceText({ difference }: { readonly difference: Difference }) {
  const { name, kind, instrument, paymentId, since: from, expected, reported } = difference;
  const { currency, detail } = difference;
  const sum = ({ credits, minor }: Difference['expected']) =>
    `${formatCount(credits, 'credit')}, ${formatMoney(minor, currency)}`;
  return (
    <>
      {`${name} (${kind}${instrument === null ? '' : `, ${formatScheme(instrument)}`}): `}
      {`expected ${sum(expected)}, reported ${sum(reported)}`}
      <span class="hint">
        {`Since ${formatMoment(from)}`}
        {detail === null ? null : `, ${detail}`}
        {paymentId === null ? null : (
          <>
            {', '}
            <a href={paymentPath(paymentId)}>{`payment ${paymentId}`}</a>
          </>
        )}
      </span>
    </>
  );
}
