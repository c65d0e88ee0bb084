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
import type {
  ApiData,
  ApprovedConsentData,
  FileData,
  PaymentData,
  PendingApprovalData,
} from './version-data.ts';

/** A Monday and a Tuesday, before every cut-off time. */
const MONDAY = '2026-11-30T09:00:00Z';
const TUESDAY = '2026-12-01T09:00:00Z';
/** Execution date of files that are not due yet. */
const NEXT_WEEK = '2026-12-08T09:00:00Z';

/** Creditors with a known answer of the simulated schemes: rejected, and pending for a day. */
const REJECTED = account('99999900000001', 'Rejected');
const PENDING = account('99999900000050', 'Pending');

const COMPLETED = 'InitiationCompleted';

/** Creates consents of every family in every status, and payments in every stage of execution. */
export class DataSeeder {
  readonly tpp: Tpp;
  readonly #paths: string[] = [];
  readonly #payments: PaymentData[] = [];
  readonly #files: FileData[] = [];
  readonly #approvals: ApprovedConsentData[] = [];
  readonly #waiting: PendingApprovalData[] = [];

  constructor(tpp: Tpp) {
    this.tpp = tpp;
  }

  readonly client = (family: string): FamilyClient =>
    new FamilyClient(this.tpp, familyNamed(family));

  async seedDatabase(): Promise<void> {
    await this.tpp.moveClock(MONDAY);
    await this.#seedOrders();
    await this.tpp.moveClock(TUESDAY);
    for (const { name } of FAMILIES) await this.#seedFamily(name);
    await this.#seedFiles();
    await this.#seedVrp();
  }

  /** Creates payments that need several approvals, and cancelled and revoked ones. */
  async seedApprovals(): Promise<void> {
    for (const { name, consumesConsent } of FAMILIES)
      if (consumesConsent) await this.#seedApproved(name);
    await this.#seedPartlyApproved();
    await this.#seedCancelled();
  }

  /** Returns all data that was created, as GET returns it now. */
  async answers(): Promise<ApiData> {
    const answers: Record<string, unknown> = {};
    for (const path of this.#paths) answers[path] = withoutTimes(dataOf(await this.tpp.get(path)));
    return {
      token: this.tpp.token,
      answers,
      payments: this.#payments,
      files: this.#files,
      approvals: this.#approvals,
      waiting: this.#waiting,
    };
  }

  /** Creates standing orders: one that is being executed on Tuesday, and one that has not begun. */
  async #seedOrders(): Promise<void> {
    const family = familyNamed('domestic-standing-orders');
    for (const first of ['2026-12-01', '2026-12-03']) {
      const order = standingOrder({
        Frequency: 'EvryDay',
        FirstPaymentDateTime: `${first}T09:00:00Z`,
        NumberOfPayments: '4',
        FinalPaymentAmount: pounds('30.00'),
      });
      this.#addPayment(
        'domestic-standing-orders',
        await payOrder(this.tpp, family, order, PAYROLL),
      );
    }
  }

  /** Creates a pending, an approved and a rejected consent of a family, and a payment. */
  async #seedFamily(name: string): Promise<void> {
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
    this.#addPayment(name, paymentId, client.case.statuses.last);
    if (client.case.file !== null) this.#addFileContent(used, client.case.file);
  }

  /**
   * Creates files that are paid as BULK and as BATCH, partly paid, dated in the future, and not
   * uploaded yet.
   */
  async #seedFiles(): Promise<void> {
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
      await this.#addFilePayment(paymentId, file, page);
    }
    const pending = fileOf([payment(0), payment(1, { CreditorAccount: PENDING })]);
    await this.#addFilePayment(await tpp.pay(pending), pending);
    for (const file of [bulkFile(20), fileOf(odd)]) {
      const RequestedExecutionDateTime = NEXT_WEEK;
      await this.#addFilePayment(await tpp.pay(file, { RequestedExecutionDateTime }), file);
    }
    this.#paths.push(`/file-payment-consents/${await tpp.consentFor(bulkFile(2))}`);
  }

  /** Creates a consent for variable recurring payments, and two payments under it. */
  async #seedVrp(): Promise<void> {
    const limits = { PeriodicLimits: [periodicLimit('Month', 'Calendar', '100.00')] };
    const approval = await approvedVrp(this.tpp, limits, {}, NORTHWIND);
    for (let number = 0; number < 2; number += 1) {
      const paid = dataOf(await payVrp(this.tpp, approval));
      this.#addPayment(
        'domestic-vrps',
        String(paid['DomesticVRPId']),
        'AcceptedCreditSettlementCompleted',
      );
    }
    this.#paths.push(`/domestic-vrp-consents/${approval.consentId}`);
  }

  /** Creates two payments that need two approvals: a pending and a rejected one. */
  async #seedApproved(name: string): Promise<void> {
    const client = new FamilyClient(this.tpp, familyNamed(name), approvedByTwo(name));
    const { last } = client.case.statuses;
    const { paymentId } = await client.paid();
    this.#addPendingApproval(name, paymentId, ['dave'], last);
    const { paymentId: rejected } = await client.paid();
    await this.#atBank(`payments/${rejected}/approvals`, { user: 'dina', decision: 'reject' });
    const isInitiation = last.startsWith('Initiation');
    this.#addPayment(name, rejected, isInitiation ? 'InitiationFailed' : 'Rejected');
  }

  /** Creates a file for a future date that has two of three approvals. */
  async #seedPartlyApproved(): Promise<void> {
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
    this.#addFileContent(consentId, file);
    await this.#atBank(`payments/${paymentId}/approvals`, { user: 'dave', decision: 'approve' });
    this.#addPendingApproval('file-payments', paymentId, ['dina'], COMPLETED);
  }

  /**
   * Creates a payment and a file that are cancelled before their date, and a VRP consent that is
   * revoked.
   */
  async #seedCancelled(): Promise<void> {
    const { paymentId } = await this.client('domestic-scheduled-payments').paid();
    await this.#atBank(`payments/${paymentId}/cancellation`, { user: 'clara' });
    this.#addPayment('domestic-scheduled-payments', paymentId, 'Cancelled');
    const day = { RequestedExecutionDateTime: NEXT_WEEK };
    const file = bulkFile(3);
    const cancelled = await this.tpp.pay(file, day);
    await this.#atBank(`payments/${cancelled}/cancellation`, { user: 'clara' });
    await this.#addFilePayment(cancelled, file, 1, 'InitiationFailed');
    const vrp = this.client('domestic-vrps');
    const { consentId, paymentId: paid } = await vrp.paid();
    await this.#atBank(`consents/${consentId}/revocation`, { user: vrp.case.customer.user });
    this.#addPayment('domestic-vrps', paid, vrp.case.statuses.last);
    this.#paths.push(`/domestic-vrp-consents/${consentId}`);
  }

  async #atBank(path: string, body: object): Promise<void> {
    expectStatus(await this.tpp.post(`/sandbox/${path}`, body, { key: null }), 200);
  }

  #addPendingApproval(
    family: string,
    paymentId: string,
    approvers: readonly string[],
    last: string,
  ): void {
    const path = `/${familyNamed(family).payments}/${paymentId}`;
    this.#waiting.push({ paymentId, path, approvers, last });
    this.#paths.push(path, `${path}/payment-details?page=1`);
  }

  #addPayment(family: string, paymentId: string, last = COMPLETED, page = 1): void {
    const path = `/${familyNamed(family).payments}/${paymentId}`;
    this.#payments.push({ path, last });
    this.#paths.push(path, `${path}/payment-details?page=${String(page)}`);
  }

  async #addFilePayment(
    paymentId: string,
    file: Buffer,
    page = 1,
    last = COMPLETED,
  ): Promise<void> {
    this.#addPayment('file-payments', paymentId, last, page);
    const { ConsentId } = dataOf(await this.tpp.get(`/file-payments/${paymentId}`));
    this.#addFileContent(String(ConsentId), file);
  }

  #addFileContent(consentId: string, file: Uint8Array): void {
    const sha256 = createHash('sha256').update(file).digest('hex');
    this.#files.push({ path: `/file-payment-consents/${consentId}/file`, sha256 });
  }
}

/** Removes expected execution and cut-off times, which change with the clock. */
function withoutTimes(data: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(data);
  return Object.fromEntries(entries.filter(([name]) => !/^(?:Expected|CutOff)/.test(name)));
}
