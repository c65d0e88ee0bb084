import { createHash } from 'node:crypto';
import { formatUnits, unitsOf } from './pain-totals.ts';
import { XmlReader } from './xml.ts';

/** Maximum number of characters of a MsgId (ISO 20022, Max35Text). */
const MAX_MESSAGE_ID = 35;
/** Number of characters of the hash that ends the new MsgId. */
const HASH = 8;

/** The payments to copy. */
interface Wanted {
  /** Positions of the CdtTrfTxInf, counted from 1. */
  readonly positions: ReadonlySet<number>;
  /** Payment that the new file follows. Part of the new MsgId. */
  readonly paymentId: string;
}

/** Number and sum of payments. The sum is in units of `unitsOf`. */
interface Totals {
  count: number;
  units: bigint;
}

/**
 * Returns a pain.001 with some of the payments of a valid one. All other text is copied, except the
 * MsgId, the totals, and each PmtInf without a payment. `open` returns the text from its start. It
 * is read twice, because the totals precede the payments.
 */
export async function* painSubset(
  open: () => AsyncIterable<string>,
  wanted: Wanted,
): AsyncGenerator<string, void> {
  const counter = new Counter(wanted.positions);
  for await (const text of open()) counter.write(text);
  const copier = new Copier(wanted, counter);
  for await (const text of open()) yield copier.write(text);
  yield copier.rest;
}

/** Adds up the wanted payments. */
class Counter {
  readonly all: Totals = { count: 0, units: 0n };
  /** Totals of each PmtInf with a wanted payment, by its number from 1. */
  readonly batches = new Map<number, Totals>();
  readonly #xml: XmlReader;

  constructor(positions: ReadonlySet<number>) {
    let [batch, position] = [0, 0];
    this.#xml = new XmlReader({
      open: (path) => {
        const name = nameOf(path);
        if (name === 'PmtInf') batch += 1;
        if (name === 'PmtInf/CdtTrfTxInf') position += 1;
        if (name !== 'PmtInf/CdtTrfTxInf' || !positions.has(position)) return;
        const ofBatch = this.batches.get(batch) ?? { count: 0, units: 0n };
        this.batches.set(batch, ofBatch);
        for (const totals of [this.all, ofBatch]) totals.count += 1;
      },
      close: (path, text) => {
        if (nameOf(path) !== 'PmtInf/CdtTrfTxInf/Amt/InstdAmt' || !positions.has(position)) return;
        const units = unitsOf(text.trim()) ?? 0n;
        for (const totals of [this.all, this.batches.get(batch)]) {
          if (totals !== undefined) totals.units += units;
        }
      },
    });
  }

  write(text: string): void {
    this.#xml.write(text);
  }
}

/** Copies a document without the payments that are not wanted. */
class Copier {
  readonly #xml: XmlReader;
  readonly #wanted: Wanted;
  readonly #counter: Pick<Counter, 'all' | 'batches'>;
  /** Text that is not copied yet, and the position of its first character. */
  #text = '';
  #start = 0;
  /** Position after the last tag. */
  #afterTag = 0;
  #copied = '';
  /** Depth of the element that is being left out. */
  #leftOut: number | undefined;
  #batch = 0;
  #payment = 0;

  constructor(wanted: Wanted, counter: Pick<Counter, 'all' | 'batches'>) {
    this.#wanted = wanted;
    this.#counter = counter;
    this.#xml = new XmlReader({
      open: (path) => {
        this.#open(path);
        this.#afterTag = this.#xml.position;
      },
      close: (path, text) => {
        this.#close(path, text.trim());
        this.#afterTag = this.#xml.position;
      },
    });
  }

  /** The text after the last tag. */
  get rest(): string {
    return this.#text;
  }

  /** Reads a piece of the document. Returns the text to copy up to its last tag. */
  write(text: string): string {
    this.#text += text;
    this.#xml.write(text);
    const passed = this.#pass(this.#afterTag);
    const copied = this.#copied + (this.#leftOut === undefined ? passed : '');
    this.#copied = '';
    return copied;
  }

  #open(path: readonly string[]): void {
    const name = nameOf(path);
    if (name === 'PmtInf') this.#batch += 1;
    if (name === 'PmtInf/CdtTrfTxInf') this.#payment += 1;
    const isWanted =
      (name !== 'PmtInf' || this.#counter.batches.has(this.#batch)) &&
      (name !== 'PmtInf/CdtTrfTxInf' || this.#wanted.positions.has(this.#payment));
    if (isWanted || this.#leftOut !== undefined) return;
    this.#copied += this.#pass(this.#startOfTag()).trimEnd();
    this.#leftOut = path.length;
  }

  #close(path: readonly string[], text: string): void {
    if (this.#leftOut === path.length) {
      this.#pass(this.#xml.position);
      this.#leftOut = undefined;
    }
    if (this.#leftOut !== undefined || text === '') return;
    const replaced = this.#replacement(nameOf(path), text);
    if (replaced === undefined) return;
    this.#copied += this.#pass(this.#afterTag) + replaced;
    this.#pass(this.#startOfTag());
  }

  /** Removes the text before a position from the buffer, and returns it. */
  #pass(position: number): string {
    const passed = this.#text.slice(0, position - this.#start);
    this.#text = this.#text.slice(passed.length);
    this.#start += passed.length;
    return passed;
  }

  /** Returns the position of the present tag. A tag contains no second `<`. */
  #startOfTag(): number {
    return this.#start + this.#text.lastIndexOf('<', this.#xml.position - this.#start - 1);
  }

  #replacement(name: string, text: string): string | undefined {
    const { all, batches } = this.#counter;
    const ofBatch = batches.get(this.#batch);
    if (name === 'GrpHdr/MsgId') return escaped(messageIdAfter(text, this.#wanted));
    if (name === 'GrpHdr/NbOfTxs') return String(all.count);
    if (name === 'GrpHdr/CtrlSum') return formatUnits(all.units);
    if (name === 'PmtInf/NbOfTxs' && ofBatch !== undefined) return String(ofBatch.count);
    if (name === 'PmtInf/CtrlSum' && ofBatch !== undefined) return formatUnits(ofBatch.units);
    return undefined;
  }
}

/** Returns the path of an element without the document element and its child. */
function nameOf(path: readonly string[]): string {
  return path.slice(2).join('/');
}

/**
 * Returns the id of the new message, because banks refuse an id that they know. The same payments
 * of the same message have the same id.
 */
function messageIdAfter(first: string, { positions, paymentId }: Wanted): string {
  const hash = createHash('sha256').update(`${first} ${paymentId}`);
  for (const position of positions) hash.update(` ${String(position)}`);
  const start = [...first].slice(0, MAX_MESSAGE_ID - HASH - 1).join('');
  return `${start}-${hash.digest('hex').slice(0, HASH).toUpperCase()}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
