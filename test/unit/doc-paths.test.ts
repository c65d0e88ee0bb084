import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Documents that describe the current code. Decisions and the changelog may name former files. */
const PAGES = [
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'docs/ARCHITECTURE.md',
  'docs/glossary.md',
  'docs/http/README.md',
  'docs/installation.md',
  'docs/integration/sign-in.md',
  'docs/operations.md',
  'docs/operations-payment-hub.md',
  'docs/reference/cli.md',
  'docs/reference/control-api.md',
  'docs/reference/logs.md',
  'docs/reference/metrics.md',
  'docs/reference/settings.md',
  'docs/reference/state.md',
  'docs/releasing.md',
  'docs/reliability.md',
  'docs/rules.md',
  'docs/sandbox.md',
  'docs/tpp.md',
  'docs/tutorials/mutual-tls.md',
  'docs/tutorials/payment-file.md',
  'docs/tutorials/payment-hub.md',
  'fixtures/README.md',
];

/** Texts that look like a path of the repository but are none. */
const NOT_HERE = new Set([
  ...['application/json', 'application/xml'], // media types
  ...['organisation-id/software-id', 'acme/acme'], // issuers of message signatures
  ...['dist/', 'dist/main.js', 'dist/cli/main.js'], // created by the build
  ...['data/', 'data/pki', 'data/pki/directory.json'], // created by the sandbox
  ...['upload.json', 'case.json', 'in-flight.json'], // in the folders of fixtures
  ...['out/', 'out/SHA256SUMS', 'sbom.cdx.json'], // created by npm run release
  ...['payments.json', 'data/tpp'], // created by the reader of the page
]);

const FENCED = /^```.*?^```$/gms;
const CODE = /`([^`\n]+)`/g;
const LINK = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g;

/** Matches a text that starts with a letter or a dot and has a slash or a file extension. */
const PATH =
  /^\.?[a-z](?:[\w.<>*-]*\/[\w./<>*-]*|[\w.*-]*\.(?:[cm]?js|tsx?|c|h|json|md|http|tsv))$/i;

it.each(PAGES)('%s names only files and folders that exist', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(FENCED, '');
  const linked = [...text.matchAll(LINK)]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes(':'));
  const named = [...text.matchAll(CODE)]
    .flatMap(([, code = '']) => code.split(/\s+/))
    .filter((word) => PATH.test(word) && !NOT_HERE.has(word));
  expect(linked.length + named.length).toBeGreaterThan(0);
  const missing = [
    ...linked.filter((path) => !isThere(join(dirname(page), path))),
    ...named.filter((path) => !isThere(path) && !isThere(join('src', path))),
  ];
  expect(missing).toEqual([]);
});

/** Matches symbols and the file that contains them: `` `X` and `Y` in `file` ``. */
const PAIRS = /((?:`\w+` and )*`\w+`) in `([\w./-]+\.tsx?)`/g;

it('docs/ARCHITECTURE.md names only symbols that their files contain', () => {
  const text = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');
  const pairs = [...text.matchAll(PAIRS)].flatMap(([, names = '', file = '']) =>
    [...names.matchAll(CODE)].map(([, name = '']) => ({ name, file })),
  );
  expect(pairs.length).toBeGreaterThan(0);
  const missing = pairs.filter(({ name, file }) => {
    const source = readFileSync(join(ROOT, 'src', file), 'utf8');
    return !new RegExp(`\\b${name}\\b`).test(source);
  });
  expect(missing).toEqual([]);
});

/** Returns whether a path from the root exists. `*` and `<family>` match any one name. */
function isThere(path: string): boolean {
  return globSync(path.replaceAll(/<\w+>/g, '*'), { cwd: ROOT }).length > 0;
}

it('docs/decisions has a record of each number, except those that its page names', () => {
  const folder = join(ROOT, 'docs/decisions');
  const numbers = globSync('0*.md', { cwd: folder }).map((name) => Number(name.slice(0, 4)));
  const missing = Array.from({ length: Math.max(...numbers) }, (_, index) => index + 1).filter(
    (number) => !numbers.includes(number),
  );
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  const [, named = ''] = /The numbers ([\d,\s]+ and\s+\d+)\s+were never used\./.exec(text) ?? [];
  expect(named.match(/\d+/g)?.map(Number)).toEqual(missing);
});
