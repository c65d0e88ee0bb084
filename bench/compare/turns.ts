import type { KnownMeasure } from '../helpers/results.ts';
import type { Pairs } from './verdict.ts';

const SIDES = ['base', 'head'] as const;

export type Side = (typeof SIDES)[number];

/** Asks one side, once; what it measured. */
export type Ask = (side: Side, turn: number) => Promise<readonly KnownMeasure[]>;

/**
 * Asks both sides so many times in turn, and who begins changes with each turn, so that what the
 * machine does beside it, and what comes from being first, meets both alike. A measure that either
 * side did not tell in every turn is left out.
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
