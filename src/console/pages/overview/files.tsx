import {
  accountText,
  formatCount,
  formatMoment,
  formatNumber,
  formatPounds,
} from '../../../domain/messages/format.ts';
import { richText, userText } from '../../../domain/messages/rich-text.ts';
import { placeText } from '../../../domain/records/list-place.ts';
import {
  FILE_STATE_NAMES,
  FILE_STATES,
  type FileQuery,
  type ListedFile,
} from '../../../domain/records/listed-file.ts';
import { SelectField, Submit, TextField } from '../../../web/components/fields.tsx';
import type { PageBody } from '../../../web/components/layout.tsx';
import { ListLinks, Table } from '../../../web/components/table.tsx';
import { UserText } from '../../../web/components/user-text.tsx';
import type { OperatorRequest } from '../../console-context.ts';
import { CsvLink } from '../../csv.tsx';
import { ConsolePage } from '../../page.tsx';
import { csvPath, FILES_PATH, filesPath, paymentPath, rowsPath } from '../../paths.ts';
import { afterIn, dayIn, listLinks, recordListView } from './list-parts.ts';

/** Renders the submitted files, newest first. `?day=&status=&after=` selects some of them. */
export async function showFiles(request: OperatorRequest): Promise<PageBody> {
  const query = fileQueryIn(request);
  const { files, next } = await request.parts.useCases.listFiles(query);
  const { day, state: status, after } = query;
  await recordListView(request, 'files', {
    day,
    status,
    shown: files.length,
    after: after && placeText(after),
  });
  return (
    <ConsolePage request={request} title="Files">
      <p>Files that TPPs submitted for payment. A file whose consent waits is not listed.</p>
      <Filter query={query} />
      {files.length === 0 ? (
        <p class="headline">No files found here.</p>
      ) : (
        <Table
          caption={`Newest first: ${formatCount(files.length, 'file')}`}
          columns={['File', 'Total']}
        >
          {files.map((file) => (
            <FileRow file={file} />
          ))}
        </Table>
      )}
      <ListLinks
        links={listLinks((place) => filesPath({ day, status, after: place }), after, next)}
      />
      <CsvLink path={csvPath(filesPath({ day, status }))} />
    </ConsolePage>
  );
}

/** Returns the selection of files in the query of an address. */
export function fileQueryIn(request: OperatorRequest): FileQuery {
  const status = request.context.req.query('status');
  return {
    day: dayIn(request),
    state: FILE_STATE_NAMES.find((state) => state === status) ?? null,
    after: afterIn(request),
  };
}

function Filter({ query }: { readonly query: FileQuery }) {
  return (
    <form method="get" action={FILES_PATH}>
      <TextField
        id="day"
        type="date"
        value={query.day ?? ''}
        label="Day of submission in London (optional)"
      />
      <SelectField
        id="status"
        label="Status"
        selected={query.state}
        options={[['', 'All'], ...Object.entries(FILE_STATES)]}
      />
      <Submit isOther>Show</Submit>
    </form>
  );
}

function FileRow({ file }: { readonly file: ListedFile }) {
  const { id, createdAt, clientId, debtorAccount, kind, totalPence, state, reason } = file;
  const from = debtorAccount === null ? 'accounts in the file' : accountText(debtorAccount);
  const counts = [`${formatNumber(file.paid)} paid`, `${formatNumber(file.failed)} failed`];
  return (
    <tr>
      <th scope="row">
        <a href={paymentPath(id)}>{id}</a>
        <span class="hint">
          <UserText
            text={richText`${formatMoment(createdAt)}, ${kind}, from ${userText(from)}, through ${userText(clientId)}`}
          />
        </span>
        <span class="hint">
          <a href={rowsPath(id)}>{formatCount(file.payments, 'payment')}</a>
          {`: ${[...counts, `${formatNumber(file.open)} open`].join(', ')}`}
        </span>
      </th>
      <td>
        {formatPounds(totalPence)}
        <span class={state === 'notPaid' || state === 'partlyPaid' ? 'mark' : 'hint wrapped'}>
          {`${FILE_STATES[state]}${reason === null ? '' : ` (${reason})`}`}
        </span>
      </td>
    </tr>
  );
}
