import type { SearchFieldName } from '../ports/search-index.ts';
import { storedUkAccount } from '../parties/accounts.ts';

/** Number of characters at the beginning of a word that its key contains. */
const WORD_CHARACTERS = 9;

/** Number of symbols of a character in the key of a word. */
const RADIX = 38;

/** Exclusive maximum of all keys. It fits into 48 bits. */
export const KEY_LIMIT = RADIX ** WORD_CHARACTERS;

/** The weight of the last character in the key of a word with this number of characters. */
const WEIGHTS = Array.from({ length: WORD_CHARACTERS + 1 }, (_, length) => {
  return RADIX ** (WORD_CHARACTERS - length);
});

/** The symbol of a letter or digit outside ASCII. */
const OTHER_LETTER = RADIX - 1;
const SEPARATOR = 0;
const APOSTROPHE = 255;

/** For each ASCII character, its symbol in the key of a word. */
const SYMBOLS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (character === "'") return APOSTROPHE;
  return /^[0-9a-z]$/i.test(character) ? 1 + parseInt(character, 36) : SEPARATOR;
});

const SEEDS: Readonly<Record<SearchFieldName, number>> = {
  identification: 0x1b873593,
  reference: 0x2c9277b5,
  account: 0x38495ab5,
  amount: 0x4cf5ad43,
  subject: 0x5bd1e995,
};

/** Multipliers of the hash cyrb53 (bryc, public domain). 40 bits of its result are used. */
const LOW = 0x9e3779b1;
const HIGH = 0x5f356495;
const LOW_END = 0x85ebca6b;
const HIGH_END = 0xc2b2ae35;
const HIGH_BITS = 0xff;

/**
 * Returns the normalised text of a field: lower case, without accents, and with only letters and
 * digits. A text without letters and digits stays the same. A British IBAN becomes the account
 * number in it.
 */
export function normaliseField(name: SearchFieldName, text: string): string {
  const letters = plainText(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
  if (letters === '') return text;
  if (name !== 'account') return letters;
  return storedUkAccount('IBAN', letters.toUpperCase()) ?? letters;
}

/** Returns the key of a field: 40 bits of the hash of its name and normalised text. */
export function fieldKey(name: SearchFieldName, text: string): number {
  let low = SEEDS[name];
  let high = low ^ HIGH;
  let isEmpty = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const symbol = code < SYMBOLS.length ? (SYMBOLS[code] ?? 0) : OTHER_LETTER;
    if (symbol === SEPARATOR || symbol === APOSTROPHE) continue;
    const isIban = name === 'account' && isEmpty && symbol > 10;
    if (symbol === OTHER_LETTER || isIban) return hashOf(name, normaliseField(name, text));
    low = Math.imul(low ^ symbol, LOW);
    high = Math.imul(high ^ symbol, HIGH);
    isEmpty = false;
  }
  return isEmpty ? hashOf(name, text) : finish(low, high);
}

/** Hashes a normalised text. */
function hashOf(name: SearchFieldName, text: string): number {
  let low = SEEDS[name];
  let high = low ^ HIGH;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const letter = code < SYMBOLS.length ? (SYMBOLS[code] ?? 0) : 0;
    const isLetter = letter !== SEPARATOR && letter !== APOSTROPHE;
    const symbol = isLetter ? letter : code + RADIX;
    low = Math.imul(low ^ symbol, LOW);
    high = Math.imul(high ^ symbol, HIGH);
  }
  return finish(low, high);
}

function finish(one: number, other: number): number {
  const low = Math.imul(one ^ (one >>> 16), LOW_END) ^ Math.imul(other ^ (other >>> 13), HIGH_END);
  const high = Math.imul(other ^ (other >>> 16), LOW_END) ^ Math.imul(low ^ (low >>> 13), HIGH_END);
  return (high & HIGH_BITS) * 2 ** 32 + (low >>> 0);
}

/** Returns the words of a name or reference, in lower case and without accents. */
export function wordsOf(text: string): readonly string[] {
  const words = plainText(text)
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== '');
}

/**
 * Passes the key of each word of a text to a visitor. A key can be repeated. Keys have the order of
 * the words.
 */
export function visitWordKeys(text: string, visit: (key: number) => void): void {
  let key = 0;
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= SYMBOLS.length) {
      for (const word of wordsOf(text)) visit(wordKeys(word).first);
      return;
    }
    const symbol = SYMBOLS[code] ?? SEPARATOR;
    if (symbol === APOSTROPHE) continue;
    if (symbol !== SEPARATOR) {
      if (length < WORD_CHARACTERS) {
        key = key * RADIX + symbol;
        length += 1;
      }
    } else if (length > 0) {
      visit(key * (WEIGHTS[length] ?? 1));
      key = 0;
      length = 0;
    }
  }
  if (length > 0) visit(key * (WEIGHTS[length] ?? 1));
}

/** The keys from `first` to `last`, both inclusive. */
export interface KeyRange {
  readonly first: number;
  readonly last: number;
}

/** Returns the keys of all words that begin with a word of `wordsOf`. */
export function wordKeys(word: string): KeyRange {
  let key = 0;
  const length = Math.min(word.length, WORD_CHARACTERS);
  for (let at = 0; at < length; at += 1) {
    const code = word.charCodeAt(at);
    key = key * RADIX + (code < SYMBOLS.length ? (SYMBOLS[code] ?? 0) : OTHER_LETTER);
  }
  const weight = WEIGHTS[length] ?? 1;
  return { first: key * weight, last: key * weight + weight - 1 };
}

function plainText(text: string): string {
  return text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
}
