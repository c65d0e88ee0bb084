import { join } from 'node:path';
import { expect } from 'vitest';
import { claimedOperator } from '../../../src/cli/claimed-operator.ts';
import { formatTimeline } from '../../../src/domain/messages/timeline-text.ts';
import type { PaymentTimeline } from '../../../src/domain/records/payment-timeline.ts';
import { DAY_MS } from '../../../src/shared/time.ts';
import { getFrom } from '../../helpers/control-request.ts';
import type { RunningService } from '../../helpers/service.ts';

/** Returns the timeline of a payment, as the control socket sends it. */
export async function timelineOf(
  { directory }: Pick<RunningService, 'directory'>,
  id: string,
  row?: number,
): Promise<PaymentTimeline> {
  const query = row === undefined ? '' : `?row=${String(row)}`;
  const { status, body } = await getFrom(directory, `/payments/${id}${query}`);
  expect([status, body]).toEqual([200, expect.any(String)]);
  return JSON.parse(body) as PaymentTimeline;
}

/** Compares a timeline, as the terminal shows it, with a file in `fixtures/timelines`. */
export async function expectTimeline(timeline: PaymentTimeline, name: string): Promise<void> {
  const path = join(import.meta.dirname, '../../../fixtures/timelines', `${name}.txt`);
  const lines = formatTimeline(stable(timeline)).map((line) => line.trimEnd());
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(path);
}

/** Replaces ids, numbers and times of day, which differ in each run. */
function stable(timeline: PaymentTimeline): PaymentTimeline {
  const names = new Map<string, string>();
  const named = (id: string): string => {
    const name = names.get(id) ?? `<id-${String(names.size + 1)}>`;
    names.set(id, name);
    return name;
  };
  return JSON.parse(JSON.stringify(timeline), (key, value: unknown) => {
    if (typeof value === 'string') {
      return value
        .replaceAll(/\b[a-z]+-0[0-9a-z]{25}\b|\b[A-Z]{1,4}[0-9A-Z]{20,}\b/g, named)
        .replaceAll(`claimed:${claimedOperator()}`, 'claimed:anna/501')
        .replaceAll(/\b(case|problem|proposal|[Ss]tep|retry|release) \d+/g, '$1 n');
    }
    if ((key === 'at' || key === 'createdAt') && typeof value === 'number') {
      return value - (value % DAY_MS);
    }
    return key === 'links' ? {} : value;
  }) as PaymentTimeline;
}
