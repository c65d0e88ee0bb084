/** The reason why the text of a cell is not valid. */
export interface Problem {
  /** Stable name of the reason, for programs. */
  readonly code: string;
  readonly expected: string;
  readonly remedy: string;
}

/** The value of a cell, or the reason why it has none. */
export type Read<Value> = { readonly value: Value } | { readonly problem: Problem };

/** Returns a failed result. */
export function failed(code: string, expected: string, remedy: string): Read<never> {
  return { problem: { code, expected, remedy } };
}
