import type { z } from 'zod';

/** A setting, as it is read and as `docs/reference/settings.md` describes it. */
export interface Setting<Value> {
  /** Environment variable. */
  readonly variable: string;
  readonly schema: z.ZodType<Value>;
  /** Meaning, unit and limits for operators, in Markdown. */
  readonly meaning: string;
  /** Default for operators, if it is not a fixed value of the schema. */
  readonly defaultText: string | undefined;
}

/** Defines a setting. */
export function setting<Value>(
  variable: string,
  schema: z.ZodType<Value>,
  meaning: string,
  defaultText?: string,
): Setting<Value> {
  return { variable, schema, meaning, defaultText };
}

/** Values of a table of settings, by their names in the code. */
export type Values<Table extends Record<string, Setting<unknown>>> = {
  readonly [Name in keyof Table]: z.output<Table[Name]['schema']>;
};
