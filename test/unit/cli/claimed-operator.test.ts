import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { dataFolder } from '../../../src/config/data-folder.ts';
import { readAuditLog } from '../../../src/store/sqlite/database/inspection.ts';
import { claimedOperator } from '../../../src/cli/claimed-operator.ts';
import { run, withService } from './fixtures.ts';

test.each([
  [
    'the user who called sudo, with the id of the login',
    { SUDO_USER: 'alice' },
    '1000',
    'alice/1000',
  ],
  ['sudo alone, where Linux keeps no login', { SUDO_USER: 'al', SUDO_UID: '7' }, undefined, 'al/7'],
  ['a user of a directory', { SUDO_USER: 'BANK\\al' }, '7', 'BANK\\al/7'],
  ['a name that would not fit into a line', { SUDO_USER: 'a l\n/é' }, '7', 'a_l___/7'],
  ['a long name, shortened', { SUDO_USER: 'a'.repeat(99) }, '7', `${'a'.repeat(64)}/7`],
  ['an invalid login ID', { SUDO_USER: 'al' }, 'x', 'al/-'],
  ['the user of the process', {}, '7', `${userInfo().username}/7`],
])('claimedOperator names the operator by %s', (_, environment, loginId, claimed) => {
  expect(claimedOperator(environment, loginId)).toBe(claimed);
});

test(
  'a backup of a running service is audited with its path and operator before it starts',
  withService(async ({ directory, folder }) => {
    const target = `${directory}/backup`;
    await run('backup', [target], folder);
    const entries = readAuditLog(dataFolder(target).database, (rows) => [...rows]);
    expect(entries.at(-1)).toMatchObject({
      action: 'operatorCommand',
      subject: 'backup',
      actorKind: 'operator',
      actorId: `claimed:${claimedOperator()}`,
      detail: JSON.stringify({ argument: `${target}.partial/service.db` }),
    });
  }),
);
