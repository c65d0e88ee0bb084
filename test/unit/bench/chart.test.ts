import { describe, expect, it } from 'vitest';
import type { BarChart, Chart } from '../../../bench/helpers/answer.ts';
import { drawChart } from '../../../bench/helpers/chart.ts';

/** Width and height that exceed those of any letter at the charts' font size of 12. */
const LETTER_WIDTH = 7;
const LETTER_HEIGHT = 11;

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the value of an element's attribute. */
function attribute(tag: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

function textsOf(svg: string): readonly (Box & { readonly text: string })[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([tag, text = '']) => {
    const [x, y] = [Number(attribute(tag, 'x')), Number(attribute(tag, 'y'))];
    const width = text.length * LETTER_WIDTH;
    const before = { start: 0, middle: width / 2, end: width }[attribute(tag, 'text-anchor')] ?? 0;
    const half = LETTER_HEIGHT / 2;
    return { text, left: x - before, right: x - before + width, top: y - half, bottom: y + half };
  });
}

function linesOf(svg: string, name: string): readonly Box[] {
  return [...svg.matchAll(/<line[^>]*>/g)]
    .filter(([tag]) => attribute(tag, 'class') === name)
    .map(([tag]) => ({
      left: Number(attribute(tag, 'x1')),
      right: Number(attribute(tag, 'x2')),
      top: Number(attribute(tag, 'y1')),
      bottom: Number(attribute(tag, 'y2')),
    }));
}

function crosses(one: Box, other: Box): boolean {
  const beside = one.right < other.left || other.right < one.left;
  return !beside && one.bottom >= other.top && other.bottom >= one.top;
}

/** Returns the texts in a chart that a line of this class crosses. */
function crossed(chart: Chart, name: string): readonly string[] {
  const svg = drawChart(chart);
  const lines = linesOf(svg, name);
  expect(lines.length).toBeGreaterThan(0);
  return textsOf(svg)
    .filter((text) => lines.some((line) => crosses(line, text)))
    .map(({ text }) => text);
}

/** Values near, far below and far above a target. */
const VALUES = [0.01, 0.29, 0.45, 0.5, 0.55, 1, 1.6, 41];

describe("a target's line in a bar chart", () => {
  const bars: BarChart = {
    kind: 'bars',
    title: 'CPU of one upload',
    unit: '× parse',
    bars: VALUES.flatMap((value) => [
      {
        label: 'an upload, against receiving, hashing and keeping',
        value,
        ours: true,
        target: 0.5,
      },
      { label: 'JSON.parse', value: 1 },
    ]),
  };

  it('crosses no label, whatever the values', () => {
    expect(crossed(bars, 'target')).toEqual([]);
    for (const value of VALUES) {
      const one = { label: 'one', value, target: 0.5 };
      expect(crossed({ ...bars, bars: [one, { label: 'other', value: 0.2 }] }, 'target')).toEqual(
        [],
      );
    }
  });

  it('is drawn only at its own bar', () => {
    const svg = drawChart({ ...bars, bars: bars.bars.slice(0, 4) });
    const rows = [...svg.matchAll(/<rect[^>]*>/g)].map(([tag]) => {
      const top = Number(attribute(tag, 'y'));
      return { top, bottom: top + Number(attribute(tag, 'height')) };
    });
    const reached = linesOf(svg, 'target').map(({ top, bottom }) =>
      rows.flatMap((row, index) => (top <= row.bottom && row.top <= bottom ? [index] : [])),
    );
    expect(reached).toEqual([[0], [2]]);
  });
});

it("a target's line in a line chart crosses no label, wherever the points are", () => {
  for (let value = 1; value <= 200; value += 1) {
    const points = [2, 100, 1024].map((size) => [size, value] as const);
    const lines = [{ label: 'peak above idle', points }];
    const kind = { kind: 'lines', title: 'Memory', unit: 'MB', xUnit: 'MB of file' } as const;
    const texts = crossed({ ...kind, lines, target: 64 }, 'target');
    expect([value, texts.filter((text) => !text.startsWith('target'))]).toEqual([value, []]);
  }
});

it('the marks of a histogram cross no label, wherever they are', () => {
  const columns = [-1, 0, 1].map((index) => ({
    from: 10 ** index,
    to: 10 ** (index + 1),
    count: 5 ** (index + 1),
  }));
  for (const [p50, p99, longest] of [
    [0.1, 0.1, 0.1],
    [1, 2, 90],
    [50, 51, 99],
  ] as const) {
    const marks = Object.entries({ p50, p99, longest }).map(([label, value]) => ({ label, value }));
    const title = 'all requests';
    expect(crossed({ kind: 'histogram', title, unit: 'ms', columns, marks }, 'mark')).toEqual([]);
  }
});
