import { createHash, type Hash } from 'node:crypto';
import { expectDefined } from '../../src/shared/assert.ts';

/** How many creditors' names have characters outside ASCII: none, 1 in 20, or every one. */
export type Names = 'ascii' | 'some outside' | 'all outside';

/** The largest file that is taken (rules, 6.5), in bytes. */
export const TWO_MB = 2 * 1024 * 1024;

/** The account of the sandbox that everything is paid from: Northwind's, which has millions. */
export const DEBTOR_ACCOUNT = '11280001234567';

/** A payment file as a TPP would send it: its size, its hash, and its bytes as often as needed. */
export interface PaymentFile {
  readonly payments: number;
  readonly bytes: number;
  /** Base64 SHA-256: what the consent announces. */
  readonly hash: string;
  /** The bytes in order; only one of these at a time is needed in memory. */
  chunks(): Iterable<Buffer>;
}

/** Payments of one block. A file is the same block again and again: about 2 MB of varied ones. */
const BLOCK_PAYMENTS = 4096;

const HEAD = Buffer.from('{"Data":{"DomesticPayments":[');
const TAIL = ']}}';
const SERIAL_DIGITS = 12;

const ASCII_NAMES = ['Andrea Smith', 'ACME Inc', 'Fresco Ltd', 'John Doe Trading', 'B. Patel'];
const OUTSIDE_NAMES = ['Zoë Müller', 'Łukasz Nowak', 'Ó Briain Teoranta', 'Đorđe Petrović'];
const ONE_IN = { ascii: Infinity, 'some outside': 20, 'all outside': 1 } as const;

interface Block {
  /** Payments, each followed by a comma. */
  readonly bytes: Buffer;
  /** Where each payment begins. */
  readonly starts: readonly number[];
}

const blocks = new Map<Names, Block>();

/**
 * Files of one size: BULK, Faster Payments, every payment from Northwind's main account. Each that
 * `next` makes differs from all before it in its last payment, so that the service, which keeps
 * equal bytes once, has all the work with each. Costs the caller no more than that payment.
 */
export class PaymentFiles {
  readonly payments: number;
  readonly bytes: number;
  readonly #block: Block;
  readonly #beforeLast: Hash;
  #serial = 0;

  constructor(size: { readonly payments: number } | { readonly maxBytes: number }, names: Names) {
    this.#block = blockOf(names);
    this.payments = 'payments' in size ? size.payments : this.#fitting(size.maxBytes);
    this.#beforeLast = createHash('sha256');
    let bytes = lastPayment(0).length;
    for (const chunk of this.#chunksBeforeLast()) {
      this.#beforeLast.update(chunk);
      bytes += chunk.length;
    }
    this.bytes = bytes;
  }

  next(): PaymentFile {
    this.#serial += 1;
    const last = lastPayment(this.#serial);
    const beforeLast = (): Iterable<Buffer> => this.#chunksBeforeLast();
    return {
      payments: this.payments,
      bytes: this.bytes,
      hash: this.#beforeLast.copy().update(last).digest('base64'),
      *chunks() {
        yield* beforeLast();
        yield last;
      },
    };
  }

  *#chunksBeforeLast(): Iterable<Buffer> {
    yield HEAD;
    const { bytes, starts } = this.#block;
    const fromBlocks = this.payments - 1;
    for (let done = BLOCK_PAYMENTS; done <= fromBlocks; done += BLOCK_PAYMENTS) yield bytes;
    yield bytes.subarray(0, starts[fromBlocks % BLOCK_PAYMENTS]);
  }

  /** How many payments come to at most so many bytes. */
  #fitting(maxBytes: number): number {
    const { bytes, starts } = this.#block;
    const room = maxBytes - HEAD.length - lastPayment(0).length;
    const rest = room % bytes.length;
    const inRest = starts.findLastIndex((start) => start <= rest);
    return Math.floor(room / bytes.length) * BLOCK_PAYMENTS + inRest + 1;
  }
}

/** All bytes of a file that fits into memory. */
export function bytesOf(file: PaymentFile): Buffer {
  return Buffer.concat([...file.chunks()]);
}

function blockOf(names: Names): Block {
  const known = blocks.get(names);
  if (known !== undefined) return known;
  const random = randomNumbers();
  const starts: number[] = [];
  let text = '';
  let bytes = 0;
  for (let index = 0; index < BLOCK_PAYMENTS; index += 1) {
    const list = index % ONE_IN[names] === 0 && names !== 'ascii' ? OUTSIDE_NAMES : ASCII_NAMES;
    const name = expectDefined(list[random(list.length)], 'a name');
    const payment = `${JSON.stringify(paymentOf(index, name, random))},`;
    starts.push(bytes);
    bytes += Buffer.byteLength(payment);
    text += payment;
  }
  const block = { bytes: Buffer.from(text), starts };
  blocks.set(names, block);
  return block;
}

function paymentOf(index: number, name: string, random: (below: number) => number): unknown {
  const digits = (count: number): string => String(random(10 ** count)).padStart(count, '0');
  return {
    InstructionIdentification: `ACME${String(index)}`,
    EndToEndIdentification: `FRESCO.${String(21302 + index)}.GFX.20`,
    LocalInstrument: 'UK.OBIE.FPS',
    // Small amounts: a million payments stay below the limit of the sandbox's customer.
    InstructedAmount: { Amount: `${String(1 + random(4))}.${digits(2)}`, Currency: 'GBP' },
    DebtorAccount: account(DEBTOR_ACCOUNT, 'Northwind Components plc'),
    CreditorAccount: account(`20${digits(6)}${digits(6)}`, name),
    RemittanceInformation: {
      Reference: `FRESCO-${String(index)}`,
      Unstructured: `Internal ops code 51${digits(5)}`,
    },
  };
}

function lastPayment(serial: number): Buffer {
  const payment = paymentOf(0, 'Fresco Ltd', () => 1) as Record<string, unknown>;
  const written = String(serial).padStart(SERIAL_DIGITS, '0');
  return Buffer.from(JSON.stringify({ ...payment, InstructionIdentification: written }) + TAIL);
}

function account(identification: string, name: string): Record<string, string> {
  return {
    SchemeName: 'UK.OBIE.SortCodeAccountNumber',
    Identification: identification,
    Name: name,
  };
}

/** The same numbers in every run (a linear congruential generator; its upper bits are used). */
function randomNumbers(): (below: number) => number {
  let state = 12_345;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}
