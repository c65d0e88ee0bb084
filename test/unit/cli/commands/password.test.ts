import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isPassword } from '../../../../src/auth/sign-in/passwords.ts';
import { passwordHashProblems } from '../../../../src/domain/parties/password-hash.ts';

const MAIN = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url));

function run(input: string | Uint8Array, ...args: readonly string[]) {
  return spawnSync(process.execPath, [MAIN, 'password', ...args], { input, encoding: 'utf8' });
}

/** Other systems' `script` takes other options. */
const isLinux = process.platform === 'linux';

/** Answers the questions at a terminal and returns everything that it shows. */
async function atTerminal(...answers: readonly string[]): Promise<{ shown: string; code: number }> {
  const command = `${process.execPath} ${MAIN} password`;
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null']);
  let shown = '';
  let asked = 0;
  terminal.stdout.setEncoding('utf8').on('data', (part: string) => {
    shown += part;
    // A question does not end with a line break.
    if (!shown.endsWith(': ') || asked >= answers.length) return;
    terminal.stdin.write(answers[asked] ?? '');
    asked += 1;
  });
  const code = await new Promise<number>((resolve) => {
    terminal.on('close', (status) => {
      resolve(status ?? -1);
    });
  });
  return { shown, code };
}

describe('pisctl password', () => {
  it("prints the hash for the bank's file, but never the password", async () => {
    const { stdout, status } = run('correct horse battery\n');
    const { passwordHash, totpSecret } = JSON.parse(stdout) as Record<string, string>;
    expect(status).toBe(0);
    expect(stdout).not.toContain('correct horse');
    expect(await isPassword('correct horse battery', passwordHash ?? '')).toBe(true);
    expect(passwordHashProblems(passwordHash ?? '')).toEqual([]);
    expect(totpSecret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('prints another hash and secret each time', () => {
    expect(run('correct horse battery').stdout).not.toBe(run('correct horse battery').stdout);
  });

  it.runIf(isLinux)(
    'asks for the password at a terminal, twice, and does not show it',
    async () => {
      const typed = 'correct horse battery\r';
      const { shown, code } = await atTerminal(typed, typed);
      expect({ shown, code }).toMatchObject({ code: 0 });
      expect(shown).toContain('Password: ');
      expect(shown).toContain('"passwordHash"');
      expect(shown).not.toContain('correct');
    },
  );

  it.runIf(isLinux)('rejects two different passwords and no password', async () => {
    const { shown, code } = await atTerminal('correct horse battery\r', 'battery horse\r');
    expect({ shown, code }).toMatchObject({ code: 2 });
    expect(shown).toContain('The passwords do not match.');
    const nothing = await atTerminal('\u0004');
    expect(nothing.code).toBe(2);
    expect(nothing.shown).toContain('no password was entered');
  });

  it.runIf(isLinux)('has no history: ↑ does not repeat the first answer', async () => {
    const { shown, code } = await atTerminal('correct horse battery\r', '\u001b[A\r');
    expect({ shown, code }).toMatchObject({ code: 2 });
    expect(shown).toContain('The passwords do not match.');
  });

  it.runIf(isLinux)('reads a line that arrives before its question', async () => {
    const typed = 'correct horse battery\r';
    const { shown, code } = await atTerminal(typed + typed);
    expect({ shown, code }).toMatchObject({ code: 0 });
    expect(shown).toContain('"passwordHash"');
  });

  it.each([
    ['of two lines', 'correct horse\nbattery\n', 'one line of visible characters'],
    ['with a tab', 'correct horse\tbattery\n', 'one line of visible characters'],
    ['with an invisible character', 'correct\u200bhorse battery', 'one line of visible characters'],
    ['in Latin-1', Buffer.from('correct horse b\u00e4ttery', 'latin1'), 'must be UTF-8 text'],
  ])('rejects a password that cannot be typed: %s', (_, input, words) => {
    const { status, stdout, stderr } = run(input);
    expect({ status, stdout, stderr }).toMatchObject({ status: 2, stdout: '' });
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('correct');
  });

  it('rejects a short password and a password on the command line', () => {
    expect(run('short')).toMatchObject({ status: 2, stdout: '' });
    const onCommandLine = run('', 'correct horse battery');
    expect(onCommandLine).toMatchObject({ status: 2, stdout: '' });
    expect(onCommandLine.stderr).not.toContain('correct');
    expect(onCommandLine.stderr).toContain('Do not pass a password on the command line');
  });
});
