import type { Api } from './api.ts';
import { SignatureError } from './errors.ts';
import { verifyEvent, type BankEvent, type EventExpectations } from './event-tokens.ts';
import type { RequestBody, ResponseBody, Version } from './operations.ts';
import type { CallOptions } from './options.ts';
import { pauseBefore, wait } from './retries.ts';

/** Time for which a long poll may wait at the bank, in milliseconds. */
const POLL_MS = 90_000;

/** Pause between two polls that returned nothing, in milliseconds. */
const PAUSE_MS = 5_000;

/** Options of {@link Events.poll}. */
export interface PollOptions extends CallOptions {
  /** Maximum number of events. 0 only acknowledges. By default, the bank decides. */
  readonly maxEvents?: number;
  /** Waits at the bank until there are events. Not all banks offer it. The default is false. */
  readonly waits?: boolean;
  /** Ids of events that are processed. The bank does not deliver them again. */
  readonly acknowledge?: readonly string[];
  /** Errors in events, by their ids. */
  readonly errors?: Readonly<
    Record<string, { readonly err: string; readonly description: string }>
  >;
}

/** Events of one poll. */
export interface Polled {
  /** Verified events, oldest first. */
  readonly events: readonly BankEvent[];
  /** Events that the bank did not sign correctly, keyed by id. */
  readonly invalid: ReadonlyMap<string, SignatureError>;
  readonly moreAvailable: boolean;
}

/** Number of failed polls in a row after which the loop throws. */
const MAX_FAILED_POLLS = 5;

/** Options of {@link Events.listen}. */
export interface ListenOptions {
  /** Ends the loop. */
  readonly signal?: AbortSignal;
  /** Waits at the bank for events. The default is false. */
  readonly waits?: boolean;
  /** Pause between two polls that returned nothing, in milliseconds. The default is 5,000. */
  readonly pauseMs?: number;
}

/** The bank's events for one TPP. */
export class Events<V extends Version> {
  readonly #api: Pick<Api, 'perform'>;
  readonly #expected: EventExpectations;
  readonly #listeners = new Set<(event: BankEvent) => void>();

  constructor(api: Pick<Api, 'perform'>, expected: EventExpectations) {
    this.#api = api;
    this.#expected = expected;
  }

  /** Creates the TPP's subscription. A TPP has at most one at a bank. */
  async subscribe(
    body: RequestBody<V, 'POST /event-subscriptions'>,
    options?: CallOptions,
  ): Promise<ResponseBody<V, 'POST /event-subscriptions'>> {
    const bytes = Buffer.from(JSON.stringify(body));
    const operation = 'POST /event-subscriptions';
    const answer = await this.#api.perform({ ...options, operation, body: bytes });
    return answer.body as ResponseBody<V, 'POST /event-subscriptions'>;
  }

  /** Reads the TPP's subscription, as a list of none or one. */
  async subscriptions(options?: CallOptions): Promise<ResponseBody<V, 'GET /event-subscriptions'>> {
    const operation = 'GET /event-subscriptions';
    const answer = await this.#api.perform({ ...options, operation });
    return answer.body as ResponseBody<V, 'GET /event-subscriptions'>;
  }

  /** Deletes the subscription. The bank discards the events that it did not deliver. */
  async unsubscribe(subscriptionId: string, options?: CallOptions): Promise<void> {
    const operation = 'DELETE /event-subscriptions/{EventSubscriptionId}';
    const params = { EventSubscriptionId: subscriptionId };
    await this.#api.perform({ ...options, operation, params });
  }

  /** Asks for events once, and acknowledges earlier ones. */
  async poll(options: PollOptions = {}): Promise<Polled> {
    const { maxEvents, waits = false, acknowledge, errors, ...call } = options;
    const asked = {
      returnImmediately: !waits,
      ...(maxEvents !== undefined && { maxEvents }),
      ...(acknowledge !== undefined && { ack: acknowledge }),
      ...(errors !== undefined && { setErrs: errors }),
    };
    const { body } = await this.#api.perform({
      ...(waits && { timeoutMs: POLL_MS }),
      ...{ ...call, operation: 'POST /events', body: Buffer.from(JSON.stringify(asked)) },
    });
    const { sets = {}, moreAvailable = false } = body as Partial<{
      readonly sets: Readonly<Record<string, string>>;
      readonly moreAvailable: boolean;
    }>;
    const events: BankEvent[] = [];
    const invalid = new Map<string, SignatureError>();
    for (const [id, token] of Object.entries(sets)) {
      const event = await this.verify(token).catch((error: unknown) => error);
      if (event instanceof SignatureError) invalid.set(id, event);
      else events.push(event as BankEvent);
    }
    events.sort((one, next) => (one.time ?? 0) - (next.time ?? 0));
    return { events, invalid, moreAvailable };
  }

  /**
   * Polls for events until the signal aborts. It acknowledges an event when the loop asks for the
   * next one, so that a crash loses none. An event in whose round the loop is left is delivered
   * again. Process repeated ids once. Invalid events are reported to the bank.
   */
  async *listen(options: ListenOptions = {}): AsyncGenerator<BankEvent, void, undefined> {
    const { waits = false, pauseMs = PAUSE_MS } = options;
    const signal = options.signal ?? new AbortController().signal;
    const hasEnded = (): boolean => signal.aborted;
    let acknowledge: string[] = [];
    let errors: Record<string, { err: string; description: string }> = {};
    let failures = 0;
    try {
      while (!hasEnded()) {
        const asked = { waits, acknowledge, errors, signal };
        const polled = await this.poll(asked).catch((error: unknown) => {
          failures += 1;
          if (!signal.aborted && failures > MAX_FAILED_POLLS) throw error;
        });
        if (polled !== undefined) {
          failures = 0;
          acknowledge = [];
          errors = errorsOf(polled.invalid);
          for (const event of polled.events) {
            this.notify(event);
            yield event;
            acknowledge.push(event.id);
            if (hasEnded()) break;
          }
          if (polled.events.length > 0 || polled.moreAvailable) continue;
        }
        const idle = waits ? 0 : pauseMs;
        const pause = failures > 0 ? pauseBefore(failures, undefined) : idle;
        await wait(pause, signal).catch(() => undefined);
      }
    } finally {
      // Also runs if the caller leaves the loop. The last event is then delivered again.
      const isReachable = failures <= MAX_FAILED_POLLS;
      if (isReachable && acknowledge.length > 0) await this.poll({ maxEvents: 0, acknowledge });
    }
  }

  /**
   * Verifies the token of an event.
   *
   * @throws SignatureError if the bank did not sign it, or if it is for another TPP
   */
  verify(token: string): Promise<BankEvent> {
    return verifyEvent(token, this.#expected);
  }

  /** Calls a function for each event that `listen` or a push handler receives. */
  onEvent(listener: (event: BankEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Passes a verified event to the functions of `onEvent`, which also wakes waiting calls. */
  notify(event: BankEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function errorsOf(invalid: Polled['invalid']) {
  const longest = 256;
  return Object.fromEntries(
    [...invalid].map(([id, { message }]) => [
      id,
      { err: 'invalid_token', description: message.slice(0, longest) },
    ]),
  );
}
