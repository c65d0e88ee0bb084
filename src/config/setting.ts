import type { z } from 'zod';

/** A setting of the service, as `docs/reference/settings.md` describes it. */
export interface Setting<Value> {
  /** The name of the environment variable. */
  readonly variable: string;
  readonly schema: z.ZodType<Value>;
  /** The meaning, unit and limits of the setting for operators, in Markdown. */
  readonly meaning: string;
  /** The default as operators read it, if it is not a fixed value in the schema. */
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

/** The values of a table of settings, keyed by the names that the code uses. */
export type Values<Table extends Record<string, Setting<unknown>>> = {
  readonly [Name in keyof Table]: z.output<Table[Name]['schema']>;
};
