import {
  accountText,
  formatScheme,
  formatCount,
  formatMoment,
  formatMoney,
} from '../../../domain/messages/format.ts';
import { richText, userText } from '../../../domain/messages/rich-text.ts';
import {
  DAMAGED_SEARCH,
  searchDetail,
  type FoundByOperator,
  type MatchedPayment,
} from '../../../domain/records/operator-search.ts';
import { wordsOf } from '../../../domain/search/keys.ts';
import { MAX_QUERY_CHARACTERS } from '../../../domain/search/query-terms.ts';
import { addDays, isDate, londonInstant, type LocalDate } from '../../../shared/time.ts';
import { TextField } from '../../../web/components/fields.tsx';
import type { PageBody } from '../../../web/components/layout.tsx';
import { Section } from '../../../web/components/section.tsx';
import { Table } from '../../../web/components/table.tsx';
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
    text,
    limit: isCsv ? MAX_CSV_FOUND : MAX_FOUND,
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
  return <SearchPage request={request} fields={fields} found={found} />;
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
  return written === '' || isDate(written);
}

const SEARCH_HINT =
  'An end-to-end id, an instruction id, an id of a payment, consent or message, a UETR, a ' +
  'reference, an account, an amount, or words of a payee’s name';

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
        <TextField
          id="text"
          name="search"
          label="What to find"
          hint={SEARCH_HINT}
          value={fields.text}
          maxlength={MAX_QUERY_CHARACTERS}
        />
        <TextField
          id="first"
          type="date"
          value={fields.from}
          label="First day of consent (optional)"
        />
        <TextField id="last" type="date" value={fields.to} label="Last day of consent (optional)" />
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
    <Section id="found" title={`${formatCount(payments.length, 'payment')} found`}>
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
        <Table caption="Newest first" columns={['Payment', 'Amount']}>
          {payments.map((payment) => (
            <FoundRow payment={payment} />
          ))}
        </Table>
      )}
      <p class="quiet">{formatIndexed(found)}</p>
    </Section>
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
  const { creditorName, paymentTypeText, payments, row, amount, status, at } = payment;
  const account = payment.creditorAccount;
  const facts = [
    ['account', account === null ? null : accountText(account)],
    ['reference', payment.reference],
    ['end-to-end id', payment.endToEndIdentification],
    ['instruction id', payment.instructionIdentification],
    ['from account', payment.debtorAccount && accountText(payment.debtorAccount)],
    ['scheme', payment.instrument && formatScheme(payment.instrument)],
    ['TPP client', payment.clientId],
  ] as const;
  const shown = facts.filter(([, value]) => value !== null);
  const file = row === null ? '' : `, row ${String(row)}`;
  return (
    <tr>
      <th scope="row">
        <a href={paymentPath(idOf(payment), row)}>
          {creditorName === null ? (
            `${paymentTypeText}, ${formatCount(payments, 'payment')}`
          ) : (
            <UserText text={userText(creditorName)} />
          )}
        </a>
        <span class="hint">{`${formatMoment(at)}, ${paymentTypeText} ${idOf(payment)}${file}`}</span>
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
