import type { Approval } from '../../domain/records/records.ts';
import { userText, richText, type RichText } from '../../domain/messages/rich-text.ts';
import { formatCount, dayOfInstant, formatTime } from '../../domain/messages/format.ts';
import type { WaitingPayment } from '../../use-cases/index.ts';
import { askingTppOf } from '../journey/requesting-tpp.ts';
import type { PageBody } from '../components/layout.tsx';
import { Row } from '../components/row.tsx';
import { UserText } from '../components/user-text.tsx';
import { PortalPage } from './page.tsx';
import type { PortalSession, PortalContext } from './portal-context.ts';

interface Named {
  readonly waiting: WaitingPayment;
  readonly provider: RichText;
}

/** Renders the payments that need this user's approval, then those that need another user's. */
export async function showWaiting(own: PortalSession): Promise<PageBody> {
  const { parts, user, pageContext } = own;
  const found = await parts.engine.listWaiting(user, parts.clock());
  const named: Named[] = [];
  for (const waiting of found) {
    const { name } = await askingTppOf(parts.store, waiting.payment.clientId);
    named.push({ waiting, provider: name });
  }
  return <WaitingPage pageContext={pageContext} named={named} />;
}

function WaitingPage(properties: { pageContext: PortalContext; named: readonly Named[] }) {
  const { pageContext, named } = properties;
  const own = named.filter(({ waiting }) => waiting.own === undefined);
  const others = named.filter(({ waiting }) => waiting.own !== undefined);
  return (
    <PortalPage pageContext={pageContext} title="Waiting for you">
      {own.length === 0 ? (
        <p class="headline">Nothing waits for your approval.</p>
      ) : (
        <p>Nothing is paid before all approvals are there.</p>
      )}
      {own.map((one) => (
        <Entry {...one} heading="h2" />
      ))}
      {others.length === 0 ? null : (
        <>
          <h2>Waiting for others</h2>
          <p>You have decided about these. They need the approval of a colleague.</p>
          {others.map((one) => (
            <Entry {...one} heading="h3" />
          ))}
        </>
      )}
    </PortalPage>
  );
}

interface EntryProperties extends Named {
  /** Heading level, one below the heading of the section. */
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
        <Row label="Asked for by" value={provider} />
        <ApprovalRows waiting={waiting} />
        <Row label="Approve by" value={formatMoment(approval.approveBy)} />
      </dl>
    </section>
  );
}

/** Row with the number of approvals received and required, and each decision. */
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

/** Returns for example `Approved by dora, Monday 2 November 2026 at 10:15, London time`. */
export function formatDecision({ userId, decision, at }: Approval): RichText {
  const what = decision === 'approve' ? 'Approved' : 'Rejected';
  return richText`${what} by ${userText(userId)}, ${formatMoment(at)}`;
}

/** Returns for example `Monday 2 November 2026 at 10:15, London time`. */
export function formatMoment(at: number): string {
  return `${dayOfInstant(at)} at ${formatTime(at)}, London time`;
}
