import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import jsdoc from 'eslint-plugin-jsdoc';
import tseslint from 'typescript-eslint';

const settingsAreParameters = [
  {
    selector: "MemberExpression[object.name='process'][property.name='env']",
    message: 'Only src/main.ts reads the environment; settings arrive as a parameter.',
  },
  {
    selector: "ImportDeclaration[source.value='node:process'] ImportSpecifier[imported.name='env']",
    message: 'Only src/main.ts reads the environment; settings arrive as a parameter.',
  },
];

const timeIsAParameter = [
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Time is a parameter: take a Clock or an Instant.',
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Time is a parameter: take a Clock or an Instant.',
  },
];

/** Openings and words that make a comment hard to understand (CONTRIBUTING, How to write). */
const HEADLESS = 'What|Whether|Who|Whose|Whom|Whoever|Where|How|As|That|So|Of|By|Those';
const UNCLEAR_WORDS = [
  ...['whoever', 'whomever', 'nobody', 'somebody', 'told', 'tells', 'anew'],
  ...['held against', 'laid down', 'good for', 'goes by', 'of which', 'to whom', 'by which'],
];

export default defineConfig(
  globalIgnores([
    ...['dist/', 'pis/dist/', 'coverage/', 'data/', 'bench/results/', 'fixtures/', 'out/'],
    'conformance/dist/',
    // Generated from the published contracts.
    'client/src/contracts/',
    'client/dist/',
    'docs/.vitepress/dist/',
  ]),
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
  },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      // Prettier does not wrap comments, so this rule limits their length.
      'max-len': ['error', { code: 100, ignoreStrings: true, ignoreTemplateLiterals: true }],
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 70 }],
      'no-console': 'error',
      'no-warning-comments': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      // Spreading a string into code points is intended: the contract counts lengths in them.
      // It rejects the negation of a number with a unit (src/shared/flavour.ts).
      '@typescript-eslint/no-unsafe-unary-minus': 'off',
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // `() => server.close()` is shorter than a block and as clear.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        // A default branch may cover the remaining members of a union.
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['src/**', 'client/**', 'test-client/**', 'pis/src/**', 'conformance/src/**'],
    rules: { 'no-restricted-syntax': ['error', ...settingsAreParameters, ...timeIsAParameter] },
  },
  {
    files: ['src/**', 'client/**', 'test-client/**', 'pis/src/**', 'conformance/src/**'],
    rules: {
      'no-warning-comments': [
        'error',
        { terms: ['todo', 'fixme', 'xxx', ...UNCLEAR_WORDS], location: 'anywhere' },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { jsdoc },
    rules: {
      'jsdoc/match-description': [
        'error',
        {
          contexts: ['any'],
          matchDescription: `^(?!(${HEADLESS}) )(?:[^;\\(]|\\([^\\)]*\\))*$`,
          message: 'Start with a verb or a noun phrase, and write sentences without semicolons.',
        },
      ],
    },
  },
  {
    // The only file that passes the machine's clock to the rest of the service.
    files: ['src/app/index.ts'],
    rules: { 'no-restricted-syntax': ['error', ...settingsAreParameters] },
  },
  {
    // The files that use the operating system: environment, clock and terminal.
    files: [
      'src/{main,service,usable-config,node-version}.ts',
      'src/cli/run.ts',
      'pis/src/main.ts',
      'conformance/src/main.ts',
    ],
    rules: { 'no-restricted-syntax': 'off', 'no-console': 'off' },
  },
  {
    // A loop has just checked the bounds of each byte. A second check would cost speed, so the code
    // uses `as number`. The `!` that this rule prefers stays forbidden.
    files: ['src/pipeline/read/**'],
    rules: { '@typescript-eslint/non-nullable-type-assertion-style': 'off' },
  },
  {
    // A query or a command is always a generator, even if it runs no statement.
    files: ['src/store/**', 'test/unit/store/**'],
    rules: { 'require-yield': 'off' },
  },
  {
    files: ['src/store/repositories/**'],
    ignores: ['src/store/repositories/access/directory-r*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...settingsAreParameters,
        ...timeIsAParameter,
        {
          selector:
            "ExpressionStatement > CallExpression[callee.type='MemberExpression']:not([callee.property.name=/^(push|set)$/])",
          message: 'Call it with yield*. Without yield* the statement never runs.',
        },
      ],
    },
  },
  {
    files: ['test/**'],
    rules: {
      'no-restricted-syntax': ['error', ...timeIsAParameter],
      // A `describe` block groups tests and can be long.
      'max-lines-per-function': 'off',
    },
  },
  {
    // Terminal programs that measure real time.
    files: [
      'bench/**',
      'demo/**',
      'release/**',
      'test/{budget,cluster,crash,power,release,reliability}/**',
    ],
    rules: { 'no-console': 'off', 'no-restricted-syntax': 'off' },
  },
  {
    files: ['*.cjs', '.*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: { module: 'writable' } },
  },
  {
    files: ['.ci/*.js', 'bin/*.js', 'pis/bin/*.js', 'conformance/bin/*.js', 'build.js'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } },
  },
  {
    files: ['build.js'],
    rules: { 'no-console': 'off' },
  },
);
