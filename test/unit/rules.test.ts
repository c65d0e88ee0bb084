import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where comments, titles and sources stand; uploads are bytes, and earlier versions are over. */
const FOLDERS = ['src', 'client', 'test', 'bench', 'demo', 'docs', 'fixtures'];
const READ = /\.(?:tsx?|c|h|json|md|http|tsv)$/;
const MISDIRECTED_REQUEST = /^fixtures\/(?:versions\/|files\/.*\/upload\.)/;

/** What breaks a line of a comment: a citation may go on behind it. */
const LINE_BREAK = /\s*\n(?:\s*(?:\*|\/\/))?\s*/g;

/** `rules, 6.16`, up to what ends it. */
const CITATION = /\b[Rr]ules, (?=\d|N\b|"|second)([^;)"`.]*(?:\.\d+[^;)"`.]*)*)/g;
const NUMBERS = /^\d+\.\d+(?:(?:, | and | to )\d+\.\d+)*$/;

/** As it was cited before there was a page of rules. */
const OF_OLD = /\b[Ss]pecification, (?:\d|N\b)/;

interface Rule {
  readonly number: string;
  readonly text: string;
}

const PAGE = readFileSync(`${ROOT}docs/rules.md`, 'utf8');

const RULES: readonly Rule[] = PAGE.split(/^(?=\*\*\d+\.\d+ )/m)
  .slice(1)
  .map((part) => {
    const [text = ''] = part.split(/^## /m);
    return { number: /^\*\*(\d+\.\d+) /.exec(text)?.[1] ?? '', text };
  });

function filesOf(folder: string): readonly string[] {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => READ.test(path) && !MISDIRECTED_REQUEST.test(path));
}

const TEXTS = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...FOLDERS.flatMap(filesOf),
]
  .filter((path) => path !== 'test/unit/rules.test.ts')
  .map((path) => ({
    path,
    text: readFileSync(`${ROOT}${path}`, 'utf8').replaceAll(LINE_BREAK, ' '),
  }));

describe('the page of rules', () => {
  it('numbers the rules of each chapter in their order', () => {
    const chapters = [...PAGE.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));
    expect(chapters).toEqual(chapters.map((_, place) => place + 1));
    const expected = chapters.flatMap((chapter) => {
      const ofChapter = RULES.filter(({ number }) => number.startsWith(`${String(chapter)}.`));
      return ofChapter.map((_, place) => `${String(chapter)}.${String(place + 1)}`);
    });
    expect(RULES.map(({ number }) => number)).toEqual(expected);
    expect(RULES.length).toBeGreaterThan(100);
  });

  it.each(RULES)('tells where $number comes from, and what holds it', ({ text }) => {
    expect(text).toMatch(/^_Source:_ \S/m);
    const [, decisionsAndTests = ''] = text.split('_Source:_');
    const decisions = [...decisionsAndTests.matchAll(/\]\((decisions\/[^)]+)\)/g)];
    for (const [, path = ''] of decisions) expect(existsSync(`${ROOT}docs/${path}`)).toBe(true);
    const [, named = ''] = decisionsAndTests.split('_Test:_');
    const tests = [...named.matchAll(/`(test\/[^`]+\.test\.tsx?)`/g)];
    expect(tests).not.toEqual([]);
    for (const [, path = ''] of tests) {
      expect(existsSync(`${ROOT}${path}`), `${path} is there`).toBe(true);
    }
  });
});

describe('a citation', () => {
  const numbers = new Set(RULES.map(({ number }) => number));

  it('leads to rules that are there, by their numbers', () => {
    const wrong = TEXTS.flatMap(({ path, text }) =>
      [...text.matchAll(CITATION)]
        .map(([, cited = '']) => cited.trim())
        .filter(
          (cited) => !NUMBERS.test(cited) || !numbersIn(cited).every((one) => numbers.has(one)),
        )
        .map((cited) => `${path}: rules, ${cited}`),
    );
    expect(wrong).toEqual([]);
  });

  it('is never one of the specification, which is not at hand', () => {
    const wrong = TEXTS.filter(({ text }) => OF_OLD.test(text) || text.includes('shared/mission'));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('is found in hundreds of places', () => {
    const found = TEXTS.flatMap(({ text }) => [...text.matchAll(CITATION)]);
    expect(found.length).toBeGreaterThan(300);
  });
});

function numbersIn(cited: string): readonly string[] {
  return cited.split(/, | and | to /);
}
