import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { pis } from './fixtures.ts';

/** Returns the words that bash offers for the last word of a command line. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const { code, out } = await pis(['completion', 'bash']);
  expect(code).toBe(0);
  const line = ['pis', ...words].map((word) => `'${word}'`).join(' ');
  const script = `COMP_WORDS=(${line}); COMP_CWORD=${String(words.length)}; _pis
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const shown = execFileSync('bash', ['-uc', `${out}\n${script}`], { encoding: 'utf8' });
  return shown.trim().split('\n');
}

test('bash completes commands, options and choices', async () => {
  expect(await offered('ev')).toEqual(['events']);
  expect(await offered('events', '')).toEqual(
    expect.arrayContaining(['listen', 'trigger', 'replay', 'status']),
  );
  expect(await offered('events', 'listen', '--fo')).toEqual(['--forward-to']);
  expect(await offered('events', 'trigger', 'ap')).toEqual(['approval']);
  expect(await offered('sandbox', 'return', 'dp-1', '--reason', 'AC')).toEqual([
    ...['AC01', 'AC04', 'AC06'],
  ]);
  expect(await offered('sandbox', 'return', '--reason', 'AC04', '--in')).toEqual(['--index']);
});

test('bash offers files where pis has no words', async () => {
  expect(await offered('file', 'check', 'pay')).toEqual(['']);
  expect((await pis(['completion', 'bash'])).out).toContain('complete -o default -F _pis pis');
});

test('zsh and fish have scripts, and other shells are refused', async () => {
  expect((await pis(['completion', 'zsh'])).out).toContain('bashcompinit');
  expect((await pis(['completion', 'fish'])).out).toContain(
    `complete -c pis -n '__pis_at "pis events"' -a 'listen trigger`,
  );
  expect((await pis(['completion', 'cmd'])).code).toBe(2);
});
