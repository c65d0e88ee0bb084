import { describe, expect, it } from 'vitest';
import { parseDirectoryInThread } from '../../../src/workers/directory.ts';

describe('parseDirectoryInThread', () => {
  it('returns the listing of a valid document', async () => {
    const one = { id: 'one', name: 'One', status: 'Active', roles: ['PISP'], software: [] };
    const read = await parseDirectoryInThread(JSON.stringify({ organisations: [one] }));
    if ('problems' in read) throw new Error(read.problems.join(' '));
    expect([...read.organisations]).toEqual([one]);
    expect(read.leftOut).toEqual([]);
  });

  it('returns the problems of an invalid document', async () => {
    expect(await parseDirectoryInThread('{"organisations":[{}]}')).toMatchObject({
      problems: expect.arrayContaining([
        expect.stringContaining('organisations[0].id'),
      ]) as string[],
    });
  });
});
