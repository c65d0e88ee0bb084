import { parseJson } from '../kernel/json.ts';
import { canonicalDecimal } from '../kernel/money.ts';
import { pathText } from '../kernel/text.ts';

/** Names and indexes on the way to a value. */
type Path = readonly (string | number)[];

/**
 * Where the first member stands in which two JSON texts at `path` differ, compared as values: white
 * space, the order of members and the spelling of texts and numbers do not matter, every digit
 * does. Undefined when they are equal.
 */
export function firstDifference(
  consented: string | undefined,
  submitted: string | undefined,
  path: Path,
): string | undefined {
  if (consented === submitted) return undefined;
  if (consented === undefined || submitted === undefined) return pathText(path);
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

function differ(left: unknown, right: unknown, path: Path): string | undefined {
  if (left === right) return undefined;
  if (left instanceof Decimal && right instanceof Decimal) {
    return left.digits === right.digits ? undefined : pathText(path);
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    const length = Math.max(left.length, right.length);
    for (let index = 0; index < length; index += 1) {
      const found = differ(left[index], right[index], [...path, index]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isObject(left) && isObject(right)) {
    for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const found = differ(left[name], right[name], [...path, name]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return pathText(path);
}

function isObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) && !(value instanceof Decimal);
}
