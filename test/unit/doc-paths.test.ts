import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Documents about the present state. Decisions and the changelog may name former files. */
const PAGES = [
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'docs/ARCHITECTURE.md',
  'docs/glossary.md',
  'docs/http/README.md',
  'docs/operations.md',
  'docs/reference/logs.md',
  'docs/reference/metrics.md',
  'docs/reference/settings.md',
  'docs/reference/state.md',
  'docs/reliability.md',
  'docs/rules.md',
  'docs/sandbox.md',
  'docs/tpp.md',
  'docs/tutorials/mutual-tls.md',
  'docs/tutorials/payment-file.md',
  'fixtures/README.md',
];

/** What looks like a path of the repository and is none. */
const NOT_HERE = new Set([
  ...['application/json', 'application/xml'], // media types
  ...['organisation-id/software-id', 'acme/acme'], // who signs a message
  ...['dist/', 'dist/main.js', 'dist/cli/main.js'], // made by the build
  ...['data/', 'data/pki', 'data/pki/directory.json'], // made by the sandbox
  ...['upload.json', 'case.json'], // of each golden file
  ...['payments.json', 'data/tpp'], // made by the reader of the page
]);

const FENCED = /^```.*?^```$/gms;
const CODE = /`([^`\n]+)`/g;
const LINK = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g;

/** Begins with a letter or a dot, and has a slash or the ending of a file. */
const PATH =
  /^\.?[a-z](?:[\w.<>*-]*\/[\w./<>*-]*|[\w.*-]*\.(?:[cm]?js|tsx?|c|h|json|md|http|tsv))$/i;

it.each(PAGES)('%s names files and folders that are there', (page) => {
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

/** A symbol and the file that has it: `` `X` in `file` ``, `` `X` and `Y` in `file` ``. */
const PAIRS = /((?:`\w+` and )*`\w+`) in `([\w./-]+\.tsx?)`/g;

it('docs/ARCHITECTURE.md names symbols that their files have', () => {
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

/** Whether a path from the root leads to something; `*` and `<family>` stand for any one name. */
function isThere(path: string): boolean {
  return globSync(path.replaceAll(/<\w+>/g, '*'), { cwd: ROOT }).length > 0;
}
