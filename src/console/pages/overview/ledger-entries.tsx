import {
  accountText,
  formatCount,
  formatPounds,
  formatMoment,
} from '../../../domain/messages/format.ts';
import { richText, userText } from '../../../domain/messages/rich-text.ts';
import type { LedgerEntries, LedgerEntry } from '../../../domain/records/ledger-day.ts';
import { placeText } from '../../../domain/records/list-place.ts';
import { formatInstant, londonDate } from '../../../shared/time.ts';
import type { PageBody } from '../../../web/components/layout.tsx';
import { ListLinks, Table } from '../../../web/components/table.tsx';
import { UserText } from '../../../web/components/user-text.tsx';
import { RecordMissing, type OperatorRequest } from '../../console-context.ts';
import { CsvLink } from '../../csv.tsx';
import { ConsolePage } from '../../page.tsx';
import { csvPath, entriesPath, ledgerPath, paymentPath } from '../../paths.ts';
import { afterIn, dayIn, listLinks, recordListView } from './list-parts.ts';

/** The kinds of transfers in words. */
const KINDS: Readonly<Record<LedgerEntry['kind'], string>> = {
  opening: 'Opening balance',
  debit: 'Debit',
  credit: 'Credit to an account of this bank',
  'returned-credit': 'Rejected credit, given back',
  settlement: 'Settlement of accepted credits',
  'late-return': 'Returned credit, given back',
};

/** Renders entries of an account of the bank, newest first: `?account=&day=&after=`. */
export async function showEntries(request: OperatorRequest): Promise<PageBody> {
  const { account, day } = entriesQueryIn(request);
  const after = afterIn(request);
  const found = await request.parts.useCases.ledgerEntries(account, day, after);
  if (found === undefined) throw new RecordMissing('unknownAccount');
  const { entries, next } = found;
  await recordListView(request, 'ledger', {
    account,
    day,
    shown: entries.length,
    after: after && placeText(after),
  });
  return (
    <ConsolePage request={request} title={`Entries of ${account}`}>
      <p>
        {`On ${day} in London. `}
        <a href={ledgerPath({ day })}>All accounts on this day</a>
      </p>
      {entries.length === 0 ? (
        <p class="headline">No entries found here.</p>
      ) : (
        <Table
          caption={`Newest first: ${formatCount(entries.length, 'entry', 'entries')}`}
          columns={['Entry', 'Amount']}
        >
          {entries.map((entry) => (
            <EntryRow entry={entry} account={account} />
          ))}
        </Table>
      )}
      <ListLinks
        links={listLinks((place) => entriesPath({ account, day, after: place }), after, next)}
      />
      <CsvLink path={csvPath(entriesPath({ account, day }))} />
    </ConsolePage>
  );
}

/** Returns the account and the day in the query of an address. The day is today by default. */
export function entriesQueryIn(request: OperatorRequest): Pick<LedgerEntries, 'account' | 'day'> {
  const { parts, context } = request;
  const day = dayIn(request) ?? londonDate(parts.clock());
  return { account: context.req.query('account') ?? '', day };
}

function EntryRow({ entry, account }: { readonly entry: LedgerEntry; readonly account: string }) {
  const { at, kind, from, to, amountPence, paymentId, index, messageId } = entry;
  const isDebit = from === account;
  const other = isDebit
    ? richText`to ${userText(accountText(to))}`
    : richText`from ${userText(accountText(from))}`;
  const row = index === null ? null : index + 1;
  return (
    <tr>
      <th scope="row">
        {`${KINDS[kind]} `}
        <UserText text={other} />
        <span class="hint">
          <time datetime={formatInstant(at)}>{formatMoment(at)}</time>
        </span>
        {paymentId === null ? null : (
          <span class="hint">
            <a href={paymentPath(paymentId, row)}>
              {`Payment ${paymentId}${row === null ? '' : `, row ${String(row)}`}`}
            </a>
            {messageId === null ? '' : `, message ${messageId}`}
            {entry.hasMoreMessages === 1 ? ' and more on the page of the payment' : ''}
          </span>
        )}
      </th>
      <td>
        {formatPounds(amountPence)}
        <span class="hint">{isDebit ? 'Debit' : 'Credit'}</span>
      </td>
    </tr>
  );
}
