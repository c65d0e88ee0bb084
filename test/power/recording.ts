import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Fact } from './facts.ts';

/** Where the parts of a record lie. */
export const recordPlaces = (folder: string) => ({
  data: `${folder}/data`,
  control: `${folder}/control`,
  facts: `${folder}/facts.json`,
  trace: (start: number) => `${folder}/trace.${String(start)}`,
});

/** The records of all starts, in order. */
export function tracesOf(folder: string): readonly string[] {
  const { trace } = recordPlaces(folder);
  const traces: string[] = [];
  while (existsSync(trace(traces.length + 1))) traces.push(trace(traces.length + 1));
  return traces;
}

/** What the answers of a record acknowledged, by the id that each bears. */
export function factsOf(folder: string): ReadonlyMap<string, Fact> {
  const text = readFileSync(recordPlaces(folder).facts, 'utf8');
  return new Map(JSON.parse(text) as [string, Fact][]);
}

/** Writes down what the answers of a record acknowledged. */
export function writeFacts(folder: string, facts: ReadonlyMap<string, Fact>): void {
  writeFileSync(recordPlaces(folder).facts, JSON.stringify([...facts]));
}
