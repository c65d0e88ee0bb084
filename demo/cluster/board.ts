import { left, right, type Screen } from '../terminal.ts';

/** What a node is doing, for whoever looks on. */
export interface Row {
  readonly name: string;
  readonly state: string;
  readonly connections: number;
  /** Requests answered and steps of execution done so far. */
  readonly answered: number;
  readonly steps: number;
}

/** How all payments stand. */
export interface Tally {
  readonly singles: number;
  readonly ofSingles: number;
  readonly files: number;
  readonly ofFiles: number;
  readonly repeats: number;
}

/** Some lines that are written anew in their place, and what happened, above them. */
export interface Board {
  /** Something happened; it stays. */
  readonly tell: (what: string) => void;
  readonly show: (rows: readonly Row[], tally: Tally) => void;
  /** Leaves the last lines where they are. */
  readonly end: () => void;
}

/** Columns of a row. */
const NAME = 8;
const STATE = 24;
const FIGURE = 13;

/** Moves up so many lines and clears what is below. */
const back = (lines: number): string => `\u001b[${String(lines)}A\u001b[J`;

/** A board on a terminal; where there is none, what happened and the last rows alone. */
export function createBoard(screen: Screen, stream: NodeJS.WriteStream): Board {
  const isTerminal = (stream.isTTY as boolean | undefined) === true;
  const begun = performance.now();
  let shown: readonly string[] = [];
  const draw = (): void => {
    for (const line of shown) screen.line(line);
  };
  const wipe = (): void => {
    if (isTerminal && shown.length > 0) stream.write(back(shown.length));
  };
  return {
    tell: (what) => {
      wipe();
      const seconds = `${((performance.now() - begun) / 1000).toFixed(1)} s`;
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
