import { hash } from 'node:crypto';
import { makeRoom } from '../kernel/make-room.ts';
import { SECOND_MS, type Clock, type Instant } from '../kernel/time.ts';

/** How long the same form counts as a double click of the first, once that is answered. */
const REPEAT_MS = 3 * SECOND_MS;
/** Forms that are remembered; the oldest is forgotten for a new one. */
const MAX_REMEMBERED = 1000;

interface Remembered<Outcome> {
  readonly outcome: Promise<Outcome>;
  /** Until when; null while it is being answered. */
  until: Instant | null;
}

/**
 * Lets a form that is sent twice act once: a double click cancels the first answer on its way to
 * the browser, so the second request must get the very same one, its cookie included.
 */
export class Once<Outcome> {
  readonly #remembered = new Map<string, Remembered<Outcome>>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param form all that makes two requests the same: visit, address and fields */
  run(form: readonly string[], act: () => Promise<Outcome>): Promise<Outcome> {
    const key = hash('sha256', JSON.stringify(form));
    const known = this.#remembered.get(key);
    if (known !== undefined && (known.until === null || known.until > this.#clock())) {
      return known.outcome;
    }
    // A form that is sent again counts as new.
    this.#remembered.delete(key);
    makeRoom(this.#remembered, MAX_REMEMBERED);
    const remembered: Remembered<Outcome> = { outcome: act(), until: null };
    this.#remembered.set(key, remembered);
    remembered.outcome.then(
      () => {
        remembered.until = this.#clock() + REPEAT_MS;
      },
      // What failed may be tried again at once.
      () => this.#remembered.delete(key),
    );
    return remembered.outcome;
  }
}
