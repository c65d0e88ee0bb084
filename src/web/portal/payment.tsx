import type { FoundPayments } from '../../domain/ports/file-search.ts';
import { type RichText } from '../../domain/messages/rich-text.ts';
import { formatCount, formatMoment, formatNumber } from '../../domain/messages/format.ts';
import type { CustomerPayment, PaidPart } from '../../use-cases/index.ts';
import type { Instant } from '../../shared/time.ts';
import { Refusal } from '../../shared/errors.ts';
import { requestingTppOf } from '../journey/requesting-tpp.ts';
import type { PageBody } from '../components/layout.tsx';
import { Section } from '../components/section.tsx';
import { Table } from '../components/table.tsx';
import { PaymentTable } from '../journey/pages/payments.tsx';
import { Headline, Row, UserText } from '../components/user-text.tsx';
import { AccountRow, PortalPage, Confirmation } from './page.tsx';
import type { SignedInRequest, PortalContext } from './portal-context.ts';
import { receiptPath } from './receipt.tsx';
import { recallPath } from './recall.tsx';
import { formatDecision } from './pending-approvals.tsx';
import { actOf, type FormResult } from '../forms.ts';

/** A payment as it was read at a certain time, with the name of the TPP that requested it. */
interface ReadPayment {
  readonly view: CustomerPayment;
  readonly provider: RichText;
  readonly now: Instant;
}

/** Reads the payment whose id is in the address. Undefined if the customer has no such payment. */
async function readPayment({
  parts,
  context,
  user,
}: SignedInRequest): Promise<ReadPayment | undefined> {
  const now = parts.clock();
  const view = await parts.useCases.viewCustomerPayment(context.req.param('id') ?? '', user, now);
  if (view === undefined) return undefined;
  const { name } = await requestingTppOf(parts.store, view.payment.clientId);
  return { view, provider: name, now };
}

/**
 * Renders the page about a payment. After a cancellation, the query `?outcome=…` adds its result.
 */
export async function showPayment(request: SignedInRequest): Promise<PageBody | undefined> {
  const viewed = await readPayment(request);
  if (viewed === undefined) return undefined;
  return (
    <PaymentPage
      pageContext={request.pageContext}
      {...viewed}
      notice={noticeFor(request, viewed.view)}
    />
  );
}

const OUTCOMES: ReadonlyMap<string, string> = new Map([
  ['cancelled', 'You cancelled this payment. Anything not paid by then will not be paid.'],
  ['underWay', 'It is too late to cancel this payment. It was already being made.'],
  ['final', 'There is nothing left to cancel. This payment was already complete.'],
  ['refused', 'You may not make payments of this kind. A colleague with that right can cancel it.'],
]);

/**
 * Returns the result of a cancellation from the query `outcome`. If the result contradicts the
 * payment, it is ignored, because any link can contain a query.
 */
function noticeFor({ context }: SignedInRequest, { payment }: CustomerPayment): string | undefined {
  const outcome = context.req.query('outcome') ?? '';
  const isTrue = (outcome === 'cancelled') === (payment.cancelledAt !== null);
  return isTrue ? OUTCOMES.get(outcome) : undefined;
}

interface PaymentProperties extends ReadPayment {
  readonly pageContext: PortalContext;
  readonly notice?: string | undefined;
}

/** Page with all details of a payment. */
function PaymentPage({ pageContext, view, provider, now, notice }: PaymentProperties) {
  const { payment, summary, statusText, lines, account, decided, file } = view;
  const { createdAt } = payment;
  return (
    <PortalPage pageContext={pageContext} title="A payment">
      <p class="screen">
        <a href="/my/payments">All payments</a>
      </p>
      {notice === undefined ? null : (
        <div class="notice care" role="status">
          <p>{notice}</p>
        </div>
      )}
      <Headline text={summary} />
      <dl>
        <Row label="Status" value={statusText} />
        {payment.approval?.status === 'waiting' ? (
          <PendingRow id={payment.id} approveBy={payment.approval.approveBy} />
        ) : null}
        {file === null ? null : <FileRows view={view} file={file} />}
        {lines.map((line) => (
          <Row {...line} />
        ))}
        <AccountRow account={account} />
        <Row label="Requested by" value={provider} />
        {decided.length === 0 ? null : <Row label="Decided" value={decided.map(formatDecision)} />}
        <Row label="Sent to us" value={formatMoment(createdAt)} />
        <Row label="Number" value={payment.id} />
        {view.recalls.map(({ texts }) => (
          <Row label="Asked for back" value={texts} />
        ))}
      </dl>
      <Parts view={view} />
      {file === null ? null : (
        <p class="screen">
          <a href={`/my/payments/${payment.id}/all`}>
            {`Read and search all ${formatCount(file.facts.payments, 'payment')}`}
          </a>
          {view.offersRecalls && file.paid > 0
            ? '. To ask for the money of one back, open its receipt there.'
            : null}
        </p>
      )}
      {file === null || file.returned === 0 ? null : <Returned id={payment.id} file={file} />}
      {view.mayCancel ? (
        <p class="actions screen">
          <a class="button other" href={`/my/payments/${payment.id}/cancel`}>
            Cancel this payment
          </a>
        </p>
      ) : null}
      <p class="quiet">{`As it stood on ${formatMoment(now)}.`}</p>
    </PortalPage>
  );
}

/** Row with the deadline for approvals and a link to the page for approving. */
function PendingRow({ id, approveBy }: { readonly id: string; readonly approveBy: number }) {
  return (
    <div class="row">
      <dt>Approve by</dt>
      <dd>
        <p>{formatMoment(approveBy)}</p>
        <p class="screen">
          <a href={`/my/approvals/${id}`}>See its approvals</a>
        </p>
      </dd>
    </div>
  );
}

type CustomerFile = NonNullable<CustomerPayment['file']>;

function FileRows({ view, file }: { readonly view: CustomerPayment; readonly file: CustomerFile }) {
  const { facts, paid, returned } = file;
  const counts = { paid, notPaid: returned, open: facts.payments - paid - returned };
  return (
    <>
      {view.reference === null ? null : <Row label="File reference" value={view.reference} />}
      <Row label="Payments" value={formatCounts(counts)} />
    </>
  );
}

/** Returns texts with the numbers of paid, unpaid and undecided payments of a file. */
export function formatCounts({ paid, notPaid, open }: FoundPayments['counts']): readonly string[] {
  return [
    `${formatNumber(paid)} paid`,
    `${formatNumber(notPaid)} not paid`,
    ...(open > 0 ? [`${formatNumber(open)} not decided yet`] : []),
  ];
}

/** Table with the debits of a payment. The cost of a debit is shown once it is executed. */
function Parts({ view }: { readonly view: CustomerPayment }) {
  const { payment, parts, otherParts } = view;
  if (parts.length === 0) return null;
  return (
    <Section id="parts" title="When and how much">
      <Table
        caption="Debits from your account, made or planned"
        columns={['For', 'Amount']}
        class="stacked"
      >
        {parts.map((part) => (
          <PartRow id={payment.id} part={part} asks={mayAsk(view, part)} />
        ))}
      </Table>
      {otherParts === 0 ? null : <p>{`And ${formatNumber(otherParts)} more.`}</p>}
    </Section>
  );
}

/**
 * Returns true if the page offers to ask for a part back. The next page shows if it is possible.
 */
function mayAsk({ offersRecalls, recalls }: CustomerPayment, { paid }: PaidPart): boolean {
  return offersRecalls && !recalls.some(({ index }) => index === paid);
}

interface PartProperties {
  readonly id: string;
  readonly part: PaidPart;
  /** True if the row has a link to ask for the money back. */
  readonly asks: boolean;
}

function PartRow({ id, part, asks }: PartProperties) {
  const { label, statusText, amount, cost, paid } = part;
  return (
    <tr>
      <th scope="row">
        {label}
        <span class="hint">{statusText}</span>
        {paid === null ? null : (
          <a class="screen" href={receiptPath(id, paid)}>
            Receipt
          </a>
        )}
        {paid === null || !asks ? null : (
          <span class="hint screen">
            <a href={recallPath(id, paid)}>Ask for the money back</a>
          </span>
        )}
      </th>
      <td>
        {amount ?? 'Shown once it is paid'}
        {cost === null ? null : <span class="hint wrapped">{cost.join('. ')}</span>}
      </td>
    </tr>
  );
}

/** Table of the returned payments of a file, with the reasons. */
function Returned({ id, file: { returned, firstReturned } }: { id: string; file: CustomerFile }) {
  return (
    <Section id="returned" title="Not paid">
      <PaymentTable caption="Returned, or never debited" payments={firstReturned} />
      {returned === firstReturned.length ? null : (
        <p>
          {`And ${formatCount(returned - firstReturned.length, 'other payment')}. `}
          <a class="screen" href={`/my/payments/${id}/all?only=notPaid`}>
            Read all that were not paid
          </a>
        </p>
      )}
    </Section>
  );
}

/** Renders the page that asks the customer to confirm a cancellation. */
export async function showCancellation(request: SignedInRequest): Promise<PageBody | undefined> {
  const viewed = await readPayment(request);
  if (viewed === undefined) return undefined;
  const { pageContext } = request;
  const { view } = viewed;
  // If it is too late to cancel, show the page about the payment with its current status.
  if (!view.mayCancel) return <PaymentPage {...{ pageContext, ...viewed }} />;
  const path = `/my/payments/${view.payment.id}`;
  return (
    <PortalPage pageContext={pageContext} title="Cancel this payment?">
      <Headline text={view.summary} />
      <p>
        {'Anything that is not yet paid will not be paid. '}
        <UserText text={viewed.provider} />
        {' can see that you cancelled it. Payments that are made or in progress cannot be '}
        cancelled. You cannot undo this. The provider would have to request the payment again.
      </p>
      <Confirmation
        pageContext={pageContext}
        action={`${path}/cancel`}
        confirm="Cancel the payment"
        back={path}
      />
    </PortalPage>
  );
}

/**
 * Cancels all parts of the payment that have not been executed yet. If the execution starts at the
 * same time, only one of them takes effect. The next page says which one (rules, 5.20).
 */
export async function submitCancellation(request: SignedInRequest): Promise<FormResult> {
  const { parts, context, user } = request;
  const id = context.req.param('id') ?? '';
  const outcome = await parts.useCases.cancelPayment(id, user, actOf(request, user.id));
  const result = outcome instanceof Refusal ? 'refused' : outcome;
  return { location: `/my/payments/${encodeURIComponent(id)}?outcome=${result}` };
}
