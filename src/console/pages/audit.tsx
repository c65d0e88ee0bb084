import { AUDIT_ACTIONS, formatAuditAction } from '../../domain/messages/audit-text.ts';
import { formatNumber } from '../../domain/messages/format.ts';
import { richText, userText } from '../../domain/messages/rich-text.ts';
import type { AuditListQuery } from '../../domain/records/audit-listing.ts';
import { auditDetail, type StoredAuditEntry } from '../../domain/records/audit.ts';
import { formatInstant, formatLondon } from '../../shared/time.ts';
import { SelectField, Submit, TextField } from '../../web/components/fields.tsx';
import type { PageBody } from '../../web/components/layout.tsx';
import { ListLinks } from '../../web/components/table.tsx';
import { UserText } from '../../web/components/user-text.tsx';
import type { OperatorRequest } from '../console-context.ts';
import { csvResponse, CsvLink } from '../csv.tsx';
import { ConsolePage } from '../page.tsx';
import { auditSubjectPath } from '../paths.ts';
import { recordListDownload } from './overview/list-parts.ts';
import { AUDIT_COLUMNS, MAX_CSV_ROWS } from './lists.ts';

const PATH = '/audit';

/** Number of entries on a page. */
const ON_PAGE = 100;

/** The actions in the order of their texts. */
const ACTIONS_BY_TEXT = Object.entries(AUDIT_ACTIONS).sort(([, one], [, other]) =>
  one.localeCompare(other, 'en-GB'),
);

/** Maximum length of an id to search for, in characters. */
const MAX_SUBJECT = 128;

/**
 * Renders the audit log, newest entries first. The query `?subject=&action=&before=` selects
 * entries about an id, of an action, and before a sequence number.
 */
export async function showAudit(request: OperatorRequest): Promise<PageBody> {
  const query = queryIn(request, ON_PAGE);
  const { entries, isComplete, nextBefore } = await request.parts.useCases.listAudit(query);
  return (
    <ConsolePage request={request} title="Audit log">
      <Filter query={query} />
      {isComplete ? null : (
        <p class="quiet">
          Old entries about this id were not all searched. See: <code>npx pisctl audit list</code>
        </p>
      )}
      {entries.length === 0 ? <p class="headline">No entries found here.</p> : null}
      <ol class="entries">
        {entries.map((entry) => (
          <Entry entry={entry} />
        ))}
      </ol>
      <ListLinks
        links={{
          Newest: query.before === null ? null : pathOf(query, null),
          Earlier: nextBefore === null ? null : pathOf(query, nextBefore),
        }}
      />
      <CsvLink
        path={`${PATH}/csv?${fieldsOf(query, query.before)}`}
        text={`Download these and earlier entries as CSV, at most ${formatNumber(MAX_CSV_ROWS)}`}
      />
    </ConsolePage>
  );
}

/** Returns the entries that the query selects, newest first, at most `MAX_CSV_ROWS`, as CSV. */
export async function sendAudit(request: OperatorRequest): Promise<Response> {
  const query = queryIn(request, MAX_CSV_ROWS);
  const { entries } = await request.parts.useCases.listAudit(query);
  const { subject, action } = query;
  await recordListDownload(request, 'audit', { subject, action, shown: entries.length });
  return csvResponse(request, 'audit', AUDIT_COLUMNS, entries);
}

function queryIn({ context }: OperatorRequest, limit: number): AuditListQuery {
  const { subject = '', action = '', before = '' } = context.req.query();
  return {
    limit,
    subject: subject.trim() === '' ? null : subject.trim().slice(0, MAX_SUBJECT),
    action: Object.hasOwn(AUDIT_ACTIONS, action) ? action : null,
    before: /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null,
  };
}

function Filter({ query }: { readonly query: AuditListQuery }) {
  return (
    <form method="get" action={PATH}>
      <TextField
        id="subject"
        label="Id"
        value={query.subject ?? ''}
        maxlength={MAX_SUBJECT}
        hint="Of a payment, consent, user, client, scheme or operator. Do not enter names or accounts here."
      />
      <SelectField
        id="action"
        label="Action"
        selected={query.action}
        options={[['', 'All actions'], ...ACTIONS_BY_TEXT]}
      />
      <Submit isOther>Show</Submit>
    </form>
  );
}

function Entry({ entry }: { readonly entry: StoredAuditEntry }) {
  const { sequence, at, action, subject, by } = entry;
  const detail = detailText(entry);
  const address = by.address === null ? '' : ` from ${by.address}`;
  return (
    <li>
      <span class="hint">
        {`${formatNumber(sequence)}, `}
        <time datetime={formatInstant(at)}>{formatLondon(at)}</time>
        {', '}
        <UserText text={richText`${by.kind} ${userText(by.id)}${address}`} />
      </span>
      {`${formatAuditAction(action)}: `}
      <a href={auditSubjectPath(subject)}>
        <UserText text={userText(subject)} />
      </a>
      {detail === '' ? null : (
        <span class="hint">
          <UserText text={userText(detail)} />
        </span>
      )}
    </li>
  );
}

/** Returns the details of an entry as text, for example `step: book, batch: 0`. */
function detailText(entry: StoredAuditEntry): string {
  return Object.entries(auditDetail(entry))
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

function pathOf(query: AuditListQuery, before: number | null): string {
  return `${PATH}?${fieldsOf(query, before)}`;
}

function fieldsOf({ subject, action }: AuditListQuery, before: number | null): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries({ subject, action, before })) {
    if (value !== null) fields.set(name, String(value));
  }
  return fields.toString();
}
