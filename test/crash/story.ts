import { createHash } from 'node:crypto';
import type { ConsentStatus } from '../../src/domain/lifecycle/lifecycle.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { Outstanding } from './entries.ts';
import type { Approver, Beginning, Cancels, Kind, Plan, PlannedPayment } from './plan.ts';

/** Something that must never be, in a sentence. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** The service said that it cannot take a request just now: no failure of one that is to end. */
export class TurnedAway extends Error {
  override readonly name = 'TurnedAway';
}

/** Every so many-th story sends each request twice at once, with the same key. */
const TWIN_EVERY = 5;

export type ClientName = 'tpp-one' | 'tpp-two';

/** A submission under the consent of a story, as far as the service has answered it. */
export interface Submission {
  readonly planned: PlannedPayment;
  /** Of the request: the same each time it is sent. */
  readonly key: string;
  paymentId: string | undefined;
  /** How many of the plan's approvers were answered, and how many were asked. */
  readonly decisions: { answered: number; asked: number };
  /** Refused because the limit would have been passed. */
  isRefused: boolean;
  /** Refused as its consent was revoked, when it may have been taken without an answer before. */
  isLost: boolean;
  /** How far its customer has come with cancelling it; `late`: acknowledged to be too late. */
  cancellation: 'no' | 'asked' | 'done' | 'late';
  isFinished: boolean;
}

/**
 * A consent and its payments on their way to the end, with all that the service has acknowledged of
 * them and the one change that it was last asked for. After a kill the consent stands at the one
 * or at the other.
 */
export class Story {
  readonly number: number;
  readonly kind: string;
  readonly plan: Plan;
  readonly client: ClientName;
  /** SHA-256 of the file, hex: also its name in the content store. Undefined without a file. */
  readonly sha256: string | undefined;
  readonly submissions: readonly Submission[];
  /** Entries that the acknowledged payments are yet to leave on statements. */
  readonly outstanding = new Outstanding();

  /** Cancelled ones whose entries were dropped. */
  readonly #dropped = new Set<Submission>();

  consentId: string | undefined;
  /** Whether a payment was refused after the revocation was acknowledged. */
  isRevocationSeen = false;
  /** Where the consent stands, as the service last acknowledged. */
  status: ConsentStatus | undefined;
  /** Where the request under way is to bring it; undefined when none is unanswered. */
  asked: ConsentStatus | undefined;
  customerToken: string | undefined;

  constructor(kind: Kind, beginning: Beginning) {
    this.number = beginning.number;
    this.kind = kind.name;
    this.plan = kind.plan(beginning);
    this.client = this.number % 3 === 0 ? 'tpp-two' : 'tpp-one';
    const { writeFile, payments } = this.plan;
    this.sha256 = writeFile === undefined ? undefined : sha256(writeFile());
    this.submissions = payments.map((planned, index) => ({
      planned,
      key: `${this.key('payment')}-${String(index)}`,
      paymentId: undefined,
      decisions: { answered: 0, asked: 0 },
      isRefused: false,
      isLost: false,
      cancellation: 'no',
      isFinished: false,
    }));
  }

  /** Submissions that the service has taken. */
  get taken(): readonly Submission[] {
    return this.submissions.filter(({ paymentId }) => paymentId !== undefined);
  }

  get unanswered(): readonly Submission[] {
    return this.submissions.filter(
      ({ paymentId, isRefused }) => paymentId === undefined && !isRefused,
    );
  }

  /** Those taken of which not all approvers have decided. */
  get unapproved(): readonly Submission[] {
    const { approvers = [] } = this.plan;
    return this.taken.filter(({ decisions }) => decisions.answered < approvers.length);
  }

  /** Those taken that their customer is to cancel then, and has not been answered about. */
  toCancel(when: Cancels['when']): readonly Submission[] {
    if (this.plan.cancels?.when !== when) return [];
    const isOpen = ({ cancellation }: Submission) => ['no', 'asked'].includes(cancellation);
    return this.taken.filter((one) => isOpen(one) && !one.isFinished);
  }

  /** Whether every submission was answered, and everybody was who has to approve it. */
  get isSubmitted(): boolean {
    return this.unanswered.length === 0 && this.unapproved.length === 0;
  }

  get isFinished(): boolean {
    return this.submissions.every(({ isFinished, isRefused }) => isFinished || isRefused);
  }

  /** Whether nothing more is to come: paid and answered, or turned away, or its token was lost. */
  get isOver(): boolean {
    if (this.status === 'Authorised' && this.customerToken === undefined) return true;
    return this.isFinished || (this.status === 'Rejected' && this.asked === undefined);
  }

  get hasTwins(): boolean {
    // Of two with a token that ends between them, one is refused.
    if (this.plan.revokedBy !== undefined) return false;
    return this.number % TWIN_EVERY === 0;
  }

  /** Whether the service holds the file: known only while no upload is unanswered. */
  get hasFile(): boolean {
    if (this.sha256 === undefined || this.status === undefined) return false;
    if (this.status === 'Rejected') return this.plan.ending !== 'refused';
    return this.status !== 'AwaitingUpload';
  }

  key(step: 'consent' | 'upload' | 'payment'): string {
    return `S${String(this.number)}-${step}`;
  }

  /** The bytes to upload. */
  writeFile(): Buffer {
    return expectDefined(this.plan.writeFile, 'the file of the story')();
  }

  /** Takes note that the limit refuses a submission. */
  refuse(submission: Submission): void {
    if (submission.paymentId !== undefined) this.fail(`${submission.paymentId} is refused`);
    submission.isRefused = true;
  }

  /** As above, of one that may have been taken before the consent was revoked, unanswered. */
  lose(submission: Submission): void {
    this.refuse(submission);
    submission.isLost = true;
    for (const entry of submission.planned.entriesOf('')) this.outstanding.allow(entry);
  }

  /**
   * Takes note that a payment is cancelled, of which so many payments were made: nothing of the
   * others is to appear any more, nor has.
   */
  takeCancelled(submission: Submission, made: number): void {
    const { planned, paymentId = '', cancellation } = submission;
    if (cancellation === 'no' || cancellation === 'late') this.fail('is cancelled, by nobody');
    submission.cancellation = 'done';
    if (this.#dropped.has(submission)) return;
    this.#dropped.add(submission);
    const entries = planned.entriesOf(paymentId);
    const unmade = entries.slice((made * entries.length) / this.plan.occurrences);
    const booked = unmade.find((entry) => !this.outstanding.drop(entry));
    if (booked !== undefined) this.fail(`was cancelled, and yet there is ${booked}`);
  }

  /** Takes note of a submission's payment: the same key must always tell the same id. */
  take(submission: Submission, paymentId: string): void {
    if (submission.isRefused) this.fail('a payment that was refused is taken');
    if (submission.paymentId === paymentId) return;
    if (submission.paymentId !== undefined) {
      this.fail(`a payment was ${submission.paymentId} and is ${paymentId} for the same key`);
    }
    submission.paymentId = paymentId;
    if (this.plan.approvers === undefined) this.#expectEntries(submission);
  }

  /**
   * Takes note that the next approver is asked; until the last one approves nothing may be booked,
   * and any entry is one too many.
   */
  askApprover(submission: Submission): Approver {
    const { approvers = [] } = this.plan;
    const { decisions } = submission;
    const approver = expectDefined(approvers[decisions.answered], 'an approver who is left');
    if (decisions.asked > decisions.answered) return approver;
    decisions.asked += 1;
    const isLast = decisions.asked === approvers.length;
    if (isLast && approver.decision === 'approve') this.#expectEntries(submission);
    return approver;
  }

  #expectEntries({ planned, paymentId }: Submission): void {
    const id = expectDefined(paymentId, 'the payment of a submission');
    for (const entry of planned.entriesOf(id)) this.outstanding.add(entry);
  }

  /** Whether the taken payments keep the limit, and each refused one would have broken it. */
  auditLimit(): void {
    const { limitPence = Infinity, revokedBy } = this.plan;
    const takenPence = this.taken.reduce((sum, { planned }) => sum + planned.pence, 0);
    if (takenPence > limitPence) this.fail(`paid ${String(takenPence)} pence, more than its limit`);
    // Whose consent is revoked meanwhile is refused for that.
    if (!this.isSubmitted || revokedBy !== undefined) return;
    const hadRoom = this.submissions.find(
      ({ planned, isRefused }) => isRefused && takenPence + planned.pence <= limitPence,
    );
    if (hadRoom !== undefined) this.fail(`refused ${hadRoom.key} within its limit`);
  }

  fail(what: string): never {
    const where = `${this.status ?? 'not registered'}, asked for ${this.asked ?? 'nothing'}`;
    throw new Violation(`S${String(this.number)} (${this.kind}, ${where}): ${what}`);
  }
}

/** Hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
