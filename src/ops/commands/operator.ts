import { actorOf, type Act } from '../../domain/records/audit.ts';
import type { Clock } from '../../kernel/time.ts';

/** Whoever may reach the control socket is an operator; the operating system knows which one. */
export function operatorAct(clock: Clock): Act {
  return { at: clock(), by: actorOf({ kind: 'operator', id: 'control' }) };
}
