import type { PaymentPosition } from '../../domain/ports/customer-store.ts';
import type { RichText } from '../../domain/messages/rich-text.ts';
import { dayOfInstant } from '../../domain/messages/format.ts';
import type { ListedPayment, PaymentSummaries } from '../../use-cases/index.ts';
import { requestingTppOf } from '../journey/requesting-tpp.ts';
import type { PageBody } from '../components/layout.tsx';
import { ListLinks, Table } from '../components/table.tsx';
import { UserText } from '../components/user-text.tsx';
import { PortalPage } from './page.tsx';
import type { SignedInRequest, PortalContext } from './portal-context.ts';

/**
 * Format of the cursor in the query, for example `?after=1795000000000.fp-1`. It contains the
 * creation time and the id of a payment.
 */
const CURSOR = /^(\d{1,15})\.([\w-]{1,64})$/;

/**
 * Renders one page of the payments that users of the customer approved, newest first. The query
 * `?after=…` selects the page.
 */
export async function showPayments(request: SignedInRequest): Promise<PageBody> {
  const { parts, context, user, pageContext } = request;
  const after = cursorOf(context.req.query('after'));
  const found = await parts.useCases.listCustomerPayments(user, after, parts.clock());
  const clients = [...new Set(found.payments.map(({ payment }) => payment.clientId))];
  const providers = new Map<string, RichText>();
  for (const id of clients) providers.set(id, (await requestingTppOf(parts.store, id)).name);
  return (
    <PaymentsPage
      pageContext={pageContext}
      found={found}
      providers={providers}
      isFirst={after === null}
    />
  );
}

function cursorOf(text: string | undefined): PaymentPosition | null {
  const [, createdAt, id] = CURSOR.exec(text ?? '') ?? [];
  return createdAt === undefined || id === undefined ? null : { createdAt: Number(createdAt), id };
}

interface PaymentsProperties {
  readonly pageContext: PortalContext;
  readonly found: PaymentSummaries;
  /** Names of the TPPs, keyed by client id. */
  readonly providers: ReadonlyMap<string, RichText>;
  readonly isFirst: boolean;
}

function PaymentsPage({
  pageContext,
  found: { payments, next },
  providers,
  isFirst,
}: PaymentsProperties) {
  return (
    <PortalPage pageContext={pageContext} title="Payments">
      {payments.length === 0 ? (
        <p class="headline">
          {isFirst ? 'No payment was approved yet.' : 'There are no earlier payments.'}
        </p>
      ) : (
        <Table
          caption="What you and your colleagues approved, newest first"
          columns={['To', 'Amount']}
          class="stacked"
        >
          {payments.map((summary) => (
            <PaymentRow summary={summary} provider={providers.get(summary.payment.clientId)} />
          ))}
        </Table>
      )}
      <ListLinks
        links={{
          Newest: isFirst ? null : '/my/payments',
          Earlier: next && `/my/payments?after=${String(next.createdAt)}.${next.id}`,
        }}
      />
    </PortalPage>
  );
}

interface RowProperties {
  readonly summary: ListedPayment;
  readonly provider: RichText | undefined;
}

function PaymentRow({ summary, provider = '' }: RowProperties) {
  const { payment, title, reference, amount, statusText, recallText } = summary;
  return (
    <tr>
      <th scope="row">
        <a href={`/my/payments/${payment.id}`}>
          <UserText text={title} />
        </a>
        <span class="hint">
          {`${dayOfInstant(payment.createdAt)}, through `}
          <UserText text={provider} />
          {reference === null ? null : ', reference '}
          {reference === null ? null : <UserText text={reference} />}
        </span>
      </th>
      <td>
        {amount}
        <span class="hint wrapped">{statusText}</span>
        {recallText === null ? null : <span class="hint wrapped">{recallText}</span>}
      </td>
    </tr>
  );
}
