import { describe, expect, it } from 'vitest';
import { formatError, parseArguments } from '../../../src/cli/program.ts';

const OPTIONS = {
  count: { type: 'string' },
  redirect: { type: 'string', multiple: true },
} as const;

/** What is told of arguments that are not taken. */
function told(...args: readonly string[]): string {
  try {
    return JSON.stringify(parseArguments(args, OPTIONS, 'The usage.'));
  } catch (error) {
    return formatError(error);
  }
}

describe('arguments of a program', () => {
  it('are options with values, and the rest', () => {
    const args = ['a', '--count', '1', '--redirect=x', '--redirect', '', 'b', '--', '--c'];
    const { values, positionals } = parseArguments(args, OPTIONS, '');
    expect(values).toEqual({ count: '1', redirect: ['x', ''] });
    expect(positionals).toEqual(['a', 'b', '--c']);
    expect(parseArguments(['--count=-1'], OPTIONS, '').values).toEqual({ count: '-1' });
  });

  it.each([
    [['--cout', '1'], 'There is no option --cout: did you mean --count?'],
    [['--cout=1'], 'There is no option --cout: did you mean --count?'],
    [['-count', '1'], 'There is no option -count: did you mean --count?'],
    [['--force'], 'There is no option --force.'],
    [['-x'], 'There is no option -x.'],
    [['--constructor'], 'There is no option --constructor.'],
    [['--a\u202eb'], 'There is no option --a\\u202eb.'],
    [[`--${'x'.repeat(100)}`], `There is no option --${'x'.repeat(57)}….`],
    [['--count'], '--count needs a value.'],
    [['--count', '-1'], '--count needs a value; one that begins with a dash is written --count=-1'],
    [
      ['--cout=1', 'a', '--redirect'],
      'There is no option --cout: did you mean --count?\n--redirect needs a value.',
    ],
  ])('%j are refused in our words, all at once, with the usage', (args, words) => {
    expect(told(...args)).toBe(`${words}\nThe usage.`);
  });
});
