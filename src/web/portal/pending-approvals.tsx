import type { Approval } from '../../domain/records/records.ts';
import { userText, richText, type RichText } from '../../domain/messages/rich-text.ts';
import { formatCount, formatMoment } from '../../domain/messages/format.ts';
import type { WaitingPayment } from '../../use-cases/index.ts';
import { requestingTppOf } from '../journey/requesting-tpp.ts';
import type { PageBody } from '../components/layout.tsx';
import { Row, UserText } from '../components/user-text.tsx';
import { PortalPage } from './page.tsx';
import type { SignedInRequest } from './portal-context.ts';

interface NamedApproval {
  readonly waiting: WaitingPayment;
  readonly provider: RichText;
}

/**
 * Renders the payments that wait for approvals. Payments that this user has not decided come first,
 * and then those that this user approved and that wait for colleagues.
 */
export async function showPendingApprovals(request: SignedInRequest): Promise<PageBody> {
  const { parts, user, pageContext } = request;
  const found = await parts.useCases.listWaiting(user, parts.clock());
  const approvals: NamedApproval[] = [];
  for (const waiting of found) {
    const { name } = await requestingTppOf(parts.store, waiting.payment.clientId);
    approvals.push({ waiting, provider: name });
  }
  const mine = approvals.filter(({ waiting }) => waiting.own === undefined);
  const others = approvals.filter(({ waiting }) => waiting.own !== undefined);
  return (
    <PortalPage pageContext={pageContext} title="Waiting for you">
      {mine.length === 0 ? (
        <p class="headline">You have no payments to approve.</p>
      ) : (
        <p>A payment is made only after all its approvals.</p>
      )}
      {mine.map((item) => (
        <Entry {...item} heading="h2" />
      ))}
      {others.length === 0 ? null : (
        <>
          <h2>Waiting for others</h2>
          <p>You approved these. They still need the approval of a colleague.</p>
          {others.map((item) => (
            <Entry {...item} heading="h3" />
          ))}
        </>
      )}
    </PortalPage>
  );
}

interface EntryProperties extends NamedApproval {
  /** Level of the heading. It is one level below the heading of the section. */
  readonly heading: 'h2' | 'h3';
}

function Entry({ waiting, provider, heading: Heading }: EntryProperties) {
  const { payment, summary, reference, approval } = waiting;
  return (
    <section class="entry" aria-labelledby={payment.id}>
      <Heading id={payment.id}>
        <a href={`/my/approvals/${payment.id}`}>
          <UserText text={summary} />
        </a>
      </Heading>
      <dl>
        {reference === null ? null : <Row label="Reference" value={reference} />}
        <Row label="Requested by" value={provider} />
        <ApprovalRows waiting={waiting} />
        <Row label="Approve by" value={formatMoment(approval.approveBy)} />
      </dl>
    </section>
  );
}

/** Rows with the number of approvals given and required, and with each decision. */
export function ApprovalRows({ waiting }: { readonly waiting: WaitingPayment }) {
  const { received, required } = waiting.approval;
  return (
    <Row
      label="Approvals"
      value={[
        `${String(received)} of ${formatCount(required, 'approval')}`,
        ...waiting.decided.map(formatDecision),
      ]}
    />
  );
}

/**
 * Formats a decision, for example `Approved by dora, Monday 2 November 2026 at 10:15, London time`.
 */
export function formatDecision({ userId, decision, at }: Approval): RichText {
  const what = decision === 'approve' ? 'Approved' : 'Rejected';
  return richText`${what} by ${userText(userId)}, ${formatMoment(at)}`;
}
