import { describe, expect, it } from 'vitest';
import { drawFlame } from '../../../bench/profile/flame.ts';
import { framesOf, heaviest, type CpuProfile } from '../../../bench/profile/frames.ts';

const ALWAYS = { from: 0, to: Infinity };

const SERVICE = 'file:///bank/dist/store/sqlite/index.js';
const PACKAGE = 'file:///bank/node_modules/hono/dist/hono.js';

const CALLS = [
  { name: '(root)', children: [2, 3, 6, 9, 10] },
  { name: '(idle)' },
  { name: 'serve', url: SERVICE, children: [4, 5, 7] },
  { name: 'dispatch', url: PACKAGE },
  { name: 'serve', url: SERVICE, children: [8] },
  { name: 'emit', url: 'node:events' },
  // The same function as the fourth, called from the same place.
  { name: 'dispatch', url: PACKAGE },
  { name: '<read>', url: SERVICE },
  { name: '', url: PACKAGE },
  { name: '', url: SERVICE },
];

/** Returns a profile. Each sample is a node and the microseconds until the next sample. */
function profileOf(samples: readonly (readonly [node: number, micros: number])[]): CpuProfile {
  return {
    nodes: CALLS.map(({ name, url = '', children = [] }, index) => ({
      id: index + 1,
      callFrame: { functionName: name, url, lineNumber: url === '' ? -1 : 9 },
      children,
    })),
    startTime: 1000,
    samples: [...samples.map(([node]) => node), 2],
    timeDeltas: [0, ...samples.map(([, micros]) => micros)],
  };
}

const PROFILE = profileOf([
  [2, 500],
  [3, 10],
  [4, 20],
  [5, 5],
  [8, 40],
  [7, 20],
  [6, 5],
]);

describe('the frames of a profile', () => {
  it('are functions with their own time and total time, without idle time', () => {
    const { total, own, calls } = framesOf(PROFILE, ALWAYS);
    expect([total, own]).toEqual([100, 0]);
    expect(calls).toMatchObject([
      {
        name: 'serve',
        place: 'dist/store/sqlite/index.js:10',
        owner: 'service',
        own: 10,
        total: 95,
      },
      { name: 'emit', place: 'node:events:10', owner: 'engine', own: 5, total: 5 },
    ]);
    expect(calls[0]?.calls).toMatchObject([
      { name: 'serve', own: 5, total: 45 },
      { name: 'dispatch', place: 'hono/dist/hono.js:10', owner: 'package', own: 40, total: 40 },
    ]);
  });

  it('cover only the given period', () => {
    const { total } = framesOf(PROFILE, { from: 1000 + 500, to: 1000 + 500 + 10 });
    expect(total).toBe(10 + 20);
  });

  it('list each function once among the heaviest, and count a recursive function once', () => {
    expect(heaviest(framesOf(PROFILE, ALWAYS))).toMatchObject([
      { name: '<read>', own: 40, total: 40 },
      { name: 'dispatch', own: 40, total: 40 },
      { name: 'serve', own: 15, total: 95 },
      { name: 'emit', own: 5, total: 5 },
    ]);
  });
});

describe('a flame graph', () => {
  const drawn = drawFlame({
    title: 'GET & co',
    done: '1,280 GETs',
    frame: framesOf(PROFILE, ALWAYS),
  });

  it('is an SVG in which every function shows its shares, without external files', () => {
    const [svg = ''] = /<svg.*<\/svg>/s.exec(drawn) ?? [];
    expect(svg.match(/<rect/g)).toHaveLength(5);
    expect(svg).toContain(
      '<title>serve dist/store/sqlite/index.js:10: 95.0 % with what it calls, 10.0 % its own</title>',
    );
    expect(svg).toContain('&lt;read&gt;');
    expect(drawn).not.toMatch(/<script|https?:|\bsrc=|href=/);
  });

  it('has a table with the same information', () => {
    expect(drawn).toContain('<td>serve</td><td>dist/store/sqlite/index.js:10</td>');
    expect(drawn).toContain('<figcaption>GET &amp; co</figcaption>');
  });

  it('shows the location of a function without a name', () => {
    const frame = framesOf(
      profileOf([
        [9, 50],
        [10, 50],
      ]),
      ALWAYS,
    );
    const labels = drawFlame({ title: 'GET', done: '1 GET', frame }).match(/<text[^>]*>[^<]*/g);
    expect(labels?.map((text) => text.replace(/.*>/, ''))).toEqual([
      'hono.js:10',
      'sqlite/index.js:10',
    ]);
  });

  it('shows the number of operations, and the covered time', () => {
    const frame = framesOf(
      profileOf([
        [2, 9_000_000],
        [3, 1_234_000],
      ]),
      ALWAYS,
    );
    const done = '1,280 GETs';
    expect(drawFlame({ title: 'GET', done, frame })).toContain(
      '<p class="note">1,280 GETs in all; the graph stands for 1,234 ms in which this thread ran.</p>',
    );
  });

  it('has no rows if nothing ran', () => {
    const frame = framesOf(profileOf([[2, 9]]), ALWAYS);
    const nothing = drawFlame({ title: 'idle', done: '1 GET', frame });
    expect(nothing).not.toMatch(/NaN|<rect/);
  });
});
