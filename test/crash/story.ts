import { createHash } from 'node:crypto';
import type { ConsentStatus } from '../../src/domain/lifecycle.ts';
import { DAY_MS, formatInstant, type Instant } from '../../src/kernel/time.ts';
import { consentBody } from '../helpers/tpp.ts';
import { shapeNamed, writeFile, type ShapeName, type WrittenFile } from './shapes.ts';

/** Something that must never be, in a sentence. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** Every so many-th story sends each request twice at once, with the same key. */
const TWIN_EVERY = 5;

export type ClientName = 'tpp-one' | 'tpp-two';

/**
 * A file on its way from consent to report, with all that the service has acknowledged of it and
 * the one change that it was last asked for. After a kill it stands at the one or at the other.
 */
export class Story {
  readonly number: number;
  readonly shape: ShapeName;
  readonly client: ClientName;
  /** SHA-256 of the file, hex: also its name in the content store. */
  readonly sha256: string;
  readonly finalStatus: WrittenFile['finalStatus'];
  readonly waitsForClock: boolean;
  /** Entries that are to appear on statements and have not been seen there. */
  readonly outstanding: Set<string>;
  readonly consentRequest: string;

  consentId: string | undefined;
  /** Where the consent stands, as the service last acknowledged. */
  status: ConsentStatus | undefined;
  /** Where the request under way is to bring it; undefined when none is unanswered. */
  asked: ConsentStatus | undefined;
  customerToken: string | undefined;
  paymentId: string | undefined;
  isFinished = false;

  readonly #seed: number;

  constructor(number: number, shape: ShapeName, given: { seed: number; now: Instant }) {
    this.number = number;
    this.shape = shape;
    this.client = number % 3 === 0 ? 'tpp-two' : 'tpp-one';
    this.#seed = given.seed;
    const file = this.#write();
    this.sha256 = sha256(file.bytes);
    this.finalStatus = file.finalStatus;
    this.waitsForClock = file.waitsForClock;
    this.outstanding = new Set(file.entries);
    const { daysAhead } = shapeNamed(shape);
    const body = consentBody(file.bytes, {
      FileReference: this.name,
      ...(daysAhead === undefined
        ? {}
        : { RequestedExecutionDateTime: formatInstant(given.now + daysAhead * DAY_MS) }),
    });
    this.consentRequest = JSON.stringify(body);
  }

  get name(): string {
    return `S${String(this.number)}`;
  }

  /** Whether nothing more is to come: paid and answered, or turned away, or its token was lost. */
  get isOver(): boolean {
    if (this.status === 'Authorised') return this.customerToken === undefined;
    return this.isFinished || (this.status === 'Rejected' && this.asked === undefined);
  }

  get hasTwins(): boolean {
    return this.number % TWIN_EVERY === 0;
  }

  /** The bytes to upload: written anew each time, for a campaign has too many to keep. */
  get bytes(): Buffer {
    return this.#write().bytes;
  }

  /** Whether the service holds the file: known only while no upload is unanswered. */
  get hasFile(): boolean {
    return this.status !== undefined && !this.#isWithoutFile;
  }

  key(step: 'consent' | 'upload' | 'payment'): string {
    return `${this.name}-${step}`;
  }

  fail(what: string): never {
    const where = `${this.status ?? 'not registered'}, asked for ${this.asked ?? 'nothing'}`;
    throw new Violation(`${this.name} (${this.shape}, ${where}): ${what}`);
  }

  get #isWithoutFile(): boolean {
    return (
      this.status === 'AwaitingUpload' ||
      (this.status === 'Rejected' && shapeNamed(this.shape).ending === 'refused')
    );
  }

  #write(): WrittenFile {
    return writeFile(this.shape, this.number, this.#seed);
  }
}

/** Hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
