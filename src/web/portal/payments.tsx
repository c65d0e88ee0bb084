import type { RichText } from '../../domain/messages/rich-text.ts';
import { dayOfInstant } from '../../domain/messages/format.ts';
import { placeIn, placeText } from '../../domain/records/list-place.ts';
import type { ListedPayment } from '../../use-cases/index.ts';
import { requestingTppOf } from '../journey/requesting-tpp.ts';
import type { PageBody } from '../components/layout.tsx';
import { ListLinks, Table } from '../components/table.tsx';
import { UserText } from '../components/user-text.tsx';
import { PortalPage } from './page.tsx';
import type { SignedInRequest } from './portal-context.ts';

/**
 * Renders one page of the payments that users of the customer approved, newest first. The query
 * `?after=…` selects the page.
 */
export async function showPayments(request: SignedInRequest): Promise<PageBody> {
  const { parts, context, user, pageContext } = request;
  const place = placeIn(context.req.query('after') ?? '');
  const after = place === undefined ? null : { createdAt: place.at, id: place.id };
  const { payments, next } = await parts.useCases.listCustomerPayments(user, after, parts.clock());
  const clients = [...new Set(payments.map(({ payment }) => payment.clientId))];
  const providers = new Map<string, RichText>();
  for (const id of clients) providers.set(id, (await requestingTppOf(parts.store, id)).name);
  const isFirst = after === null;
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
          Earlier: next && `/my/payments?after=${placeText({ at: next.createdAt, id: next.id })}`,
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
