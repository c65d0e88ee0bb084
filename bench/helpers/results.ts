import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { z } from 'zod';
import type { Answer, Question } from './answer.ts';

/** What the numbers were measured on. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGB: number;
  readonly system: string;
  readonly node: string;
}

export interface Results {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seconds: number;
  readonly isQuick: boolean;
  readonly machine: Machine;
  readonly answers: readonly (Pick<Question, 'name' | 'title' | 'about'> & Answer)[];
}

export function thisMachine(): Machine {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGB: Math.round(totalmem() / 1e9),
    system: `${type()} ${release()}`,
    node: process.version,
  };
}

const MeasuresOnly = z.object({
  answers: z.array(
    z.object({
      measures: z.array(
        z.object({ name: z.string(), label: z.string(), value: z.number(), unit: z.string() }),
      ),
    }),
  ),
});

export type KnownMeasure = z.infer<typeof MeasuresOnly>['answers'][number]['measures'][number];

/** The measures of a file of results, by name. Throws when it is none. */
export function readMeasures(text: string): ReadonlyMap<string, KnownMeasure> {
  const { answers } = MeasuresOnly.parse(JSON.parse(text));
  const measures = answers.flatMap((answer) => answer.measures);
  return new Map(measures.map((measure) => [measure.name, measure]));
}
