/**
 * Writes the tables of settings and metrics and the description of the operators' API into
 * docs/reference, and the API descriptions of systems of the bank into docs/integration:
 * `npm run docs`. The content is in the code. A page marks the place of a table and names its rows.
 * The other text is written by hand:
 *
 *     <!-- table: PIS_PROFILE PIS_DATA_DIR -->
 *     (the table)
 *     <!-- end -->
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { defaultOf } from '../src/config/settings-in-force.ts';
import { SECURE_SETTINGS } from '../src/config/secure-settings.ts';
import type { Setting } from '../src/config/setting.ts';
import { SETTINGS } from '../src/config/settings.ts';
import { createMetricsWith } from '../test/helpers/gauge-sources.ts';
import { describeOperatorApi } from '../src/ops/api/document.ts';
import type { AnswerSchemas } from '../src/ops/api/answers.ts';
import { answerSchemas } from './answer-schemas.ts';
import { coreBankingOpenApi } from './core-banking-openapi.ts';
import { screeningOpenApi } from './screening-openapi.ts';

/** Columns of a table, and the cells of each row by its name. */
interface Table {
  readonly columns: readonly string[];
  readonly rows: ReadonlyMap<string, readonly string[]>;
}

/** A generated page. */
export interface Page {
  readonly path: string;
  /** The text that the page should have. */
  readonly text: string;
}

const TABLE = /(<!-- table: ([\w ]+) -->\n).*?(<!-- end -->)/gs;

/** Returns the pages as they should be. Throws if a page lacks a row, or names one that is none. */
export async function generatePages(): Promise<readonly Page[]> {
  const schemas = answerSchemas();
  return [
    await generatePage('settings.md', settingsTable()),
    await generatePage('metrics.md', await metricsTable()),
    await generateJson('integration/core-banking-openapi.json', coreBankingOpenApi()),
    await generateJson('integration/screening-openapi.json', screeningOpenApi()),
    schemasPage(schemas),
    await generateJson('reference/operator-api.openapi.json', describeOperatorApi(schemas)),
  ];
}

async function generatePage(name: string, { columns, rows }: Table): Promise<Page> {
  const path = fileURLToPath(new URL(`reference/${name}`, import.meta.url));
  const left = new Set(rows.keys());
  const text = readFileSync(path, 'utf8').replaceAll(
    TABLE,
    (_, begin: string, names: string, end: string) => {
      const cells = names.split(' ').map((row) => {
        const found = rows.get(row);
        if (found === undefined) throw new Error(`${name}: ${row} does not exist.`);
        if (!left.delete(row)) throw new Error(`${name} contains ${row} twice.`);
        return [`\`${row}\``, ...found];
      });
      // A column without any content is omitted.
      const used = columns.map((_column, index) => cells.some((row) => row[index] !== ''));
      const lines = [columns, columns.map(() => '-'), ...cells].map((row) =>
        row.filter((_cell, index) => used[index]).join(' | '),
      );
      return `${begin}\n${lines.map((line) => `| ${line} |\n`).join('')}\n${end}`;
    },
  );
  if (left.size > 0) throw new Error(`${name} has no row for ${[...left].join(', ')}.`);
  return { path, text: await format(text, { ...(await resolveConfig(path)), filepath: path }) };
}

async function generateJson(name: string, content: object): Promise<Page> {
  const path = fileURLToPath(new URL(name, import.meta.url));
  const text = JSON.stringify(content, null, 2);
  return { path, text: await format(text, { ...(await resolveConfig(path)), filepath: path }) };
}

/** Returns the file with the schemas of answers of the operators' API, one on a line. */
function schemasPage(answers: AnswerSchemas): Page {
  const groups = Object.entries(answers).map(([name, schemas]) => {
    const lines = Object.entries(schemas as object).map((entry) => {
      return entry.map((part) => JSON.stringify(part)).join(':');
    });
    return `"${name}":{\n${lines.join(',\n')}}`;
  });
  const path = fileURLToPath(new URL('../src/ops/api/answer-schemas.json', import.meta.url));
  return { path, text: `{${groups.join(',\n')}}\n` };
}

function settingsTable(): Table {
  const settings: readonly Setting<unknown>[] = Object.values({ ...SETTINGS, ...SECURE_SETTINGS });
  const rows = settings.map(
    (setting) => [setting.variable, [defaultOf(setting), setting.meaning]] as const,
  );
  return { columns: ['setting', 'default', 'meaning'], rows: new Map(rows) };
}

async function metricsTable(): Promise<Table> {
  const metrics = createMetricsWith();
  metrics.addNodeGauges({
    ...{ dataDirectory: '/', machineClock: () => 0 },
    tlsExpiry: () => ({ certificate: 0, revocationList: 0 }),
  });
  const lines = (await metrics.read()).matchAll(/^# HELP (pis_\w+) (.*)\n# TYPE \w+ (\w+)$/gm);
  const rows = [...lines].map(
    ([, name = '', help = '', type = '']) => [name, [type, help]] as const,
  );
  return { columns: ['metric', 'type', 'meaning'], rows: new Map(rows) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, text } of await generatePages()) writeFileSync(path, text);
}
