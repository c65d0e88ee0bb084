import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = readFileSync(`${ROOT}docs/glossary.md`, 'utf8');

it('the glossary says where its words live, in files and folders that are there', () => {
  const paths = [...PAGE.matchAll(/`([a-z][\w/.-]*(?:\.tsx?|\.c|\/))`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(50);
  const isThere = (path: string): boolean =>
    existsSync(`${ROOT}src/${path}`) || existsSync(`${ROOT}${path}`);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

it('the glossary has its words in the order of the alphabet, part by part', () => {
  for (const part of PAGE.split(/^## /m).slice(1)) {
    const words = [...part.matchAll(/^- \*\*([^*,]+)/gm)].map(([, word = '']) =>
      word.toLowerCase(),
    );
    expect(words).toEqual([...words].sort());
  }
});
