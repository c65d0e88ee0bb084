import { describeErrorCode } from '@payment-initiation/client';
import type { Command } from 'commander';
import { exitCodes } from '../../exit-codes.ts';
import { REASONS, ROW_STATUSES, STATUSES, type Words } from '../../payment/words.ts';
import { FINDING_CODES } from '../../rows/finding-codes.ts';
import { PisError } from '../../rows/model.ts';
import type { Context } from '../../terminal/context.ts';
import { JSON_FLAG, JSON_HELP, printResults, type JsonOption } from '../../terminal/results.ts';

interface Explanation extends Readonly<Record<string, string>> {
  readonly code: string;
  readonly kind: string;
  readonly meaning: string;
  readonly remedy: string;
}

const EXAMPLES = `
Examples:
  $ pis explain UK.OBIE.Field.Invalid
  $ pis explain U002
  $ pis explain ACSC
  $ pis explain AC01
  $ pis explain "not sent"
  $ pis explain amount-negative`;

/** Adds `pis explain`. */
export function addExplainCommand(program: Command, { out }: Context): void {
  program
    .command('explain')
    .description('explain an error code, a status, a reason, or a fault of a file')
    .argument('<code>', 'for example U002, ACSC, AC01 or amount-negative')
    .option(JSON_FLAG, JSON_HELP)
    .addHelpText('after', EXAMPLES)
    .action((code: string, { json }: { readonly json?: JsonOption }) => {
      const found = explanationsOf(code);
      const text = found.map((each) => `${each.code}, ${each.kind}\n${sentencesOf(each)}`);
      printResults(out, json, found, text.join('\n\n'));
    });
}

/** Returns the explanations of a code. One code can be a status and a reason. */
function explanationsOf(text: string): readonly Explanation[] {
  const tables = [
    ['status', STATUSES],
    ['status of a row in pis report', ROW_STATUSES],
    ['reason of a status', REASONS],
    ['fault or warning of a file', FINDING_CODES],
  ] as const;
  const found = tables.flatMap(([kind, table]): readonly Explanation[] => {
    const code = Object.keys(table).find((each) => each.toLowerCase() === text.toLowerCase());
    const words: Words | undefined = code === undefined ? undefined : table[code];
    return code === undefined || words === undefined
      ? []
      : [{ code, kind, meaning: words[0], remedy: words[1] }];
  });
  const error = describeErrorCode(text) ?? describeErrorCode(text.toUpperCase());
  if (error !== undefined) {
    const { v3, v4, meaning, remedy } = error;
    found.unshift({ code: `${v3} (v3.1), ${v4} (v4.0)`, kind: 'error code', meaning, remedy });
  }
  if (found.length > 0) return found;
  throw new PisError(
    `The code "${text}" is not known. Expected an error code, a status or a reason of the ` +
      'standard, a code of pis file check, or a status of pis report.',
    exitCodes.wrongUse,
  );
}

function sentencesOf({ meaning, remedy }: Explanation): string {
  return `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}. ${remedy}`;
}
