import { describe, valueAt } from '../contract/faults.ts';
import type { FaultList } from '../shared/errors.ts';
import { parseJson } from '../shared/json/json.ts';
import { canonicalDecimal } from '../shared/money.ts';
import { pathText, shorten } from '../shared/text.ts';

/** Field names and array indexes that lead to a JSON value. */
type Path = readonly (string | number)[];

/** A field whose two values differ, and both values as an error message quotes them. */
export interface Difference {
  readonly path: string;
  readonly consented: string;
  readonly submitted: string;
}

/**
 * Compares two JSON texts and returns the fields whose values differ. `path` is the position of
 * both texts in the request body. White space, the order of fields, and the spelling of strings and
 * numbers do not matter. Every digit of a number does matter.
 */
export function differencesOf(
  consented: string | undefined,
  submitted: string | undefined,
  path: Path,
): readonly Difference[] {
  if (consented === submitted) return [];
  return differ(valueOf(consented), valueOf(submitted), path);
}

/** A number in canonical decimal notation. A floating-point number could lose digits. */
class Decimal {
  readonly text: string;
  readonly digits: string;

  constructor(text: string) {
    this.text = text;
    this.digits = canonicalDecimal(text);
  }
}

function valueOf(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const parsed = parseJson(text, { number: (digits) => new Decimal(digits) });
  return 'value' in parsed ? parsed.value : text;
}

function differ(left: unknown, right: unknown, path: Path): readonly Difference[] {
  if (left === right) return [];
  if (left instanceof Decimal && right instanceof Decimal) {
    return left.digits === right.digits ? [] : [difference(left, right, path)];
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return Array.from({ length: Math.max(left.length, right.length) }, (_, index) =>
      differ(left[index], right[index], [...path, index]),
    ).flat();
  }
  if (isObject(left) && isObject(right)) {
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...names].flatMap((name) =>
      differ(valueAt(left, [name]), valueAt(right, [name]), [...path, name]),
    );
  }
  return [difference(left, right, path)];
}

function difference(consented: unknown, submitted: unknown, path: Path): Difference {
  return { path: pathText(path), consented: quote(consented), submitted: quote(submitted) };
}

function quote(value: unknown): string {
  return value instanceof Decimal ? shorten(value.text) : describe(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) && !(value instanceof Decimal);
}

/** Adds a fault for each difference, except for fields that already have a fault. */
export function addDifferences(differences: readonly Difference[], faults: FaultList): void {
  const faulty = new Set(faults.faults.map(({ path }) => path));
  for (const { path, consented, submitted } of differences) {
    if (faulty.has(path)) continue;
    const message = `Found ${submitted}. Expected ${consented}, as the customer consented to it.`;
    faults.add('consentMismatch', message, path);
  }
}
