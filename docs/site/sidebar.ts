import { readFileSync } from 'node:fs';
import type { DefaultTheme } from 'vitepress';

const README = new URL('../../README.md', import.meta.url);

const GROUP = /^### (.+)\n\n((?:- .+\n(?: {2}.+\n)*)+)/gm;
const LINK = /\[([^\]]+)\]\(([^)]+)\)/g;

/**
 * Reads the navigation of the site from the section "Documentation" of the README: a heading for
 * each reader, and a list of links. Generated pages come first.
 */
export function readSidebar(): DefaultTheme.SidebarItem[] {
  const [, section = ''] = readFileSync(README, 'utf8').split('\n## Documentation\n');
  const [own = ''] = section.split('\n## ');
  const groups = [...own.matchAll(GROUP)].map(([, text = '', list = '']) => ({
    text,
    items: [...list.matchAll(LINK)].map(([, title = '', path = '']) => ({
      text: `${title.charAt(0).toUpperCase()}${title.slice(1)}`,
      link: `/${path.replace(/README\.md$/, '').replace(/\.md$/, '')}`,
    })),
  }));
  if (groups.length === 0) throw new Error('README.md lists no documents by reader.');
  return [
    {
      text: 'Start',
      items: [
        { text: 'Overview', link: '/' },
        { text: 'API reference v4.0', link: '/docs/reference/api/v4.0' },
        { text: 'API reference v3.1', link: '/docs/reference/api/v3.1' },
        { text: 'Benchmarks over time', link: '/bench/history' },
      ],
    },
    ...groups,
  ];
}
