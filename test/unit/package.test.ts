import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly gypfile?: boolean }>>;
}

/*
 * better-sqlite3 contains its binaries. Its package.json has `"gypfile": false`, so that npm does
 * not compile it. npm reads the lock file instead, where an `npm install` removes this member. npm
 * would then call node-gyp, which fails without Python. Add the member to the lock file again.
 */
it('the installation compiles nothing, so that it needs only Node.js and npm', () => {
  const path = new URL('../../package-lock.json', import.meta.url);
  const { packages } = JSON.parse(readFileSync(path, 'utf8')) as Lock;
  expect(packages['node_modules/better-sqlite3']).toHaveProperty('gypfile', false);
});

// npm adds a LICENSE to a package only if it is beside its package.json.
it.each(['client', 'pis', 'conformance'])('the package %s contains the licence', (folder) => {
  const licence = (path: string): string =>
    readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  expect(licence(`${folder}/LICENSE`)).toBe(licence('LICENSE'));
});
