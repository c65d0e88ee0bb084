import { formatDay, formatMoment } from '../../domain/messages/format.ts';
import { requestingTppOf } from '../journey/requesting-tpp.ts';
import type { PageBody } from '../components/layout.tsx';
import { Row } from '../components/user-text.tsx';
import { AccountRow, PortalPage } from './page.tsx';
import type { SignedInRequest } from './portal-context.ts';
import { recallPath } from './recall.tsx';

/**
 * Renders the receipt for one payment. In a file or standing order, the query selects the payment,
 * for example `?number=3`. The default is the first payment.
 */
export async function showReceipt(request: SignedInRequest): Promise<PageBody | undefined> {
  const { parts, context, user, pageContext } = request;
  const number = context.req.query('number') ?? '1';
  if (!/^[1-9]\d{0,8}$/.test(number)) return undefined;
  const now = parts.clock();
  const id = context.req.param('id') ?? '';
  const receipt = await parts.useCases.viewReceipt(id, Number(number) - 1, user, now);
  if (receipt === undefined) return undefined;
  const { payment, amount, cost, account, lines, debitedOn, valueDate, paidAt } = receipt;
  const { name } = await requestingTppOf(parts.store, payment.clientId);
  return (
    <PortalPage pageContext={pageContext} title="Receipt">
      <p class="screen">
        <a href={`/my/payments/${payment.id}`}>Back to the payment</a>
      </p>
      <p class="headline">{`${amount} was paid`}</p>
      <dl>
        {lines.map((line) => (
          <Row {...line} />
        ))}
        <AccountRow account={account} />
        <Row label="Taken from the account" value={cost.debited} />
        <Row label="Our charge" value={cost.charge} />
        {cost.rate === null ? null : <Row label="Rate" value={`${cost.rate} for a pound`} />}
        <Row label="Taken on" value={formatDay(debitedOn)} />
        <Row label="Value date" value={formatDay(valueDate)} />
        {paidAt === null ? null : <Row label="Accepted" value={formatMoment(paidAt)} />}
        <Row label="Requested by" value={name} />
        <Row label="Sent to us" value={formatMoment(payment.createdAt)} />
        <Row label="Number" value={receipt.transactionId} />
        {receipt.recalls.map((texts) => (
          <Row label="Asked for back" value={texts} />
        ))}
      </dl>
      {receipt.offersRecall ? (
        <p class="screen">
          <a href={recallPath(payment.id, receipt.index)}>Ask for the money back</a>
        </p>
      ) : null}
      <p class="quiet">{`${pageContext.bankName}, as it stood on ${formatMoment(now)}.`}</p>
    </PortalPage>
  );
}

/**
 * Returns the path of a receipt.
 *
 * @param index position of the payment in the file or standing order, from 0
 */
export function receiptPath(paymentId: string, index: number): string {
  return `/my/payments/${paymentId}/receipt?number=${String(index + 1)}`;
}
