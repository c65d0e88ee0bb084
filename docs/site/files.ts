/**
 * Links of the documentation to files of the repository that are no pages. The site contains a copy
 * of each of these files, so that it needs no other server.
 */
import { cpSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MarkdownRenderer } from 'vitepress';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Folder of the site that has the copies. */
const FOLDER = 'files';

/** Types that a browser shows or saves as they are. Copies of other files get the ending `.txt`. */
const SHOWN = new Set(['.json', '.png', '.svg', '.txt']);

/** Paths of linked files in the site, keyed by their paths in the repository. */
const linked = new Map<string, string>();

/**
 * Makes links of Markdown pages work on the site. A link to a README becomes one to its folder's
 * index page, and a link to a file that is no page becomes one to its copy. Throws if a linked file
 * does not exist.
 */
export function linkFiles(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('repository-files', ({ tokens, env }) => {
    const page = (env as { readonly path: string }).path;
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const target = token.type === 'link_open' ? token.attrGet('href') : null;
      if (target !== null) token.attrSet('href', hrefOf(target, page));
    }
  });
}

function hrefOf(target: string, page: string): string {
  if (/^([a-z]+:|#|\/)/.test(target)) return target;
  const [path = '', ...anchor] = target.split(/(?=#)/);
  if (path.endsWith('.md')) return path.replace(/README\.md$/, 'index.md') + anchor.join('');
  const file = resolve(dirname(page), decodeURI(path));
  if (!existsSync(file)) throw new Error(`${page}: ${target} does not exist.`);
  if (statSync(file).isDirectory()) {
    if (existsSync(join(file, 'README.md'))) return `${path.replace(/\/$/, '')}/index.md`;
    throw new Error(`${page}: ${target} is a folder without a README. Link to a file.`);
  }
  const source = relative(ROOT, file);
  const copy = `${FOLDER}/${source}${SHOWN.has(extname(source)) ? '' : '.txt'}`;
  linked.set(source, copy);
  return `/${copy}`;
}

/** Copies the linked files into the site, and writes the API descriptions beside them. */
export async function copyFiles(site: string): Promise<void> {
  const { apiDescriptions } = (await import(
    new URL('./api-pages.ts', import.meta.url).href
  )) as typeof import('./api-pages.ts');
  mkdirSync(join(site, FOLDER), { recursive: true });
  for (const [version, description] of apiDescriptions()) {
    writeFileSync(join(site, FOLDER, `openapi-${version}.json`), JSON.stringify(description));
  }
  for (const [source, copy] of linked) {
    mkdirSync(join(site, dirname(copy)), { recursive: true });
    cpSync(join(ROOT, source), join(site, copy));
  }
}
