import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = readFileSync(`${ROOT}docs/glossary.md`, 'utf8');

it('each part of the glossary is in alphabetical order', () => {
  for (const part of PAGE.split(/^## /m).slice(1)) {
    const words = [...part.matchAll(/^- \*\*([^*,]+)/gm)].map(([, word = '']) =>
      word.toLowerCase(),
    );
    expect(words).toEqual([...words].sort());
  }
});
