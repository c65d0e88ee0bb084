import { thousands } from '../helpers/answer.ts';
import { escape } from '../helpers/chart.ts';
import { ANONYMOUS, heaviest, type Frame } from './frames.ts';

/** A flame graph for one thread of a service that repeated one operation. */
export interface Flame {
  /** The operation and the thread. */
  readonly title: string;
  /** Work of all threads together, for example `300 GETs`. */
  readonly done: string;
  readonly frame: Frame;
}

/**
 * Width of the drawing, in units of the viewBox. On the page, letters are 12 units high and the
 * graph is at least 1,100 px wide.
 */
const WIDTH = 1200;
const ROW_HEIGHT = 19;
const CHARACTER_WIDTH = 7.2;
const TEXT_INSET = 3;

/** Minimum width of a function in the graph. A narrower one would be too small to point at. */
const LEAST_WIDTH = 1;

/** Minimum number of characters of a function name in the graph. */
const LEAST_CHARACTERS = 4;

/** Number of functions in the table below the graph. */
const TOLD = 25;

/**
 * Draws a flame graph as SVG, with the outermost function at the top. The title of each function
 * shows its time, so the graph needs no script. For users without a pointer, a table contains the
 * most expensive functions.
 */
export function drawFlame({ title, done, frame }: Flame): string {
  const drawn: string[] = [];
  const depth = drawCalls(frame, { x: 0, row: 0, all: frame.total }, drawn);
  const height = depth * ROW_HEIGHT;
  return (
    `<figure class="flame"><figcaption>${escape(title)}</figcaption>` +
    `<div><svg viewBox="0 0 ${String(WIDTH)} ${String(height)}" role="img" ` +
    `aria-label="${escape(`Flame graph: ${title}. Its table follows.`)}">${drawn.join('')}</svg>` +
    `</div><p class="note">${escape(standsFor(done, frame.total))}</p>` +
    `<details><summary>The heaviest functions</summary>${tableOf(frame)}</details></figure>`
  );
}

function standsFor(done: string, micros: number): string {
  const milliseconds = thousands(Math.round(micros / 1000));
  return `${done} in all; the graph stands for ${milliseconds} ms in which this thread ran.`;
}

interface Where {
  readonly x: number;
  readonly row: number;
  /** Total time of the graph, in microseconds. */
  readonly all: number;
}

/**
 * Draws the functions that a function calls, side by side. Returns the number of rows that they
 * use.
 */
function drawCalls(frame: Frame, { x, row, all }: Where, drawn: string[]): number {
  let left = x;
  let depth = row;
  for (const call of frame.calls) {
    const width = (call.total / all) * WIDTH;
    if (width < LEAST_WIDTH) break;
    drawn.push(drawFrame(call, width, { x: left, row, all }));
    depth = Math.max(depth, drawCalls(call, { x: left, row: row + 1, all }, drawn), row + 1);
    left += width;
  }
  return depth;
}

function drawFrame({ name, place, owner, own, total }: Frame, width: number, where: Where): string {
  const { x, row, all } = where;
  const y = row * ROW_HEIGHT;
  const shares = `${percent(total, all)} with what it calls, ${percent(own, all)} its own`;
  const title = `${[name, place].join(' ').trim()}: ${shares}`;
  const characters = Math.floor((width - 2 * TEXT_INSET) / CHARACTER_WIDTH);
  const label = name === ANONYMOUS && place !== '' ? fileIn(place) : name;
  const fitting = label.length <= characters ? label : `${label.slice(0, characters - 1)}…`;
  const text =
    characters < LEAST_CHARACTERS
      ? ''
      : `<text x="${at(x + TEXT_INSET)}" y="${at(y + ROW_HEIGHT / 2)}" ` +
        `dominant-baseline="central">${escape(fitting)}</text>`;
  return (
    `<g><title>${escape(title)}</title><rect class="${owner}" x="${at(x)}" y="${at(y)}" ` +
    `width="${at(width - 0.5)}" height="${String(ROW_HEIGHT - 1)}"/>${text}</g>`
  );
}

/** Returns the file name and line. For an index file, the folder is included. */
function fileIn(place: string): string {
  return /(?:[^/]+\/(?=index\.))?[^/]*$/.exec(place)?.[0] ?? place;
}

function tableOf(frame: Frame): string {
  const rows = heaviest(frame)
    .slice(0, TOLD)
    .map(
      ({ name, place, own, total }) =>
        `<tr><td>${escape(name)}</td><td>${escape(place)}</td>` +
        `<td class="number">${percent(own, frame.total)}</td>` +
        `<td class="number">${percent(total, frame.total)}</td></tr>`,
    );
  return (
    '<table><thead><tr><th>function</th><th>where</th><th class="number">own</th>' +
    `<th class="number">with what it calls</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
  );
}

function percent(micros: number, all: number): string {
  return `${((100 * micros) / all).toFixed(1)} %`;
}

/** Formats a coordinate with one decimal, because smaller differences are not visible. */
function at(index: number): string {
  return index.toFixed(1);
}
