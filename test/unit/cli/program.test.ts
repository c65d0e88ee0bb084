import { describe, expect, it } from 'vitest';
import { formatError, parseArguments } from '../../../src/cli/program.ts';

const OPTIONS = {
  count: { type: 'string' },
  redirect: { type: 'string', multiple: true },
} as const;

/** Returns the error message for these arguments. */
function told(...args: readonly string[]): string {
  try {
    return JSON.stringify(parseArguments(args, OPTIONS, 'The usage.'));
  } catch (error) {
    return formatError(error);
  }
}

describe('parseArguments', () => {
  it('returns the options and the positional arguments', () => {
    const args = ['a', '--count', '1', '--redirect=x', '--redirect', '', 'b', '--', '--c'];
    const { values, positionals } = parseArguments(args, OPTIONS, '');
    expect(values).toEqual({ count: '1', redirect: ['x', ''] });
    expect(positionals).toEqual(['a', 'b', '--c']);
    expect(parseArguments(['--count=-1'], OPTIONS, '').values).toEqual({ count: '-1' });
  });

  it.each([
    [['--cout', '1'], 'Unknown option --cout: did you mean --count?'],
    [['--cout=1'], 'Unknown option --cout: did you mean --count?'],
    [['-count', '1'], 'Unknown option -count: did you mean --count?'],
    [['--force'], 'Unknown option --force.'],
    [['-x'], 'Unknown option -x.'],
    [['--constructor'], 'Unknown option --constructor.'],
    [['--a\u202eb'], 'Unknown option --a\\u202eb.'],
    [[`--${'x'.repeat(100)}`], `Unknown option --${'x'.repeat(57)}….`],
    [['--count'], '--count needs a value.'],
    [
      ['--count', '-1'],
      '--count needs a value. Write a value that begins with a dash as --count=-1',
    ],
    [
      ['--cout=1', 'a', '--redirect'],
      'Unknown option --cout: did you mean --count?\n--redirect needs a value.',
    ],
  ])('rejects %j with every problem and the usage', (args, words) => {
    expect(told(...args)).toBe(`${words}\nThe usage.`);
  });
});
