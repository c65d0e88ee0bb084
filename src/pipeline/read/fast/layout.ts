import type { FilePayment } from '../../../domain/records/payment.ts';
import type { Pence } from '../../../shared/money.ts';
import type { SlotKind } from './slots.ts';

/** Bytes of a payment that stay as they were learnt. */
export interface Literal {
  readonly bytes: Uint8Array;
  readonly length: number;
  /**
   * The same in words of 8 bytes, where there are so many: the last one ends where the literal
   * does, and may overlap the one before it.
   */
  readonly words: Float64Array;
}

/** A place where payments of one layout differ. */
export interface Slot {
  readonly kind: SlotKind;
  readonly maxCharacters: number;
  /** What stands between it and the slot before it. */
  readonly before: Literal;
}

/** The layout of a payment: literal bytes, a slot, literal bytes, a slot … literal bytes. */
export interface Template {
  readonly slots: readonly Slot[];
  /** What follows the last slot. */
  readonly end: Literal;
  /** The slot that a member of a payment comes from; one that does not vary has none. */
  readonly slotOf: ReadonlyMap<keyof FilePayment, number>;
  /** That of the debtor, which is asked for with every payment. */
  readonly debtorSlot: number | undefined;
  readonly creditorSlot: number | undefined;
  /** The model's accounts as matching compares them: nobody pays the account that is debited. */
  readonly debtorWords: AccountWords | null;
  readonly creditorWords: AccountWords;
  /** The most that a payment may come to. */
  readonly maxPence: Pence;
  /** The payment it was learnt from, for the members that do not vary. */
  readonly model: FilePayment;
}

/** The fourteen digits of an account as two words, which overlap. */
export interface AccountWords {
  readonly first: number;
  readonly last: number;
}
