import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config/config.ts';
import { CHART, Helm, TOOLS, type KubernetesObject } from './helm.ts';
import { FOR_CHART, ROOT, run, whatIsMissing } from './tools.ts';

/** Folder of the types of an object in the package kubernetes-types. */
const TYPES: Readonly<Record<string, string>> = {
  ConfigMap: 'core/v1',
  Deployment: 'apps/v1',
  NetworkPolicy: 'networking/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'core/v1',
  StatefulSet: 'apps/v1',
};

describe.skipIf(whatIsMissing(FOR_CHART) !== null)('the Helm chart', () => {
  let helm: Helm;
  beforeAll(() => {
    helm = new Helm();
  });
  afterAll(() => {
    helm.remove();
  });

  const values = (name: string): string => join(CHART, `ci/${name}-values.yaml`);

  /** Throws an Error if an object has an unknown or missing member, or a value of another type. */
  const checkTypes = (objects: readonly KubernetesObject[]): void => {
    const lines = objects.flatMap((object, number) => {
      const from = join(TOOLS, 'kubernetes-types', TYPES[object.kind] ?? '');
      const type = `Kind${String(number)}`;
      return [
        `import type { ${object.kind} as ${type} } from '${from}';`,
        `export const object${String(number)}: ${type} = ${JSON.stringify(object)};`,
      ];
    });
    const file = join(helm.folder, 'objects.ts');
    writeFileSync(file, lines.join('\n'));
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck'];
    run(join(ROOT, 'node_modules/.bin/tsc'), [...options, '--moduleResolution', 'bundler', file]);
  };

  test('has the version of the program', () => {
    const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const chart = parse(read(`${CHART}/Chart.yaml`)) as Record<string, string>;
    expect(chart).toMatchObject({ version, appVersion: version });
  });

  test.each(['sqlite', 'postgresql'])('is accepted by helm lint with %s', (store) => {
    expect(helm.run('lint', '--strict', '--values', values(store), CHART)).toContain(
      '0 chart(s) failed',
    );
  });

  test.each([
    ['sqlite', ['ConfigMap', 'NetworkPolicy', 'Service', 'StatefulSet']],
    ['postgresql', ['ConfigMap', 'Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'Service']],
  ])('has objects of the types of Kubernetes with %s, and valid settings', (store, kinds) => {
    const objects = helm.render('--values', values(store));
    expect(objects.map(({ kind }) => kind).sort()).toEqual(kinds);
    checkTypes(objects);
    const settings = objects.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
    expect(readConfig(settings)).toHaveProperty('config');
  });

  test('opens the port of the metrics only if it is switched on, and only for its peers', () => {
    const [off, on] = ['sqlite', 'postgresql'].map((store) =>
      helm.render('--values', values(store)),
    );
    expect(JSON.stringify(off)).not.toMatch(/"metrics"|PIS_METRICS/);
    const objectOf = (kind: string) => on?.find((object) => object.kind === kind);
    expect(objectOf('ConfigMap')?.data).toMatchObject({
      PIS_METRICS_PORT: '9464',
      PIS_METRICS_LISTEN_ADDRESS: '0.0.0.0',
    });
    expect(JSON.stringify(objectOf('Deployment'))).toContain(
      '{"name":"metrics","containerPort":9464}',
    );
    const namespace = { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } };
    expect(objectOf('NetworkPolicy')).toMatchObject({
      spec: {
        ingress: [
          { ports: [{ port: 'tpps' }, { port: 'customers' }] },
          { ports: [{ port: 'metrics' }], from: [{ namespaceSelector: namespace }] },
        ],
      },
    });
    const forNobody = helm.render(
      '--values',
      values('postgresql'),
      '--set-json',
      'metrics.from=[]',
    );
    const closed = forNobody.find(({ kind }) => kind === 'NetworkPolicy');
    expect(JSON.stringify(closed)).not.toContain('"metrics"');
  });

  test('is checked for unknown members of objects', () => {
    const objects = helm.render('--values', values('sqlite'));
    const service = objects.find(({ kind }) => kind === 'Service') ?? { kind: '' };
    expect(() => {
      checkTypes([{ ...service, specs: {} } as KubernetesObject]);
    }).toThrow(/specs/);
  });

  test.each([
    ['without the required settings of the secure profile', [], /PIS_ISSUER_URL/],
    ['without the Secret of shared keys', ['--set', 'secrets.sharedKeys='], /sharedKeys/],
    ['with a value that does not exist', ['--set', 'replica=2'], /replica/],
    [
      'with the password of the database among the settings',
      ['--set', 'settings.PIS_DATABASE_URL=postgres://payments:secret@database/payments'],
      /DATABASE_URL/,
    ],
    [
      'with the password as a parameter',
      ['--set', 'settings.PIS_DATABASE_URL=postgres://payments@database/payments?password=secret'],
      /DATABASE_URL/,
    ],
    ['with a secret among the settings', ['--set', 'settings.PIS_S3_SECRET_KEY=x'], /S3_SECRET/],
  ])('is refused %s', (_, options, reason) => {
    const base = options.length === 0 ? [] : ['--values', values('postgresql')];
    expect(() => helm.render(...base, ...options)).toThrow(reason);
  });
});

describe.skipIf(whatIsMissing(FOR_CHART) !== null)('compose.yaml', () => {
  test('is valid by the schema of the Compose Specification', () => {
    run(join(TOOLS, '.bin/dclint'), ['--quiet', 'deploy/compose.yaml']);
  });
});
