import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { Pence } from '../../shared/money.ts';
import { addDays, formatInstant, londonInstant, type LocalDate } from '../../shared/time.ts';
import { element } from '../../shared/xml.ts';
import type { StatementHeader } from '../report.ts';
import { accountElement, amountElement, messageBegin } from './entries.ts';

const ROOT = 'BkToCstmrStmt';

/** The day of an account, in London, with its booked balances. */
export interface AccountDay {
  readonly account: AccountNumber;
  readonly date: LocalDate;
  readonly openingPence: Pence;
  readonly closingPence: Pence;
}

/** Returns the beginning of a camt.053.001.08, up to the entries of its only statement. */
export function camt053Begin(
  { account, date, openingPence, closingPence }: AccountDay,
  header: StatementHeader,
): string {
  const until = londonInstant(addDays(date, 1)) - 1;
  const balance = (code: string, pence: Pence): string =>
    element(
      'Bal',
      element('Tp', element('CdOrPrtry', element('Cd', code))) +
        amountElement('Amt', pence) +
        element('Dt', element('Dt', date)),
    );
  return (
    messageBegin('camt.053.001.08', ROOT, header) +
    `<Stmt>${element('Id', `${account}.${date}`)}` +
    element('CreDtTm', formatInstant(header.createdAt)) +
    element(
      'FrToDt',
      element('FrDtTm', formatInstant(londonInstant(date))) +
        element('ToDtTm', formatInstant(until)),
    ) +
    accountElement(account) +
    balance('OPBD', openingPence) +
    balance('CLBD', closingPence)
  );
}

export const CAMT053_END = `</Stmt></${ROOT}></Document>`;
