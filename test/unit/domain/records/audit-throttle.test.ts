import { describe, expect, test } from 'vitest';
import { AuditThrottle, MAX_CALLERS } from '../../../../src/domain/records/audit-throttle.ts';
import type { AuditEntry } from '../../../../src/domain/records/audit.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';

const REFUSED: AuditEntry = { action: 'signatureRefused', subject: 'tpp', detail: { code: 'x' } };

function throttle() {
  const events: ServiceEvent[] = [];
  const made = new AuditThrottle((event) => events.push(event));
  return {
    events,
    /** Returns the recorded entries of a number of refusals of one caller at an instant. */
    pass: (times: number, now: number, caller = 'one') =>
      Array.from({ length: times }, () => made.pass(caller, REFUSED, now)).filter(Boolean),
  };
}

describe('the audit throttle for the refusals of one caller', () => {
  test('records a hundred at once, and then one in ten seconds', () => {
    const { pass } = throttle();
    expect(pass(150, 0)).toHaveLength(100);
    expect(pass(10, 9999)).toHaveLength(0);
    expect(pass(10, 10_000)).toHaveLength(1);
  });

  test('adds the number of omitted entries to the next one', () => {
    const { pass, events } = throttle();
    expect(pass(100, 0).every((entry) => entry === REFUSED)).toBe(true);
    pass(7, 0);
    expect(events).toEqual(
      Array.from({ length: 7 }, () => ({ kind: 'auditEntryLeftOut', action: 'signatureRefused' })),
    );
    const [next] = pass(1, 10_000);
    expect(next).toEqual({ ...REFUSED, detail: { code: 'x', leftOut: 7 } });
    expect(pass(1, 20_000)).toEqual([REFUSED]);
  });

  test('does not affect other callers', () => {
    const { pass } = throttle();
    pass(150, 0);
    expect(pass(100, 0, 'other')).toHaveLength(100);
  });

  test('evicts no other count for a caller that is already counted', () => {
    const { pass } = throttle();
    for (let caller = 0; caller < MAX_CALLERS; caller += 1) pass(101, 0, String(caller));
    pass(1, 0, String(MAX_CALLERS - 1));
    const [first] = pass(1, 10_000, '0');
    expect(first).toEqual({ ...REFUSED, detail: { code: 'x', leftOut: 1 } });
  });
});
