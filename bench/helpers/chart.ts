import {
  thousands,
  written,
  type BarChart,
  type Chart,
  type Histogram,
  type LineChart,
} from './answer.ts';

/** Escapes a text for HTML and SVG. */
export function escape(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  return text.replace(/[&<>"]/g, (character) => `&${names[character] ?? ''};`);
}

/** Draws a chart as SVG. Its colours come from the page, through classes and `currentColor`. */
export function drawChart(chart: Chart): string {
  const { height, body } = draw(chart);
  return (
    `<figure><figcaption>${escape(chart.title)}</figcaption>` +
    `<svg viewBox="0 0 ${String(WIDTH)} ${String(height)}" role="img" ` +
    `aria-label="${escape(chart.title)}">${body}</svg></figure>`
  );
}

function draw(chart: Chart): Drawing {
  switch (chart.kind) {
    case 'bars':
      return drawBars(chart);
    case 'lines':
      return drawLines(chart);
    case 'histogram':
      return drawHistogram(chart);
  }
}

/** Dimensions of the drawing, in units of the viewBox. */
const WIDTH = 720;
const LABEL_WIDTH = 310;
const VALUE_WIDTH = 70;
const TARGET_WIDTH = 100;
const ROW_HEIGHT = 27;
const BAR_HEIGHT = 15;

/**
 * Length by which the mark of a target extends above and below its bar. The mark stays within the
 * bar's row.
 */
const TARGET_OVERHANG = 4;

interface Drawing {
  readonly height: number;
  readonly body: string;
}

/**
 * Draws a bar chart. Names are on the left. Values and targets are in columns on the right, so that
 * no bar or mark covers a text.
 */
function drawBars({ bars, unit }: BarChart): Drawing {
  const targets = bars.flatMap(({ target }) => target ?? []);
  const most = Math.max(...targets, ...bars.map(({ value }) => value));
  const right = WIDTH - (targets.length === 0 ? 0 : TARGET_WIDTH);
  const room = right - VALUE_WIDTH - LABEL_WIDTH;
  const widthOf = (value: number): number => (value / most) * room;
  const rows = bars.map(({ label, value, ours = false, target }, row) => {
    const middle = (row + 0.5) * ROW_HEIGHT;
    return (
      text(LABEL_WIDTH - 10, middle, label, 'end') +
      `<rect class="${ours ? 'ours' : 'other'}" x="${String(LABEL_WIDTH)}" ` +
      `y="${at(middle - BAR_HEIGHT / 2)}" width="${at(Math.max(1, widthOf(value)))}" ` +
      `height="${String(BAR_HEIGHT)}" rx="2">` +
      `<title>${escape(`${label}: ${written(value)} ${unit}`)}</title></rect>` +
      text(right, middle, written(value), 'end', 'value') +
      (target === undefined ? '' : drawTarget(LABEL_WIDTH + widthOf(target), middle, target))
    );
  });
  return { height: bars.length * ROW_HEIGHT, body: rows.join('') };
}

function drawTarget(x: number, middle: number, target: number): string {
  const reach = BAR_HEIGHT / 2 + TARGET_OVERHANG;
  return (
    line([x, middle - reach], [x, middle + reach], 'target') +
    text(WIDTH, middle, `target ${written(target)}`, 'end', 'target')
  );
}

const LINES_HEIGHT = 240;
const LEFT = 56;
const RIGHT = WIDTH - 130;
const TOP = 16;
const BOTTOM = LINES_HEIGHT - 42;
const VALUE_DISTANCE = 13;
const TEXT_HEIGHT = 14;

function drawLines({ lines, unit, xUnit, target, isLinear = false }: LineChart): Drawing {
  const points = lines.flatMap((one) => one.points);
  const most = 1.15 * Math.max(target ?? 0, ...points.map(([, y]) => y));
  const sizes = [...new Set(points.map(([x]) => x))].toSorted((one, other) => one - other);
  const scaled = (size: number): number => (isLinear ? size : Math.log(size));
  const [least, largest] = [scaled(sizes[0] ?? 1), scaled(sizes.at(-1) ?? 10)];
  const xOf = (size: number): number =>
    LEFT + 20 + ((scaled(size) - least) / (largest - least || 1)) * (RIGHT - LEFT - 40);
  const yOf = (value: number): number => BOTTOM - (value / most) * (BOTTOM - TOP);

  const axes =
    line([LEFT, BOTTOM], [RIGHT, BOTTOM], 'axis') +
    sizes.map((x) => text(xOf(x), BOTTOM + 15, x.toLocaleString('en-GB'), 'middle')).join('') +
    text((LEFT + RIGHT) / 2, BOTTOM + 34, xUnit, 'middle', 'unit') +
    text(LEFT - 8, BOTTOM, '0', 'end') +
    text(LEFT - 8, TOP, unit, 'end', 'unit');
  const aimY = target === undefined ? Infinity : yOf(target);
  const drawn = lines.map(({ label, points: own }) => {
    const path = own.map(([x, y]) => `${at(xOf(x))},${at(yOf(y))}`).join(' ');
    const marks = own.map(
      ([x, y]) =>
        `<circle class="ours" cx="${at(xOf(x))}" cy="${at(yOf(y))}" r="4"/>` +
        text(xOf(x), beside(yOf(y), aimY), written(y), 'middle', 'value'),
    );
    const [, lastY] = own.at(-1) ?? [0, 0];
    const name = text(RIGHT + 4, apart(yOf(lastY), aimY), label, 'start');
    return `<polyline class="ours" points="${path}"/>${marks.join('')}${name}`;
  });
  const aim =
    target === undefined
      ? ''
      : line([LEFT, aimY], [RIGHT, aimY], 'target') +
        text(RIGHT + 4, aimY, `target ${written(target)}`, 'start', 'target');
  return { height: LINES_HEIGHT, body: axes + aim + drawn.join('') };
}

/**
 * Returns the y position of the text at a point. The text is above the point or, if the line of a
 * target is there, below it.
 */
function beside(y: number, lineY: number): number {
  const above = y - VALUE_DISTANCE;
  return Math.abs(above - lineY) < TEXT_HEIGHT ? y + VALUE_DISTANCE : above;
}

/**
 * Returns a y position near `y` for a name, so that it does not overlap the name of a target's
 * line.
 */
function apart(y: number, lineY: number): number {
  if (Math.abs(y - lineY) >= TEXT_HEIGHT) return y;
  return lineY + (y < lineY ? -TEXT_HEIGHT : TEXT_HEIGHT);
}

const PLOT_HEIGHT = 150;

/** Labelled multiples of each power of ten on a logarithmic axis. */
const TICKS = [1, 2, 5];

/** Draws a histogram. Each mark has its own row above the plot, so that no names overlap. */
function drawHistogram({ columns, marks, unit }: Histogram): Drawing {
  const [first, last] = [columns[0], columns.at(-1)];
  if (first === undefined || last === undefined) return { height: 0, body: '' };
  const [least, most] = [Math.log10(first.from), Math.log10(last.to)];
  const xOf = (value: number): number =>
    LEFT + ((Math.log10(value) - least) / (most - least)) * (RIGHT - LEFT);
  const top = TOP + marks.length * TEXT_HEIGHT;
  const bottom = top + PLOT_HEIGHT;
  const highest = Math.max(...columns.map(({ count }) => count));
  const heightOf = (count: number): number =>
    (Math.log1p(count) / Math.log1p(highest)) * PLOT_HEIGHT;
  const drawn = columns.map(({ from, to, count }) => {
    const title = `${written(from)} to ${written(to)} ${unit}: ${thousands(count)}`;
    return (
      `<rect class="ours" x="${at(xOf(from))}" y="${at(bottom - heightOf(count))}" ` +
      `width="${at(Math.max(1, xOf(to) - xOf(from) - 1))}" height="${at(heightOf(count))}">` +
      `<title>${escape(title)}</title></rect>`
    );
  });
  const ticks = Array.from({ length: Math.ceil(most - least) + 1 }, (_, index) =>
    TICKS.map((tick) => Number((tick * 10 ** (Math.floor(least) + index)).toPrecision(1))),
  ).flat();
  const scale = ticks
    .filter((value) => value >= first.from && value <= last.to)
    .map((value) => text(xOf(value), bottom + 15, String(value), 'middle'));
  const pointed = marks.map(({ label, value }, row) => {
    const y = TOP + row * TEXT_HEIGHT;
    const x = Math.min(RIGHT, Math.max(LEFT, xOf(value)));
    const name = `${label} ${written(value)} ${unit}`;
    return line([x, y - 6], [x, bottom], 'mark') + text(x + 5, y, name, 'start', 'value');
  });
  const axis =
    line([LEFT, bottom], [RIGHT, bottom], 'axis') +
    text(RIGHT + 4, bottom + 15, unit, 'start', 'unit') +
    text(LEFT - 8, top, thousands(highest), 'end') +
    text(LEFT - 8, bottom, '0', 'end');
  const body = [...drawn, axis, ...scale, ...pointed].join('');
  return { height: bottom + 30, body };
}

type Point = readonly [x: number, y: number];

function line([x1, y1]: Point, [x2, y2]: Point, name: string): string {
  return `<line class="${name}" x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}"/>`;
}

function text(x: number, y: number, content: string, anchor: string, name = 'label'): string {
  return (
    `<text class="${name}" x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" ` +
    `dominant-baseline="central">${escape(content)}</text>`
  );
}

/** Formats a coordinate with one decimal, because smaller differences are not visible. */
function at(index: number): string {
  return index.toFixed(1);
}
