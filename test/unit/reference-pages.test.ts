import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatePages } from '../../docs/generate.ts';

test('the reference pages match the code', async () => {
  for (const { path, text } of await generatePages()) {
    expect(readFileSync(path, 'utf8'), `${path} is stale. Run: npm run docs`).toBe(text);
  }
});

test('the page of the control API has each command that the audit log records', () => {
  const sources = globSync('src/ops/commands/*.ts').map((path) => readFileSync(path, 'utf8'));
  const commands = sources.flatMap((text) =>
    [...text.matchAll(/recorded\('([\w-]+)'/g)].map(([, name = '']) => name),
  );
  const page = readFileSync('docs/reference/control-api.md', 'utf8');
  expect(commands).toContain('regulator-planned');
  expect(commands.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
