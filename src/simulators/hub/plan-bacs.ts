import type { Instant } from '../../shared/time.ts';
import type { PlannedDocument } from './agenda.ts';
import { createDice } from './dice.ts';
import { drawTime, schedule, WHOLE, type DecidedMessage, type Draft } from './plan.ts';
import type { Scenario } from './scenario.ts';

/**
 * Plans the reports of Bacs about a submission: an input report, one or several ARUCS of the
 * returned credits, and an AWACS of the moved accounts. All random decisions depend on the
 * scenario, on its seed and on the message only.
 */
export function planBacsReports(
  message: DecidedMessage,
  scenario: Scenario,
  receivedAt: Instant,
): readonly PlannedDocument[] {
  const dice = createDice(scenario.seed, `${message.id} documents`);
  const { returned, moved } = message;
  const at = receivedAt + drawTime(scenario.answerDelayMs.BACS, dice);
  const drafts: Draft[] = [{ ...WHOLE, kind: 'input report', at }];
  const later = at + drawTime(scenario.returnAfterMs, dice);
  const isSplit = dice.chance(scenario.split);
  const parts = isSplit ? Math.min(returned, dice.between(2, scenario.maxParts)) : 1;
  for (let part = 0; returned > 0 && part < parts; part += 1) {
    drafts.push({ kind: 'ARUCS', part, parts, variant: 0, at: later });
  }
  if (moved > 0) drafts.push({ ...WHOLE, kind: 'AWACS', at: later });
  if (dice.chance(scenario.malformed)) drafts.push({ ...WHOLE, kind: 'malformed report', at });
  if (dice.chance(scenario.unknown)) drafts.push({ ...WHOLE, kind: 'unknown record', at });
  return schedule(message, scenario, dice, drafts);
}
