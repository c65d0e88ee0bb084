import type { Command } from 'commander';

/** Shells for which a completion script is available. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command or group with its path, for example `keys add`. The path of the program is empty. */
interface Node {
  readonly path: string;
  readonly command: Command;
  readonly children: readonly Command[];
}

/** Returns a script that completes the commands and options of a program in a shell. */
export function shellCompletion(program: Command, shell: Shell): string {
  const nodes = nodesOf(program, '');
  return shell === 'fish' ? fishScript(program, nodes) : functionScript(program, nodes, shell);
}

function nodesOf(command: Command, path: string): readonly Node[] {
  const children = command.createHelp().visibleCommands(command);
  const below = children.flatMap((child) => nodesOf(child, `${path} ${child.name()}`.trim()));
  return [{ path, command, children }, ...below];
}

function wordsOf({ command, children }: Node): string {
  const options = command.createHelp().visibleOptions(command);
  const names = options.map(({ long, short }) => long ?? short ?? '');
  return [...children.map((child) => child.name()), ...names].join(' ');
}

/** Returns a function for bash or zsh that finds the command on the line and offers its words. */
function functionScript(
  program: Command,
  nodes: readonly Node[],
  shell: Exclude<Shell, 'fish'>,
): string {
  const name = program.name();
  const paths = nodes.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`);
  const isBash = shell === 'bash';
  const words = isBash ? '"${COMP_WORDS[@]:1:COMP_CWORD-1}"' : '${words[2,CURRENT-1]}';
  return [
    ...(isBash ? [] : [`#compdef ${name}`]),
    `_${name}() {`,
    "  local at='' offered='' word",
    `  for word in ${words}; do`,
    '    word="${at:+$at }$word"',
    `    case "$word" in ${paths.join('|')}) at="$word" ;; esac`,
    '  done',
    '  case "$at" in',
    ...nodes.map((node) => `    "${node.path}") offered='${wordsOf(node)}' ;;`),
    '  esac',
    ...(isBash
      ? [
          '  COMPREPLY=($(compgen -W "$offered" -- "${COMP_WORDS[COMP_CWORD]}"))',
          '}',
          `complete -o default -F _${name} ${name}`,
        ]
      : ['  compadd -- ${=offered}', '  _files', '}', `compdef _${name} ${name}`]),
  ].join('\n');
}

function fishScript(program: Command, nodes: readonly Node[]): string {
  const complete = `complete -c ${program.name()}`;
  const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
  const lines = nodes.flatMap(({ path, command, children }) => {
    const help = command.createHelp();
    const seen = path.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`);
    const names = children.map((child) => child.name());
    const here = [
      ...(path === '' ? [] : seen),
      ...(names.length === 0 ? [] : [`not __fish_seen_subcommand_from ${names.join(' ')}`]),
    ].join('; and ');
    return [
      ...children.map(
        (child) =>
          `${complete} -f -n ${quoted(here)} -a ${child.name()} ` +
          `-d ${quoted(help.subcommandDescription(child))}`,
      ),
      ...help
        .visibleOptions(command)
        .map(
          (option) =>
            `${complete} -n ${quoted(here)} -l ${option.name()}${option.required ? ' -r' : ''} ` +
            `-d ${quoted(help.optionDescription(option))}`,
        ),
    ];
  });
  return lines.join('\n');
}
