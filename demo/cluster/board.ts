import { left, right, type Screen } from '../terminal.ts';

/** State of a node, which the board shows as one row. */
export interface Row {
  readonly name: string;
  readonly state: string;
  readonly connections: number;
  /** Number of requests that the node has answered. The next field counts its execution steps. */
  readonly answered: number;
  readonly steps: number;
}

/** Progress of all payments of the demo. */
export interface Tally {
  readonly singles: number;
  readonly ofSingles: number;
  readonly files: number;
  readonly ofFiles: number;
  readonly repeats: number;
}

/** Shows live rows at the bottom of the terminal and a log of events above them. */
export interface Board {
  /** Prints an event. It stays on the screen. */
  readonly log: (what: string) => void;
  readonly show: (rows: readonly Row[], tally: Tally) => void;
  /** Ends the board. If the output is not a terminal, prints the last rows. */
  readonly end: () => void;
}

/** Column widths of a row. */
const NAME = 8;
const STATE = 24;
const FIGURE = 13;

/** Returns the escape sequence that moves up by some lines and clears everything below. */
const back = (lines: number): string => `\u001b[${String(lines)}A\u001b[J`;

/**
 * Creates a board. If the output is not a terminal, the board prints only the events and the last
 * rows.
 */
export function createBoard(screen: Screen, stream: NodeJS.WriteStream): Board {
  const isTerminal = (stream.isTTY as boolean | undefined) === true;
  const started = performance.now();
  let shown: readonly string[] = [];
  const draw = (): void => {
    for (const line of shown) screen.line(line);
  };
  const wipe = (): void => {
    if (isTerminal && shown.length > 0) stream.write(back(shown.length));
  };
  return {
    log: (what) => {
      wipe();
      const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
      screen.line(`${screen.style('dim', right(seconds, 7))}  ${what}`);
      if (isTerminal) draw();
    },
    show: (rows, tally) => {
      wipe();
      shown = linesOf(screen, rows, tally);
      if (isTerminal) draw();
    },
    end: () => {
      if (!isTerminal) draw();
    },
  };
}

function linesOf(screen: Screen, rows: readonly Row[], tally: Tally): readonly string[] {
  const head = ['connections', 'answered', 'steps'].map((title) => right(title, FIGURE));
  return [
    '',
    screen.style('dim', `${left('', NAME + STATE)}${head.join('')}`),
    ...rows.map(({ name, state, connections, answered, steps }) => {
      const figures = [connections, answered, steps];
      const figured = figures.map((figure) => right(figure.toLocaleString('en-GB'), FIGURE));
      const style = state === 'serving' ? 'green' : 'red';
      return `${left(name, NAME)}${screen.style(style, left(state, STATE))}${figured.join('')}`;
    }),
    `${String(tally.singles)} of ${String(tally.ofSingles)} payments and ` +
      `${String(tally.files)} of ${String(tally.ofFiles)} files acknowledged, ` +
      `${String(tally.repeats)} repeats`,
  ];
}
