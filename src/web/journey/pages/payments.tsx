import type { Child } from 'hono/jsx';
import type { FoundPayment } from '../../../domain/ports/file-search.ts';
import type { FileFacts, FilePayment } from '../../../domain/records/payment.ts';
import { userText, richText } from '../../../domain/messages/rich-text.ts';
import {
  formatAccount,
  formatNumber,
  formatPayeeNews,
  formatPounds,
} from '../../../domain/messages/format.ts';
import { Section } from '../../components/section.tsx';
import { Table } from '../../components/table.tsx';
import { UserText } from '../../components/user-text.tsx';

/** Number of payments on one page of the list. */
export const PAYMENTS_ON_PAGE = 50;

/** A payment in a table. Its status and the change of its payee are shown if they are present. */
type ListedPayment = FilePayment & Partial<Pick<FoundPayment, 'status' | 'news'>>;

interface TableProperties {
  readonly caption: string;
  readonly payments: readonly ListedPayment[];
  /** Returns the path of the receipt for a paid payment. Absent if the table has no receipts. */
  readonly receiptOf?: (index: number) => string;
}

/** Table with the payee, account, reference and amount of each payment in a file. */
export function PaymentTable({ caption, payments, receiptOf }: TableProperties) {
  return (
    <Table caption={caption} columns={['Payee', 'Amount']}>
      {payments.map(({ index, creditorName, creditor, reference, amountPence, status, news }) => (
        <tr>
          <th scope="row">
            <UserText text={userText(creditorName)} />
            <span class="hint">
              {formatAccount(creditor)}
              {reference === '' ? null : (
                <UserText text={richText`, reference ${userText(reference)}`} />
              )}
            </span>
            {news ? <span class="mark">{formatPayeeNews(news)}</span> : null}
            {status?.kind === 'notPaid' ? <span class="mark">{status.text}</span> : null}
          </th>
          <td>
            {formatPounds(amountPence)}
            {receiptOf && status?.kind === 'paid' ? (
              <span class="hint screen">
                <a href={receiptOf(index)}>{`Receipt ${formatNumber(index + 1)}`}</a>
              </span>
            ) : null}
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface LargestProperties {
  readonly facts: FileFacts;
  readonly largest: readonly ListedPayment[];
  /** Link to all payments. */
  readonly children?: Child;
}

/** The largest payments of a file, with a link to all payments. */
export function LargestPayments({ facts, largest, children }: LargestProperties) {
  const isAll = largest.length === facts.payments;
  const some = `${formatNumber(largest.length)} of ${formatNumber(facts.payments)}`;
  return (
    <Section id="payments" title={isAll ? 'The payments' : 'The largest payments'}>
      <PaymentTable caption={isAll ? 'Largest first' : some} payments={largest} />
      {children}
    </Section>
  );
}

interface PageLinksProperties {
  readonly page: number;
  readonly pages: number;
  readonly pathOf: (page: number) => string;
  /** True if there are also links to the first and the last page. */
  readonly hasEnds?: boolean;
}

/** Links to the other pages of a list. Renders nothing if there is only one page. */
export function PageLinks({ page, pages, pathOf, hasEnds = false }: PageLinksProperties) {
  if (pages <= 1) return null;
  const link = (to: number, label: string) => (
    <li>
      <a href={pathOf(to)}>{label}</a>
    </li>
  );
  return (
    <nav aria-label="Pages">
      <ul class="pages">
        {hasEnds && page > 1 ? link(1, 'First') : null}
        {page > 1 ? link(page - 1, 'Previous') : null}
        <li>
          <span aria-current="page">{`Page ${formatNumber(page)} of ${formatNumber(pages)}`}</span>
        </li>
        {page < pages ? link(page + 1, 'Next') : null}
        {hasEnds && page < pages ? link(pages, 'Last') : null}
      </ul>
    </nav>
  );
}

/** Returns the number of pages on which the payments of a file are listed, at least 1. */
export function pagesOf({ payments }: Pick<FileFacts, 'payments'>): number {
  return Math.max(1, Math.ceil(payments / PAYMENTS_ON_PAGE));
}
