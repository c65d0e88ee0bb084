import { createHash } from 'node:crypto';
import type { ConsentStatus } from '../../src/domain/lifecycle/lifecycle.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { Outstanding } from './entries.ts';
import type { Approver, Beginning, Cancels, Kind, Plan, PlannedPayment } from './plan.ts';

/** Thrown if the service breaks a rule of the campaign. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** Thrown if the service rejects a request temporarily, which is allowed while it ends. */
export class TurnedAway extends Error {
  override readonly name = 'TurnedAway';
}

/** Number of stories after which one sends each request twice at once, with the same key. */
const DUPLICATE_EVERY = 5;

export type ClientName = 'tpp-one' | 'tpp-two';

/** A submission under the consent of a story, with its acknowledged state. */
export interface Submission {
  readonly planned: PlannedPayment;
  /** The idempotency key, the same for each repetition. */
  readonly key: string;
  paymentId: string | undefined;
  /** Number of acknowledged decisions of the plan's approvers, and number of requested ones. */
  readonly decisions: { answered: number; asked: number };
  /** True if it was refused because of the limit. */
  isRefused: boolean;
  /**
   * True if it was refused after the revocation, but may have been accepted without a response
   * before.
   */
  isLost: boolean;
  /** State of its cancellation. `late` is an acknowledged refusal because it was too late. */
  cancellation: 'no' | 'asked' | 'done' | 'late';
  isFinished: boolean;
}

/**
 * A consent and its payments, with everything that the service has acknowledged and the last
 * requested change. After a kill the consent has the acknowledged or the requested status.
 */
export class Story {
  readonly number: number;
  readonly kind: string;
  readonly plan: Plan;
  readonly client: ClientName;
  /**
   * SHA-256 of the file in hex, which is also its name in the content store. Undefined without a
   * file.
   */
  readonly sha256: string | undefined;
  readonly submissions: readonly Submission[];
  /** Expected entries of the acknowledged payments. */
  readonly outstanding = new Outstanding();

  /** Cancelled submissions whose entries were removed. */
  readonly #dropped = new Set<Submission>();

  consentId: string | undefined;
  /** True if a payment was refused after the acknowledged revocation. */
  isRevocationSeen = false;
  /** The last acknowledged status of the consent. */
  status: ConsentStatus | undefined;
  /** The status that the current request leads to. Undefined if no request is unanswered. */
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

  /** Submissions that the service has accepted. */
  get taken(): readonly Submission[] {
    return this.submissions.filter(({ paymentId }) => paymentId !== undefined);
  }

  get unanswered(): readonly Submission[] {
    return this.submissions.filter(
      ({ paymentId, isRefused }) => paymentId === undefined && !isRefused,
    );
  }

  /** Accepted submissions for which some approvers have not decided. */
  get unapproved(): readonly Submission[] {
    const { approvers = [] } = this.plan;
    return this.taken.filter(({ decisions }) => decisions.answered < approvers.length);
  }

  /**
   * Returns the accepted submissions that the customer must cancel at this time, without an
   * acknowledged cancellation.
   */
  toCancel(when: Cancels['when']): readonly Submission[] {
    if (this.plan.cancels?.when !== when) return [];
    const isOpen = ({ cancellation }: Submission) => ['no', 'asked'].includes(cancellation);
    return this.taken.filter((one) => isOpen(one) && !one.isFinished);
  }

  /** True if every submission is answered and every approver has decided. */
  get isSubmitted(): boolean {
    return this.unanswered.length === 0 && this.unapproved.length === 0;
  }

  get isFinished(): boolean {
    return this.submissions.every(({ isFinished, isRefused }) => isFinished || isRefused);
  }

  /** True if no more events follow: executed, refused, or without a token. */
  get isOver(): boolean {
    if (this.status === 'Authorised' && this.customerToken === undefined) return true;
    return this.isFinished || (this.status === 'Rejected' && this.asked === undefined);
  }

  get hasTwins(): boolean {
    // If the token is revoked between two equal requests, one is refused.
    if (this.plan.revokedBy !== undefined) return false;
    return this.number % DUPLICATE_EVERY === 0;
  }

  /** True if the service stores the file. Only known while no upload is unanswered. */
  get hasFile(): boolean {
    if (this.sha256 === undefined || this.status === undefined) return false;
    if (this.status === 'Rejected') return this.plan.ending !== 'refused';
    return this.status !== 'AwaitingUpload';
  }

  key(step: 'consent' | 'upload' | 'payment'): string {
    return `S${String(this.number)}-${step}`;
  }

  /** Returns the bytes to upload. */
  writeFile(): Buffer {
    return expectDefined(this.plan.writeFile, 'the file of the story')();
  }

  /** Records that the limit refuses a submission. */
  refuse(submission: Submission): void {
    if (submission.paymentId !== undefined) this.fail(`${submission.paymentId} is refused`);
    submission.isRefused = true;
  }

  /**
   * Records a refusal of a submission that may have been accepted before the consent was revoked,
   * without a response.
   */
  lose(submission: Submission): void {
    this.refuse(submission);
    submission.isLost = true;
    for (const entry of submission.planned.entriesOf('')) this.outstanding.allow(entry);
  }

  /**
   * Records the cancellation of a payment after a number of executed payments. No entries of the
   * others may appear.
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

  /** Records the payment of a submission. The same key must always return the same id. */
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
   * Records that the next approver was asked. Until the last approval nothing may be booked, and
   * any entry is unexpected.
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

  /**
   * Checks that the accepted payments keep the limit, and that each refused one would have exceeded
   * it.
   */
  auditLimit(): void {
    const { limitPence = Infinity, revokedBy } = this.plan;
    const takenPence = this.taken.reduce((sum, { planned }) => sum + planned.pence, 0);
    if (takenPence > limitPence) this.fail(`paid ${String(takenPence)} pence, more than its limit`);
    // After a revocation, submissions are refused for another reason.
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

/** Returns the SHA-256 in hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
