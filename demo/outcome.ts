import { expectDefined } from '../src/shared/assert.ts';
import { displayAmount, type Pence } from '../src/shared/money.ts';
import { expect, expectEqual } from './expect.ts';
import {
  DEBIT_REFERENCE,
  DEBTOR_ACCOUNT,
  OPENING_PENCE,
  REFUSED,
  type PaymentFile,
} from './payment-file.ts';
import type { Entry, PaymentState } from './reading.ts';
import { count, cut, left, right, wrap, type Screen } from './terminal.ts';

/** Meanings of the scheme's reason codes (ISO 20022, external status reasons). */
const MEANINGS: Readonly<Record<string, string>> = {
  AC01: 'no such account',
  AC04: 'account closed',
  AC06: 'account blocked',
};

/**
 * Number of columns for an amount. The second value is the number of columns for the text before
 * it.
 */
const AMOUNT = 16;
const BEFORE_AMOUNT = 58;

/** Shows how the bank debits the file, and why. Both are read from the report. */
export function showClassification(screen: Screen, report: string): void {
  screen.heading('How the bank debits it');
  const [, kind = '', reason = ''] = /<AddtlInf>(BULK|BATCH): ([^<]*)</.exec(report) ?? [];
  expectEqual('The classification', kind, 'BULK');
  screen.line(`${screen.style(['bold', 'green'], kind)}  ${reason}`);
  screen.line();
  screen.paragraph('The bank makes one debit of the total, whatever the number of payments.');
}

/**
 * Shows the statement and checks its sums. There must be one debit of the total and one return for
 * each refused credit, and nothing may be left over (rules, 13.4).
 */
export function showBooks(
  screen: Screen,
  file: PaymentFile,
  books: {
    readonly statement: { readonly balancePence: Pence; readonly entries: readonly Entry[] };
    readonly states: readonly PaymentState[];
  },
): void {
  const { balancePence, entries } = books.statement;
  const debits = entries.filter(({ kind }) => kind === 'debit');
  const returns = entries.filter(({ kind }) => kind === 'returned-credit');
  const settled = books.states.filter(({ detail }) => detail === 'ACSC');
  const [debit] = debits;
  expect(debits.length === 1 && debit !== undefined, 'A BULK file is debited once.');
  expectEqual('The debit', debit.amountPence, -file.totalPence);
  expectEqual('The reference of the debit', debit.reference, DEBIT_REFERENCE);
  expectEqual('The number of returned credits', returns.length, REFUSED.size);

  screen.heading('The books');
  screen.paragraph(`The statement of ${DEBTOR_ACCOUNT}, Northwind Components plc:`);
  screen.line();
  for (const entry of [debit, ...returns]) {
    const what = `${left(entry.reference, 31)} ${cut(entry.counterparty, 26)}`;
    showAmount(screen, what, entry.amountPence);
  }
  screen.line();
  const returnedPence = sum(returns.map(({ amountPence }) => amountPence));
  const settledPence = sum(
    settled.map(({ index }) => expectDefined(file.amountsPence[index], 'the amount of a payment')),
  );
  screen.paragraph('Does every penny add up?');
  screen.line();
  showAmount(screen, 'debited, once', debit.amountPence);
  showAmount(screen, `returned, ${count(returns.length)} credits`, returnedPence);
  showAmount(screen, `settled, ${count(settled.length)} credits`, settledPence);
  screen.line(' '.repeat(BEFORE_AMOUNT + 1) + '─'.repeat(AMOUNT));
  const leftOver = debit.amountPence + returnedPence + settledPence;
  expectEqual('What is left of the debit, in pence', leftOver, 0);
  showAmount(screen, 'left over', leftOver, 'green');
  expectEqual('The balance', balancePence, OPENING_PENCE + debit.amountPence + returnedPence);
}

/** Shows the pacs.002 report, indented and with its group status highlighted. */
export function showReport(screen: Screen, report: string): void {
  screen.heading('The report: pacs.002, group status only');
  for (const line of prettyXml(report)) {
    const isStatus = line.includes('<GrpSts>');
    screen.line(isStatus ? screen.style(['bold', 'yellow'], line) : screen.style('dim', line));
  }
  screen.line();
  screen.paragraph('PART: some credits were rejected, and all others are complete.');
}

/** Shows the rejected payments. The report does not list them, only payment-details does. */
export function showRefused(
  screen: Screen,
  file: PaymentFile,
  states: readonly PaymentState[],
): void {
  screen.heading('The payments that did not arrive');
  expectEqual('The number of statuses', states.length, file.amountsPence.length);
  const refused = states.filter(({ status }) => status === 'Rejected');
  expectEqual(
    'The rejected payments',
    refused.map(({ index, detail }) => [index, detail]),
    [...REFUSED],
  );
  const settled = states.filter(({ status }) => status === 'AcceptedCreditSettlementCompleted');
  expectEqual('The number of settled payments', settled.length, states.length - refused.length);

  const row = (cells: readonly [string, string, string, string]): string => {
    const [payment, creditor, amount, status] = cells;
    return `${right(payment, 7)}  ${left(creditor, 26)} ${right(amount, 8)}  ${status}`;
  };
  screen.line(screen.style('dim', row(['payment', 'creditor', 'amount', 'status'])));
  for (const { index, status, detail } of refused) {
    const creditor = cut(expectDefined(file.creditors[index], 'a creditor'), 26);
    const amount = displayAmount(expectDefined(file.amountsPence[index], 'an amount'));
    const reason = `${detail} ${MEANINGS[detail] ?? ''}`;
    const line = row([String(index), creditor, amount, screen.style('red', status)]);
    screen.line(`${line} ${reason}`);
  }
  const [payment, status] = [count(settled.length), 'AcceptedCreditSettlementCompleted'];
  screen.line(`${right(payment, 7)}  others: ${screen.style('green', status)}`);
}

function showAmount(screen: Screen, what: string, pence: Pence, colour?: 'green'): void {
  const amount = right(displayAmount(pence), AMOUNT);
  const shown = colour === undefined ? amount : screen.style(['bold', colour], amount);
  screen.line(`${left(what, BEFORE_AMOUNT)} ${shown}`);
}

/**
 * Returns the XML with one indented line per element. If a text is too long, it gets its own lines
 * below the tag.
 */
function prettyXml(xml: string): readonly string[] {
  const lines: string[] = [];
  let depth = 0;
  for (const [, closing = '', tag = '', text = ''] of xml.matchAll(/<(\/?)([^>]*)>([^<]*)/g)) {
    if (closing !== '') depth -= 1;
    const indent = '  '.repeat(depth);
    const last = lines.at(-1) ?? '';
    if (closing !== '' && last.startsWith(`${indent}<${tag}`)) {
      lines[lines.length - 1] = `${last}</${tag}>`;
    } else {
      lines.push(`${indent}<${closing}${tag}>${text}`);
    }
    if (closing === '' && !tag.startsWith('?')) depth += 1;
  }
  return lines.flatMap(foldLine);
}

/** Number of columns of a line of the report. */
const XML_COLUMNS = 76;

function foldLine(line: string): readonly string[] {
  if (line.length <= XML_COLUMNS) return [line];
  const [, indent = '', open = '', text = '', close = ''] =
    /^( *)(<[^>]*>)([^<]*)(.*)$/.exec(line) ?? [];
  const inner = `${indent}  `;
  const folded = wrap(text, XML_COLUMNS - inner.length).map((part) => inner + part);
  return [indent + open, ...folded, indent + close];
}

function sum(amounts: readonly Pence[]): Pence {
  return amounts.reduce((total, pence) => total + pence, 0);
}
