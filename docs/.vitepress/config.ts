import { defineConfig, type MarkdownRenderer } from 'vitepress';
import { anchorOf } from '../site/anchors.ts';
import { copyFiles, linkFiles } from '../site/files.ts';
import { readSidebar } from '../site/sidebar.ts';

/** URL path of the site on its server. Pages of a GitHub project are under the project's name. */
const BASE = process.env['SITE_BASE'] ?? '/';

/** Shows the sidebar below the text on narrow screens if the browser runs no JavaScript. */
const WITHOUT_SCRIPTS = `<style>
@media (max-width: 959px) {
  .VPSidebar {
    all: revert !important; order: 1; padding: 24px !important;
  }
  .VPLocalNav, .VPNavBarHamburger { display: none !important; }
}
</style>`;

/** Shows two braces as text. Pages are Vue templates, where they begin an expression. */
function showBraces({ renderer: { rules } }: MarkdownRenderer): void {
  for (const name of ['text', 'code_inline'] as const) {
    const rule = rules[name];
    rules[name] = (...args) => (rule?.(...args) ?? '').replaceAll('{{', '{&#123;');
  }
}

export default defineConfig({
  title: 'Payment Initiation',
  description: "The bank's side of UK Open Banking Payment Initiation.",
  lang: 'en-GB',
  base: BASE,
  // Pages have the paths of their sources, so that relative links work here and in the repository.
  srcDir: '..',
  srcExclude: ['{bench/results,coverage,data,dist}/**'],
  rewrites: (path) => path.replace(/(^|\/)README\.md$/, '$1index.md'),
  ignoreDeadLinks: 'localhostLinks',
  cacheDir: '../node_modules/.cache/vitepress',
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => {
      linkFiles(markdown);
      showBraces(markdown);
    },
  },
  transformHead: () => [['noscript', {}, WITHOUT_SCRIPTS]],
  buildEnd: ({ outDir }) => copyFiles(outDir),
  themeConfig: {
    nav: [
      { text: 'API v4.0', link: '/docs/reference/api/v4.0' },
      { text: 'API v3.1', link: '/docs/reference/api/v3.1' },
      { text: 'Operations', link: '/docs/operations' },
      { text: 'Changes', link: '/CHANGELOG' },
    ],
    sidebar: readSidebar(),
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
