import { exitCodes } from '../exit-codes.ts';
import { PisError } from '../rows/model.ts';
import type { Output } from './context.ts';

/** Value of `--json`: the fields to print, or `true` for all. */
export type JsonOption = string | true;

/** The option `--json` of commands that print results. */
export const JSON_FLAG = '--json [fields]';
export const JSON_HELP = 'print JSON with these fields, separated by commas, or with all';

/** A result of a command. Its members are printed by `--json`. */
export type Result = Readonly<Record<string, unknown>>;

/**
 * Prints one result: the text on a terminal, a line of JSON in a pipe, and with `--json` an object
 * with the chosen fields.
 */
export function printResult(
  out: Output,
  json: JsonOption | undefined,
  result: Result,
  text: string,
): void {
  if (json === undefined && out.isTerminal) out.write(`${text}\n`);
  else out.write(`${JSON.stringify(chosen(result, json))}\n`);
}

/** Prints a list: the text on a terminal, NDJSON in a pipe, and with `--json` an array. */
export function printResults(
  out: Output,
  json: JsonOption | undefined,
  results: readonly Result[],
  text: string,
): void {
  if (json === undefined && out.isTerminal) out.write(`${text}\n`);
  else if (json === undefined) {
    for (const result of results) out.write(`${JSON.stringify(result)}\n`);
  } else {
    out.write(`${JSON.stringify(results.map((result) => chosen(result, json)))}\n`);
  }
}

/** Throws a PisError if `--json` names a field that the results do not have. */
export function checkFields(json: JsonOption | undefined, fields: readonly string[]): void {
  if (json === undefined || json === true) return;
  for (const name of namesIn(json)) {
    if (fields.includes(name)) continue;
    throw new PisError(
      `--json: there is no field "${name}". Fields: ${fields.join(', ')}.`,
      exitCodes.wrongUse,
    );
  }
}

/** Returns the chosen fields. Throws a PisError if the result has no such field. */
function chosen(result: Result, json: JsonOption | undefined): Result {
  if (json === undefined || json === true) return result;
  checkFields(json, Object.keys(result));
  return Object.fromEntries(namesIn(json).map((name) => [name, result[name]]));
}

function namesIn(json: string): readonly string[] {
  return json.split(',').map((name) => name.trim());
}
