import { readFileSync } from 'node:fs';
import { RATIO_SIGN, written } from './helpers/answer.ts';
import { readMeasures } from './helpers/results.ts';
import { table } from './helpers/table.ts';

/**
 * `node bench/compare.ts BASE.json HEAD.json`: how each ratio changed between two runs. Only
 * ratios: other figures tell of the machine and the hour as much as of the code.
 */
const [basePath, headPath] = process.argv.slice(2);
if (basePath === undefined || headPath === undefined) {
  console.error('Usage: node bench/compare.ts BASE.json HEAD.json');
  process.exit(2);
}
const base = readMeasures(readFileSync(basePath, 'utf8'));
const head = readMeasures(readFileSync(headPath, 'utf8'));
const names = new Set([...base.keys(), ...head.keys()]);
const rows = [...names].flatMap((name) => {
  const before = base.get(name);
  const after = head.get(name);
  const { label, unit } = after ?? before ?? { label: name, unit: '' };
  if (!unit.startsWith(RATIO_SIGN)) return [];
  return [[label, valueOf(before), valueOf(after), change(before?.value, after?.value), unit]];
});
console.log(table(['', 'base', 'head', 'change', 'unit'], rows));

function valueOf(measure: { readonly value: number } | undefined): string {
  return measure === undefined ? '' : written(measure.value);
}

function change(before: number | undefined, after: number | undefined): string {
  if (before === undefined || after === undefined) return '';
  const percent = Math.round((after / before - 1) * 100);
  return `${percent > 0 ? '+' : ''}${String(percent)} %`;
}
