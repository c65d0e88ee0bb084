import type { FoundPayment, PaymentFilter } from '../../../domain/ports/file-search.ts';
import {
  formatAccount,
  formatCount,
  formatNumber,
  formatPounds,
  formatScheme,
} from '../../../domain/messages/format.ts';
import { richText, userText } from '../../../domain/messages/rich-text.ts';
import type { FileSearchResult } from '../../../use-cases/index.ts';
import { TextField } from '../../../web/components/fields.tsx';
import type { PageBody } from '../../../web/components/layout.tsx';
import { Table } from '../../../web/components/table.tsx';
import { UserText } from '../../../web/components/user-text.tsx';
import { csvFile, MAX_TEXT, ON_PAGE, pageIn, rangeText } from '../../../web/file-list.ts';
import { PageLinks } from '../../../web/journey/pages/payments.tsx';
import { formatCounts } from '../../../web/portal/payment.tsx';
import { actOf, RecordMissing, type OperatorRequest } from '../../console-context.ts';
import { ConsoleForm, ConsolePage } from '../../page.tsx';
import { paymentPath, rowsPath } from '../../paths.ts';
import { idIn } from './payment.tsx';

/** The rows that a page shows, and its number. */
interface Shown {
  readonly id: string;
  /** Empty for all rows. It is never part of an address. */
  readonly text: string;
  readonly only: Exclude<PaymentFilter['only'], 'changed'>;
  /** Page number, from 1. */
  readonly page: number;
}

/** Renders the rows of a file, those that were not paid first. */
export function showRows(request: OperatorRequest): Promise<PageBody> {
  const page = pageIn(request.context);
  return render(request, { id: idIn(request), text: '', only: onlyIn(request), page });
}

/** Renders the first rows of a file that contain a text. */
export function searchRows(request: OperatorRequest, fields: URLSearchParams): Promise<PageBody> {
  const text = (fields.get('text') ?? '').slice(0, MAX_TEXT);
  return render(request, { id: idIn(request), text, only: 'all', page: 1 });
}

/** Returns all rows of a file, or all that were not paid, as a CSV file. */
export async function sendRows(request: OperatorRequest): Promise<Response> {
  const { parts, context } = request;
  const id = idIn(request);
  const only = onlyIn(request);
  const filter = { text: '', only, sort: 'status' } as const;
  const table = await parts.useCases.tabulateFileRows(id, filter, parts.clock());
  if (table === undefined) throw new RecordMissing('noFile');
  await recordView(request, id, { only, download: true });
  return csvFile(context, `payments-${id}`, table);
}

function onlyIn({ context }: OperatorRequest): Shown['only'] {
  return context.req.query('only') === 'notPaid' ? 'notPaid' : 'all';
}

async function render(request: OperatorRequest, shown: Shown): Promise<PageBody> {
  const { parts } = request;
  const { id, text, only, page } = shown;
  const skip = (page - 1) * ON_PAGE;
  const search = { text, only, sort: 'status', skip, limit: ON_PAGE } as const;
  const found = await parts.useCases.searchFileRows(id, search, parts.clock());
  if (found === undefined) throw new RecordMissing('noFile');
  await recordView(request, id, { only, page, searched: text !== '' });
  const path = rowsPath(id);
  const pages = Math.ceil(found.found / ON_PAGE);
  return (
    <ConsolePage request={request} title="Rows of a file">
      <p>
        <a href={paymentPath(id)}>The whole file</a>
      </p>
      <p>{`Of the whole file: ${formatCounts(found.counts).join(', ')}.`}</p>
      <ul class="pages">
        <Choice href={path} name="All rows" isShown={only === 'all' && text === ''} />
        <Choice
          href={`${path}?only=notPaid`}
          name="Only rows that were not paid"
          isShown={only === 'notPaid'}
        />
      </ul>
      <ConsoleForm request={request} action={path} button="Search the rows" isOther>
        <TextField
          id="text"
          value={text}
          maxlength={MAX_TEXT}
          label="Search the rows of this file"
          hint="A payee, a reference, an account or an amount"
        />
      </ConsoleForm>
      <h2>{formatCount(found.found, 'row')}</h2>
      <Rows id={id} page={page} found={found} />
      {text === '' ? (
        <>
          <PageLinks
            page={page}
            pages={pages}
            pathOf={(to) => `${path}?only=${only}&page=${String(to)}`}
            hasEnds
          />
          <p class="screen">
            <a href={`${path}/csv?only=${only}`} download>
              {`Download ${only === 'all' ? 'all rows' : 'the rows that were not paid'} (CSV)`}
            </a>
          </p>
        </>
      ) : null}
      {text !== '' && pages > 1 ? (
        <p class="quiet">{`Only the first ${formatNumber(ON_PAGE)} are shown. Search for more of the text.`}</p>
      ) : null}
    </ConsolePage>
  );
}

/** Records that the operator saw rows of a file. The searched text is not recorded. */
function recordView(
  request: OperatorRequest,
  subject: string,
  detail: Readonly<Record<string, string | number | boolean>>,
): Promise<void> {
  return request.parts.store.record(actOf(request), { action: 'fileViewed', subject, detail });
}

function Choice({ href, name, isShown }: { href: string; name: string; isShown: boolean }) {
  return <li>{isShown ? <span aria-current="page">{name}</span> : <a href={href}>{name}</a>}</li>;
}

function Rows({ id, page, found }: Pick<Shown, 'id' | 'page'> & { found: FileSearchResult }) {
  const { payments } = found;
  if (payments.length === 0) {
    return <p>{page === 1 ? 'No rows found.' : 'The list has no such page.'}</p>;
  }
  return (
    <Table
      caption={`Not paid first: ${rangeText(page, found)}`}
      columns={['Row', 'Payee', 'Amount']}
    >
      {payments.map((payment) => (
        <FileRow id={id} payment={payment} />
      ))}
    </Table>
  );
}

function FileRow({ id, payment }: { id: string; payment: FoundPayment }) {
  const { index, creditorName, creditor, reference, instrument, amountPence, status } = payment;
  return (
    <tr>
      <td>
        <a href={paymentPath(id, index + 1)}>{formatNumber(index + 1)}</a>
      </td>
      <th scope="row">
        <UserText text={userText(creditorName)} />
        <span class="hint">
          {formatAccount(creditor)}
          {reference === '' ? null : (
            <UserText text={richText`, reference ${userText(reference)}`} />
          )}
          {`, ${formatScheme(instrument)}`}
        </span>
        <span class={status.kind === 'notPaid' ? 'mark' : 'hint'}>{status.text}</span>
      </th>
      <td>{formatPounds(amountPence)}</td>
    </tr>
  );
}
