import { stripVTControlCharacters, styleText } from 'node:util';
import { assert } from '../src/shared/assert.ts';

/** Every line fits a terminal of this many columns. */
const COLUMNS = 80;

/** Blanks before what is not a heading. */
const INDENT = '  ';

/** Cells of a progress bar. */
const BAR_CELLS = 32;

/** Returns to the line's beginning and clears it. */
const CLEAR_LINE = '\r\u001b[K';

export type Style = Parameters<typeof styleText>[0];

/** A bar on the last line while something takes its time. */
export interface Progress {
  /** How much is done, from 0 to 1; null when nobody knows. */
  show(fraction: number | null): void;
  /** Takes the bar away. */
  end(): void;
}

/** Where the demo speaks: lines of at most 80 columns, coloured only for a person. */
export interface Screen {
  style(style: Style, text: string): string;
  line(text?: string): void;
  /** Words, broken into as many lines as they need. */
  paragraph(text: string, options?: { readonly indent?: number; readonly style?: Style }): void;
  heading(text: string): void;
  progress(label: string): Progress;
}

/**
 * A screen on a stream. Colours need a terminal without NO_COLOR, progress bars any terminal;
 * otherwise there is plain text alone.
 */
export function createScreen(stream: NodeJS.WriteStream, isColourWanted: boolean): Screen {
  // Files and pipes are no terminals: isTTY is undefined there, whatever its type says.
  const isTerminal = (stream.isTTY as boolean | undefined) === true;
  const isColoured = isTerminal && isColourWanted;
  let headings = 0;

  const style = (wanted: Style, text: string): string =>
    isColoured ? styleText(wanted, text, { validateStream: false }) : text;
  const line = (text = ''): void => {
    const shown = text === '' ? '' : INDENT + text;
    assert(visibleLength(shown) <= COLUMNS, `this line is too long: ${shown}`);
    stream.write(`${shown}\n`);
  };

  return {
    style,
    line,
    paragraph(text, options = {}) {
      const indent = ' '.repeat(options.indent ?? 0);
      for (const part of wrap(text, COLUMNS - INDENT.length - indent.length)) {
        line(indent + (options.style === undefined ? part : style(options.style, part)));
      }
    },
    heading(text) {
      headings += 1;
      const title = `${String(headings)}  ${text} `;
      const rule = '─'.repeat(COLUMNS - INDENT.length - title.length);
      line();
      line(style('bold', title) + style('dim', rule));
      line();
    },
    progress(label) {
      if (!isTerminal) return { show: () => undefined, end: () => undefined };
      let beats = 0;
      return {
        show(fraction) {
          const bar = fraction === null ? pulse(beats) : filled(fraction);
          const share = fraction === null ? '' : ` ${String(Math.floor(fraction * 100))} %`;
          beats += 1;
          stream.write(`${CLEAR_LINE}${INDENT}${label} ${style('cyan', bar)}${share}`);
        },
        end: () => stream.write(CLEAR_LINE),
      };
    },
  };
}

/** Columns that a text takes; its characters are all of one column. */
export function visibleLength(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}

/** A text in at least so many columns, blanks after it. */
export function left(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - visibleLength(text)));
}

/** A text in at least so many columns, blanks before it. */
export function right(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - visibleLength(text))) + text;
}

/** A text in at most so many columns. */
export function cut(text: string, columns: number): string {
  const characters = [...text];
  return characters.length <= columns ? text : `${characters.slice(0, columns - 1).join('')}…`;
}

/** Lines of at most so many columns, broken at blanks; a longer word is cut into pieces. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ').flatMap((long) => pieces(long, columns))) {
    if (current !== '' && visibleLength(`${current} ${word}`) > columns) {
      lines.push(current);
      current = word;
    } else {
      current = current === '' ? word : `${current} ${word}`;
    }
  }
  return [...lines, current];
}

/** `0.8 ms`, `12 ms`, `1.3 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${milliseconds.toFixed(0)} ms`;
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** `4000` as `4,000`. */
export function count(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}

function pieces(word: string, columns: number): readonly string[] {
  const characters = [...word];
  const found = [];
  for (let at = 0; at < characters.length; at += columns) {
    found.push(characters.slice(at, at + columns).join(''));
  }
  return found;
}

function filled(fraction: number): string {
  const cells = Math.round(Math.min(1, Math.max(0, fraction)) * BAR_CELLS);
  return '━'.repeat(cells) + '╌'.repeat(BAR_CELLS - cells);
}

/** A short bar that wanders, for work whose end is not known. */
function pulse(beat: number): string {
  const long = 6;
  const start = beat % (BAR_CELLS - long + 1);
  return '╌'.repeat(start) + '━'.repeat(long) + '╌'.repeat(BAR_CELLS - long - start);
}
