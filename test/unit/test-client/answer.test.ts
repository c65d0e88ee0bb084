import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  Answer,
  dataOf,
  expectStatus,
  expectSuccess,
  idIn,
  readAs,
  tokenIn,
  UnexpectedAnswer,
} from '../../../test-client/answer.ts';

function answerOf(status: number, text: string): Answer {
  const asked = { method: 'POST', path: '/file-payments' };
  return new Answer({
    ...asked,
    ...{ status, rawHeaders: [], bytes: Buffer.from(text), milliseconds: 1 },
  });
}

const REFUSAL = '{"Errors":[{"ErrorCode":"UK.OBIE.Field.Invalid","Message":"m","Path":"p"}]}';

describe('a check of an answer', () => {
  test('returns the answer or its value if the answer is the expected one', () => {
    const answer = answerOf(201, '{"Data":{"ConsentId":"c-1"},"access_token":"t"}');
    expect(expectStatus(answer, 201)).toBe(answer);
    expect(expectSuccess(answer)).toBe(answer);
    expect(idIn(answer, 'ConsentId')).toBe('c-1');
    expect(tokenIn(answer)).toBe('t');
    expect(readAs(answer, z.object({ access_token: z.string() })).access_token).toBe('t');
  });

  test.each<[string, (answer: Answer) => unknown]>([
    ['answered 400, not 201.', (answer) => expectStatus(answer, 201)],
    ['answered 400.', (answer) => expectSuccess(answer)],
    ['answered 400 without Data.', (answer) => dataOf(answer)],
    ['answered 400 without access_token.', (answer) => tokenIn(answer)],
    [
      'answered 400 with an unexpected body.',
      (answer) => readAs(answer, z.object({ Data: z.object({}) })),
    ],
  ])('throws for an unexpected answer: %s', (otherwise, read) => {
    const answer = answerOf(400, REFUSAL);
    expect(() => read(answer)).toThrow(`POST /file-payments ${otherwise} ${REFUSAL}`);
  });

  test('names status and error code as the reason', () => {
    const reasonOf = (status: number, text: string): string =>
      new UnexpectedAnswer(answerOf(status, text), '').reason;
    expect(reasonOf(400, REFUSAL)).toBe('400 UK.OBIE.Field.Invalid');
    expect(reasonOf(503, '')).toBe('503');
  });
});

test.each(['', 'none', '[1]', '"text"', 'null'])('a body of %o has no members', (text) => {
  const answer = answerOf(200, text);
  expect(answer.json).toBeUndefined();
  expect(answer.faults).toEqual([]);
});
