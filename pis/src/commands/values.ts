import { readAccount, type Account } from '../fields/accounts.ts';
import { decimalSignOf, isAmbiguousAmount, readAmount } from '../fields/amounts.ts';
import { isoDateOf } from '../fields/dates.ts';
import type { Read } from '../fields/result.ts';
import { readText, shown } from '../fields/texts.ts';
import { PisError } from '../rows/model.ts';
import { exitCodes } from '../exit-codes.ts';

/** Reads the value of an option. Throws a PisError that names the option. */
export function valueOf<Value>(
  flag: string,
  text: string,
  read: (text: string) => Read<Value>,
): Value {
  const found = read(text);
  if ('value' in found) return found.value;
  const { expected, remedy } = found.problem;
  throw wrongValue(flag, text, `${expected}. ${remedy}`);
}

/** Reads an account: 14 digits or a British IBAN. */
export function accountOf(flag: string, text: string): Account {
  return valueOf(flag, text, readAccount);
}

/** Reads a text that must not be empty. */
export function textOf(flag: string, text: string, max: number): string {
  const value = valueOf(flag, text, (found) => readText(found, max));
  if (value !== '') return value;
  throw wrongValue(flag, text, `a text of 1 to ${String(max)} characters.`);
}

/** Reads an amount in pounds. Returns pence. */
export function penceOf(flag: string, text: string): number {
  const found = isAmbiguousAmount(text) ? undefined : readAmount(text, decimalSignOf(text) ?? '.');
  if (found !== undefined && 'value' in found) return found.value;
  throw wrongValue(flag, text, 'an amount in pounds above zero, for example 1250.00.');
}

/** Reads a day that is not in the past. */
export function dayOf(flag: string, text: string, today: string): string {
  const date = isoDateOf(text, 'ymd');
  if (date !== undefined && date >= today) return date;
  throw wrongValue(flag, text, `a day from ${today} on, for example 2026-12-31.`);
}

/** Returns the error for an option with a wrong value. */
export function wrongValue(flag: string, text: string, expected: string): PisError {
  return new PisError(`${flag}: found "${shown(text)}". Expected ${expected}`, exitCodes.wrongUse);
}
