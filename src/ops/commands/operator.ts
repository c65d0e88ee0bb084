import { actorOf, type Act, type AuditStore } from '../../domain/records/audit.ts';
import type { Clock } from '../../shared/time.ts';
import type { Caller, ControlParts } from '../control.ts';

/**
 * Commands that are not recorded in the audit log: their answers contain no data of customers or
 * payments.
 */
const NOT_RECORDED = new Set(['addresses', 'clock-show']);

/**
 * Returns the actor and time of an operator's command, for the audit log. The operating system lets
 * only the service's user and root connect to the control socket. Node.js cannot tell which of them
 * is connected, so the name is the client's claim and is marked `claimed:`.
 */
export function operatorAct(clock: Clock, { operator }: Pick<Caller, 'operator'>): Act {
  const id = operator === null ? 'control' : `claimed:${operator}`;
  return { at: clock(), by: actorOf({ kind: 'operator', id }) };
}

/** Records each command with its argument in the audit log, before the command runs. */
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
