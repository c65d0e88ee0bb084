import { assert } from '../../../shared/assert.ts';
import { sha256 } from '../../repositories/digest.ts';

/** A statement in PostgreSQL's SQL dialect. */
export interface Text {
  /** With `$1`, `$2` … as parameters. */
  readonly sql: string;
  /** The names of its parameters in that order. Null if the parameters are positional. */
  readonly names: readonly string[] | null;
}

/** Functions with another name in PostgreSQL. `listed` is defined by our migrations. */
const FUNCTIONS: Readonly<Record<string, string>> = { json_each: 'listed' };

/**
 * Translates a statement of the repositories into PostgreSQL's dialect. Parameters get numbers.
 * Names with a capital letter are quoted, because PostgreSQL would otherwise convert them to lower
 * case.
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

/** Unpaired halves of surrogate pairs, which cannot be encoded in UTF-8. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

/**
 * Replaces U+0000 and unpaired surrogates, which PostgreSQL cannot store, by Unicode's replacement
 * character.
 *
 * No stored name contains U+0000, but a search for such a name must find nothing, and the audit log
 * must be able to record it. The driver would replace an unpaired surrogate silently, so that the
 * stored text would differ from the signed one.
 */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').replaceAll(LONE_SURROGATES, '\ufffd');
}

/** Length of a prepared statement's name. PostgreSQL truncates names at 63 bytes. */
const NAME_CHARACTERS = 32;

/**
 * Returns the name under which connections prepare a statement: a hash, so that different
 * statements have different names.
 */
export function nameOf(sql: string): string {
  return sha256(sql).toString('hex').slice(0, NAME_CHARACTERS);
}
