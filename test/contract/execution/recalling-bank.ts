import { expect } from 'vitest';
import type { ListedRecall } from '../../../src/domain/ports/recall-store.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { eventually } from '../../helpers/eventually.ts';
import { endWithHub, TestHub } from '../../helpers/hub.ts';
import { detailsOf } from '../../helpers/orders.ts';
import { account, fileOf, payment } from '../../helpers/payment-file.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { run } from '../../unit/cli/fixtures.ts';
import { postAs } from '../../helpers/control-request.ts';

/** An account at another bank, which accepts credits and sends them back after a recall. */
export const ELSEWHERE = '20000012345678';

/** A service with a hub, whose operators recall credits. */
export class RecallingBank {
  readonly hub: TestHub;
  service: RunningService;
  tpp: Tpp;

  private constructor(hub: TestHub, service: RunningService, tpp: Tpp) {
    this.hub = hub;
    this.service = service;
    this.tpp = tpp;
  }

  static async start(): Promise<RecallingBank> {
    const hub = new TestHub();
    const service = await startService({ config: hub.settings });
    return new RecallingBank(hub, service, await Tpp.signIn(service.origin));
  }

  async restart(): Promise<void> {
    this.service = await this.service.restart();
    this.tpp = await Tpp.signIn(this.service.origin);
  }

  end(): Promise<void> {
    return endWithHub(this.service, this.hub);
  }

  /** Runs a command of `pisctl hub`. */
  ask(...args: string[]): Promise<string> {
    return run('hub', args, this.service.directory);
  }

  /** Runs `pisctl proposal`. */
  decide(...args: string[]): Promise<string> {
    return run('proposal', args, this.service.directory);
  }

  /** Pays a file, and waits until all its credits were answered. */
  async pay(
    creditors: readonly string[],
    statuses: readonly string[] = creditors.map(() => 'ACSC'),
    overrides: Record<string, unknown> = {},
  ): Promise<string> {
    const payments = creditors.map((creditor, index) =>
      payment(index, { CreditorAccount: account(creditor, 'Fresco Ltd'), ...overrides }),
    );
    const paymentId = await this.tpp.pay(fileOf(payments));
    await eventually(async () => {
      expect(await this.statusesOf(paymentId)).toEqual(statuses);
    });
    return paymentId;
  }

  /** Pays a file, and stops the hub after it has accepted all credits. */
  async payAndStopHub(creditors: readonly string[]): Promise<string> {
    this.hub.start();
    const paymentId = await this.pay(creditors);
    await eventually(() => {
      expect(this.hub.isQuiet()).toBe(true);
    });
    await this.hub.stop();
    return paymentId;
  }

  async statusesOf(paymentId: string, family = 'file-payments'): Promise<readonly string[]> {
    const details = await detailsOf(this.tpp, familyNamed(family), paymentId);
    return details.map(({ StatusDetail }) => StatusDetail.Status);
  }

  /** Proposes to recall a credit with a command. Returns the number of the proposal. */
  async proposeRecall(paymentId: string, ...options: readonly string[]): Promise<string> {
    const reason = ['--reason', 'The customer called.'];
    const printed = await this.ask('recall', paymentId, ...options, ...reason);
    return /proposal confirm (\d+)$/.exec(printed)?.[1] ?? printed;
  }

  /** Confirms a proposal as another operator. Returns the HTTP status. */
  async confirm(proposal: string, operator = 'second/1002'): Promise<number | undefined> {
    const { directory } = this.service;
    return (await postAs(operator, directory, `/proposals/${proposal}/confirm`)).status;
  }

  /** Recalls a credit with two operators, and returns the id of the recall. */
  async recall(paymentId: string, index: number): Promise<string> {
    const options = ['--row', String(index + 1), '--code', 'DUPL'];
    const status = await this.confirm(await this.proposeRecall(paymentId, ...options));
    const of = { by: 'credit', paymentId, index } as const;
    const id = (await this.service.store.listRecalls(of, 100)).at(-1)?.id;
    return status === 200 && id !== undefined ? id : `status ${String(status)}`;
  }

  recallsOf(id: string): Promise<readonly ListedRecall[]> {
    return this.service.store.listRecalls({ by: 'payment', id }, 100);
  }

  /** Waits until the recalls of a payment have these states, with the codes of their answers. */
  async recalled(paymentId: string, states: readonly string[]): Promise<void> {
    await eventually(async () => {
      const listed = [...(await this.recallsOf(paymentId))].sort((a, b) => a.index - b.index);
      expect(
        listed.map(({ state, answerCode }) => (answerCode ? `${state} ${answerCode}` : state)),
      ).toEqual(states);
    });
  }

  async metrics(): Promise<string> {
    return (await fetch(`${this.service.origin}/metrics`)).text();
  }

  /** Returns the codes of the open problems, oldest first. */
  async problems(): Promise<readonly string[]> {
    return (await this.service.store.listHubProblems('open', 100)).map(({ code }) => code);
  }
}
