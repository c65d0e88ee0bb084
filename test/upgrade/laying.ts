import { createHash } from 'node:crypto';
import { PAYMENTS_PER_PAGE } from '../../src/domain/records/payment.ts';
import { FAMILIES, familyNamed } from '../../src/families/index.ts';
import { expectStatus } from '../../client/answer.ts';
import { approvedByTwo } from '../contract/families/approved-by-two.ts';
import { FamilyClient } from '../contract/families/family-client.ts';
import { payOrder, pounds, standingOrder } from '../helpers/orders.ts';
import {
  account,
  bulkFile,
  fileOf,
  NORTHWIND,
  payment,
  PAYROLL,
  THREE_APPROVALS,
} from '../helpers/payment-file.ts';
import { dataOf, type Tpp } from '../helpers/tpp.ts';
import { approvedVrp, payVrp, periodicLimit } from '../helpers/vrp.ts';
import type { LaidAnswers, LaidApproval, LaidFile, LaidPayment, LaidWaiting } from './laid-down.ts';

/** Monday and Tuesday, before every cut-off. */
const MONDAY = '2026-11-30T09:00:00Z';
const TUESDAY = '2026-12-01T09:00:00Z';
/** When a file is to be paid that waits. */
const NEXT_WEEK = '2026-12-08T09:00:00Z';

/** Creditors with a known answer of the simulated schemes: rejected, and pending for a day. */
const REJECTED = account('99999900000001', 'Rejected');
const PENDING = account('99999900000050', 'Pending');

const COMPLETED = 'InitiationCompleted';

/** Lays down consents of every family in every status, and payments at every stage of their way. */
export class Laying {
  readonly tpp: Tpp;
  readonly #paths: string[] = [];
  readonly #payments: LaidPayment[] = [];
  readonly #files: LaidFile[] = [];
  readonly #approvals: LaidApproval[] = [];
  readonly #waiting: LaidWaiting[] = [];

  constructor(tpp: Tpp) {
    this.tpp = tpp;
  }

  readonly client = (family: string): FamilyClient =>
    new FamilyClient(this.tpp, familyNamed(family));

  async seedDatabase(): Promise<void> {
    await this.tpp.moveClock(MONDAY);
    await this.#layOrders();
    await this.tpp.moveClock(TUESDAY);
    for (const { name } of FAMILIES) await this.#layFamily(name);
    await this.#layFiles();
    await this.#layVrp();
  }

  /** Payments that several approve, and what customers end at the bank. */
  async layAtTheBank(): Promise<void> {
    for (const { name, consumesConsent } of FAMILIES)
      if (consumesConsent) await this.#layApproved(name);
    await this.#layOfThree();
    await this.#layEnded();
  }

  /** Everything that was laid down, as GET answers it by now. */
  async answers(): Promise<LaidAnswers> {
    const answers: Record<string, unknown> = {};
    for (const path of this.#paths) answers[path] = lasting(dataOf(await this.tpp.get(path)));
    return {
      token: this.tpp.token,
      answers,
      payments: this.#payments,
      files: this.#files,
      approvals: this.#approvals,
      waiting: this.#waiting,
    };
  }

  /** Standing orders: one that is under way on Tuesday, one that has not begun. */
  async #layOrders(): Promise<void> {
    const family = familyNamed('domestic-standing-orders');
    for (const first of ['2026-12-01', '2026-12-03']) {
      const order = standingOrder({
        Frequency: 'EvryDay',
        FirstPaymentDateTime: `${first}T09:00:00Z`,
        NumberOfPayments: '4',
        FinalPaymentAmount: pounds('30.00'),
      });
      this.#note('domestic-standing-orders', await payOrder(this.tpp, family, order, PAYROLL));
    }
  }

  /** A consent that waits, one that is approved, one that is rejected, and a payment. */
  async #layFamily(name: string): Promise<void> {
    const client = this.client(name);
    const waiting = await client.prepared();
    const { consentId: used, paymentId } = await client.paid();
    const rejected = await client.prepared();
    await client.decide(rejected, { decision: 'reject' });
    const approval = await client.approved();
    this.#approvals.push({ family: name, ...approval });
    for (const id of [waiting, used, rejected, approval.consentId]) {
      this.#paths.push(`/${client.family.consents}/${id}`);
    }
    this.#note(name, paymentId, client.case.statuses.last);
    if (client.case.file !== null) this.#noteContent(used, client.case.file);
  }

  /** Files: paid as BULK and as BATCH, in the midst of it, dated ahead, and not uploaded yet. */
  async #layFiles(): Promise<void> {
    const { tpp } = this;
    const odd = [
      payment(0),
      payment(1, { DebtorAccount: account(PAYROLL, 'Northwind'), CreditorAccount: REJECTED }),
      payment(2, { LocalInstrument: 'UK.OBIE.CHAPS' }),
    ];
    for (const [file, page] of [
      [bulkFile(PAYMENTS_PER_PAGE + 10), 2],
      [fileOf(odd), 1],
    ] as const) {
      const paymentId = await tpp.pay(file);
      await tpp.finished(paymentId);
      await this.#noteFile(paymentId, file, page);
    }
    const pending = fileOf([payment(0), payment(1, { CreditorAccount: PENDING })]);
    await this.#noteFile(await tpp.pay(pending), pending);
    for (const file of [bulkFile(20), fileOf(odd)]) {
      const RequestedExecutionDateTime = NEXT_WEEK;
      await this.#noteFile(await tpp.pay(file, { RequestedExecutionDateTime }), file);
    }
    this.#paths.push(`/file-payment-consents/${await tpp.consentFor(bulkFile(2))}`);
  }

  /** A consent for variable recurring payments with two of them. */
  async #layVrp(): Promise<void> {
    const limits = { PeriodicLimits: [periodicLimit('Month', 'Calendar', '100.00')] };
    const approval = await approvedVrp(this.tpp, limits, {}, NORTHWIND);
    for (let number = 0; number < 2; number += 1) {
      const paid = dataOf(await payVrp(this.tpp, approval));
      this.#note(
        'domestic-vrps',
        String(paid['DomesticVRPId']),
        'AcceptedCreditSettlementCompleted',
      );
    }
    this.#paths.push(`/domestic-vrp-consents/${approval.consentId}`);
  }

  /** From the account that two approve payments of: one that waits, and one rejected. */
  async #layApproved(name: string): Promise<void> {
    const client = new FamilyClient(this.tpp, familyNamed(name), approvedByTwo(name));
    const { last } = client.case.statuses;
    const { paymentId } = await client.paid();
    this.#noteWaiting(name, paymentId, ['dave'], last);
    const { paymentId: rejected } = await client.paid();
    await this.#atBank(`payments/${rejected}/approvals`, { user: 'dina', decision: 'reject' });
    const isInitiation = last.startsWith('Initiation');
    this.#note(name, rejected, isInitiation ? 'InitiationFailed' : 'Rejected');
  }

  /** A file of which two of three approvals are given, for another day. */
  async #layOfThree(): Promise<void> {
    const file = fileOf([
      payment(0, {
        DebtorAccount: account(THREE_APPROVALS),
        InstructedAmount: pounds('999999.00'),
      }),
      payment(1, { DebtorAccount: account(THREE_APPROVALS), InstructedAmount: pounds('2.00') }),
    ]);
    const day = { RequestedExecutionDateTime: NEXT_WEEK };
    const { consentId, token } = await this.tpp.approved(file, day, { user: 'dora' });
    const submitted = expectStatus(await this.tpp.submit(consentId, token), 201);
    const paymentId = String(dataOf(submitted)['FilePaymentId']);
    this.#noteContent(consentId, file);
    await this.#atBank(`payments/${paymentId}/approvals`, { user: 'dave', decision: 'approve' });
    this.#noteWaiting('file-payments', paymentId, ['dina'], COMPLETED);
  }

  /** What was cancelled before its day, a payment and a file, and a permission that was revoked. */
  async #layEnded(): Promise<void> {
    const { paymentId } = await this.client('domestic-scheduled-payments').paid();
    await this.#atBank(`payments/${paymentId}/cancellation`, { user: 'clara' });
    this.#note('domestic-scheduled-payments', paymentId, 'Cancelled');
    const day = { RequestedExecutionDateTime: NEXT_WEEK };
    const file = bulkFile(3);
    const cancelled = await this.tpp.pay(file, day);
    await this.#atBank(`payments/${cancelled}/cancellation`, { user: 'clara' });
    await this.#noteFile(cancelled, file, 1, 'InitiationFailed');
    const vrp = this.client('domestic-vrps');
    const { consentId, paymentId: paid } = await vrp.paid();
    await this.#atBank(`consents/${consentId}/revocation`, { user: vrp.case.customer.user });
    this.#note('domestic-vrps', paid, vrp.case.statuses.last);
    this.#paths.push(`/domestic-vrp-consents/${consentId}`);
  }

  async #atBank(path: string, body: object): Promise<void> {
    expectStatus(await this.tpp.post(`/sandbox/${path}`, body, { key: null }), 200);
  }

  #noteWaiting(
    family: string,
    paymentId: string,
    approvers: readonly string[],
    last: string,
  ): void {
    const path = `/${familyNamed(family).payments}/${paymentId}`;
    this.#waiting.push({ paymentId, path, approvers, last });
    this.#paths.push(path, `${path}/payment-details?page=1`);
  }

  #note(family: string, paymentId: string, last = COMPLETED, page = 1): void {
    const path = `/${familyNamed(family).payments}/${paymentId}`;
    this.#payments.push({ path, last });
    this.#paths.push(path, `${path}/payment-details?page=${String(page)}`);
  }

  async #noteFile(paymentId: string, file: Buffer, page = 1, last = COMPLETED): Promise<void> {
    this.#note('file-payments', paymentId, last, page);
    const { ConsentId } = dataOf(await this.tpp.get(`/file-payments/${paymentId}`));
    this.#noteContent(String(ConsentId), file);
  }

  #noteContent(consentId: string, file: Uint8Array): void {
    const sha256 = createHash('sha256').update(file).digest('hex');
    this.#files.push({ path: `/file-payment-consents/${consentId}/file`, sha256 });
  }
}

/** Without what moves with the clock: when a payment would be executed if it were asked for now. */
function lasting(data: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(data);
  return Object.fromEntries(entries.filter(([name]) => !/^(?:Expected|CutOff)/.test(name)));
}
