import { startService } from '../service.ts';
import type { Backend } from './balancer.ts';
import type { Row } from './board.ts';

/** A node of the service that the demo can kill and pause. */
export interface Node extends Backend {
  readonly kill: () => void;
  /** Pauses the process with SIGSTOP until `wake` is called, as if its machine were overloaded. */
  readonly pause: () => void;
  readonly wake: () => void;
  readonly stop: () => Promise<void>;
  readonly state: () => string;
  /**
   * Returns the node's counters. If the node does not respond, returns the counters that it last
   * reported.
   */
  readonly figures: () => Promise<Pick<Row, 'answered' | 'steps'>>;
}

/** Time limit for reading the metrics, in milliseconds. */
const ANSWER_MS = 500;

/** Starts a node with the settings that all nodes share. */
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
      signal('SIGSTOP', 'paused');
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
        // The node is busy or has stopped, so return its last counters.
      }
      return last;
    },
  };
}

/** Returns the sum of a metric over all label values. */
function sumOf(metrics: string, name: string): number {
  const values = metrics.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'));
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
}
