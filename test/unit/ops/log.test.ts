import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { logEvents } from '../../../src/ops/log.ts';

const ANSWERED = {
  kind: 'requestAnswered',
  operation: 'domestic-payments.create',
  status: 401,
  milliseconds: 1.23456,
  interactionId: 'i',
  clientId: undefined,
} as const;

function linesOf(...events: readonly ServiceEvent[]): readonly Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info' },
    { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  for (const event of events) logEvents(log)(event);
  return lines;
}

describe('the log', () => {
  it('has a line for what a TPP asked, and none for each request of strangers', () => {
    expect(linesOf(ANSWERED)).toEqual([]);
    expect(linesOf({ ...ANSWERED, clientId: 'tpp-one' })).toMatchObject([
      { msg: 'requestAnswered', clientId: 'tpp-one', status: 401, milliseconds: 1.235 },
    ]);
  });
});
