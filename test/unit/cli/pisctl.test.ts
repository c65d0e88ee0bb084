import { Command, CommanderError } from 'commander';
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../src/cli/pisctl.ts';
import { run, contextOf } from './fixtures.ts';

/** Returns the error of a command line, and everything that was written for it. */
async function refused(words: string): Promise<{ error: CommanderError; written: string }> {
  let written = '';
  const write = (text: string): void => void (written += text);
  const program = createProgram(contextOf(), { writeOut: write, writeErr: write });
  const parsed = program.parseAsync(words.split(' '), { from: 'user' });
  const error = await parsed.then(
    () => expect.fail(words),
    (thrown: unknown) => thrown,
  );
  return { error: error as CommanderError, written };
}

/** Returns every command of the program with its path. */
function commandsOf(command: Command, path: string): readonly (readonly [string, Command])[] {
  return command.commands.flatMap((child) => {
    const name = `${path} ${child.name()}`.trim();
    return [[name, child] as const, ...commandsOf(child, name)];
  });
}

const program = createProgram(contextOf());
const all = commandsOf(program, '');
const leaves = all.filter(([, command]) => command.commands.length === 0);

describe('pisctl', () => {
  it('has all commands of the operators', () => {
    expect(program.commands.map((command) => command.name()).sort()).toEqual([
      ...['audit', 'backup', 'bank', 'case', 'check-file', 'clock', 'completion', 'core', 'events'],
      ...['files', 'find', 'hub', 'hub-simulator', 'keys', 'ledger', 'migrate', 'move', 'operator'],
      ...['password', 'payment', 'pki', 'proposal', 'reference-core', 'reference-idp'],
      ...['reference-payee', 'reference-screening', 'regulator', 'restore', 'screening', 'search'],
      ...['settings', 'shared-keys', 'show', 'tpp', 'work'],
    ]);
  });

  it('describes each command, and offers --json for all but completion', () => {
    for (const [path, command] of all)
      expect([path, command.description()]).not.toEqual([path, '']);
    const without = leaves.filter(
      ([, { options }]) => !options.some(({ long }) => long === '--json'),
    );
    expect(without.map(([path]) => path)).toEqual(['completion']);
  });

  it.each(all.map(([path]) => path))(
    '%s --help prints the usage with exit code 0',
    async (path) => {
      const { error, written } = await refused(`${path} --help`);
      expect(error).toMatchObject({ code: 'commander.helpDisplayed', exitCode: 0 });
      expect(written).toContain(`Usage: pisctl ${path}`);
    },
  );

  it.each([
    ['rstore', "error: unknown command 'rstore'\n(Did you mean restore?)\n"],
    ['constructor', "error: unknown command 'constructor'\n"],
    ['audit verfy', "error: unknown command 'verfy'\n(Did you mean verify?)\n"],
    ['audit verify --haed x', "error: unknown option '--haed'\n(Did you mean --head?)\n"],
    ['clock show a\u202e', 'Expected 0 arguments but got 1: a\\u202e.\n'],
    ['migrate', "error: required option '--owner <address>' not specified\n"],
    ['completion tcsh', 'Allowed choices are bash, zsh, fish.\n'],
  ])('rejects %s and names the help', async (words, message) => {
    const { error, written } = await refused(words);
    expect(error).toBeInstanceOf(CommanderError);
    expect(written).toContain(message);
    expect(written).toContain('Add --help to see the usage.');
  });

  it('shows the help for a group without a command', async () => {
    const { error, written } = await refused('keys');
    expect(error).toMatchObject({ exitCode: 1 });
    expect(written).toContain('Usage: pisctl keys [options] [command]');
    expect(written).toContain('Lists the keys');
  });
});

describe('shell completion', () => {
  /** Returns the words that bash offers after these words. */
  async function offered(...words: readonly string[]): Promise<readonly string[]> {
    const script = await run('completion', ['bash']);
    const line = ['pisctl', ...words].map((word) => `'${word}'`).join(' ');
    const ask = `COMP_WORDS=(${line}); COMP_CWORD=${String(words.length)}; _pisctl; echo "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', `${script}\n${ask}`], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.trim().split(' ');
  }

  it('offers commands and options in bash', async () => {
    expect(await offered('shared-k')).toEqual(['shared-keys']);
    expect(await offered('keys', '')).toEqual([
      ...['list', 'add', 'promote', 'remove', 'certify', 'help', '--help'],
    ]);
    expect(await offered('audit', 'verify', '--')).toEqual([
      ...['--json', '--data', '--sequence', '--head', '--help'],
    ]);
    expect(await offered('audit', 'verify', '--head', 'x', '--s')).toEqual(['--sequence']);
    expect(await offered('backup', '/nowhere')).toEqual(['']);
  });

  it('offers every command in zsh and fish', async () => {
    const [zsh, fish] = [await run('completion', ['zsh']), await run('completion', ['fish'])];
    expect(zsh).toMatch(/^#compdef pisctl$/m);
    for (const [path, command] of leaves) {
      expect(zsh).toContain(`"${path}") offered='`);
      expect(fish).toContain(` -a ${command.name()} `);
    }
  });
});
