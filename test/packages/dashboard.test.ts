import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readObservability } from '../helpers/observability.ts';
import { ROOT, run } from './tools.ts';

const SCHEMA = join(ROOT, 'test/packages/tools/node_modules/@grafana/schema/dist/types');

/**
 * The schema of Grafana for JSON: values of an enum are written, and a panel contains only the
 * options that differ from the defaults. The schema leaves out the members of a data source.
 */
const TYPES = `
import type { AnnotationQuery, Dashboard, DataQuery, Panel, RowPanel } from '${SCHEMA}/index.d.ts';
import type * as stat from '${SCHEMA}/raw/composable/stat/panelcfg/x/types.gen.d.ts';
import type * as series from '${SCHEMA}/raw/composable/timeseries/panelcfg/x/types.gen.d.ts';
type Json<T> = T extends string ? \`\${T}\` : T extends number ? number
  : T extends readonly (infer Item)[] ? Json<Item>[]
  : T extends object ? { [Key in keyof T]: Json<T[Key]> } : T;
type Part<T> = T extends readonly unknown[] ? T
  : T extends object ? { [Key in keyof T]?: Part<T[Key]> } : T;
interface Query extends DataQuery { expr: string; legendFormat?: string; instant?: boolean }
type Defaults = NonNullable<Panel['fieldConfig']>['defaults'];
interface OfType<Type extends string, Options, Field> extends Omit<Panel, 'options' | 'targets' | 'fieldConfig'> {
  type: Type;
  options: Part<Options>;
  targets: Query[];
  fieldConfig: { defaults: Omit<Defaults, 'custom'> & { custom?: Part<Field> }; overrides: [] };
}
interface Checked extends Omit<Dashboard, 'panels' | 'annotations'> {
  annotations: { list: (AnnotationQuery<Query> & { titleFormat?: string })[] };
  panels: (RowPanel & { type: 'row' }
    | OfType<'stat', stat.Options, object>
    | OfType<'timeseries', series.Options, series.FieldConfig>)[];
}
`;

interface Written {
  readonly panels: readonly { readonly id: number; readonly type: string }[];
}

describe('the dashboard', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pis-dashboard-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Throws an Error if a member is unknown or missing, or has another type. */
  const check = (dashboard: object): void => {
    const file = join(folder, 'dashboard.ts');
    writeFileSync(file, `${TYPES}export const all: Json<Checked> = ${JSON.stringify(dashboard)};`);
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck'];
    const imports = ['--moduleResolution', 'bundler', '--allowImportingTsExtensions'];
    run(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...imports, file]);
  };
  const dashboard = JSON.parse(readObservability('dashboard.json')) as Written;

  test("conforms to Grafana's schema of dashboards, time series and statistics", () => {
    check(dashboard);
  });

  test('is checked for wrong members, types, values and options', () => {
    const wrong = [
      ['timeseries', { titel: 'Requests' }],
      ['stat', { type: 'statistic' }],
      ['stat', { options: { colorMode: 'red' } }],
      ['timeseries', { options: { textMode: 'value' } }],
    ] as const;
    const panels = wrong.map(([type, changes]) => {
      return { ...dashboard.panels.find((panel) => panel.type === type), ...changes };
    });
    const problem = /titel[^]*statistic[^]*"red"[^]*textMode/;
    expect(() => {
      check({ ...dashboard, panels });
    }).toThrow(problem);
    expect(panels.map(({ id }) => id)).not.toContain(undefined);
  });
});
