import type { Answer } from '../test-client/answer.ts';
import { BASE } from '../test-client/tpp.ts';
import { cut, duration, left, right, type Progress, type Screen, type Style } from './terminal.ts';

/** A request and its response. */
type Exchange = Pick<Answer, 'method' | 'path' | 'status' | 'milliseconds'>;

/** Prints the steps of the demo while they happen. */
export interface Narrator {
  /** Announces the next step. */
  caption(text: string): void;
  /** Shows a request and its response, with the resulting status of the resource. */
  exchange(exchange: Exchange, resourceStatus?: string): void;
  /** Adds a note to the exchange that was shown last. */
  note(text: string): void;
  progress(label: string): Progress;
}

/** Column widths. With the spaces between the columns, a line has 78 columns. */
const METHOD = 4;
const PATH = 36;
const CODE = 3;
const STATUS = 21;
const TIME = 8;

/** Indentation of a note, so that it is below the path. */
const NOTE_INDENT = METHOD + 2;

/**
 * Creates a narrator that prints one line per exchange: method, path, status code, status of the
 * resource and duration.
 */
export function createNarrator(screen: Screen): Narrator {
  return {
    caption(text) {
      screen.line();
      screen.paragraph(text, { style: 'italic' });
    },
    exchange({ method, path, status, milliseconds }, resourceStatus = '') {
      screen.line(
        [
          screen.style('cyan', left(method, METHOD)),
          ` ${left(cut(pattern(path), PATH), PATH)}`,
          screen.style(codeStyle(status), right(String(status), CODE)),
          ` ${screen.style('bold', left(resourceStatus, STATUS))}`,
          screen.style('dim', right(duration(milliseconds), TIME)),
        ].join(' '),
      );
    },
    note(text) {
      screen.paragraph(text, { indent: NOTE_INDENT, style: 'dim' });
    },
    progress: (label) => screen.progress(label),
  };
}

/** A narrator that prints nothing. It is used for payments that are only timed. */
export const silent: Narrator = {
  caption: () => undefined,
  exchange: () => undefined,
  note: () => undefined,
  progress: () => ({ show: () => undefined, end: () => undefined }),
};

/** Replaces the ids in a path with placeholders, because ids are long. Notes show the ids. */
function pattern(path: string): string {
  return path
    .replace(BASE, '')
    .replace(/\?.*/, '')
    .replace(/\b[df]pc?-[^/]+/, '{id}')
    .replace(/\d{14}/, '{account}');
}

function codeStyle(status: number): Style {
  return status < 300 ? 'green' : 'red';
}
