import type { KnownMeasure } from '../helpers/results.ts';
import type { Pairs } from './verdict.ts';

const SIDES = ['base', 'head'] as const;

export type Side = (typeof SIDES)[number];

/** Measures one side once. */
export type Ask = (side: Side, turn: number) => Promise<readonly KnownMeasure[]>;

/**
 * Measures both sides alternately. Each turn starts with the other side, so that background load
 * and the advantage of being first affect both sides equally. Leaves out measures that a side did
 * not report in every turn.
 */
export async function takeTurns(turns: number, ask: Ask): Promise<readonly Pairs[]> {
  const found: Record<Side, (readonly KnownMeasure[])[]> = { base: [], head: [] };
  for (let turn = 0; turn < turns; turn += 1) {
    for (const side of turn % 2 === 0 ? SIDES : SIDES.toReversed()) {
      found[side].push(await ask(side, turn));
    }
  }
  const valuesOf = (side: Side, name: string): readonly number[] =>
    found[side].flatMap((measures) =>
      measures.filter((measure) => measure.name === name).map(({ value }) => value),
    );
  const [last = []] = found.head.slice(-1);
  return last
    .map((measure) => ({
      measure,
      base: valuesOf('base', measure.name),
      head: valuesOf('head', measure.name),
    }))
    .filter(({ base, head }) => base.length === turns && head.length === turns);
}
