import { expect, it } from 'vitest';
import { isProposalLost, isSameOperator } from '../../../../src/domain/schemes/proposals.ts';

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
  // A command that names no operator may be of any person.
  ['control', 'control', true],
  ['control', 'claimed:olga/1000', true],
  ['control', 'olga', true],
  // An operator of the console, and a user of the operating system.
  ['olga', 'claimed:Olga/1000', true],
  ['olga', 'claimed:oscar/1000', false],
  ['olga', 'oscar', false],
  // A user of a domain.
  ['olga', 'claimed:olga@corp.example/1001', true],
  ['olga', String.raw`claimed:CORP\Olga/1001`, true],
  [String.raw`claimed:CORP\olga/1001`, 'claimed:olga@corp.example/1002', true],
  ['oscar', 'claimed:olga@corp.example/1001', false],
  ['corp', String.raw`claimed:CORP\olga/1001`, false],
])('isSameOperator compares names and logins: %s, %s', (one, other, isSame) => {
  expect(isSameOperator(one, other)).toBe(isSame);
  expect(isSameOperator(other, one)).toBe(isSame);
});

it('withdraws the proposals of an ended operator, but not those that name no operator', () => {
  const lost = { operatorId: 'olga', roles: null };
  expect(isProposalLost('claimed:olga@corp.example/1001', 'approve', lost)).toBe(true);
  expect(isProposalLost('control', 'approve', lost)).toBe(false);
});
