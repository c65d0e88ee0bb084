/**
 * Rules for imports. One table lists the folders of src that each folder may import. The other
 * lists the folders that may import a package. docs/ARCHITECTURE.md describes the same rules.
 */

const inner = ['shared', 'domain', 'contract', 'families'];
const core = [...inner, 'use-cases', 'pipeline'];

/** Maps a folder or file of src to the other folders of src that it may import. */
const mayImport = {
  shared: [],
  domain: ['shared'],
  contract: ['shared', 'domain'],
  families: ['shared', 'domain', 'contract'],
  versions: inner,
  pipeline: inner,
  'use-cases': [...inner, 'pipeline'],
  config: ['shared', 'domain', 'contract'],
  ops: core,
  store: ['shared', 'domain'],
  connections: ['shared', 'domain'],
  schemes: ['shared', 'domain', 'connections'],
  simulators: [
    ...['shared', 'domain', 'contract', 'schemes/answers'],
    ...['connections/core-contract', 'connections/payee-contract'],
    'connections/screening-contract',
  ],
  bank: ['shared', 'domain', 'contract'],
  workers: [...inner, 'pipeline', 'store/files', 'store/search', 'auth', 'schemes/messages'],
  auth: core,
  api: [...core, 'versions', 'auth'],
  web: [...core, 'auth', 'api'],
  console: [...core, 'auth', 'web'],
  sandbox: [...core, 'config', 'auth', 'api'],
  listeners: [...inner, 'auth', 'api', 'web'],
  profiles: [...core, 'config', 'auth', 'api', 'web', 'bank', 'sandbox'],
  app: [
    ...core,
    ...['profiles', 'config', 'ops', 'auth', 'api', 'web', 'console', 'sandbox'],
    ...['listeners', 'store', 'bank', 'schemes', 'connections', 'workers'],
  ],
  'node-version': [],
  cli: [
    ...core,
    ...['config', 'bank', 'auth', 'ops', 'sandbox', 'store', 'simulators', 'node-version'],
  ],
  'usable-config': ['config'],
  service: ['shared', 'domain', 'config', 'app', 'listeners', 'ops', 'usable-config'],
  main: ['service', 'node-version', 'usable-config', 'cli/start-sandbox'],
};

/** Maps a package to the only folders and files of src that may import it. */
const packageImporters = {
  hono: ['api', 'web', 'console', 'sandbox', 'ops'],
  '@hono/node-server': ['api', 'listeners', 'ops'],
  'better-sqlite3': ['store/sqlite', 'simulators'],
  pg: ['store/postgres'],
  piscina: ['workers'],
  xmlbuilder2: ['pipeline/report'],
  'fast-xml-parser': ['pipeline/read'],
  saxes: ['schemes/answers'],
  amqplib: ['schemes/exchange', 'simulators/hub/amqp'],
  cockatiel: ['connections/peer'],
  '@aws-sdk/client-s3': ['store/files/s3'],
  'stream-json': ['pipeline/read'],
  commander: ['cli'],
  pino: ['ops'],
  'prom-client': ['ops'],
  '@opentelemetry/api': ['ops/tracing'],
  '@opentelemetry/core': ['ops/tracing'],
  '@opentelemetry/exporter-trace-otlp-http': ['ops/tracing'],
  '@opentelemetry/resources': ['ops/tracing'],
  '@opentelemetry/sdk-trace': ['ops/tracing'],
  'date-holidays': ['bank'],
  'oidc-provider': ['auth', 'simulators/identity-provider'],
  'openid-client': ['auth/identity-provider'],
  jose: ['auth', 'sandbox/pki'],
  '@peculiar/x509': ['sandbox/pki', 'listeners'],
  'reflect-metadata': ['sandbox/pki', 'listeners'],
  otpauth: ['auth'],
  '@simplewebauthn/server': ['auth'],
  ibantools: ['domain/parties/ibans'],
  fflate: ['auth/case-files'],
};

/** Returns a pattern that matches these folders and files of src. */
const inSrc = (names) => `^src/(${names.join('|')})(/|\\.ts$)`;

const layers = Object.entries(mayImport).map(([layer, allowed]) => ({
  name: `layer-${layer}`,
  comment: `src/${layer} imports only ${[layer, ...allowed].join(', ')}.`,
  severity: 'error',
  from: { path: inSrc([layer]) },
  to: { path: '^src/', pathNot: inSrc([layer, ...allowed]) },
}));

const packages = Object.entries(packageImporters).map(([name, importers]) => ({
  name: `package-${name.replace(/^@/, '').replace('/', '-')}`,
  comment: `Import ${name} only in src/{${importers.join(',')}}, so that it can be replaced there.`,
  severity: 'error',
  from: { path: '^src/', pathNot: inSrc(importers) },
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
        'shared, domain, contract and families import no node: module and no package except zod and ' +
        'ibantools (docs/decisions, 62).',
      severity: 'error',
      from: { path: inSrc(inner) },
      to: { pathNot: ['^src/', '(^|/)node_modules/(zod|ibantools)/'] },
    },
    {
      name: 'shared-without-packages',
      comment: 'shared imports no package and no node: module.',
      severity: 'error',
      from: { path: inSrc(['shared']) },
      to: { pathNot: '^src/' },
    },
    {
      name: 'stages-apart',
      comment:
        'A pipeline stage imports only types, mixture, contract, domain and shared. The use cases ' +
        'combine the stages. In a worker, examine-file (an upload), stored-file-jobs, search and ' +
        'statements do this.',
      severity: 'error',
      from: {
        path: '^src/pipeline/',
        pathNot:
          '^src/pipeline/((examine-file|stored-file-jobs|search|search-index)\\.ts$|read/|statements/)',
      },
      to: { path: '^src/(pipeline|families)/', pathNot: '^src/pipeline/(types|mixture)\\.ts$' },
    },
    {
      name: 'reading-apart',
      comment:
        'The readers are one stage in several files. They import each other and no other stage.',
      severity: 'error',
      from: { path: '^src/pipeline/read/' },
      to: { path: '^src/(pipeline|families)/', pathNot: '^src/pipeline/(types\\.ts$|read/)' },
    },
    {
      name: 'single-use-case-entry',
      comment:
        'Import use cases only from use-cases/index. Exceptions: app and profiles create the ' +
        'background jobs, and all callers that accept a file share files/file-metadata.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(use-cases/|app/|profiles/)' },
      to: { path: '^src/use-cases/', pathNot: '^src/use-cases/(index|files/file-metadata)\\.ts$' },
    },
    {
      name: 'no-circle',
      comment: 'Circular imports are not allowed. Merge the files or move the shared part.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment: 'The file imports nothing and no file imports it. Delete it.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(src|client|pis/src|conformance|test-client|test|bench|demo|release)/',
        pathNot: '\\.test\\.ts$',
      },
      to: {},
    },
    {
      name: 'src-stands-alone',
      comment: 'src imports no client, test, bench or demo code and no development packages.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: [
          '^(client|pis|conformance|test-client|test|bench|demo|release)/',
          '(^|/)node_modules/',
        ],
        dependencyTypesNot: ['npm', 'npm-no-pkg', 'core'],
      },
    },
    {
      name: 'client-stands-alone',
      comment:
        'client is a package of its own. It imports only openid-client, jose, undici and Node.js. ' +
        'The generator of its types also uses development packages.',
      severity: 'error',
      from: { path: '^client/', pathNot: '^client/generate-contracts\\.ts$' },
      to: {
        pathNot: ['^client/', '(^|/)node_modules/(openid-client|jose|undici)/'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'client-is-for-tpps',
      comment:
        'pis, conformance, tests and demo use the client. src, bench and test-client do not.',
      severity: 'error',
      from: { pathNot: '^(client|pis/src|conformance|test|demo)/' },
      to: { path: '^client/' },
    },
    {
      name: 'conformance-stands-alone',
      comment:
        'conformance is a package of its own that tests any bank. It imports its own files, the ' +
        'client library, yaml and zod.',
      severity: 'error',
      from: { path: '^conformance/' },
      to: {
        pathNot: ['^conformance/src/', '^client/src/index\\.ts$', '(^|/)node_modules/(yaml|zod)/'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'conformance-is-imported-by-tests',
      comment: 'Only the tests import the conformance pack.',
      severity: 'error',
      from: { path: '^(src|client|pis|test-client|bench|demo)/' },
      to: { path: '^conformance/' },
    },
    {
      name: 'pis-stands-alone',
      comment:
        'pis is a package of its own. It imports its own sources and its packages only. Of client it ' +
        'imports the package, @payment-initiation/client.',
      severity: 'error',
      from: { path: '^pis/src/' },
      to: {
        path: '^(src|client|test-client|test|bench|demo)/',
        pathNot: '^client/src/index\\.ts$',
      },
    },
    {
      name: 'pis-fields-alone',
      comment: 'pis/src/fields reads the text of cells. It imports nothing else.',
      severity: 'error',
      from: { path: '^pis/src/fields/' },
      to: { pathNot: '^pis/src/fields/' },
    },
    {
      name: 'pis-is-imported-by-tests-and-demo',
      comment: 'Only the tests and the demo import the sources of pis.',
      severity: 'error',
      from: { path: '^(src|test-client|bench)/' },
      to: { path: '^pis/' },
    },
    {
      name: 'client-by-the-contract',
      comment:
        'The test client represents a TPP. Of src it imports contract, shared and types of families only.',
      severity: 'error',
      from: { path: '^test-client/' },
      to: { path: '^(src|test|bench|demo)/', pathNot: '^src/(contract|shared|families)/' },
    },
    {
      name: 'client-types-of-families',
      comment: 'The test client imports only types from families.',
      severity: 'error',
      from: { path: '^test-client/' },
      to: { path: '^src/families/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'resolvable',
      comment: 'Every import must resolve to a file.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(bench/results|client/dist)/' },
    // Type imports are dependencies too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.cjs', '.mjs', '.json'],
    },
  },
};
