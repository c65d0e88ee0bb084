import { assert } from '../../../shared/assert.ts';
import { sha256 } from '../../repositories/digest.ts';

/** A statement in PostgreSQL's SQL dialect. */
export interface Text {
  /** The SQL text, with `$1`, `$2` … as parameters. */
  readonly sql: string;
  /** Names of the parameters `$1`, `$2` … in that order. Null if the parameters have no names. */
  readonly names: readonly string[] | null;
}

/** SQLite functions that have another name in PostgreSQL. Our migrations define `listed`. */
const FUNCTIONS: Readonly<Record<string, string>> = { json_each: 'listed' };

/**
 * Translates a statement of the repositories into PostgreSQL's dialect. It numbers the parameters,
 * and quotes names that contain a capital letter, because PostgreSQL would otherwise convert them
 * to lower case.
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
 * Replaces characters that PostgreSQL cannot store (U+0000 and unpaired surrogates) by Unicode's
 * replacement character.
 *
 * No stored name contains U+0000. But a client may search for such a name, which must find nothing,
 * and the audit log must be able to record the search. The driver would replace unpaired surrogates
 * without an error, so that the stored text would differ from the text that was authenticated.
 */
export function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').replaceAll(LONE_SURROGATES, '\ufffd');
}

/**
 * Number of characters in the name of a prepared statement. PostgreSQL truncates names at 63 bytes.
 */
const NAME_CHARACTERS = 32;

/**
 * Returns the name under which connections prepare a statement. The name is a hash of the SQL, so
 * different statements have different names.
 */
export function nameOf(sql: string): string {
  return sha256(sql).toString('hex').slice(0, NAME_CHARACTERS);
}
