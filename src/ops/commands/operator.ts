import { actorOf, type Act, type AuditStore } from '../../domain/records/audit.ts';
import type { Clock } from '../../shared/time.ts';
import type { Caller, ControlParts } from '../control.ts';

/** Commands that are not recorded: what they answer is no customer's, and no money's. */
const NOT_RECORDED = new Set(['addresses', 'clock-show']);

/**
 * What an operator does. The operating system lets the service's own user and root alone reach the
 * control socket, and Node.js cannot tell which of them it is, or for whom: the name is a claim of
 * the client, and marked as one.
 */
export function operatorAct(clock: Clock, { operator }: Pick<Caller, 'operator'>): Act {
  const id = operator === null ? 'control' : `claimed:${operator}`;
  return { at: clock(), by: actorOf({ kind: 'operator', id }) };
}

/** Records each command in the audit log before it is done, with what it was given. */
export function recordCommands(
  store: Pick<AuditStore, 'record'>,
  clock: Clock,
): ControlParts['record'] {
  return async (name, argument, caller) => {
    if (NOT_RECORDED.has(name)) return;
    const detail = argument === '' ? {} : { detail: { argument } };
    const entry = { action: 'operatorCommand', subject: name, ...detail } as const;
    await store.record(operatorAct(clock, caller), entry);
  };
}
