import { createHash } from 'node:crypto';
import type { ConsentStatus } from '../../src/domain/lifecycle/lifecycle.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { Outstanding } from './entries.ts';
import type { Approver, Beginning, Cancels, Kind, Plan, PlannedPayment } from './plan.ts';

/** Thrown if the service breaks a rule that the campaign checks. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** Thrown if the service refuses a request for now. It may do so while it ends. */
export class TurnedAway extends Error {
  override readonly name = 'TurnedAway';
}

/** One in this many stories sends each request twice at the same time, with the same key. */
const DUPLICATE_EVERY = 5;

export type ClientName = 'tpp-one' | 'tpp-two';

/** A payment submitted under a story's consent, with the state that the service acknowledged. */
export interface Submission {
  readonly planned: PlannedPayment;
  /** The idempotency key, which is the same each time the submission is sent. */
  readonly key: string;
  paymentId: string | undefined;
  /**
   * The number of decisions by the plan's approvers that were acknowledged, and that were
   * requested.
   */
  readonly decisions: { answered: number; asked: number };
  /** True if the service refused the submission because it exceeds the consent's limit. */
  isRefused: boolean;
  /**
   * True if the service refused the submission after the revocation, but may have accepted it
   * before in a response that was lost.
   */
  isLost: boolean;
  /**
   * State of the payment's cancellation. With `late`, the service acknowledged that it came too
   * late.
   */
  cancellation: 'no' | 'asked' | 'done' | 'late';
  isFinished: boolean;
}

/**
 * The story of a consent and its payments. It stores all that the service acknowledged, and the
 * change that was requested last. After a kill, the consent must have the acknowledged or the
 * requested status.
 */
export class Story {
  readonly number: number;
  readonly kind: string;
  readonly plan: Plan;
  readonly client: ClientName;
  /**
   * SHA-256 digest of the story's file in hex, which is also the name of the stored file. Undefined
   * if the story has no file.
   */
  readonly sha256: string | undefined;
  readonly submissions: readonly Submission[];
  /** True if the payments may reach another final status than the planned one. */
  readonly isHubHostile: boolean;
  /** True if a payment can be cancelled between its last approval and its debit. */
  readonly hasCore: boolean;
  /** Entries that the acknowledged payments must cause but that have not appeared yet. */
  readonly outstanding = new Outstanding();

  /** Cancelled submissions whose entries the story no longer expects. */
  readonly #dropped = new Set<Submission>();

  consentId: string | undefined;
  /** True if the service has refused a submission because the consent was revoked. */
  isRevocationSeen = false;
  /** The consent's last acknowledged status. */
  status: ConsentStatus | undefined;
  /** The status that the running request asks for. Undefined if every request has its response. */
  asked: ConsentStatus | undefined;
  customerToken: string | undefined;

  constructor(kind: Kind, beginning: Beginning) {
    this.number = beginning.number;
    this.isHubHostile = beginning.isHubHostile ?? false;
    this.hasCore = beginning.hasCore ?? false;
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

  /** Returns the submissions that the service has accepted. */
  get taken(): readonly Submission[] {
    return this.submissions.filter(({ paymentId }) => paymentId !== undefined);
  }

  get unanswered(): readonly Submission[] {
    return this.submissions.filter(
      ({ paymentId, isRefused }) => paymentId === undefined && !isRefused,
    );
  }

  /** Returns the accepted submissions that still lack decisions of approvers. */
  get unapproved(): readonly Submission[] {
    const { approvers = [] } = this.plan;
    return this.taken.filter(({ decisions }) => decisions.answered < approvers.length);
  }

  /**
   * Returns the accepted, unfinished submissions that the customer cancels at this time and whose
   * cancellation has no response yet.
   */
  toCancel(when: Cancels['when']): readonly Submission[] {
    if (this.plan.cancels?.when !== when) return [];
    const isOpen = ({ cancellation }: Submission) => ['no', 'asked'].includes(cancellation);
    return this.taken.filter((one) => isOpen(one) && !one.isFinished);
  }

  /** True if every submission has a response and every approver has decided. */
  get isSubmitted(): boolean {
    return this.unanswered.length === 0 && this.unapproved.length === 0;
  }

  get isFinished(): boolean {
    return this.submissions.every(({ isFinished, isRefused }) => isFinished || isRefused);
  }

  /**
   * True if nothing more can happen: the payments are finished, the consent was rejected, or there
   * is no token to submit them.
   */
  get isOver(): boolean {
    if (this.status === 'Authorised' && this.customerToken === undefined) return true;
    return this.isFinished || (this.status === 'Rejected' && this.asked === undefined);
  }

  get hasTwins(): boolean {
    // If the consent's token is revoked between two equal requests, the second one is refused.
    if (this.plan.revokedBy !== undefined) return false;
    return this.number % DUPLICATE_EVERY === 0;
  }

  /**
   * True if the service stores the story's file. This is certain only while no upload is running.
   */
  get hasFile(): boolean {
    if (this.sha256 === undefined || this.status === undefined) return false;
    if (this.status === 'Rejected') return this.plan.ending !== 'refused';
    return this.status !== 'AwaitingUpload';
  }

  key(step: 'consent' | 'upload' | 'payment'): string {
    return `S${String(this.number)}-${step}`;
  }

  /** Returns the bytes of the file to upload. */
  writeFile(): Buffer {
    return expectDefined(this.plan.writeFile, 'the file of the story')();
  }

  /** Records that the service refused a submission because of the limit. */
  refuse(submission: Submission): void {
    if (submission.paymentId !== undefined) this.fail(`${submission.paymentId} is refused`);
    submission.isRefused = true;
  }

  /**
   * Records that the service refused a submission after the revocation. It may have accepted the
   * submission before, in a response that was lost.
   */
  lose(submission: Submission): void {
    this.refuse(submission);
    submission.isLost = true;
    for (const entry of submission.planned.entriesOf('')) this.outstanding.allow(entry);
  }

  /**
   * Records that a payment was cancelled after it had made `made` payments. Entries of further
   * payments must not appear.
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

  /**
   * Records that a submission was accepted as this payment. A repeated key must always return the
   * same id.
   */
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
   * Records that the next approver was asked to decide. Before the last approval the service may
   * book nothing, so that every entry is unexpected.
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
   * Checks that the accepted payments stay within the limit, and that each refused one would have
   * exceeded it.
   */
  auditLimit(): void {
    const { limitPence = Infinity, revokedBy } = this.plan;
    // A returned payment no longer counts, so that another one is accepted.
    if (this.isHubHostile) return;
    const takenPence = this.taken.reduce((sum, { planned }) => sum + planned.pence, 0);
    if (takenPence > limitPence) this.fail(`paid ${String(takenPence)} pence, more than its limit`);
    // After a revocation, submissions are refused for another reason than the limit.
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

/** Returns the SHA-256 digest of the bytes, in hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
