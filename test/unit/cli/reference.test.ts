import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from '../../../src/cli/pisctl.ts';
import { contextOf } from './fixtures.ts';

const HEADER = `# Commands of pisctl

For operators. \`npx pisctl <command>\` runs a command. This page is generated: edit
\`src/cli/definitions.ts\` or \`src/cli/definitions/\`, then run \`npx vitest run test/unit/cli/reference.test.ts -u\`.

Every command takes \`--help\`. \`--json\` prints the result as JSON. The exit code is 0 (done), 1 (the
checked data has errors) or 2 (not done, or wrong arguments).
`;

/** Returns the section of a command or group, then those of its subcommands. */
function sectionsOf(command: Command, parents: string, level: number): string {
  const help = command.createHelp();
  const path = `${parents} ${command.name()}`;
  const names = command.registeredArguments.map((argument) => ` <${argument.name()}>`).join('');
  const options = command.options
    .filter(({ long }) => long !== '--json')
    .map((option) => {
      const required = option.mandatory ? ' (required)' : '';
      return `- \`${help.optionTerm(option)}\`${required}: ${help.optionDescription(option)}`;
    });
  return [
    `${'#'.repeat(level)} \`${path}${names}\`\n`,
    `${escaped(command.description())}\n`,
    ...(options.length === 0 ? [] : [`${options.map(escaped).join('\n')}\n`]),
    ...command.commands.map((child) => sectionsOf(child, path, level + 1)),
  ].join('\n');
}

/**
 * Escapes angle brackets outside code, shows indented lines as code, and keeps line breaks as
 * paragraphs.
 */
function escaped(text: string): string {
  const parts = text
    .replaceAll(/\n {2}(.*)/g, '\n```sh\n$1\n```')
    .replaceAll(/\n(?=```sh)|\n(?!\n|```|.*\n```)/g, '\n\n')
    .split(/(```[^`]*```|`[^`]*`)/);
  return parts
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '\\<')))
    .join('');
}

it('docs/reference/cli.md describes all commands: regenerate it with -u', async () => {
  const { commands } = createProgram(contextOf());
  const sections = commands.map((command) => sectionsOf(command, 'pisctl', 2));
  const page = [HEADER, ...sections].join('\n');
  await expect(page, 'Run: npx vitest run test/unit/cli/reference.test.ts -u').toMatchFileSnapshot(
    '../../../docs/reference/cli.md',
  );
});
