/**
 * Who may import whom. Two tables say it all: which folders of src a folder may import, and which
 * folders a package may be imported from. docs/ARCHITECTURE.md draws the same in words.
 */

const inner = ['shared', 'domain', 'contract', 'families'];
const core = [...inner, 'use-cases', 'pipeline'];

/** A folder (or file) of src → what of src it may import besides itself. */
const mayImport = {
  shared: [],
  domain: ['shared'],
  contract: ['shared', 'domain'],
  families: ['shared', 'domain', 'contract'],
  pipeline: inner,
  'use-cases': [...inner, 'pipeline'],
  config: ['shared', 'domain', 'contract'],
  ops: ['shared', 'domain'],
  store: ['shared', 'domain'],
  schemes: ['shared', 'domain'],
  bank: ['shared', 'domain', 'contract'],
  workers: [...inner, 'pipeline', 'store/files', 'auth'],
  auth: core,
  api: [...core, 'auth'],
  web: [...core, 'auth', 'api'],
  sandbox: [...core, 'config', 'auth', 'api'],
  listeners: [...inner, 'auth', 'api', 'web'],
  profiles: [...core, 'config', 'auth', 'api', 'web', 'bank', 'sandbox'],
  app: [
    ...core,
    'profiles',
    ...[
      'config',
      'ops',
      'auth',
      'api',
      'web',
      'sandbox',
      'listeners',
      'store',
      'bank',
      'schemes',
      'workers',
    ],
  ],
  'node-version': [],
  cli: [...core, 'config', 'bank', 'auth', 'ops', 'sandbox', 'store', 'node-version'],
  service: ['shared', 'domain', 'config', 'app', 'listeners', 'ops'],
  main: ['service', 'node-version'],
};

/** A package → the only places of src that may import it. */
const homes = {
  hono: ['api', 'web', 'sandbox'],
  '@hono/node-server': ['api', 'listeners'],
  'better-sqlite3': ['store/sqlite'],
  pg: ['store/postgres'],
  piscina: ['workers'],
  xmlbuilder2: ['pipeline/report'],
  'fast-xml-parser': ['pipeline/read', 'store/files/s3'],
  aws4fetch: ['store/files/s3'],
  'stream-json': ['pipeline/read'],
  'swagger-ui-dist': ['api'],
  pino: ['ops'],
  'prom-client': ['ops'],
  'date-holidays': ['bank'],
  'oidc-provider': ['auth'],
  jose: ['auth', 'sandbox/pki'],
  '@peculiar/x509': ['sandbox/pki', 'listeners'],
  'reflect-metadata': ['sandbox/pki', 'listeners'],
  otpauth: ['auth'],
  '@simplewebauthn/server': ['auth'],
  ibantools: ['domain/parties/ibans'],
};

/** A pattern for any of these places of src, each a folder or a single file. */
const places = (names) => `^src/(${names.join('|')})(/|\\.ts$)`;

const layers = Object.entries(mayImport).map(([layer, allowed]) => ({
  name: `layer-${layer}`,
  comment: `src/${layer} imports only ${[layer, ...allowed].join(', ')}.`,
  severity: 'error',
  from: { path: places([layer]) },
  to: { path: '^src/', pathNot: places([layer, ...allowed]) },
}));

const packages = Object.entries(homes).map(([name, home]) => ({
  name: `package-${name.replace(/^@/, '').replace('/', '-')}`,
  comment: `${name} is imported only in src/{${home.join(',')}}, so that it can be replaced there.`,
  severity: 'error',
  from: { path: '^src/', pathNot: places(home) },
  to: { path: `(^|/)node_modules/(@types/)?${name}/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layers,
    ...packages,
    {
      name: 'inner-without-node',
      comment:
        'shared, domain, contract and families run anywhere: no node: module, no package but zod, and ' +
        'ibantools, which is a table and arithmetic (docs/decisions, 62).',
      severity: 'error',
      from: { path: places(inner) },
      to: { pathNot: ['^src/', '(^|/)node_modules/(zod|ibantools)/'] },
    },
    {
      name: 'shared-without-packages',
      comment: 'shared uses the language alone, without any package.',
      severity: 'error',
      from: { path: places(['shared']) },
      to: { pathNot: '^src/' },
    },
    {
      name: 'stages-apart',
      comment:
        'A stage imports types, mixture, contract, domain and kernel. Stages are put together by ' +
        'the engine, and for what is done in a worker by receive (an upload), kept (a file once ' +
        'taken) and search (what is sought in one).',
      severity: 'error',
      from: {
        path: '^src/pipeline/',
        pathNot: '^src/pipeline/((ingest|stored-file-jobs|search)\\.ts$|read/)',
      },
      to: { path: '^src/(pipeline|families)/', pathNot: '^src/pipeline/(types|mixture)\\.ts$' },
    },
    {
      name: 'reading-apart',
      comment: 'Readers are one stage in several files: they import each other and no other stage.',
      severity: 'error',
      from: { path: '^src/pipeline/read/' },
      to: { path: '^src/(pipeline|families)/', pathNot: '^src/pipeline/(types\\.ts$|read/)' },
    },
    {
      name: 'single-use-case-entry',
      comment:
        'Use cases are asked for at the door of the engine; wire makes what runs by itself, and ' +
        'what a file is announced with is read alike by all who take one.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(use-cases/|app/|profiles/)' },
      to: { path: '^src/use-cases/', pathNot: '^src/use-cases/(index|files/file-metadata)\\.ts$' },
    },
    {
      name: 'no-circle',
      comment: 'Two files that need each other are one thought in two places.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment: 'Neither importing nor imported: nobody needs it.',
      severity: 'error',
      from: { orphan: true, path: '^(src|client|test|bench|demo)/', pathNot: '\\.test\\.ts$' },
      to: {},
    },
    {
      name: 'src-stands-alone',
      comment: 'What is served needs neither client, tests, bench, demo nor development packages.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: ['^(client|test|bench|demo)/', '(^|/)node_modules/'],
        dependencyTypesNot: ['npm', 'npm-no-pkg', 'core'],
      },
    },
    {
      name: 'client-by-the-contract',
      comment:
        'A TPP knows the contract, not the bank: client imports src/contract and src/shared.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^(src|test|bench|demo)/', pathNot: '^src/(contract|shared|families)/' },
    },
    {
      name: 'client-types-of-families',
      comment: 'Of the families it knows the shapes of requests, which are types.',
      severity: 'error',
      from: { path: '^client/' },
      to: { path: '^src/families/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      comment: 'Every import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^bench/results/' },
    // Types are dependencies too: a layer that knows the shape of another depends on it.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.cjs', '.mjs', '.json'],
    },
  },
};
