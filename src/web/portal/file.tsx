import type { PaymentFilter } from '../../domain/ports/file-search.ts';
import { formatCount } from '../../domain/messages/format.ts';
import { formatNews } from '../../use-cases/index.ts';
import { Submit, TextField } from '../components/fields.tsx';
import type { PageBody } from '../components/layout.tsx';
import { csvFile, MAX_TEXT, ON_PAGE, pageIn, rangeText } from '../file-list.ts';
import { PageLinks, PaymentTable } from '../journey/pages/payments.tsx';
import { PortalPage } from './page.tsx';
import type { SignedInRequest } from './portal-context.ts';
import { formatCounts } from './payment.tsx';
import { receiptPath } from './receipt.tsx';

const SORTS = {
  place: 'As in the file',
  amount: 'Largest first',
  payee: 'By payee',
  status: 'Not paid first',
} as const satisfies Record<PaymentFilter['sort'], string>;

const ONLY = {
  all: 'All',
  changed: 'Changed since the last file: new payees, and new accounts of payees',
  notPaid: 'Not paid: returned, or never debited',
} as const satisfies Record<PaymentFilter['only'], string>;

interface FileQuery extends Omit<PaymentFilter, 'statuses' | 'earlier'> {
  /** Page number, from 1. */
  readonly page: number;
}

/**
 * Renders the payments of a file. The query filters and sorts them, for example
 * `?text=fresco&only=notPaid&sort=amount&page=2`.
 */
export async function showFile(request: SignedInRequest): Promise<PageBody | undefined> {
  const { parts, context, user, pageContext } = request;
  const id = context.req.param('id') ?? '';
  const { page, ...filter } = fileQueryOf(request);
  const search = { ...filter, skip: (page - 1) * ON_PAGE, limit: ON_PAGE };
  const found = await parts.useCases.searchCustomerFile(id, user, search, parts.clock());
  if (found === undefined) return undefined;
  const query = { ...filter, page };
  const path = `/my/payments/${id}`;
  return (
    <PortalPage pageContext={pageContext} title="All payments of the file">
      <p class="screen">
        <a href={path}>Back to the payment</a>
      </p>
      <form method="get" action={`${path}/all`}>
        <TextField
          id="text"
          value={query.text}
          maxlength={MAX_TEXT}
          label="Search"
          hint="A payee, a reference, an account or an amount"
        />
        <Choice legend="Which" name="only" choices={ONLY} chosen={query.only} />
        <Choice legend="Order" name="sort" choices={SORTS} chosen={query.sort} />
        <Submit>Show</Submit>
      </form>
      <h2>{formatCount(found.found, 'payment')}</h2>
      <p>{`Of the whole file: ${formatCounts(found.counts).join(', ')}.`}</p>
      <p>{`${formatNews(found.news, found.since).join(', ')}.`}</p>
      {found.payments.length === 0 ? (
        <p>No payments found. Try a part of a word or of a number.</p>
      ) : (
        <PaymentTable
          caption={`${SORTS[query.sort]}: ${rangeText(query.page, found)}`}
          payments={found.payments}
          receiptOf={receiptPath.bind(null, id)}
        />
      )}
      {user.mayUploadFiles && found.found > 0 ? (
        <p class="screen">
          <a href={`${path}/csv?${queryOf({ ...query, page: 1 })}`} download>
            {`Download ${found.found === 1 ? 'it' : 'them all'} as a table (CSV)`}
          </a>
        </p>
      ) : null}
      <PageLinks
        page={query.page}
        pages={Math.ceil(found.found / ON_PAGE)}
        pathOf={(page) => `${path}/all?${queryOf({ ...query, page })}`}
      />
    </PortalPage>
  );
}

/** Returns all payments that match the filter as a CSV file. */
export async function sendFile(request: SignedInRequest): Promise<Response | undefined> {
  const { parts, context, user } = request;
  const id = context.req.param('id') ?? '';
  const { text, only, sort } = fileQueryOf(request);
  const filter = { text, only, sort };
  const table = await parts.useCases.tabulateCustomerFile(id, user, filter, parts.clock());
  return table && csvFile(context, `payments-${id}`, table);
}

function fileQueryOf({ context }: SignedInRequest): FileQuery {
  const { text = '', only = '', sort = '' } = context.req.query();
  return {
    text: text.slice(0, MAX_TEXT),
    only: isNameIn(ONLY, only) ? only : 'all',
    sort: isNameIn(SORTS, sort) ? sort : 'place',
    page: pageIn(context),
  };
}

function isNameIn<Names extends object>(names: Names, name: PropertyKey): name is keyof Names {
  return Object.hasOwn(names, name);
}

interface ChoiceProperties {
  readonly legend: string;
  readonly name: string;
  readonly choices: Readonly<Record<string, string>>;
  readonly chosen: string;
}

function Choice({ legend, name, choices, chosen }: ChoiceProperties) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {Object.entries(choices).map(([value, text]) => (
        <label class="choice">
          <input type="radio" name={name} value={value} checked={value === chosen} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

function queryOf({ page, ...filter }: FileQuery): string {
  return new URLSearchParams({ ...filter, page: String(page) }).toString();
}
