import { startService } from '../service.ts';
import type { Backend } from './balancer.ts';
import type { Row } from './board.ts';

/** A node of the service, and what befalls it. */
export interface Node extends Backend {
  readonly kill: () => void;
  /** Lets it stand still, as a machine does that is too busy, until it is woken. */
  readonly pause: () => void;
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
  readonly state: () => string;
  /** What it has done so far, by its own figures; by the last ones where it does not answer. */
  readonly figures: () => Promise<Pick<Row, 'answered' | 'steps'>>;
}

/** How long figures may take, in milliseconds. */
const ANSWER_MS = 500;

/** Starts a node on what all nodes share. */
export async function startNode(
  name: string,
  shared: Readonly<Record<string, string>>,
  interrupted: AbortSignal,
): Promise<Node> {
  const service = await startService(interrupted, { ...shared, PIS_NODE: name });
  let state = 'serving';
  let last = { answered: 0, steps: 0 };
  const signal = (sent: NodeJS.Signals, now: string): void => {
    process.kill(service.pid, sent);
    state = now;
  };
  return {
    name,
    port: Number(new URL(service.origin).port),
    kill: () => {
      signal('SIGKILL', 'killed');
    },
    pause: () => {
      signal('SIGSTOP', 'standing still');
    },
    wake: () => {
      signal('SIGCONT', 'serving');
    },
    stop: () => service.stop(),
    state: () => state,
    figures: async () => {
      if (state !== 'serving') return last;
      try {
        const within = AbortSignal.timeout(ANSWER_MS);
        const answer = await fetch(`${service.origin}/metrics`, { signal: within });
        const text = await answer.text();
        last = {
          answered: sumOf(text, 'pis_request_seconds_count'),
          steps: sumOf(text, 'pis_work_seconds_count'),
        };
      } catch {
        // It is busy, or gone: what it said before stands.
      }
      return last;
    },
  };
}

/** The sum of a figure over all its labels. */
function sumOf(metrics: string, name: string): number {
  const values = metrics.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'));
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
}
