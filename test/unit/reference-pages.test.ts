import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatePages } from '../../docs/generate.ts';

test('the reference pages match the code', async () => {
  for (const { path, text } of await generatePages()) {
    expect(readFileSync(path, 'utf8'), `${path} is stale. Run: npm run docs`).toBe(text);
  }
});
