import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Fact } from './facts.ts';

/** Returns the paths of the parts of a record. */
export const recordPlaces = (folder: string) => ({
  data: `${folder}/data`,
  control: `${folder}/control`,
  facts: `${folder}/facts.json`,
  trace: (start: number) => `${folder}/trace.${String(start)}`,
});

/** Returns the records of all starts, in order. */
export function tracesOf(folder: string): readonly string[] {
  const { trace } = recordPlaces(folder);
  const traces: string[] = [];
  while (existsSync(trace(traces.length + 1))) traces.push(trace(traces.length + 1));
  return traces;
}

/** Returns the facts that the responses of a record acknowledged, by interaction id. */
export function factsOf(folder: string): ReadonlyMap<string, Fact> {
  const text = readFileSync(recordPlaces(folder).facts, 'utf8');
  return new Map(JSON.parse(text) as [string, Fact][]);
}

/** Stores the facts that the responses of a record acknowledged. */
export function writeFacts(folder: string, facts: ReadonlyMap<string, Fact>): void {
  writeFileSync(recordPlaces(folder).facts, JSON.stringify([...facts]));
}
