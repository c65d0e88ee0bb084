import { describe, expect, it } from 'vitest';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { logEvents, openLogger } from '../../../src/ops/log.ts';

const ANSWERED = {
  kind: 'requestAnswered',
  operation: 'domestic-payments.create',
  status: 401,
  milliseconds: 1.23456,
  interactionId: 'i',
  clientId: undefined,
} as const;

function linesOf(...events: readonly ServiceEvent[]): readonly Record<string, unknown>[] {
  return linesAt(null, ...events);
}

function linesAt(node: string | null, ...events: readonly ServiceEvent[]) {
  const lines: Record<string, unknown>[] = [];
  const log = openLogger(
    { level: 'info', node },
    { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  for (const event of events) logEvents(log)(event);
  return lines;
}

describe('the log', () => {
  it('contains the requests of TPPs, but no unauthenticated requests', () => {
    expect(linesOf(ANSWERED)).toEqual([]);
    expect(linesOf({ ...ANSWERED, clientId: 'tpp-one' })).toMatchObject([
      { msg: 'requestAnswered', clientId: 'tpp-one', status: 401, milliseconds: 1.235 },
    ]);
  });

  it('names the cause of a hand-over that failed', () => {
    const problem = 'There is no connection to the hub.';
    const fields = { instrument: 'BACS', exchange: 'BACS', attempts: 1, problem } as const;
    const kind = 'handOverFailed';
    const lines = linesOf({ kind, messageId: 'M1', retryMs: 1000, ...fields });
    expect(lines).toMatchObject([{ level: 40, msg: kind, ...fields }]);
  });

  it('contains the node name in each line, if there are several nodes', () => {
    const failure = { kind: 'failure', what: 'something', error: new Error('no') } as const;
    const lines = linesAt('london-1', { ...ANSWERED, clientId: 'tpp-one' }, failure);
    expect(lines.map(({ node }) => node)).toEqual(['london-1', 'london-1']);
    expect(linesOf(failure)[0]).not.toHaveProperty('node');
  });
});
