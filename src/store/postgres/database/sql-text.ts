import { assert } from '../../../shared/assert.ts';
import { sha256 } from '../../repositories/digest.ts';

/** A statement in PostgreSQL's words. */
export interface Text {
  /** With `$1`, `$2` … */
  readonly sql: string;
  /** The names of its parameters in that order; null where they are given as a list. */
  readonly names: readonly string[] | null;
}

/** Functions that have another name in PostgreSQL; `listed` is one of ours. */
const FUNCTIONS: Readonly<Record<string, string>> = { json_each: 'listed' };

/**
 * What the rooms write, in PostgreSQL's words: parameters have numbers, and a name with a capital
 * letter stands in quotation marks, or PostgreSQL would take it for one without.
 */
export function textOf(shared: string): Text {
  const names: string[] = [];
  let listed = 0;
  const sql = shared.replaceAll(
    /'[^']*'|"[^"]*"|\?|@(\w+)|\b([a-z_]\w*)\b/g,
    (word: string, parameter: string | undefined, name: string | undefined) => {
      if (word === '?') {
        listed += 1;
        return `$${String(listed)}`;
      }
      if (parameter !== undefined) {
        if (!names.includes(parameter)) names.push(parameter);
        return `$${String(names.indexOf(parameter) + 1)}`;
      }
      if (name === undefined) return word;
      return FUNCTIONS[name] ?? (/[A-Z]/.test(name) ? `"${name}"` : name);
    },
  );
  assert(listed === 0 || names.length === 0, 'parameters have names or places, not both');
  return { sql, names: names.length === 0 ? null : names };
}

/** Half of a surrogate pair: no UTF-8 has it. */
const HALVES = /\p{Surrogate}/gu;

/**
 * A text as PostgreSQL can hold it: without U+0000 and halves of surrogate pairs, for which
 * Unicode's replacement stands. No rule lets a U+0000 be kept; but whoever is looked for by a name
 * that has one is to be found nowhere, and who it was who asked so is to be told. A half would be
 * replaced on its way, and what is kept would not be what was signed.
 */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').replaceAll(HALVES, '\ufffd');
}

/** Characters of a prepared statement's name: PostgreSQL cuts at 63. */
const NAME_CHARACTERS = 32;

/** The name under which connections know a text: no two texts will ever have the same. */
export function nameOf(sql: string): string {
  return sha256(sql).toString('hex').slice(0, NAME_CHARACTERS);
}
