import { Hono } from 'hono';
import type { ClockDoubt } from '../../domain/records/events.ts';
import { formatInstant } from '../../shared/time.ts';
import { recorded, refusal, type ControlEnv } from '../control.ts';
import type { RouteParts } from '../route-parts.ts';

/** Result of the commands about the clock. All times are date-times in UTC. */
export interface ClockReport {
  /** Name of the node whose clock this is. */
  readonly node: string;
  /** The time that the service uses: the machine's time as long as it is trusted. */
  readonly service: string;
  readonly machine: string;
  /**
   * Business time if the sandbox's clock was moved, otherwise null: it equals the service's time.
   */
  readonly moved: string | null;
  /** Reason why the machine's clock is untrusted, or null while it is trusted. */
  readonly doubt: ClockDoubt['kind'] | null;
}

/** Returns the routes that show the machine's clock and confirm it after a leap. */
export function clockRoutes(
  parts: Pick<RouteParts, 'node' | 'guard' | 'clock' | 'store' | 'wake'>,
): Hono<ControlEnv> {
  const { node, guard, clock, store, wake } = parts;
  const readClock = (): ClockReport => {
    // Read business time first: if the clock was not moved, it is then never ahead of the other.
    const business = clock();
    const service = guard.now();
    return {
      node,
      service: formatInstant(service),
      machine: formatInstant(guard.machine),
      moved: business > service ? formatInstant(business) : null,
      doubt: guard.doubt?.kind ?? null,
    };
  };
  const routes = new Hono<ControlEnv>();
  routes.get('/clock', (c) => c.json(readClock()));
  routes.post('/clock/confirm', recorded('clock-confirm'), async (c) => {
    if (guard.doubt === null) throw refusal(409, 'The clock is already trusted.');
    const reading = guard.read();
    const entry = {
      action: 'clockConfirmed',
      subject: 'clock',
      detail: { before: formatInstant(guard.now()), after: formatInstant(reading.instant) },
    } as const;
    await store.record(c.var.act(), entry);
    // Writing the entry may take long. Trust only the time that it contains.
    if (!guard.confirm(reading)) {
      throw refusal(
        409,
        'The clock leapt again meanwhile, so it was not confirmed. Check it again.',
      );
    }
    wake();
    return c.json(readClock());
  });
  return routes;
}
