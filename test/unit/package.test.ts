import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly gypfile?: boolean }>>;
}

/*
 * better-sqlite3 brings its binaries and says in its package.json that nothing is to be compiled
 * (`gypfile`). npm installs by the lock file, which does not repeat that, and asks node-gyp, which
 * fails where there is no Python. An `npm install` takes the member out: put it back.
 */
it('nothing is compiled at install, so that a machine needs Node.js and npm alone', () => {
  const path = new URL('../../package-lock.json', import.meta.url);
  const { packages } = JSON.parse(readFileSync(path, 'utf8')) as Lock;
  expect(packages['node_modules/better-sqlite3']).toHaveProperty('gypfile', false);
});
