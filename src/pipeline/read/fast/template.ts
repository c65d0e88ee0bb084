import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import type { FilePayment } from '../../../domain/records/payment.ts';
import { expectDefined } from '../../../shared/assert.ts';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../../shared/json/characters.ts';
import type { Pence } from '../../../shared/money.ts';
import { endOfString } from '../envelope.ts';
import type { AccountWords, Literal, Template } from './layout.ts';
import { LAST_WORD_AT, MAX_SLOTS, WORD_BYTES } from './matcher.ts';
import type { SlotRule, SlotRules } from './slots.ts';

function accountWords(account: AccountNumber): AccountWords {
  const view = new DataView(Uint8Array.from(Buffer.from(account, 'latin1')).buffer);
  return { first: view.getFloat64(0, true), last: view.getFloat64(LAST_WORD_AT, true) };
}

interface Skeleton {
  readonly slots: SlotRule[];
  readonly literals: Uint8Array[];
}

/**
 * Creates the template of a payment whose bytes were parsed and checked without a fault. Any
 * payment that matches the template is as valid as that one. Returns undefined if the layout has
 * too many slots, or no slot for the amount.
 */
export function learnTemplate(
  written: { readonly bytes: Buffer; readonly start: number; readonly end: number },
  model: FilePayment,
  maxPence: Pence,
  rules: SlotRules,
): Template | undefined {
  const { slots, literals } = findSlots(written, rules);
  const slotOf = new Map<keyof FilePayment, number>();
  for (const [index, { fills }] of slots.entries()) {
    if (fills !== undefined && !slotOf.has(fills)) slotOf.set(fills, index);
  }
  if (!slotOf.has('amountPence') || slots.length > MAX_SLOTS) return undefined;

  return {
    slots: slots.map(({ kind, maxCharacters, fills }, index) => {
      const linesBefore = fills === undefined ? 0 : index - (slotOf.get(fills) ?? index);
      const before = literalOf(expectDefined(literals[index], 'the literal before a slot'));
      return { kind: linesBefore === 0 ? kind : 'line', maxCharacters, linesBefore, before };
    }),
    end: literalOf(expectDefined(literals.at(-1), 'the literal at the end')),
    slotOf,
    moreLines: Math.max(0, slots.filter(({ fills }) => fills === 'unstructured').length - 1),
    debtorSlot: slotOf.get('debtor'),
    creditorSlot: slotOf.get('creditor'),
    debtorWords: model.debtor === null ? null : accountWords(model.debtor),
    creditorWords: accountWords(model.creditor),
    maxPence,
    model,
  };
}

function literalOf(bytes: Uint8Array): Literal {
  const { length } = bytes;
  const view = new DataView(bytes.buffer);
  const words: number[] = [];
  for (let at = 0; at < length - WORD_BYTES; at += WORD_BYTES) {
    words.push(view.getFloat64(at, true));
  }
  if (length >= WORD_BYTES) words.push(view.getFloat64(length - WORD_BYTES, true));
  return { bytes, length, words: Float64Array.from(words) };
}

/** Splits a payment into slots and the literal bytes around them. Quotes belong to the literals. */
function findSlots(
  { bytes, start, end }: Parameters<typeof learnTemplate>[0],
  rules: SlotRules,
): Skeleton {
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
        const rule = rules.get(names.slice(1, depth + 1).join('.'));
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

/** Returns true if the string that ends before `at` is a member name, which a colon follows. */
function isName(bytes: Buffer, at: number): boolean {
  for (let position = at; ; position += 1) {
    const byte = bytes[position];
    if (byte === COLON) return true;
    if (byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) return false;
  }
}

/** Returns true if the value is written in the form that its slot can match. */
function fits({ kind }: SlotRule, bytes: Buffer, from: number, to: number): boolean {
  if (kind === 'amount') return !bytes.subarray(from, to).includes(BACKSLASH);
  // Fourteen digits are a sort code and account number, because no IBAN begins with a digit.
  return kind === 'text' || /^\d{14}$/.test(bytes.toString('latin1', from, to));
}
