import { createHash } from 'node:crypto';
import { Violation } from '../story.ts';
import type { HubRecall } from './hub-account.ts';
import type { ServiceAccount, ServiceRecall } from './service-account.ts';
import { keyOf } from './service-books.ts';

/**
 * Checks that the hub got each recall once with one content, that no credit was recalled again
 * before a refusal, and that each recall has the state that the hub's answers cause.
 *
 * @param acknowledged ids of the recalls that the service confirmed to an operator
 */
export function auditRecalls(
  hubRecalls: readonly HubRecall[],
  { recalls, returns }: ServiceAccount,
  acknowledged: ReadonlySet<string>,
): void {
  const atHub = new Map(hubRecalls.map((recall) => [recall.id, recall]));
  const cameBack = new Set(returns.map(({ messageId, index }) => keyOf(messageId, index)));
  const newest = new Map(recalls.map((recall) => [creditOf(recall), recall]));
  for (const recall of recalls) {
    const { id, handedOverAt } = recall;
    const executed = atHub.get(id);
    atHub.delete(id);
    if (executed === undefined && handedOverAt !== null) {
      throw new Violation(`The hub does not have recall ${id}.`);
    }
    if (executed !== undefined) auditContent(recall, executed);
    const isNewest = newest.get(creditOf(recall)) === recall;
    const isReturned = isNewest && cameBack.has(creditOf(recall));
    auditState(recall, executed, isReturned);
    if (!isNewest && recall.state !== 'refused') {
      throw new Violation(`Recall ${id} is ${recall.state}, but its credit was recalled again.`);
    }
  }
  const [unknown] = atHub.keys();
  if (unknown !== undefined) throw new Violation(`The service does not know recall ${unknown}.`);
  const known = new Set(recalls.map(({ id }) => id));
  const lost = [...acknowledged].find((id) => !known.has(id));
  if (lost !== undefined) throw new Violation(`Recall ${lost} was confirmed and is lost.`);
}

const creditOf = ({ messageId, index }: ServiceRecall): string => keyOf(messageId, index);

function auditContent(recall: ServiceRecall, executed: HubRecall): void {
  const { id, messageId, index, content } = recall;
  const isSame =
    executed.conflicts === 0 &&
    executed.sha256 === createHash('sha256').update(content).digest('hex');
  if (!isSame) throw new Violation(`Recall ${id} has another content at the hub.`);
  const credit = `${messageId}-${String(index)}`;
  if (executed.messageId === messageId && executed.creditId === credit) return;
  throw new Violation(`Recall ${id} of ${credit} is about ${executed.creditId} at the hub.`);
}

function auditState(
  { id, state, code }: ServiceRecall,
  executed: HubRecall | undefined,
  isReturned: boolean,
): void {
  if (executed?.isReturned === 1 && !isReturned) {
    throw new Violation(`The credit of recall ${id} came back at the hub alone.`);
  }
  const refusal = executed?.code ?? null;
  const answered = refusal === null ? 'open' : `refused ${refusal}`;
  const expected = isReturned ? 'returned' : answered;
  const found = state === 'refused' ? `refused ${code ?? ''}` : state;
  if (found !== expected) throw new Violation(`Recall ${id} is ${found}, expected ${expected}.`);
}
