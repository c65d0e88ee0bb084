import { expect, it } from 'vitest';
import { isSameOperator } from '../../../../src/domain/schemes/proposals.ts';

it.each([
  ['claimed:olga/1000', 'claimed:olga/1000', true],
  ['claimed:olga/1000', 'claimed:OLGA/1000', true],
  // The same name with another login, for example on another machine.
  ['claimed:olga/1000', 'claimed:Olga/1001', true],
  // The same login with another name, for example after su.
  ['claimed:olga/1000', 'claimed:oscar/1000', true],
  ['claimed:olga/1000', 'claimed:oscar/1001', false],
  // Logins that are not known are not the same.
  ['claimed:olga/-', 'claimed:oscar/-', false],
  ['claimed:olga/-', 'claimed:olga/-', true],
  ['control', 'control', true],
  // An operator of the console, and a user of the operating system.
  ['olga', 'claimed:Olga/1000', true],
  ['olga', 'claimed:oscar/1000', false],
  ['olga', 'oscar', false],
])('isSameOperator compares names and logins: %s, %s', (one, other, isSame) => {
  expect(isSameOperator(one, other)).toBe(isSame);
  expect(isSameOperator(other, one)).toBe(isSame);
});
