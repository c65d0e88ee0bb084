import { describe, expect, it } from 'vitest';
import { messageOf, pathText, shorten } from '../../../src/shared/text.ts';

const CAKE = '\u{1F370}';

describe('shorten', () => {
  it.each([
    ['', 5, ''],
    ['abcde', 5, 'abcde'],
    ['abcdef', 5, 'abcd…'],
    [CAKE.repeat(5), 5, CAKE.repeat(5)],
    [CAKE.repeat(6), 5, `${CAKE.repeat(4)}…`],
    [`a${CAKE.repeat(100)}`, 5, `a${CAKE.repeat(3)}…`],
    ['abc', 1, '…'],
  ])('shortens %j to %d characters as %j', (text, most, expected) => {
    expect(shorten(text, most)).toBe(expected);
  });
});

describe('pathText', () => {
  it.each([
    [[], '', ''],
    [[], 'Data', 'Data'],
    [['Data', 'Lines', 12, 'Amount'], '', 'Data.Lines[12].Amount'],
    [[3, 'Name'], '', '[3].Name'],
    [[3, 'Name'], 'Data.Lines', 'Data.Lines[3].Name'],
    [['Name'], 'Data', 'Data.Name'],
    [['Data', ''], '', 'Data'],
    [['x'.repeat(61)], 'Data', `Data.${'x'.repeat(59)}…`],
  ])('joins %j after %j as %j', (path, base, expected) => {
    expect(pathText(path, base)).toBe(expected);
  });
});

describe('messageOf', () => {
  it.each([
    [new Error('one'), 'one'],
    [new AggregateError([new Error('first'), new Error('second')]), 'first'],
    [new AggregateError([new Error('first')], 'all'), 'all'],
    ['text', 'text'],
  ])('of %o is %s', (error, message) => {
    expect(messageOf(error)).toBe(message);
  });
});
