import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Fact } from './facts.ts';

/** Returns the paths of a record's files and folders. */
export const recordPlaces = (folder: string) => ({
  data: `${folder}/data`,
  control: `${folder}/control`,
  facts: `${folder}/facts.json`,
  trace: (start: number) => `${folder}/trace.${String(start)}`,
});

/** Returns the paths of the traces in a record, one for each start, in order. */
export function tracesOf(folder: string): readonly string[] {
  const { trace } = recordPlaces(folder);
  const traces: string[] = [];
  while (existsSync(trace(traces.length + 1))) traces.push(trace(traces.length + 1));
  return traces;
}

/** Reads the facts that the service acknowledged during a record, keyed by interaction id. */
export function factsOf(folder: string): ReadonlyMap<string, Fact> {
  const text = readFileSync(recordPlaces(folder).facts, 'utf8');
  return new Map(JSON.parse(text) as [string, Fact][]);
}

/** Writes the facts that the service acknowledged during a record. */
export function writeFacts(folder: string, facts: ReadonlyMap<string, Fact>): void {
  writeFileSync(recordPlaces(folder).facts, JSON.stringify([...facts]));
}
