import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isPassword } from '../../../src/auth/sign-in/passwords.ts';

const MAIN = fileURLToPath(new URL('../../../dist/tools/main.js', import.meta.url));

function run(input: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [MAIN, 'password', ...args], { input, encoding: 'utf8' });
}

describe('npm run password', () => {
  it("makes what the bank's file holds of a password, never the password", async () => {
    const { stdout, status } = run('correct horse battery\n');
    const { passwordHash, totpSecret } = JSON.parse(stdout) as Record<string, string>;
    expect(status).toBe(0);
    expect(stdout).not.toContain('correct horse');
    expect(await isPassword('correct horse battery', passwordHash ?? '')).toBe(true);
    expect(totpSecret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('makes another secret and another hash each time', () => {
    expect(run('correct horse battery').stdout).not.toBe(run('correct horse battery').stdout);
  });

  it('takes no short password, and none from its arguments, where others could read it', () => {
    expect(run('short')).toMatchObject({ status: 2, stdout: '' });
    const onCommandLine = run('', 'correct horse battery');
    expect(onCommandLine).toMatchObject({ status: 2, stdout: '' });
    expect(onCommandLine.stderr).toContain('npm run --silent password');
  });
});
