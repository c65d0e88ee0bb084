import type { NewBatch } from '../../src/domain/ports/booking.ts';
import type { ConfirmedAction } from '../../src/domain/ports/action-store.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { actorOf, type Act } from '../../src/domain/records/audit.ts';
import type { ActionRequestResult } from '../../src/domain/records/action-proposals.ts';
import type { Work } from '../../src/domain/records/records.ts';

/** Lets another operator propose to abandon a parked step, and confirms the proposal. */
export async function abandonWork(
  store: Pick<Store, 'proposeAction' | 'confirmAction'>,
  { id }: Pick<Work, 'id'>,
  next: NewBatch | null,
  act: Act,
): Promise<ConfirmedAction | ActionRequestResult> {
  const request = { action: 'abandonWork', subject: String(id), reason: 'r', seen: null } as const;
  const by = actorOf({ kind: 'operator', id: 'proposer' });
  const proposed = await store.proposeAction(request, { at: act.at, by });
  if (proposed.kind !== 'proposed' && proposed.kind !== 'alreadyProposed') return proposed;
  const number = proposed.kind === 'proposed' ? proposed.proposal.id : proposed.id;
  return store.confirmAction(number, { next }, act);
}
