import { describe, expect, test } from 'vitest';
import { errorBody } from '../../../src/api/errors.ts';
import { V3_1 } from '../../../src/versions/v3.1.ts';
import { fault, FaultList, Refusal, refuse } from '../../../src/shared/errors.ts';

const ID = '93bac548-d2de-4546-b106-880a5018460d';
const STATUSES = [400, 403, 404, 405, 406, 413, 415, 421, 429, 500, 503] as const;

function bodyOf(refusal: Refusal): Record<string, unknown> {
  return JSON.parse(errorBody(refusal, ID, V3_1)) as Record<string, unknown>;
}

describe('an error body', () => {
  test('contains the code and the path of the first fault', () => {
    expect(bodyOf(refuse(400, 'fieldMissing', 'Absent.', { path: 'Data.Initiation' }))).toEqual({
      Code: '400 BadRequest',
      Id: ID,
      Message: 'Absent.',
      Errors: [{ ErrorCode: 'UK.OBIE.Field.Missing', Message: 'Absent.', Path: 'Data.Initiation' }],
    });
  });

  test('omits an empty Path', () => {
    const { Errors } = bodyOf(refuse(400, 'invalidFormat', 'No object.', { path: '' }));
    expect(Errors).toEqual([
      { ErrorCode: 'UK.OBIE.Resource.InvalidFormat', Message: 'No object.' },
    ]);
  });

  test.each(STATUSES)('%s has a Code of its own within 40 characters', (status) => {
    const { Code } = bodyOf(refuse(status, 'headerInvalid', 'No.'));
    expect(Code).toMatch(new RegExp(`^${String(status)} [A-Z][A-Za-z]{2,35}$`));
  });

  test('is empty for 401', () => {
    expect(errorBody(new Refusal(401, []), ID, V3_1)).toBe('');
  });

  test('lists at most a hundred faults and contains their total', () => {
    const faults = new FaultList();
    for (let count = 0; count < 1234; count += 1) faults.add('fieldInvalid', 'Wrong.', 'Data');
    const body = bodyOf(faults.refusal());
    expect(body['Errors']).toHaveLength(100);
    expect(body['Message']).toBe('1234 faults, the first 100 of them listed.');
  });

  test('truncates texts to the length of the contract, never inside a character', () => {
    const long = '\u{1F370}'.repeat(501);
    const body = bodyOf(new Refusal(400, [fault('fieldInvalid', long, long)]));
    const [error] = body['Errors'] as { Message: string; Path: string }[];
    for (const text of [body['Message'] as string, error?.Message ?? '', error?.Path ?? '']) {
      expect([...text]).toHaveLength(500);
      expect(text).toBe(`${'\u{1F370}'.repeat(499)}…`);
    }
    const exact = '\u{1F370}'.repeat(500);
    expect(bodyOf(refuse(400, 'fieldInvalid', exact))['Message']).toBe(exact);
  });
});
