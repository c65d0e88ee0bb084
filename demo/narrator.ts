import type { Answer } from '../client/answer.ts';
import { BASE } from '../client/tpp.ts';
import { duration, left, right, type Progress, type Screen, type Style } from './terminal.ts';

/** A request and its answer. */
type Told = Pick<Answer, 'method' | 'path' | 'status' | 'milliseconds'>;

/** Tells of a journey while it happens. */
export interface Narrator {
  /** What happens next, in words. */
  caption(text: string): void;
  /** A request and its answer, with the status that the resource has now. */
  exchange(exchange: Told, resourceStatus?: string): void;
  /** Something to know about the exchange just told. */
  note(text: string): void;
  progress(label: string): Progress;
}

/** Widths that make a line of 78 columns with the blanks between them. */
const METHOD = 4;
const PATH = 36;
const CODE = 3;
const STATUS = 21;
const TIME = 8;

/** Blanks before a note, so that it stands below the path. */
const NOTE_INDENT = METHOD + 2;

/** One line for each exchange: method, path, code, status of the resource, time. */
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
          ` ${left(pattern(path), PATH)}`,
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

/** For journeys that nobody watches. */
export const silent: Narrator = {
  caption: () => undefined,
  exchange: () => undefined,
  note: () => undefined,
  progress: () => ({ show: () => undefined, end: () => undefined }),
};

/** The address as the documents write it: ids are long, and notes tell them. */
function pattern(path: string): string {
  return path
    .replace(BASE, '')
    .replace(/\?.*/, '')
    .replace(/\bfpc?-[^/]+/, '{id}')
    .replace(/\d{14}/, '{account}');
}

function codeStyle(status: number): Style {
  return status < 300 ? 'green' : 'red';
}
