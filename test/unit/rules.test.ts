import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Folders whose files may cite rules. */
const FOLDERS = ['src', 'client', 'test-client', 'test', 'bench', 'demo', 'docs', 'fixtures'];
const READ = /\.(?:tsx?|c|h|json|md|http|tsv)$/;
/** Golden uploads, which are not searched. */
const EXCLUDED = /^fixtures\/files\/.*\/upload\./;

/** Matches a line break in a comment. A citation may continue on the next line. */
const LINE_BREAK = /\s*\n(?:\s*(?:\*|\/\/))?\s*/g;

/** Matches a citation such as `rules, 6.16` up to its end. */
const CITATION = /\b[Rr]ules, (?=\d|N\b|"|second)([^;)"`.]*(?:\.\d+[^;)"`.]*)*)/g;
const NUMBERS = /^\d+\.\d+(?:(?:, | and | to )\d+\.\d+)*$/;

/** Matches a citation of the specification, which preceded the page of rules. */
const SPECIFICATION = /\b[Ss]pecification, (?:\d|N\b)/;

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
    .filter((path) => READ.test(path) && !EXCLUDED.test(path));
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
  it('numbers the rules of each chapter in order', () => {
    const chapters = [...PAGE.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));
    expect(chapters).toEqual(chapters.map((_, index) => index + 1));
    const expected = chapters.flatMap((chapter) => {
      const ofChapter = RULES.filter(({ number }) => number.startsWith(`${String(chapter)}.`));
      return ofChapter.map((_, index) => `${String(chapter)}.${String(index + 1)}`);
    });
    expect(RULES.map(({ number }) => number)).toEqual(expected);
    expect(RULES.length).toBeGreaterThan(100);
  });

  it.each(RULES)('has a source, existing decisions and existing tests for $number', ({ text }) => {
    expect(text).toMatch(/^_Source:_ \S/m);
    const [, decisionsAndTests = ''] = text.split('_Source:_');
    const decisions = [...decisionsAndTests.matchAll(/\]\((decisions\/[^)]+)\)/g)];
    for (const [, path = ''] of decisions) expect(existsSync(`${ROOT}docs/${path}`)).toBe(true);
    const [, named = ''] = decisionsAndTests.split('_Test:_');
    const tests = [...named.matchAll(/`(test\/[^`]+\.test\.tsx?)`/g)];
    expect(tests).not.toEqual([]);
    for (const [, path = ''] of tests) {
      expect(existsSync(`${ROOT}${path}`), `${path} exists`).toBe(true);
    }
  });
});

describe('a citation of a rule', () => {
  const numbers = new Set(RULES.map(({ number }) => number));

  it('contains only numbers of existing rules', () => {
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

  it('cites the page of rules and not the specification, which is not in the repository', () => {
    const wrong = TEXTS.filter(
      ({ text }) => SPECIFICATION.test(text) || text.includes('shared/mission'),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('is found more than 300 times', () => {
    const found = TEXTS.flatMap(({ text }) => [...text.matchAll(CITATION)]);
    expect(found.length).toBeGreaterThan(300);
  });
});

function numbersIn(cited: string): readonly string[] {
  return cited.split(/, | and | to /);
}
