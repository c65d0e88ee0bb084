import type { Instant } from '../../../shared/time.ts';
import { createDice, idFrom } from '../dice.ts';
import { writeNotification, writeStatement } from '../documents/camt.ts';
import { encoded, writeDurably } from '../folder.ts';
import type { HubParts } from '../hub-parts.ts';

/**
 * Writes the notifications and statements of the settlement account that are due to `from-hub/`. A
 * document that was written before a crash, but not recorded, is written again. Returns the number
 * of documents.
 */
export async function deliverReports(parts: HubParts, signal: AbortSignal): Promise<number> {
  const { account, scenario, clock, print, fromHub } = parts;
  const now = clock();
  let delivered = 0;
  for (const entry of scenario.notifications ? account.toNotify(now) : []) {
    if (signal.aborted) return delivered;
    const id = idFrom(scenario.seed, 'notification', entry.number);
    const pieces = encoded(writeNotification(id, entry));
    await writeDurably(fromHub, `camt.054-${id}.xml`, pieces);
    account.markNotified(entry);
    delivered += 1;
  }
  const dueAt = nextStatementAt(parts);
  if (dueAt !== null && dueAt <= now) account.closeStatements(now);
  for (const statement of account.toDeliver()) {
    if (signal.aborted) return delivered;
    const { number, currency, sequence } = statement;
    const entries = account.of(statement);
    const isTwice = createDice(scenario.seed, `statement ${String(number)}`).chance(
      scenario.statementTwice,
    );
    for (const copy of isTwice ? ['', 'again'] : ['']) {
      const id = idFrom(scenario.seed, 'statement', number, copy);
      const pieces = encoded(writeStatement(id, statement, entries));
      await writeDurably(fromHub, `camt.053-${id}.xml`, pieces);
      delivered += 1;
    }
    account.markDelivered(statement);
    const name = `statement ${String(sequence)} of ${currency}`;
    print(`Delivered ${name}: entries ${String(entries.length)}${isTwice ? ', twice' : ''}.`);
  }
  return delivered;
}

/** Returns the time at which the next report is due. Null if none is waiting. */
export function nextReportAt(parts: HubParts): Instant | null {
  const { account, scenario } = parts;
  const times = [
    scenario.notifications ? account.nextNotificationAt() : null,
    nextStatementAt(parts),
  ];
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Returns the time of the next statement: the interval after the oldest entry in none. */
function nextStatementAt({ account, scenario }: HubParts): Instant | null {
  const { statementEveryMs } = scenario;
  const oldest = statementEveryMs === 0 ? null : account.oldestOpenAt();
  return oldest === null ? null : oldest + statementEveryMs;
}
