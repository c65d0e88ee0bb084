import { expect, test } from 'vitest';
import { describeProblem } from '../../../../src/domain/schemes/hub-problems.ts';
import type { DocumentErrorCode } from '../../../../src/schemes/answers/document-error.ts';

/** Every code of the reader of documents. The compiler reports a missing one. */
const CODES: Readonly<Record<DocumentErrorCode, true>> = {
  ...{ empty: true, malformed: true, doctype: true, encoding: true, 'xml-version': true },
  ...{ 'document-size': true, 'token-size': true, depth: true, 'mixed-content': true },
  ...{ kind: true, structure: true, value: true, 'entry-count': true, count: true, sum: true },
  balance: true,
};

test.each([...Object.keys(CODES), 'idReused'])('explains the document problem %s', (code) => {
  const { meaning, action } = describeProblem('document', code);
  expect(meaning).not.toContain('Unknown problem');
  expect(action).toMatch(/\.$/);
});

test('explains an unknown code of a newer version', () => {
  const text = { meaning: 'Unknown problem later.', action: 'Ask the developers.' };
  expect(describeProblem('answer', 'later')).toEqual(text);
  expect(describeProblem('return', 'toString').meaning).toBe('Unknown problem toString.');
});
