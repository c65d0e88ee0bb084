import { hash } from 'node:crypto';
import type { Forms } from '../domain/ports/node-store.ts';
import { evictOldest } from '../shared/evict-oldest.ts';
import { SECOND_MS, type Clock, type Instant } from '../shared/time.ts';
import { SubmittedForm } from './sealed-form.ts';

/** How long the same form counts as a double click of the first, once that is answered. */
const REPEAT_MS = 3 * SECOND_MS;
/** How long another node leaves a form to the one that it was sent to first, in milliseconds. */
const WITHIN_MS = 10 * SECOND_MS;
/** How often it looks meanwhile what came of it, in milliseconds. */
const LOOK_MS = 50;
/** Forms that are remembered; the oldest is forgotten for a new one. */
const MAX_REMEMBERED = 1000;

interface Remembered<Outcome> {
  readonly outcome: Promise<Outcome>;
  /** Until when; null while it is being answered. */
  until: Instant | null;
}

/**
 * Lets a form that is sent twice act once: a double click cancels the first answer on its way to
 * the browser, so the second request must get the very same one, its cookie included. It often
 * comes by another connection, and so to another node.
 */
export class FormResponses<Outcome> {
  readonly #remembered = new Map<string, Remembered<Outcome>>();
  readonly #clock: Clock;
  readonly #forms: Forms | null;

  /** @param forms what other nodes are sent; null where there are none */
  constructor(clock: Clock, forms: Forms | null) {
    this.#clock = clock;
    this.#forms = forms;
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
    evictOldest(this.#remembered, MAX_REMEMBERED);
    const remembered: Remembered<Outcome> = { outcome: this.#act(form, act), until: null };
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

  async #act(form: readonly string[], act: () => Promise<Outcome>): Promise<Outcome> {
    if (this.#forms === null) return act();
    const sealed = new SubmittedForm<Outcome>(form);
    for (;;) {
      const sent = await this.#forms.sent(sealed.name, WITHIN_MS);
      if (sent.kind === 'answered') return sealed.open(sent.answer);
      if (sent.kind === 'first') return answer(this.#forms, sealed, act);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}

/** Answers a form, and leaves the answer for whoever is sent it as well. */
async function answer<Outcome>(
  forms: Forms,
  sealed: SubmittedForm<Outcome>,
  act: () => Promise<Outcome>,
): Promise<Outcome> {
  let outcome: Outcome;
  try {
    outcome = await act();
  } catch (error) {
    // Where that cannot be written either, the form is another's to answer in a while.
    await forms.failed(sealed.name).catch(() => undefined);
    throw error;
  }
  // It was done, whether others hear of it or not.
  await forms.answered(sealed.name, sealed.seal(outcome), REPEAT_MS).catch(() => undefined);
  return outcome;
}
