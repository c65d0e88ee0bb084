import {
  digitsOfAccount,
  readAccount,
  readAccountNumber,
  readIban,
  readSortCode,
  sortCodeAccount,
  type Account,
  type Padded,
} from '../fields/accounts.ts';
import type { Read } from '../fields/result.ts';
import type { Field, SourceRow } from './model.ts';
import type { Table } from './table.ts';

/** The columns that may name an account. */
export interface AccountColumns {
  readonly account: Field;
  readonly iban?: Field;
  readonly sortCode: Field;
  readonly number: Field;
}

/** Receives the results of reading cells. */
export interface CellReports {
  /** Returns the value of a cell, or reports its problem. */
  readonly take: <Value>(row: SourceRow, field: Field, read: Read<Value>) => Value | undefined;
  /** Reports that zeros were added to a number. */
  readonly padded: (row: SourceRow, field: Field, digits: string) => void;
  /** Reports that two columns name different accounts. */
  readonly contradiction: (row: SourceRow, field: Field) => void;
}

/** The account of a row, and true if a column names one, valid or not. */
export interface RowAccount {
  readonly account?: Account;
  readonly isNamed: boolean;
}

/** Reads the account of a row from its columns, which must agree. */
export function accountOf(
  table: Table,
  row: SourceRow,
  columns: AccountColumns,
  { pad, reports }: { readonly pad: boolean; readonly reports: CellReports },
): RowAccount {
  const found: { readonly field: Field; readonly account: Account | undefined }[] = [];
  const { iban, account, sortCode, number } = columns;
  const ibanText = iban === undefined ? '' : table.text(row, iban);
  if (iban !== undefined && ibanText !== '') {
    found.push({ field: iban, account: reports.take(row, iban, readIban(ibanText)) });
  }
  const text = table.text(row, account);
  if (text !== '' && !isNumberOnly(table, text, columns)) {
    found.push({ field: account, account: reports.take(row, account, readAccount(text)) });
  }
  const numberField = isNumberOnly(table, text, columns) ? account : number;
  const parts = [table.text(row, sortCode), table.text(row, numberField)] as const;
  if (parts.some((part) => part !== '')) {
    const padded = (field: Field, read: Read<Padded>): string | undefined => {
      const value = reports.take(row, field, read);
      if (value?.isPadded === true) reports.padded(row, field, value.digits);
      return value?.digits;
    };
    const code = padded(sortCode, readSortCode(parts[0], pad));
    const digits = padded(numberField, readAccountNumber(parts[1], pad));
    const whole = code === undefined || digits === undefined ? undefined : code + digits;
    found.push({
      field: numberField,
      account: whole === undefined ? undefined : sortCodeAccount(whole),
    });
  }
  return agreed(row, found, reports);
}

/** Returns true if the column of the account contains only the account number. */
function isNumberOnly(table: Table, text: string, { sortCode, number }: AccountColumns): boolean {
  return text !== '' && table.has(sortCode) && !table.has(number) && !/^[a-z]{2}/iu.test(text);
}

function agreed(
  row: SourceRow,
  found: readonly { readonly field: Field; readonly account: Account | undefined }[],
  { contradiction }: CellReports,
): RowAccount {
  const [first, ...others] = found;
  if (first === undefined) return { isNamed: false };
  if (first.account === undefined || others.some(({ account }) => account === undefined)) {
    return { isNamed: true };
  }
  const digits = digitsOfAccount(first.account);
  const other = others.find(
    ({ account }) => account !== undefined && digitsOfAccount(account) !== digits,
  );
  if (other === undefined) return { account: first.account, isNamed: true };
  contradiction(row, other.field);
  return { isNamed: true };
}
