import { FAMILIES, type Family } from '@payment-initiation/client';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { exitCodes } from '../exit-codes.ts';
import { shown } from '../fields/texts.ts';
import { exists, jsonOf, readIfPresent, writePrivately } from '../output/files.ts';
import { PisError } from '../rows/model.ts';

/** A payment or a VRP consent that was started. The file holds tokens, so it is private. */
const State = z.strictObject({
  /** The id of the caller, for example an invoice number. */
  id: z.string(),
  family: z.enum(Object.keys(FAMILIES) as [Family, ...Family[]]),
  /** The values of the command. The same id must always have the same details. */
  details: z.record(z.string(), z.string()),
  /** Number of the consent, from 1. A consent that was declined needs another one. */
  attempt: z.int().min(1),
  consentId: z.string().exactOptional(),
  /** Access token of the customer's approval. */
  token: z.string().exactOptional(),
  /** Time of the first request for a VRP payment, in milliseconds since 1970. */
  submittedAt: z.number().exactOptional(),
  paymentId: z.string().exactOptional(),
  /** True if the consent was revoked. */
  revoked: z.boolean().exactOptional(),
});

export type State = z.infer<typeof State>;

/** The values that a new state has. */
export type Started = Pick<State, 'id' | 'family' | 'details'>;

/** The files that keep the payments of a profile. Each step of a payment replaces its file. */
export class States {
  readonly #folder: string;

  constructor(folder: string, profile: string) {
    this.#folder = join(folder, 'payments', profile);
  }

  /**
   * Returns the state of an id. Starts a new one if there is none.
   *
   * @throws PisError if the id was used with other details
   */
  async start({ id, family, details }: Started): Promise<State> {
    const known = await this.#read(this.#pathOf(id));
    const differences = known === undefined ? [] : differencesOf(known.details, details);
    if (known !== undefined && differences.length === 0) return known;
    if (known === undefined || !isBound(known))
      return this.save({ id, family, details, attempt: 1 });
    throw new PisError(
      `--id: "${shown(id)}" was used with other values.\n${differences.join('\n')}\n` +
        'To go on with that payment, repeat its values. For another payment, use another id.',
      exitCodes.wrongUse,
    );
  }

  /** Writes a state, and returns it when it is on the disk. */
  async save(state: State): Promise<State> {
    await writePrivately(this.#pathOf(state.id), `${JSON.stringify(state, undefined, 2)}\n`);
    return state;
  }

  /** Returns the path of the lock of an id, for `withLock`. */
  lockOf(id: string): string {
    return `${this.#pathOf(id)}.lock`;
  }

  /** Returns the states with this id, payment id, consent id or end-to-end id. */
  async find(text: string): Promise<readonly State[]> {
    const own = await this.#read(this.#pathOf(text));
    if (own !== undefined) return [own];
    const names = (await exists(this.#folder)) ? await readdir(this.#folder) : [];
    const found: State[] = [];
    for (const name of names) {
      if (!name.endsWith('.json')) continue;
      const state = await this.#read(join(this.#folder, name));
      if (state !== undefined && idsOf(state).includes(text)) found.push(state);
    }
    const payments = found.filter(({ paymentId }) => paymentId === text);
    return payments.length === 0 ? found : payments;
  }

  /** Returns the VRP consent with this consent id or own id. Undefined if pis did not create it. */
  async findVrpConsent(text: string): Promise<State | undefined> {
    const found = await this.find(text);
    return found.find(isVrpConsent);
  }

  #pathOf(id: string): string {
    return join(this.#folder, `${createHash('sha256').update(id).digest('hex')}.json`);
  }

  async #read(path: string): Promise<State | undefined> {
    const text = await readIfPresent(path);
    if (text === undefined) return undefined;
    const read = State.safeParse(jsonOf(text));
    if (read.success) return read.data;
    throw new PisError(
      `${path} is damaged.\n${z.prettifyError(read.error)}\n` +
        'It keeps a payment that was started. Ask the bank about this payment before you delete it.',
    );
  }
}

/** Returns a state without its token, which is no longer needed. */
export function withoutToken(state: State): State {
  const kept = { ...state };
  delete kept.token;
  return kept;
}

/** Returns true for the state of a VRP consent. The state of a VRP payment names its consent. */
export function isVrpConsent({ family, details }: State): boolean {
  return family === 'domestic-vrps' && details['consent'] === undefined;
}

/** Returns true if something may exist at the bank, so that the id can have no other values. */
function isBound({ attempt, consentId, submittedAt }: State): boolean {
  return attempt > 1 || consentId !== undefined || submittedAt !== undefined;
}

function idsOf({ paymentId, consentId, details }: State): readonly (string | undefined)[] {
  return [paymentId, consentId, details['end-to-end-id']];
}

function differencesOf(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const text = (value: string | undefined) => (value === undefined ? 'none' : `"${shown(value)}"`);
  return [...names]
    .filter((name) => before[name] !== now[name])
    .map((name) => `${name}: found ${text(now[name])}, expected ${text(before[name])}.`);
}
