import type { TakenDebit } from '../../../domain/execution/abandonment.ts';
import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import type { CreditAnswer } from '../../../domain/ports/schemes.ts';
import type { Debit } from '../../../domain/ports/store.ts';
import type { ReasonCode } from '../../../domain/records/payment.ts';
import { accountsFor, type SchemeAccounts } from '../../../domain/schemes/schemes.ts';
import type { Pence } from '../../../kernel/money.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { OpenBatch } from '../payments/batches.ts';
import type { Ledger, Transfer } from './ledger.ts';

/** A credit that stands out, with the account that paid for it. */
export interface DebitedCredit extends CreditAnswer {
  readonly debtor: AccountNumber;
  /** What it paid: the amount and the bank's charge. */
  readonly debitedPence: Pence;
}

/**
 * The transfers of one batch in one command. Nothing is written before `write`, which changes each
 * balance once, however many transfers there are; a journal that is not written never was.
 */
export class Journal {
  readonly #ledger: Ledger;
  readonly #batch: OpenBatch;
  readonly #now: Instant;
  readonly #transfers: Transfer[] = [];
  readonly #changes = new Map<AccountNumber, Pence>();
  /** What the accounts that pay had before: nothing is written meanwhile. */
  readonly #available = new Map<AccountNumber, Pence>();
  readonly #accounts: SchemeAccounts;

  constructor(ledger: Ledger, batch: OpenBatch, now: Instant) {
    this.#ledger = ledger;
    this.#batch = batch;
    this.#now = now;
    this.#accounts = accountsFor(batch.instrument);
  }

  /** Takes money from a customer's account; false, and nothing taken, when it does not suffice. */
  take(debit: Debit): boolean {
    const { account, ...rest } = debit;
    if (this.#availableTo(account) + this.#changeOf(account) < debit.amountPence) return false;
    this.#post({ ...rest, kind: 'debit', from: account, to: this.#accounts.clearing });
    return true;
  }

  /** Gives a rejected credit back to its debtor, as an entry of its own (rules, 13.4). */
  giveBack(credit: DebitedCredit): void {
    const { index, debtor: account, debitedPence: amountPence, reference } = credit;
    const counterparty = credit.creditorName;
    this.#return({ index, account, amountPence, reference, counterparty }, credit.reason ?? 'NARR');
  }

  /** Undoes a debit, or a part of it, of a batch that is given up. */
  undo(debit: TakenDebit): void {
    this.#return(debit, 'NARR');
  }

  #return({ account, reference, ...rest }: TakenDebit, reason: ReasonCode): void {
    const told = `Returned ${reason} ${reference}`.trimEnd();
    this.#post({
      ...rest,
      kind: 'returned-credit',
      from: this.#accounts.clearing,
      to: account,
      reference: told,
    });
  }

  /** Credits an account held here. For an account that is not, nothing: the scheme settles it. */
  credit(credit: DebitedCredit): void {
    if (this.#ledger.holderOf(credit.creditor) === undefined) return;
    this.#post({
      kind: 'credit',
      from: this.#accounts.clearing,
      to: credit.creditor,
      amountPence: credit.amountPence,
      index: credit.index,
      reference: credit.reference,
      counterparty: this.#ledger.holderOf(credit.debtor)?.name ?? credit.debtor,
    });
  }

  /**
   * Settles all that is in clearing, but for what is still pending: with the bank what it charges,
   * with the scheme the rest. A batch with charges has one credit, which is settled whole.
   */
  settle(): void {
    const { clearingPence, pendingPence, chargePence } = this.#batch;
    const amountPence = clearingPence + this.#changeOf(this.#accounts.clearing) - pendingPence;
    if (amountPence === 0) return;
    this.#settleWith(this.#accounts.settlement, amountPence - chargePence);
    this.#settleWith('charges', chargePence);
  }

  #settleWith(account: AccountNumber, amountPence: Pence): void {
    if (amountPence === 0) return;
    this.#post({
      kind: 'settlement',
      from: this.#accounts.clearing,
      to: account,
      amountPence,
      index: null,
      reference: this.#batch.paymentId,
      counterparty: this.#batch.instrument,
    });
  }

  /** Writes the transfers and the balances, and what the batch now has in clearing. */
  write(): void {
    for (const transfer of this.#transfers) {
      this.#ledger.insert(transfer, this.#batch, this.#now);
    }
    for (const [account, change] of this.#changes) this.#ledger.change(account, change);
    this.#batch.clearingPence += this.#changeOf(this.#accounts.clearing);
  }

  #post(transfer: Transfer): void {
    this.#transfers.push(transfer);
    this.#changes.set(transfer.from, this.#changeOf(transfer.from) - transfer.amountPence);
    this.#changes.set(transfer.to, this.#changeOf(transfer.to) + transfer.amountPence);
  }

  #availableTo(account: AccountNumber): Pence {
    const known = this.#available.get(account);
    if (known !== undefined) return known;
    const available = this.#ledger.available(account);
    this.#available.set(account, available);
    return available;
  }

  #changeOf(account: AccountNumber): Pence {
    return this.#changes.get(account) ?? 0;
  }
}
