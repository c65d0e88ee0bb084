import { stripVTControlCharacters, styleText } from 'node:util';
import { assert } from '../src/shared/assert.ts';

/** Maximum width of a line, in columns. */
const COLUMNS = 80;

/** Indentation of every line except headings. */
const INDENT = '  ';

/** Width of a progress bar, in columns. */
const BAR_CELLS = 32;

/** Moves to the start of the line and clears it. */
const CLEAR_LINE = '\r\u001b[K';

export type Style = Parameters<typeof styleText>[0];

/** A progress bar on the last line. */
export interface Progress {
  /** Shows which fraction is done, from 0 to 1. Null if this is unknown. */
  show(fraction: number | null): void;
  /** Removes the bar. */
  end(): void;
}

/** Output of the demo. Lines have at most 80 columns, and colours are used only on a terminal. */
export interface Screen {
  style(style: Style, text: string): string;
  line(text?: string): void;
  /** Writes a text. Long texts are wrapped into several lines. */
  paragraph(text: string, options?: { readonly indent?: number; readonly style?: Style }): void;
  heading(text: string): void;
  progress(label: string): Progress;
}

/**
 * Creates a screen that writes to a stream. It uses colours on a terminal if NO_COLOR is not set,
 * and progress bars only on a terminal. Otherwise the output is plain text.
 */
export function createScreen(stream: NodeJS.WriteStream, isColourWanted: boolean): Screen {
  // `isTTY` is undefined for files and pipes, although its type says boolean.
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

/**
 * Returns the number of columns that a text takes, without escape sequences. Each character counts
 * as one column.
 */
export function visibleLength(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}

/** Pads a text with blanks on the right. */
export function left(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - visibleLength(text)));
}

/** Pads a text with blanks on the left. */
export function right(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - visibleLength(text))) + text;
}

/** Shortens a text to the given width and ends it with an ellipsis. */
export function cut(text: string, columns: number): string {
  const characters = [...text];
  return characters.length <= columns ? text : `${characters.slice(0, columns - 1).join('')}…`;
}

/** Wraps a text at blanks into lines of the given width. Longer words are split. */
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

/** Formats a duration, for example `0.8 ms`, `12 ms` or `1.3 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${milliseconds.toFixed(0)} ms`;
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Formats a number with separators, for example `4,000`. */
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

/** Returns a bar with a moving part, for work whose length is unknown. */
function pulse(beat: number): string {
  const long = 6;
  const start = beat % (BAR_CELLS - long + 1);
  return '╌'.repeat(start) + '━'.repeat(long) + '╌'.repeat(BAR_CELLS - long - start);
}
