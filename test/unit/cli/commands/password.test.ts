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

/** All that a terminal shows while somebody answers the questions of the program. */
async function atTerminal(...answers: readonly string[]): Promise<{ shown: string; code: number }> {
  const command = `${process.execPath} ${MAIN} password`;
  const terminal = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null']);
  let shown = '';
  let asked = 0;
  terminal.stdout.setEncoding('utf8').on('data', (part: string) => {
    shown += part;
    // A question ends without a line's end.
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

describe('npm run password', () => {
  it("makes what the bank's file holds of a password, never the password", async () => {
    const { stdout, status } = run('correct horse battery\n');
    const { passwordHash, totpSecret } = JSON.parse(stdout) as Record<string, string>;
    expect(status).toBe(0);
    expect(stdout).not.toContain('correct horse');
    expect(await isPassword('correct horse battery', passwordHash ?? '')).toBe(true);
    expect(passwordHashProblems(passwordHash ?? '')).toEqual([]);
    expect(totpSecret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('makes another secret and another hash each time', () => {
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

  it.runIf(isLinux)('takes neither two that differ nor none', async () => {
    const { shown, code } = await atTerminal('correct horse battery\r', 'battery horse\r');
    expect({ shown, code }).toMatchObject({ code: 2 });
    expect(shown).toContain('The two are not the same.');
    const nothing = await atTerminal('\u0004');
    expect(nothing.code).toBe(2);
    expect(nothing.shown).toContain('no password was given');
  });

  it.runIf(isLinux)('does not put the first answer in again for ↑', async () => {
    const { shown, code } = await atTerminal('correct horse battery\r', '\u001b[A\r');
    expect({ shown, code }).toMatchObject({ code: 2 });
    expect(shown).toContain('The two are not the same.');
  });

  it.runIf(isLinux)('loses no line that comes before its question', async () => {
    const typed = 'correct horse battery\r';
    const { shown, code } = await atTerminal(typed + typed);
    expect({ shown, code }).toMatchObject({ code: 0 });
    expect(shown).toContain('"passwordHash"');
  });

  it.each([
    ['of two lines', 'correct horse\nbattery\n', 'one line of characters that can be seen'],
    ['with a tab', 'correct horse\tbattery\n', 'one line of characters that can be seen'],
    ['with what is shown as nothing', 'correct\u200bhorse battery', 'that can be seen and typed'],
    ['in Latin-1', Buffer.from('correct horse b\u00e4ttery', 'latin1'), 'is text in UTF-8'],
  ])('takes none that nobody can type: %s', (_, input, words) => {
    const { status, stdout, stderr } = run(input);
    expect({ status, stdout, stderr }).toMatchObject({ status: 2, stdout: '' });
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('correct');
  });

  it('takes no short password, and none from its arguments, where others could read it', () => {
    expect(run('short')).toMatchObject({ status: 2, stdout: '' });
    const onCommandLine = run('', 'correct horse battery');
    expect(onCommandLine).toMatchObject({ status: 2, stdout: '' });
    expect(onCommandLine.stderr).toContain('npm run --silent password');
  });
});
