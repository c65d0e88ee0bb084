import type { FoundPayments, SearchRequest } from '../../domain/ports/files.ts';
import { countInWords, numberInWords } from '../../domain/words/words.ts';
import type { PageBody } from '../layout.tsx';
import { PaymentTable } from '../pages/payments.tsx';
import { OwnPage } from './frame.tsx';
import type { Own, OwnScene } from './own.ts';

/** Payments of a file on one page. */
const ON_PAGE = 200;
/** The longest text that is sought. */
const MAX_TEXT = 64;
/** More pages than any file has. */
const MAX_PAGE = 100_000;

const SORTS = {
  place: 'As in the file',
  amount: 'Largest first',
  payee: 'By payee',
} as const satisfies Record<SearchRequest['sort'], string>;

interface Asked extends Pick<SearchRequest, 'text' | 'sort'> {
  /** From 1 on. */
  readonly page: number;
}

/** `?text=fresco&sort=amount&page=2`: payments of a file; undefined where the payment is none. */
export async function showFile(own: Own): Promise<PageBody | undefined> {
  const { parts, context, user, scene } = own;
  const id = context.req.param('id') ?? '';
  const payment = await parts.store.findPaymentOfCustomer(id, user.customerId);
  const facts = payment && (await parts.store.findFile(payment.consentId));
  if (facts === undefined) return undefined;
  const asked = askedIn(own);
  const { text, sort, page } = asked;
  const request = { text, sort, skip: (page - 1) * ON_PAGE, limit: ON_PAGE };
  const found = await parts.workers.search(facts, request);
  return <FilePage {...{ scene, id, asked, found }} />;
}

function askedIn({ context }: Own): Asked {
  const { text = '', sort = '', page = '1' } = context.req.query();
  const number = Number(page);
  return {
    text: text.slice(0, MAX_TEXT),
    sort: isSort(sort) ? sort : 'place',
    page: Number.isInteger(number) ? Math.min(Math.max(number, 1), MAX_PAGE) : 1,
  };
}

function isSort(name: string): name is SearchRequest['sort'] {
  return Object.hasOwn(SORTS, name);
}

interface FileProperties {
  readonly scene: OwnScene;
  /** Of the payment. */
  readonly id: string;
  readonly asked: Asked;
  readonly found: FoundPayments;
}

function FilePage({ scene, id, asked, found }: FileProperties) {
  const path = `/my/payments/${id}`;
  return (
    <OwnPage scene={scene} title="All payments of the file">
      <p class="screen">
        <a href={path}>Back to the payment</a>
      </p>
      <form method="get" action={`${path}/all`}>
        <div class="field">
          <label for="text">Search</label>
          <span class="hint" id="text-hint">
            A payee, a reference, an account or an amount
          </span>
          <input
            id="text"
            name="text"
            type="text"
            value={asked.text}
            maxlength={MAX_TEXT}
            aria-describedby="text-hint"
          />
        </div>
        <fieldset>
          <legend>Order</legend>
          {Object.entries(SORTS).map(([name, words]) => (
            <label class="choice">
              <input type="radio" name="sort" value={name} checked={name === asked.sort} />
              <span>{words}</span>
            </label>
          ))}
        </fieldset>
        <p class="actions">
          <button>Show</button>
        </p>
      </form>
      <h2>{countInWords(found.found, 'payment')}</h2>
      {found.payments.length === 0 ? (
        <p>Nothing was found. Try a part of a word, or of the number.</p>
      ) : (
        <PaymentTable caption={captionOf(asked, found)} payments={found.payments} />
      )}
      <PagesOf {...{ path, asked }} pages={Math.ceil(found.found / ON_PAGE)} />
    </OwnPage>
  );
}

function captionOf({ page, sort }: Asked, { payments, found }: FoundPayments): string {
  const first = (page - 1) * ON_PAGE + 1;
  const range = `${numberInWords(first)} to ${numberInWords(first + payments.length - 1)}`;
  return `${SORTS[sort]}: ${range} of ${numberInWords(found)}`;
}

interface PagesProperties {
  readonly path: string;
  readonly asked: Asked;
  readonly pages: number;
}

function PagesOf({ path, asked: { text, sort, page }, pages }: PagesProperties) {
  if (pages <= 1) return null;
  const to = (number: number, label: string) => {
    const query = new URLSearchParams({ text, sort, page: String(number) });
    return (
      <li>
        <a href={`${path}/all?${query.toString()}`}>{label}</a>
      </li>
    );
  };
  return (
    <nav aria-label="Pages">
      <ul class="pages">
        {page > 1 ? to(page - 1, 'Previous') : null}
        <li>
          <span aria-current="page">{`Page ${numberInWords(page)} of ${numberInWords(pages)}`}</span>
        </li>
        {page < pages ? to(page + 1, 'Next') : null}
      </ul>
    </nav>
  );
}
