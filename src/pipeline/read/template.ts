import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { FilePayment } from '../../domain/records/payment.ts';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../kernel/characters.ts';
import type { Pence } from '../../kernel/money.ts';
import { endOfString } from './envelope.ts';
import { SLOT_RULES, type SlotKind, type SlotRule } from './slots.ts';

/** Bytes that are compared at a time, as one number of 64 bits. */
export const WORD_BYTES = 8;

/** Length of an account: sort code and account number. */
export const ACCOUNT_BYTES = 14;

/** Most slots of one template: twice what the schema's members come to. */
export const MAX_SLOTS = 64;

/**
 * The layout of a payment: literal bytes, a slot, literal bytes, a slot … literal bytes. Literals
 * lie in flat arrays, because matching them is what reading a file mostly is.
 */
export interface Template {
  /** The kind of each slot. */
  readonly kinds: readonly SlotKind[];
  /** Most characters of each slot. */
  readonly maxima: Int32Array;
  /** Length in bytes of each literal: one before every slot and one at the end. */
  readonly lengths: Int32Array;
  /** The whole words of all literals, and where those of each begin (one more for the end). */
  readonly words: Float64Array;
  readonly wordsFrom: Int32Array;
  /** The last word of each literal, which may overlap the one before it; of 8 bytes and more. */
  readonly lastWords: Float64Array;
  /** The bytes of each literal that is shorter than a word. */
  readonly shorts: readonly Uint8Array[];
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

/** Where the second word of an account begins, in bytes. */
export const LAST_WORD_AT = ACCOUNT_BYTES - WORD_BYTES;

function accountWords(account: AccountNumber): AccountWords {
  const view = new DataView(Uint8Array.from(Buffer.from(account, 'latin1')).buffer);
  return { first: view.getFloat64(0, true), last: view.getFloat64(LAST_WORD_AT, true) };
}

interface Skeleton {
  readonly slots: SlotRule[];
  readonly literals: Uint8Array[];
}

/**
 * The template of a payment, whose bytes must have been parsed and checked without a fault: all
 * that matches it then is as valid as it. Undefined when its layout is not worth one.
 */
export function learnTemplate(
  bytes: Buffer,
  start: number,
  end: number,
  model: FilePayment,
  maxPence: Pence,
): Template | undefined {
  const { slots, literals } = findSlots(bytes, start, end);
  const slotOf = new Map<keyof FilePayment, number>();
  for (const [number, { fills }] of slots.entries()) {
    if (fills !== undefined) slotOf.set(fills, number);
  }
  if (!slotOf.has('amountPence') || slots.length > MAX_SLOTS) return undefined;

  const words: number[] = [];
  const wordsFrom = [0];
  for (const literal of literals) {
    const view = new DataView(literal.buffer);
    for (let at = 0; at + WORD_BYTES <= literal.length; at += WORD_BYTES) {
      words.push(view.getFloat64(at, true));
    }
    wordsFrom.push(words.length);
  }
  return {
    kinds: slots.map((slot) => slot.kind),
    maxima: Int32Array.from(slots, (slot) => slot.maxCharacters),
    lengths: Int32Array.from(literals, (literal) => literal.length),
    words: Float64Array.from(words),
    wordsFrom: Int32Array.from(wordsFrom),
    lastWords: Float64Array.from(literals, (literal) =>
      literal.length < WORD_BYTES
        ? 0
        : new DataView(literal.buffer).getFloat64(literal.length - WORD_BYTES, true),
    ),
    shorts: literals.map((literal) => (literal.length < WORD_BYTES ? literal : new Uint8Array(0))),
    slotOf,
    debtorSlot: slotOf.get('debtor'),
    creditorSlot: slotOf.get('creditor'),
    debtorWords: model.debtor === null ? null : accountWords(model.debtor),
    creditorWords: accountWords(model.creditor),
    maxPence,
    model,
  };
}

/** Cuts a payment into slots and the literal bytes around them; a quote belongs to a literal. */
function findSlots(bytes: Buffer, start: number, end: number): Skeleton {
  const skeleton: Skeleton = { slots: [], literals: [] };
  const names: string[] = [];
  let depth = 0;
  let literalStart = start;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const close = endOfString(bytes, at, end) - 1;
      if (isName(bytes, close + 1)) {
        names[depth] = String(JSON.parse(bytes.toString('utf8', at, close + 1)));
      } else {
        const rule = SLOT_RULES.get(names.slice(1, depth + 1).join('.'));
        if (rule !== undefined && fits(rule, bytes, at + 1, close)) {
          skeleton.slots.push(rule);
          skeleton.literals.push(Uint8Array.from(bytes.subarray(literalStart, at + 1)));
          literalStart = close;
        }
      }
      at = close;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      depth += 1;
      names[depth] = byte === OPEN_BRACKET ? '[]' : '';
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
    }
  }
  skeleton.literals.push(Uint8Array.from(bytes.subarray(literalStart, end)));
  return skeleton;
}

/** Whether what ends before `at` is a member's name: then a colon comes next. */
function isName(bytes: Buffer, at: number): boolean {
  for (let place = at; ; place += 1) {
    const byte = bytes[place];
    if (byte === COLON) return true;
    if (byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) return false;
  }
}

/** Whether the value is written in the one way that the slot can be matched. */
function fits({ kind }: SlotRule, bytes: Buffer, from: number, to: number): boolean {
  if (kind === 'amount') return !bytes.subarray(from, to).includes(BACKSLASH);
  // Fourteen digits are a sort code and account number: no IBAN begins with a digit.
  return kind === 'text' || /^\d{14}$/.test(bytes.toString('latin1', from, to));
}
