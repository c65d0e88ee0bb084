import {
  NEXT_UNKNOWN,
  type NextStep,
  type PaymentFacts,
  type PaymentTimeline,
} from '../../../domain/records/payment-timeline.ts';
import { formatAccount, formatCount } from '../../../domain/messages/format.ts';
import { richText, userText } from '../../../domain/messages/rich-text.ts';
import type { PageBody } from '../../../web/components/layout.tsx';
import { Headline, Row, UserText } from '../../../web/components/user-text.tsx';
import { formatMoment } from '../../../web/portal/pending-approvals.tsx';
import { actOf, RecordMissing, type OperatorRequest } from '../../console-context.ts';
import { ConsolePage } from '../../page.tsx';
import { paymentPath, rowsPath } from '../../paths.ts';
import { Done } from '../actions/decision-parts.tsx';
import { Hold, holdableOf, type Holdable } from './hold.tsx';
import { Recall } from './recall.tsx';
import { Timeline } from './timeline.tsx';

/** Format of the ids of payments and consents. */
const ID = /^[\w-]{1,128}$/;
const ROW = /^[1-9]\d{0,8}$/;

/** Returns the id of a payment or consent in the address. Throws RecordMissing for another text. */
export function idIn({ context }: OperatorRequest): string {
  const id = context.req.param('id') ?? '';
  if (!ID.test(id)) throw new RecordMissing('unknownPayment');
  return id;
}

/**
 * Renders the page about a payment or a consent. The query `?row=` selects one payment of a file or
 * an order. The view is recorded in the audit log before the page is shown.
 */
export async function showPayment(request: OperatorRequest): Promise<PageBody> {
  const { parts, context } = request;
  const written = context.req.query('row');
  if (written !== undefined && !ROW.test(written)) throw new RecordMissing('unknownRow');
  const row = written === undefined ? null : Number(written);
  const found = await parts.timelineOf(idIn(request), row);
  if (found === 'unknownId') throw new RecordMissing('unknownPayment');
  if (found === 'unknownRow') throw new RecordMissing('unknownRow');
  const { facts } = found;
  const file = await parts.store.findFile(facts.consentId);
  await parts.store.record(actOf(request), {
    action: 'paymentViewed',
    subject: facts.paymentId ?? facts.consentId,
    detail: { consentId: facts.consentId, row },
  });
  const { paymentId } = facts;
  const holdable = paymentId === null ? undefined : await holdableOf(request, paymentId);
  const rows = file?.payments ?? null;
  return <PaymentPage {...{ request, timeline: found, rows, holdable }} />;
}

interface PaymentProperties {
  readonly request: OperatorRequest;
  readonly timeline: PaymentTimeline;
  /** Number of payments of the file. Null if there is no file. */
  readonly rows: number | null;
  /** The payments that can be held. Undefined if there are none. */
  readonly holdable: Holdable | undefined;
}

function PaymentPage({ request, timeline, rows, holdable }: PaymentProperties) {
  const { facts, entries, omitted, next, isNextComplete } = timeline;
  const id = facts.paymentId ?? facts.consentId;
  return (
    <ConsolePage request={request} title={titleOf(facts)}>
      <Done request={request} />
      <Headline text={userText(facts.summary)} />
      <Next steps={next} isComplete={isNextComplete} />
      {rows === null ? null : (
        <p>
          {facts.row === null ? null : (
            <>
              <a href={paymentPath(id)}>The whole file</a>
              {', '}
            </>
          )}
          <a href={rowsPath(id)}>{`all ${formatCount(rows, 'row')} of the file`}</a>
        </p>
      )}
      <Facts facts={facts} />
      {holdable === undefined || facts.paymentId === null ? null : (
        <Hold {...{ request, holdable, paymentId: facts.paymentId, row: facts.row }} />
      )}
      {facts.paymentId === null ? null : (
        <Recall {...{ request, paymentId: facts.paymentId, row: facts.row }} />
      )}
      <Timeline entries={entries} omitted={omitted} />
      <p class="quiet">{`As it stood on ${formatMoment(request.parts.clock())}.`}</p>
    </ConsolePage>
  );
}

function titleOf({ paymentId, row }: PaymentFacts): string {
  if (row !== null) return `Row ${String(row)} of a payment`;
  return paymentId === null ? 'A consent without a payment' : 'A payment';
}

const WAITS_FOR: Readonly<Record<NextStep['waitsFor'], string>> = {
  tpp: 'the TPP',
  customer: 'the customer',
  operator: 'an operator',
  day: 'its day',
  service: 'the service',
  scheme: 'the payment scheme',
  screening: 'the screening',
  'core banking': 'the core banking system',
};

interface NextProps {
  readonly steps: readonly NextStep[];
  readonly isComplete: boolean;
}

function Next({ steps, isComplete }: NextProps) {
  return (
    <section aria-labelledby="next">
      <h2 id="next">Next</h2>
      {steps.length === 0 ? <p>{isComplete ? 'Nothing. It has ended.' : NEXT_UNKNOWN}</p> : null}
      <ul class="entries">
        {steps.map(({ text, at, waitsFor, problem, command }) => (
          <li>
            <UserText text={userText(text)} />
            <span class="hint">
              {`Waits for ${WAITS_FOR[waitsFor]}${at === null ? '' : `: ${formatMoment(at)}`}`}
            </span>
            {problem === null ? null : (
              <span class="mark">
                <UserText text={richText`Problem: ${userText(problem)}`} />
              </span>
            )}
            {command === null ? null : (
              <span class="hint">
                {'Command: '}
                <code>{command}</code>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ facts }: { readonly facts: PaymentFacts }) {
  const { paymentId, row, status, tpp, customerId, debtorAccount } = facts;
  const { name, organisation, clientId } = tpp;
  const names = new Set([name, organisation].filter((one) => one !== null));
  const known = [...names, `client ${clientId}`];
  const meaning = status.meaning === '' ? status.code : `${status.meaning} (${status.code})`;
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">Facts</h2>
      <dl>
        <Row label="Status" value={[meaning, `The TPP reads ${facts.reportedStatus}`]} />
        {facts.lines.map(({ label, values }) => (
          <Row label={label} value={values.map(userText)} />
        ))}
        {debtorAccount === null ? null : (
          <Row label="From account" value={userText(formatAccount(debtorAccount))} />
        )}
        {customerId === null ? null : <Row label="Customer" value={userText(customerId)} />}
        <Row label="TPP" value={userText(known.join(', '))} />
        <Row label="Payment type" value={facts.family} />
        {paymentId === null ? null : <Row label="Payment" value={paymentId} />}
        {row === null ? null : <Row label="Row" value={String(row)} />}
        <Row label="Consent" value={facts.consentId} />
        <Row
          label={paymentId === null ? 'Created' : 'Submitted'}
          value={formatMoment(facts.createdAt)}
        />
      </dl>
    </section>
  );
}
