import { shown } from '../fields/texts.ts';
import type { Finding } from '../rows/model.ts';
import type { Output } from './context.ts';
import { tableOf } from './table.ts';

/** The ways to print a result. */
export type Format = 'table' | 'ndjson' | 'json';

/** Maximum number of findings in a table. `--json` prints all. */
const MAX_SHOWN = 50;

/** Prints findings as they are found, and the result at the end. */
export interface Printer {
  readonly add: (finding: Finding) => void;
  /** Prints the result: the object for programs, the text for people. */
  readonly end: (result: object, text: string) => void;
}

/** Returns the format: as asked for, else a table on a terminal and NDJSON in a pipe. */
export function formatOf(out: Output, json: boolean): Format {
  if (json) return 'json';
  return out.isTerminal ? 'table' : 'ndjson';
}

/** Returns a printer of a format. */
export function printerOf(format: Format, out: Output): Printer {
  if (format === 'table') return tablePrinter(out);
  return format === 'ndjson' ? linePrinter(out) : documentPrinter(out);
}

/** Returns a printer that prints nothing before the end. Drop it to print nothing at all. */
export function latePrinter(printer: Printer): Printer {
  const findings: Finding[] = [];
  return {
    add: (finding) => findings.push(finding),
    end: (result, text) => {
      findings.forEach(printer.add);
      printer.end(result, text);
    },
  };
}

function linePrinter(out: Output): Printer {
  return {
    add: (finding) => out.write(`${JSON.stringify(finding)}\n`),
    end: (result) => out.write(`${JSON.stringify({ type: 'result', ...result })}\n`),
  };
}

/** Prints one JSON object. It is written as the findings arrive, to need no memory for them. */
function documentPrinter(out: Output): Printer {
  let separator = '{"findings":[';
  return {
    add: (finding) => {
      out.write(`${separator}\n${JSON.stringify(finding)}`);
      separator = ',';
    },
    end: (result) => {
      const start = separator === ',' ? '\n]' : `${separator}]`;
      out.write(`${start},${JSON.stringify(result).slice(1)}\n`);
    },
  };
}

function tablePrinter(out: Output): Printer {
  const kept: Record<Finding['type'], Finding[]> = { fault: [], warning: [] };
  const counts = { fault: 0, warning: 0 };
  const add = (finding: Finding): void => {
    counts[finding.type] += 1;
    const list = kept[finding.type];
    if (list.length < MAX_SHOWN) list.push(finding);
  };
  return {
    add,
    end: (_, text) => {
      for (const type of ['fault', 'warning'] as const) {
        if (counts[type] === 0) continue;
        out.write(`${colour(out, type)}\n${tableOfFindings(kept[type])}\n`);
        const left = counts[type] - kept[type].length;
        if (left > 0) out.write(`… and ${String(left)} more. --json prints all.\n`);
        out.write('\n');
      }
      out.write(`${text}\n`);
    },
  };
}

function colour({ hasColours }: Output, type: Finding['type']): string {
  const title = type === 'fault' ? 'Faults' : 'Warnings';
  if (!hasColours) return title;
  return `\u001b[${type === 'fault' ? '31' : '33'}m${title}\u001b[0m`;
}

function tableOfFindings(findings: readonly Finding[]): string {
  return tableOf(
    ['line', 'column', 'found', 'expected', 'remedy'],
    findings.map(({ line, column = '', found, expected, remedy }) => [
      line === undefined ? '' : String(line),
      shown(column),
      found === '' ? '(empty)' : found,
      expected,
      remedy,
    ]),
  );
}
