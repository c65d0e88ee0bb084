import { hash, createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Forms } from '../domain/ports/node-store.ts';
import { evictOldest } from '../shared/evict-oldest.ts';
import { SECOND_MS, type Clock, type Instant, type Milliseconds } from '../shared/time.ts';

/** Time in milliseconds after a response during which the same form counts as a double click. */
const REPEAT_MS: Milliseconds = 3 * SECOND_MS;
/**
 * Time in milliseconds that the first node has to respond before another node may process the form.
 */
const ANSWER_TIMEOUT_MS: Milliseconds = 10 * SECOND_MS;
/** Interval in milliseconds at which a node checks whether the other node has responded. */
const POLL_MS: Milliseconds = 50;
/** Maximum number of forms in memory. A new one evicts the oldest. */
const MAX_REMEMBERED = 1000;

interface Remembered<Outcome> {
  readonly outcome: Promise<Outcome>;
  /** Time until which the outcome is reused. Null while the form is being processed. */
  until: Instant | null;
}

/**
 * Processes a form only once, even if it is submitted twice. On a double click, the browser
 * discards the first response, so the second request must get the same response, including the
 * cookie. The second request often uses another connection and may reach another node.
 */
export class FormResponses<Outcome> {
  readonly #remembered = new Map<string, Remembered<Outcome>>();
  readonly #clock: Clock;
  readonly #forms: Forms | null;

  /** @param forms forms submitted to any node. Null if there is only one node. */
  constructor(clock: Clock, forms: Forms | null) {
    this.#clock = clock;
    this.#forms = forms;
  }

  /**
   * Runs `act`, or returns the outcome of an earlier submission of the same form.
   *
   * @param form everything that identifies the submission: session id, address and fields
   */
  run(form: readonly string[], act: () => Promise<Outcome>): Promise<Outcome> {
    const key = hash('sha256', JSON.stringify(form));
    const known = this.#remembered.get(key);
    if (known !== undefined && (known.until === null || known.until > this.#clock())) {
      return known.outcome;
    }
    // Insert the key again, so that it becomes the newest one and is evicted last.
    this.#remembered.delete(key);
    evictOldest(this.#remembered, MAX_REMEMBERED);
    const remembered: Remembered<Outcome> = { outcome: this.#act(form, act), until: null };
    this.#remembered.set(key, remembered);
    remembered.outcome.then(
      () => {
        remembered.until = this.#clock() + REPEAT_MS;
      },
      // A form whose processing failed may be submitted again at once.
      () => this.#remembered.delete(key),
    );
    return remembered.outcome;
  }

  async #act(form: readonly string[], act: () => Promise<Outcome>): Promise<Outcome> {
    if (this.#forms === null) return act();
    const sealed = new SubmittedForm<Outcome>(form);
    for (;;) {
      const sent = await this.#forms.sent(sealed.name, ANSWER_TIMEOUT_MS);
      if (sent.kind === 'answered') return sealed.open(sent.answer);
      if (sent.kind === 'first') return answer(this.#forms, sealed, act);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

/** Processes a form, and stores the outcome for other nodes that receive the same form. */
async function answer<Outcome>(
  forms: Forms,
  sealed: SubmittedForm<Outcome>,
  act: () => Promise<Outcome>,
): Promise<Outcome> {
  let outcome: Outcome;
  try {
    outcome = await act();
  } catch (error) {
    // If this fails as well, another node may process the form after ANSWER_TIMEOUT_MS.
    await forms.failed(sealed.name).catch(() => undefined);
    throw error;
  }
  // The action has succeeded, even if the outcome cannot be stored for other nodes.
  await forms.answered(sealed.name, sealed.seal(outcome), REPEAT_MS).catch(() => undefined);
  return outcome;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A submitted form as nodes share it through the database. The outcome of a form may contain a new
 * session id, which must not be readable in the database. It is therefore encrypted with a key that
 * is derived from the form. A node that receives the same form derives the same key. The key
 * cannot be guessed, because the form begins with the session id of the browser.
 */
export class SubmittedForm<Outcome> {
  /** Identifier of the form in the database. It is a keyed hash, which does not reveal the form. */
  readonly name: string;
  readonly #key: Buffer;

  constructor(form: readonly string[]) {
    const text = JSON.stringify(form);
    this.name = createHmac('sha256', 'name').update(text).digest('base64url');
    this.#key = createHmac('sha256', 'key').update(text).digest();
  }

  seal(outcome: Outcome): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce);
    const sealed = [cipher.update(JSON.stringify(outcome), 'utf8'), cipher.final()];
    return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64');
  }

  /** Decrypts an outcome. Throws if it was encrypted for another form. */
  open(sealed: string): Outcome {
    const bytes = Buffer.from(sealed, 'base64');
    const tagAt = NONCE_BYTES;
    const textAt = NONCE_BYTES + TAG_BYTES;
    const nonce = bytes.subarray(0, tagAt);
    const decipher = createDecipheriv(CIPHER, this.#key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(tagAt, textAt));
    const text = [decipher.update(bytes.subarray(textAt)), decipher.final()];
    return JSON.parse(Buffer.concat(text).toString('utf8')) as Outcome;
  }
}
