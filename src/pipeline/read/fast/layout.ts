import type { FilePayment } from '../../../domain/records/payment.ts';
import type { Pence } from '../../../shared/money.ts';
import type { SlotKind } from './slots.ts';

/** The bytes that are the same in every payment of the layout. */
export interface Literal {
  readonly bytes: Uint8Array;
  readonly length: number;
  /**
   * The same bytes as words of 8 bytes, if the literal is long enough. The last word ends where the
   * literal does, and may overlap the one before it.
   */
  readonly words: Float64Array;
}

/** A value that may differ between payments of one layout. */
export interface Slot {
  readonly kind: SlotKind;
  readonly maxCharacters: number;
  /**
   * Number of slots directly before this one that hold earlier lines of the same text. The maximum
   * applies to all lines together, with a space between two of them.
   */
  readonly linesBefore: number;
  /** The bytes between this slot and the one before it. */
  readonly before: Literal;
}

/** The layout of a payment: literal bytes, a slot, literal bytes, a slot … literal bytes. */
export interface Template {
  readonly slots: readonly Slot[];
  /** The bytes after the last slot. */
  readonly end: Literal;
  /**
   * The index of the slot that holds a member of a payment. Members that do not vary have no slot.
   */
  readonly slotOf: ReadonlyMap<keyof FilePayment, number>;
  /** Number of lines of the unstructured text after the first one. */
  readonly moreLines: number;
  /** The slot of the debtor, which every payment needs. */
  readonly debtorSlot: number | undefined;
  readonly creditorSlot: number | undefined;
  /**
   * The accounts of `model` as words. They are compared because a payment must not credit the
   * account that it debits.
   */
  readonly debtorWords: AccountWords | null;
  readonly creditorWords: AccountWords;
  /** Maximum amount of a payment. */
  readonly maxPence: Pence;
  /** The payment from which the template was derived. It supplies the values that do not vary. */
  readonly model: FilePayment;
}

/** The 14 digits of an account as two words of 8 bytes, which overlap. */
export interface AccountWords {
  readonly first: number;
  readonly last: number;
}
