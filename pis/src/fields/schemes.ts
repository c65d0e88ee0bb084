/** The schemes that a payment file can use. */
export const SCHEMES = ['FPS', 'CHAPS', 'BACS'] as const;

export type Scheme = (typeof SCHEMES)[number];

/** Texts of a payment that a scheme may cut. */
export type CutField = 'reference' | 'name' | 'endToEndId';

interface SchemeLimits {
  readonly localInstrument: string;
  /** The number of characters that arrive at the payee. */
  readonly characters: Readonly<Partial<Record<CutField, number>>>;
  /** Maximum amount in pence. */
  readonly maxPence: number;
}

/**
 * Limits of the schemes. The characters are those of the standard's page "Domestic Payment Message
 * Formats" (docs/decisions, 155).
 */
export const SCHEME_LIMITS: Readonly<Record<Scheme, SchemeLimits>> = {
  FPS: {
    localInstrument: 'UK.OBIE.FPS',
    characters: { reference: 18, name: 40, endToEndId: 31 },
    maxPence: 100_000_000,
  },
  CHAPS: { localInstrument: 'UK.OBIE.CHAPS', characters: {}, maxPence: Number.MAX_SAFE_INTEGER },
  BACS: {
    localInstrument: 'UK.OBIE.BACS',
    characters: { reference: 18, name: 18 },
    maxPence: 2_000_000_000,
  },
};

/** Returns the scheme of a text such as `Faster Payments` or `UK.OBIE.FPS`. */
export function schemeCalled(text: string): Scheme | undefined {
  const name = text
    .toUpperCase()
    .replace(/^UK\.OBIE\./, '')
    .replace(/[^A-Z]/g, '');
  if (['FPS', 'FP', 'FASTERPAYMENT', 'FASTERPAYMENTS'].includes(name)) return 'FPS';
  if (name === 'BACS') return 'BACS';
  return name === 'CHAPS' ? 'CHAPS' : undefined;
}
