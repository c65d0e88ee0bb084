import { Argument, type Command } from 'commander';
import type { Context } from '../../terminal/context.ts';

type Shell = 'bash' | 'zsh' | 'fish';

/** Adds `pis completion`. */
export function addCompletionCommand(program: Command, { out }: Context): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', '\nExample:\n  $ pis completion bash > ~/.bash_completion.d/pis')
    .action((shell: Shell) => {
      out.write(scriptOf(program, shell));
    });
}

function scriptOf(program: Command, shell: Shell): string {
  const places = placesOf(program, program.name());
  if (shell === 'fish') return fishOf(places);
  const bash = bashOf(places);
  // zsh runs scripts for bash.
  return shell === 'bash' ? bash : `autoload -Uz bashcompinit && bashcompinit\n${bash}`;
}

/** Returns the words that may follow a command, and those that may follow an option. */
function placesOf(command: Command, path: string): Map<string, readonly string[]> {
  const help = command.createHelp();
  const options = help.visibleOptions(command);
  const commands = help.visibleCommands(command);
  const words = [
    ...commands.map((each) => each.name()),
    ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
    ...options.flatMap(({ long, short }) => long ?? short ?? []),
  ];
  const places = new Map<string, readonly string[]>([[path, words]]);
  for (const { long, argChoices } of options) {
    if (long !== undefined && argChoices !== undefined) places.set(`${path} ${long}`, argChoices);
  }
  for (const each of commands) {
    for (const [place, list] of placesOf(each, `${path} ${each.name()}`)) places.set(place, list);
  }
  return places;
}

function bashOf(places: ReadonlyMap<string, readonly string[]>): string {
  const cases = [...places].map(([place, words]) => `    '${place}') list='${words.join(' ')}' ;;`);
  const known = [...places.keys()].map((place) => `'${place}'`).join('|');
  return `_pis() {
  local place=pis before= list= word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}" before=
    case "$place $word" in
      ${known})
        if [[ "$word" == -* ]]; then before="$place $word"; else place="$place $word"; fi ;;
    esac
  done
  case "\${before:-$place}" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$list" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _pis pis
`;
}

function fishOf(places: ReadonlyMap<string, readonly string[]>): string {
  const known = [...places.keys()].map((place) => `'${place}'`).join(' ');
  const lines = [...places].map(
    ([place, words]) => `complete -c pis -n '__pis_at "${place}"' -a '${words.join(' ')}'`,
  );
  return `function __pis_at
  set -l place pis
  set -l before
  for word in (commandline -opc)[2..-1]
    set before
    contains -- "$place $word" ${known}; or continue
    if string match -q -- '-*' $word; set before "$place $word"; else; set place "$place $word"; end
  end
  test -n "$before"; and set place $before
  test "$place" = $argv[1]
end
${lines.join('\n')}
`;
}
