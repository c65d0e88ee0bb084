import { describe, valueAt } from '../contract/faults.ts';
import { parseJson } from '../shared/json/json.ts';
import { canonicalDecimal } from '../shared/money.ts';
import { pathText, shorten } from '../shared/text.ts';

/** Member names and array indexes that lead to a value. */
type Path = readonly (string | number)[];

/** A member that differs, with both values as a message quotes them. */
export interface Difference {
  readonly path: string;
  readonly consented: string;
  readonly submitted: string;
}

/**
 * Returns the members in which two JSON texts at `path` differ. Compares values: white space, the
 * order of members and the spelling of strings and numbers do not matter. Every digit of a number
 * does.
 */
export function differencesOf(
  consented: string | undefined,
  submitted: string | undefined,
  path: Path,
): readonly Difference[] {
  if (consented === submitted) return [];
  return differ(valueOf(consented), valueOf(submitted), path);
}

/** A number in its canonical decimal spelling. A floating-point number could lose digits. */
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
