import type { EventAnswers, EventStore } from '../../domain/ports/event-store.ts';
import type { EventNotification } from '../../domain/records/event-notifications.ts';
import type { Clock } from '../../shared/time.ts';

/** A TPP's request for events. */
export interface EventRequest {
  readonly clientId: string;
  readonly answers: EventAnswers;
  readonly maxEvents: number;
}

/** Events for a TPP, oldest first. */
export interface PolledEvents {
  readonly events: readonly EventNotification[];
  /** True if the TPP has more events to receive. */
  readonly moreAvailable: boolean;
}

/**
 * Stores a TPP's answers to earlier events, and returns the oldest events that it has to receive.
 * While there is none, repeats the query as long as `wait` resolves to true. Other nodes may write
 * events, so the store is queried each time.
 */
export async function pollEvents(
  { store }: { readonly store: EventStore },
  { clientId, answers, maxEvents }: EventRequest,
  { clock, wait }: { readonly clock: Clock; readonly wait: () => Promise<boolean> },
): Promise<PolledEvents> {
  if (answers.acknowledged.length + answers.errors.length > 0) {
    await store.answerEvents(clientId, answers, clock());
  }
  for (;;) {
    const found = await store.openEvents(clientId, clock(), maxEvents + 1);
    if (found.length > 0 || !(await wait())) {
      const moreAvailable = found.length > maxEvents;
      return { events: found.slice(0, maxEvents), moreAvailable };
    }
  }
}
