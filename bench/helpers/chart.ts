import { written, type BarChart, type Chart, type LineChart } from './answer.ts';

/** Text as it may stand in HTML and SVG. */
export function escape(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  return text.replace(/[&<>"]/g, (character) => `&${names[character] ?? ''};`);
}

/** A chart as SVG. Its colours are the page's: classes and `currentColor`, nothing of its own. */
export function drawChart(chart: Chart): string {
  const { height, body } = chart.kind === 'bars' ? drawBars(chart) : drawLines(chart);
  return (
    `<figure><figcaption>${escape(chart.title)}</figcaption>` +
    `<svg viewBox="0 0 ${String(WIDTH)} ${String(height)}" role="img" ` +
    `aria-label="${escape(chart.title)}">${body}</svg></figure>`
  );
}

/** Everything is measured in units of the viewBox. */
const WIDTH = 720;
const LABEL_WIDTH = 310;
const VALUE_WIDTH = 80;
const ROW_HEIGHT = 27;
const BAR_HEIGHT = 15;
const TARGET_HEIGHT = 18;

interface Drawing {
  readonly height: number;
  readonly body: string;
}

function drawBars({ bars, unit, target }: BarChart): Drawing {
  const most = Math.max(target ?? 0, ...bars.map(({ value }) => value));
  const room = WIDTH - LABEL_WIDTH - VALUE_WIDTH;
  const widthOf = (value: number): number => (value / most) * room;
  const top = target === undefined ? 0 : TARGET_HEIGHT;
  const height = top + bars.length * ROW_HEIGHT;
  const rows = bars.map(({ label, value, ours = false }, row) => {
    const middle = top + (row + 0.5) * ROW_HEIGHT;
    const width = Math.max(1, widthOf(value));
    return (
      text(LABEL_WIDTH - 10, middle, label, 'end') +
      `<rect class="${ours ? 'ours' : 'other'}" x="${String(LABEL_WIDTH)}" ` +
      `y="${at(middle - BAR_HEIGHT / 2)}" width="${at(width)}" height="${String(BAR_HEIGHT)}" ` +
      `rx="2"><title>${escape(`${label}: ${written(value)} ${unit}`)}</title></rect>` +
      text(LABEL_WIDTH + width + 6, middle, written(value), 'start', 'value')
    );
  });
  if (target !== undefined) {
    const x = LABEL_WIDTH + widthOf(target);
    rows.push(
      line([x, top - 4], [x, height], 'target') +
        text(x, top - 10, `target ${written(target)}`, 'middle', 'target'),
    );
  }
  return { height, body: rows.join('') };
}

const LINES_HEIGHT = 240;
const LEFT = 56;
const RIGHT = WIDTH - 130;
const TOP = 16;
const BOTTOM = LINES_HEIGHT - 42;

function drawLines({ lines, unit, xUnit, target }: LineChart): Drawing {
  const points = lines.flatMap((one) => one.points);
  const most = 1.15 * Math.max(target ?? 0, ...points.map(([, y]) => y));
  const sizes = [...new Set(points.map(([x]) => x))].toSorted((one, other) => one - other);
  const [least, largest] = [Math.log(sizes[0] ?? 1), Math.log(sizes.at(-1) ?? 10)];
  const xOf = (size: number): number =>
    LEFT + 20 + ((Math.log(size) - least) / (largest - least || 1)) * (RIGHT - LEFT - 40);
  const yOf = (value: number): number => BOTTOM - (value / most) * (BOTTOM - TOP);

  const axes =
    line([LEFT, BOTTOM], [RIGHT, BOTTOM], 'axis') +
    sizes.map((x) => text(xOf(x), BOTTOM + 15, x.toLocaleString('en-GB'), 'middle')).join('') +
    text((LEFT + RIGHT) / 2, BOTTOM + 34, xUnit, 'middle', 'unit') +
    text(LEFT - 8, BOTTOM, '0', 'end') +
    text(LEFT - 8, TOP, unit, 'end', 'unit');
  const drawn = lines.map(({ label, points: own }) => {
    const path = own.map(([x, y]) => `${at(xOf(x))},${at(yOf(y))}`).join(' ');
    const marks = own.map(
      ([x, y]) =>
        `<circle class="ours" cx="${at(xOf(x))}" cy="${at(yOf(y))}" r="4"/>` +
        text(xOf(x), yOf(y) - 13, written(y), 'middle', 'value'),
    );
    const [, lastY] = own.at(-1) ?? [0, 0];
    const name = text(RIGHT + 4, yOf(lastY), label, 'start');
    return `<polyline class="ours" points="${path}"/>${marks.join('')}${name}`;
  });
  const aim =
    target === undefined
      ? ''
      : line([LEFT, yOf(target)], [RIGHT, yOf(target)], 'target') +
        text(RIGHT + 4, yOf(target), `target ${written(target)}`, 'start', 'target');
  return { height: LINES_HEIGHT, body: axes + aim + drawn.join('') };
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

/** A tenth of a unit is finer than anybody sees. */
function at(place: number): string {
  return place.toFixed(1);
}
