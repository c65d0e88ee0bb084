import { parseJson } from '../kernel/json.ts';
import { canonicalDecimal } from '../kernel/money.ts';
import { pathText } from '../kernel/text.ts';

/** Names and indexes on the way to a value. */
type Path = readonly (string | number)[];

/**
 * Where the members stand in which two JSON texts at `path` differ, compared as values: white
 * space, the order of members and the spelling of texts and numbers do not matter, every digit
 * does. None when they are equal.
 */
export function differencesOf(
  consented: string | undefined,
  submitted: string | undefined,
  path: Path,
): readonly string[] {
  if (consented === submitted) return [];
  if (consented === undefined || submitted === undefined) return [pathText(path)];
  return differ(valueOf(consented), valueOf(submitted), path);
}

/** A number as its one exact spelling, so that no digit is lost to floating point. */
class Decimal {
  readonly digits: string;

  constructor(text: string) {
    this.digits = canonicalDecimal(text);
  }
}

function valueOf(text: string): unknown {
  const parsed = parseJson(text, { number: (digits) => new Decimal(digits) });
  return 'value' in parsed ? parsed.value : text;
}

function differ(left: unknown, right: unknown, path: Path): readonly string[] {
  if (left === right) return [];
  if (left instanceof Decimal && right instanceof Decimal) {
    return left.digits === right.digits ? [] : [pathText(path)];
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return Array.from({ length: Math.max(left.length, right.length) }, (_, index) =>
      differ(left[index], right[index], [...path, index]),
    ).flat();
  }
  if (isObject(left) && isObject(right)) {
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...names].flatMap((name) => differ(left[name], right[name], [...path, name]));
  }
  return [pathText(path)];
}

function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) && !(value instanceof Decimal);
}
