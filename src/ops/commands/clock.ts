import type { AuditStore } from '../../domain/records/audit.ts';
import type { ClockDoubt } from '../../domain/records/events.ts';
import { formatInstant, type Clock } from '../../shared/time.ts';
import type { ClockGuard } from '../clock-guard.ts';
import { CommandRefused, type ControlCommand } from '../control.ts';
import { operatorAct } from './operator.ts';

interface Parts {
  /** The name of this node. */
  readonly node: string;
  readonly guard: Pick<ClockGuard, 'now' | 'doubt' | 'machine' | 'confirm'>;
  /** Business time, in which the audit log tells what happened. */
  readonly clock: Clock;
  readonly store: AuditStore;
  /** Tells the runner that there is something to do. */
  readonly wake: () => void;
}

/** What the commands about the clock tell: date-times. */
export interface ClockReport {
  /** Whose machine's clock it is. */
  readonly node: string;
  /** The machine's time, as far as it is believed: what the service goes by. */
  readonly service: string;
  readonly machine: string;
  /** Business time, where the sandbox's clock was moved on; null: it is the service's. */
  readonly moved: string | null;
  /** Why the machine's clock is not believed; null: it is. */
  readonly doubt: ClockDoubt['kind'] | null;
}

/** Looks at the machine's clock, and believes it where it leapt. */
export function clockCommands(parts: Parts): Readonly<Record<string, ControlCommand>> {
  const { node, guard, clock, store, wake } = parts;
  const tellClock = (): ClockReport => {
    // In this order: one that was not moved is never ahead of the other.
    const [business, service] = [clock(), guard.now()];
    return {
      node,
      service: formatInstant(service),
      machine: formatInstant(guard.machine),
      moved: business > service ? formatInstant(business) : null,
      doubt: guard.doubt?.kind ?? null,
    };
  };
  return {
    'clock-show': (_, { tell }) => {
      tell({ kind: 'told', what: tellClock() });
      return Promise.resolve();
    },
    'clock-confirm': async (_, caller) => {
      if (guard.doubt === null) throw new CommandRefused('The clock is not in doubt.');
      const { service: before, machine: after } = tellClock();
      const entry = {
        action: 'clockConfirmed',
        subject: 'clock',
        detail: { before, after },
      } as const;
      await store.record(operatorAct(clock, caller), entry);
      guard.confirm();
      wake();
      caller.tell({ kind: 'told', what: tellClock() });
    },
  };
}
