import { formatCount, formatMoment, formatMoney } from '../../../domain/messages/format.ts';
import { richText, userText } from '../../../domain/messages/rich-text.ts';
import {
  DAMAGED_SEARCH,
  searchDetail,
  type FoundByOperator,
  type MatchedPayment,
} from '../../../domain/records/operator-search.ts';
import { wordsOf } from '../../../domain/search/keys.ts';
import { MAX_QUERY_CHARACTERS } from '../../../domain/search/query-terms.ts';
import { addDays, londonInstant, type LocalDate } from '../../../shared/time.ts';
import { accountText } from '../../../use-cases/index.ts';
import type { PageBody } from '../../../web/components/layout.tsx';
import { UserText } from '../../../web/components/user-text.tsx';
import type { FormProblem } from '../../../web/problems.ts';
import { actOf, type OperatorRequest } from '../../console-context.ts';
import { csvResponse } from '../../csv.tsx';
import { ConsoleForm, ConsolePage } from '../../page.tsx';
import { paymentPath } from '../../paths.ts';
import { PAYMENT_COLUMNS } from '../lists.ts';

/** Path of the form that searches payments. */
export const SEARCH_PATH = '/payments';

/** Maximum number of payments that a search shows. */
const MAX_FOUND = 50;

/** Maximum number of payments in a download. */
const MAX_CSV_FOUND = 500;

/** Format of a day in the form, as browsers send it. */
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The fields of the form, as the operator filled them in. */
interface SearchFields {
  readonly text: string;
  /** First and last day in London. Empty for no limit. */
  readonly from: string;
  readonly to: string;
}

const EMPTY: SearchFields = { text: '', from: '', to: '' };

/** Renders the form that searches payments. */
export function showSearch(request: OperatorRequest): Promise<PageBody> {
  return Promise.resolve(<SearchPage request={request} fields={EMPTY} found={null} />);
}

/**
 * Searches payments, and renders those that were found. The ids of these payments are recorded in
 * the audit log before the page is shown. The searched text is not recorded.
 */
export async function submitSearch(
  request: OperatorRequest,
  submitted: URLSearchParams,
): Promise<PageBody | Response> {
  const { parts } = request;
  const fields: SearchFields = {
    text: (submitted.get('search') ?? '').trim(),
    from: submitted.get('first') ?? '',
    to: submitted.get('last') ?? '',
  };
  const problem = problemIn(fields);
  if (problem !== undefined) {
    const refused = { ...request, pageContext: { ...request.pageContext, problem } };
    return <SearchPage request={refused} fields={fields} found={null} />;
  }
  const { text, from, to } = fields;
  const isCsv = submitted.get('format') === 'csv';
  const query = {
    ...{ text, limit: isCsv ? MAX_CSV_FOUND : MAX_FOUND },
    from: from === '' ? null : londonInstant(from),
    before: to === '' ? null : londonInstant(addDays(to, 1)),
  };
  const found = await parts.useCases.findPayments(query, parts.clock());
  await parts.store.record(actOf(request), {
    action: 'paymentsSearched',
    subject: 'payments',
    detail: { ...searchDetail(found.payments), ...(isCsv && { download: true }) },
  });
  if (isCsv) return csvResponse(request, 'payments', PAYMENT_COLUMNS, found.payments);
  return <SearchPage {...{ request, fields, found }} />;
}

const TEXT_PROBLEM =
  `Enter a text of at most ${String(MAX_QUERY_CHARACTERS)} characters with a letter or a digit: an id, a ` +
  'reference, an account, an amount, or words of a name.';

function problemIn({ text, from, to }: SearchFields): FormProblem | undefined {
  if (text.length > MAX_QUERY_CHARACTERS || wordsOf(text).length === 0) {
    return { message: TEXT_PROBLEM, field: 'text' };
  }
  if (!isDay(from)) return { message: 'Enter the first day as 2026-03-02.', field: 'first' };
  if (!isDay(to)) return { message: 'Enter the last day as 2026-03-02.', field: 'last' };
  if (from === '' || to === '' || from <= to) return undefined;
  return { message: 'The last day is before the first day. Change one of them.', field: 'last' };
}

/** Returns true for an existing day, and for an empty field. */
function isDay(written: string): written is LocalDate {
  if (written === '') return true;
  const at = Date.parse(`${written}T00:00:00Z`);
  return DAY.test(written) && new Date(at).toISOString().startsWith(written);
}

interface SearchProperties {
  readonly request: OperatorRequest;
  readonly fields: SearchFields;
  /** Null before the search. */
  readonly found: FoundByOperator | null;
}

function SearchPage({ request, fields, found }: SearchProperties) {
  return (
    <ConsolePage request={request} title="Payments">
      <ConsoleForm request={request} action={SEARCH_PATH}>
        <div class="field">
          <label for="text">What to find</label>
          <span class="hint" id="text-hint">
            An end-to-end id, an instruction id, an id of a payment, consent or message, a UETR, a
            reference, an account, an amount, or words of a payee’s name
          </span>
          <input
            id="text"
            name="search"
            type="text"
            value={fields.text}
            maxlength={MAX_QUERY_CHARACTERS}
            autocomplete="off"
            aria-describedby="text-hint"
          />
        </div>
        <div class="field">
          <label for="first">First day of consent (optional)</label>
          <input id="first" name="first" type="date" value={fields.from} />
        </div>
        <div class="field">
          <label for="last">Last day of consent (optional)</label>
          <input id="last" name="last" type="date" value={fields.to} />
        </div>
        <p class="actions">
          <button>Find payments</button>{' '}
          <button class="other" name="format" value="csv">
            Download as CSV
          </button>
        </p>
      </ConsoleForm>
      {found === null ? null : <Found found={found} />}
    </ConsolePage>
  );
}

function Found({ found }: { readonly found: FoundByOperator }) {
  const { payments, isComplete, isDamaged } = found;
  return (
    <section aria-labelledby="found">
      <h2 id="found">{`${formatCount(payments.length, 'payment')} found`}</h2>
      {isDamaged ? <p class="mark">{DAMAGED_SEARCH}</p> : null}
      {isComplete || isDamaged ? null : (
        <p class="mark">There may be more payments. Enter more of the text, or limit the days.</p>
      )}
      {payments.length === 0 ? (
        <p>
          Nothing was found. Enter whole ids, accounts and amounts. The days are those on which the
          TPP created the consent (VRP: submitted the payment), not those of execution.
        </p>
      ) : (
        <table>
          <caption>Newest first</caption>
          <thead>
            <tr>
              <th scope="col">Payment</th>
              <th scope="col">Amount</th>
            </tr>
          </thead>
          <tbody>
            {payments.map((payment) => (
              <FoundRow payment={payment} />
            ))}
          </tbody>
        </table>
      )}
      <p class="quiet">{formatIndexed(found)}</p>
    </section>
  );
}

function formatIndexed({ indexedTo, notIndexed }: FoundByOperator): string {
  const index =
    indexedTo === null
      ? 'The index is empty.'
      : `The index is complete up to ${formatMoment(indexedTo)}.`;
  if (notIndexed === 0) return index;
  const newer = formatCount(notIndexed, 'entry', 'entries');
  return `${index} ${newer} of the audit log are not in the index yet. The newest were searched too.`;
}

function idOf({ paymentId, consentId }: MatchedPayment): string {
  return paymentId ?? consentId;
}

function FoundRow({ payment }: { readonly payment: MatchedPayment }) {
  const { creditorName, paymentType, payments, row, amount, status, at } = payment;
  const account = payment.creditorAccount;
  const facts = [
    ['account', account === null ? null : accountText(account)],
    ['reference', payment.reference],
    ['end-to-end id', payment.endToEndIdentification],
    ['instruction id', payment.instructionIdentification],
    ['from account', payment.debtorAccount && accountText(payment.debtorAccount)],
    ['scheme', payment.instrument],
    ['TPP client', payment.clientId],
  ] as const;
  const shown = facts.filter(([, value]) => value !== null);
  const file = row === null ? '' : `, row ${String(row)}`;
  return (
    <tr>
      <th scope="row">
        <a href={paymentPath(idOf(payment), row)}>
          {creditorName === null ? (
            `${paymentType}, ${formatCount(payments, 'payment')}`
          ) : (
            <UserText text={userText(creditorName)} />
          )}
        </a>
        <span class="hint">{`${formatMoment(at)}, ${paymentType} ${idOf(payment)}${file}`}</span>
        <span class="hint">
          {shown.map(([label, value], index) => (
            <UserText
              text={richText`${index === 0 ? '' : ', '}${label} ${userText(String(value))}`}
            />
          ))}
        </span>
      </th>
      <td>
        {amount === null ? 'Not fixed' : formatMoney(amount.minor, amount.currency)}
        <span class="hint wrapped">{status}</span>
      </td>
    </tr>
  );
}
