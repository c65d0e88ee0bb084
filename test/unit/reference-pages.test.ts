import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatePages } from '../../docs/generate.ts';
import { controlRoutes } from '../../src/app/operations.ts';

test('the reference pages match the code', async () => {
  for (const { path, text } of await generatePages()) {
    expect(readFileSync(path, 'utf8'), `${path} is stale. Run: npm run docs`).toBe(text);
  }
});

test('the page of the control API lists every route', () => {
  const page = readFileSync('docs/reference/control-api.md', 'utf8');
  const listed = [...page.matchAll(/^\| `([A-Z]+) ([^`?]+)/gm)].map(
    ([, method = '', path = '']) => `${method} ${path.replaceAll(/<\w+>/g, '…')}`,
  );
  // The routes are created, but not called.
  const parts = { config: { schemes: { kind: 'simulated' }, node: 'node-1' }, clock: {} };
  const created = controlRoutes(parts as unknown as Parameters<typeof controlRoutes>[0])
    .flatMap(({ routes }) => routes)
    .map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, '…')}`);
  expect(listed.toSorted()).toEqual([...new Set(created)].toSorted());
});
