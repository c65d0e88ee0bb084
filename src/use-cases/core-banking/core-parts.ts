import type { CoreBanking } from '../../domain/ports/core-banking.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { Clock } from '../../shared/time.ts';

/** Dependencies of the tasks that keep the service and the core banking system in step. */
export interface CoreParts {
  readonly store: Store;
  readonly coreBanking: CoreBanking;
  readonly clock: Clock;
  /** The clock of the machine. The core places holds by its time. */
  readonly machineClock: Clock;
  readonly observe: Observe;
}
