import { describe, expect, it } from 'vitest';
import { parseDirectoryInThread } from '../../../src/workers/directory.ts';

describe('a thread that reads the directory', () => {
  it('gives back what is listed', async () => {
    const one = { id: 'one', name: 'One', status: 'Active', roles: ['PISP'], software: [] };
    const read = await parseDirectoryInThread(JSON.stringify({ organisations: [one] }));
    if ('problems' in read) throw new Error(read.problems.join(' '));
    expect([...read.organisations]).toEqual([one]);
    expect(read.leftOut).toEqual([]);
  });

  it('gives back what is wrong', async () => {
    expect(await parseDirectoryInThread('{"organisations":[{}]}')).toMatchObject({
      problems: expect.arrayContaining([
        expect.stringContaining('organisations[0].id'),
      ]) as string[],
    });
  });
});
