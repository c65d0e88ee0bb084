export const KINDS = ['file', 'single', 'vrp'] as const;

/** A kind of journey. */
export type Kind = (typeof KINDS)[number];

/** The weight of each kind of journey in the load. */
export type Mix = Readonly<Partial<Record<Kind, number>>>;

/** Maximum weight. Higher weights would hardly change the shares of the kinds. */
const MAX_PARTS = 1000;

/** Parses a mix such as `file:1,single:8,vrp:1`. Returns null if it is invalid. */
export function readMix(text: string): Mix | null {
  const parts = new Map<Kind, number>();
  for (const part of text.split(',')) {
    const [, name = '', count = ''] = /^([a-z]+):(\d{1,4})$/.exec(part) ?? [];
    const kind = KINDS.find((known) => known === name);
    if (kind === undefined || parts.has(kind) || Number(count) > MAX_PARTS) return null;
    parts.set(kind, Number(count));
  }
  const mix = Object.fromEntries([...parts].filter(([, count]) => count > 0));
  return Object.keys(mix).length === 0 ? null : mix;
}

/**
 * Returns a function that returns one kind after another. It distributes the kinds as evenly as
 * possible, with the shares that the mix defines.
 */
export function kindsOf(mix: Mix): () => Kind {
  const kinds = KINDS.filter((kind) => mix[kind] !== undefined);
  const weightOf = (kind: Kind): number => mix[kind] ?? 0;
  const whole = kinds.reduce((sum, kind) => sum + weightOf(kind), 0);
  const owed = new Map<Kind, number>(kinds.map((kind) => [kind, 0]));
  const owedTo = (kind: Kind): number => owed.get(kind) ?? 0;
  return () => {
    for (const kind of kinds) owed.set(kind, owedTo(kind) + weightOf(kind));
    const most = kinds.reduce((one, other) => (owedTo(other) > owedTo(one) ? other : one));
    owed.set(most, owedTo(most) - whole);
    return most;
  };
}
