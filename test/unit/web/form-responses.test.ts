import { describe, expect, it } from 'vitest';
import { FormResponses } from '../../../src/web/form-responses.ts';

function counted() {
  let now = 0;
  let acts = 0;
  const once = new FormResponses<number>(() => now, null);
  return {
    run: (...form: string[]) => once.run(form, () => Promise.resolve((acts += 1))),
    fail: (...form: string[]) => once.run(form, () => Promise.reject(new Error('no'))),
    pass: (milliseconds: number) => (now += milliseconds),
  };
}

describe('a form that is submitted twice', () => {
  it('is processed once, and both requests get the response', async () => {
    const { run } = counted();
    expect(await Promise.all([run('visit', 'a'), run('visit', 'a')])).toEqual([1, 1]);
    expect(await run('visit', 'a')).toBe(1);
  });

  it('is processed again with other fields, in another session, and after some time', async () => {
    const { run, pass } = counted();
    expect([await run('visit', 'a'), await run('visit', 'b'), await run('other', 'a')]).toEqual([
      1, 2, 3,
    ]);
    pass(3000);
    expect(await run('visit', 'a')).toBe(4);
  });

  it('can be submitted again at once after a failure', async () => {
    const { run, fail } = counted();
    await expect(fail('visit', 'a')).rejects.toThrow('no');
    expect(await run('visit', 'a')).toBe(1);
  });

  it('is forgotten after 1,000 other forms', async () => {
    const { run } = counted();
    await run('visit', 'first');
    for (let other = 0; other < 999; other += 1) await run('visit', String(other));
    expect(await run('visit', 'first')).toBe(1);
    await run('visit', 'one more');
    await run('visit', 'and another');
    expect(await run('visit', 'first')).toBe(1003);
  });
});
