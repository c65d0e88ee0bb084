import {
  NEXT_UNKNOWN,
  type NextStep,
  type PaymentFacts,
  type PaymentTimeline,
} from '../../../domain/records/payment-timeline.ts';
import { formatCount, formatMoment } from '../../../domain/messages/format.ts';
import { formatFacts, WAITS_FOR } from '../../../domain/messages/operator-text.ts';
import { richText, userText } from '../../../domain/messages/rich-text.ts';
import { hasRole } from '../../../domain/records/operators.ts';
import type { Holdable } from '../../../domain/records/screening.ts';
import type { PageBody } from '../../../web/components/layout.tsx';
import { Section } from '../../../web/components/section.tsx';
import { Headline, Row, UserText } from '../../../web/components/user-text.tsx';
import { actOf, RecordMissing, type OperatorRequest } from '../../console-context.ts';
import { LinkedRow } from '../../linked-row.tsx';
import { ConsolePage } from '../../page.tsx';
import {
  auditSubjectPath,
  casePath,
  customerPath,
  PAYMENT_ID,
  paymentPath,
  rowsPath,
  tppPath,
} from '../../paths.ts';
import { AllCases } from '../actions/all-cases.tsx';
import { decisionsPath } from '../actions/decision-forms.ts';
import { Done } from '../actions/decision-parts.tsx';
import { Hold, holdableOf } from './hold.tsx';
import { Recall } from './recall.tsx';
import { Timeline } from './timeline.tsx';

const ROW = /^[1-9]\d{0,8}$/;

/** Returns the id of a payment or consent in the address. Throws RecordMissing for another text. */
export function idIn({ context }: OperatorRequest): string {
  const id = context.req.param('id') ?? '';
  if (!PAYMENT_ID.test(id)) throw new RecordMissing('unknownPayment');
  return id;
}

/** Returns the row in the query. Null if there is none. Throws RecordMissing for another text. */
function rowIn({ context }: OperatorRequest): number | null {
  const written = context.req.query('row');
  if (written !== undefined && !ROW.test(written)) throw new RecordMissing('unknownRow');
  return written === undefined ? null : Number(written);
}

/**
 * Renders the page about a payment or a consent. The query `?row=` selects one payment of a file or
 * an order. The view is recorded in the audit log before the page is shown. Updates are not.
 */
export async function showPayment(request: OperatorRequest): Promise<PageBody> {
  const { parts } = request;
  const row = rowIn(request);
  const found = known(await parts.timelineOf(idIn(request), row));
  const { facts } = found;
  const file = await parts.store.findFile(facts.consentId);
  // The session has opened this page before an update, so the view is recorded.
  if (request.update === 'none') {
    await parts.store.record(actOf(request), {
      action: 'paymentViewed',
      subject: facts.paymentId ?? facts.consentId,
      detail: { consentId: facts.consentId, row },
    });
  }
  const { paymentId } = facts;
  const cases = paymentId === null ? [] : await parts.store.casesOf([paymentId]);
  const holdable = paymentId === null ? undefined : await holdableOf(request, paymentId);
  const rows = file?.payments ?? null;
  return (
    <PaymentPage
      request={request}
      timeline={found}
      rows={rows}
      holdable={holdable}
      cases={cases.length}
    />
  );
}

/** Pattern of the paths of case files. */
export const CASE_PATH = '/payments/:id/case';

/** Returns the case file of a payment, or of one row of its file or order. */
export async function sendCase(request: OperatorRequest): Promise<Response> {
  const { parts, context } = request;
  const [id, row] = [idIn(request), rowIn(request)];
  const file = known(await parts.exportCase(id, row, actOf(request)));
  const name = `case-${id}${row === null ? '' : `-${String(row)}`}.zip`;
  return context.body(Buffer.from(file), 200, {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${name}"`,
  });
}

/** Returns what was found about a payment. Throws RecordMissing if there is nothing to show. */
function known<Found>(found: Found | 'unknownId' | 'unknownRow'): Found {
  if (found === 'unknownId') throw new RecordMissing('unknownPayment');
  if (found === 'unknownRow') throw new RecordMissing('unknownRow');
  return found;
}

interface PaymentProperties {
  readonly request: OperatorRequest;
  readonly timeline: PaymentTimeline;
  /** Number of payments of the file. Null if there is no file. */
  readonly rows: number | null;
  /** The payments that can be held. Undefined if there are none. */
  readonly holdable: Holdable | undefined;
  /** Number of the open cases of the payment. */
  readonly cases: number;
}

function PaymentPage({ request, timeline, rows, holdable, cases }: PaymentProperties) {
  const { facts, entries, omitted, next, isNextComplete } = timeline;
  const id = facts.paymentId ?? facts.consentId;
  return (
    <ConsolePage request={request} title={titleOf(facts)} liveAsOf={request.parts.clock()}>
      <Done request={request} />
      <Headline text={userText(facts.summary)} />
      <Next paymentId={facts.paymentId} steps={next} isComplete={isNextComplete} />
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
        <Hold request={request} holdable={holdable} paymentId={facts.paymentId} row={facts.row} />
      )}
      {facts.paymentId === null ? null : (
        <AllCases request={request} paymentId={facts.paymentId} count={cases} />
      )}
      {facts.paymentId === null || !isPaidCredit(facts, rows) ? null : (
        <Recall request={request} paymentId={facts.paymentId} row={facts.row} />
      )}
      <Timeline entries={entries} omitted={omitted} />
      <p>
        <a href={auditSubjectPath(id)}>Who viewed this payment</a>
      </p>
      {hasRole(request.operator, 'operate') ? (
        <p class="screen">
          <a href={casePath(id, facts.row)} download>
            Export the case file (ZIP, signed)
          </a>
        </p>
      ) : null}
    </ConsolePage>
  );
}

/** Returns true for one credit that the scheme has accepted, and that has not come back. */
function isPaidCredit({ row, status }: PaymentFacts, rows: number | null): boolean {
  return status.code === 'ACSC' && (row !== null || rows === null);
}

function titleOf({ paymentId, row }: PaymentFacts): string {
  if (row !== null) return `Row ${String(row)} of a payment`;
  return paymentId === null ? 'A consent without a payment' : 'A payment';
}

interface NextProps {
  readonly paymentId: string | null;
  readonly steps: readonly NextStep[];
  readonly isComplete: boolean;
}

function Next({ paymentId, steps, isComplete }: NextProps) {
  return (
    <Section id="next" title="Next">
      {steps.length === 0 ? <p>{isComplete ? 'Nothing. It has ended.' : NEXT_UNKNOWN}</p> : null}
      <ul class="entries">
        {steps.map(({ text, at, waitsFor, problem, command, caseId }) => (
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
            {caseId === undefined || paymentId === null ? null : (
              <a href={decisionsPath(paymentId)}>Decisions</a>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Facts({ facts }: { readonly facts: PaymentFacts }) {
  return (
    <Section id="facts" title="Facts">
      <dl>
        {formatFacts(facts, formatMoment).map(({ label, values }) => {
          const href = pageOfFact(facts, label);
          return href === null ? (
            <Row label={label} value={values.map(userText)} />
          ) : (
            <LinkedRow label={label} text={values.join(', ')} href={href} />
          );
        })}
      </dl>
    </Section>
  );
}

/** Returns the path of the page about the record in a row of the facts. Null if there is none. */
function pageOfFact({ customerId, tpp }: PaymentFacts, label: string): string | null {
  if (label === 'Customer' && customerId !== null) return customerPath(customerId);
  return label === 'TPP' && tpp.organisationId !== null ? tppPath(tpp.organisationId) : null;
}
