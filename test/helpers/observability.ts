import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** An alert of deploy/observability/alerts.yml. */
export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

/** Returns the text of a file of deploy/observability. */
export function readObservability(name: string): string {
  const path = fileURLToPath(new URL(`../../deploy/observability/${name}`, import.meta.url));
  return readFileSync(path, 'utf8');
}

export function readAlerts(): readonly Alert[] {
  const { groups } = parse(readObservability('alerts.yml')) as {
    readonly groups: readonly { readonly rules: readonly Alert[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}
