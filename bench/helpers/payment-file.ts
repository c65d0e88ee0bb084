import { createHash, type Hash } from 'node:crypto';
import { expectDefined } from '../../src/shared/assert.ts';

/** Share of creditors whose names contain characters outside ASCII: none, 1 in 20, or all. */
export type Names = 'ascii' | 'some outside' | 'all outside';

/** Size of the largest file that is accepted (rules, 6.5), in bytes. */
export const TWO_MB = 2 * 1024 * 1024;

/**
 * Account that all payments debit. It belongs to Northwind in the sandbox and has a balance of
 * millions.
 */
export const DEBTOR_ACCOUNT = '11280001234567';
/** Another account of Northwind. The last payment of a BATCH file debits it. */
const OTHER_ACCOUNT = '11280001234568';

/** A payment file with its size and hash. Its bytes can be generated repeatedly. */
export interface PaymentFile {
  readonly payments: number;
  readonly bytes: number;
  /** SHA-256 in Base64, as the consent contains it. */
  readonly hash: string;
  /** Returns the bytes in order, in chunks. Only one chunk at a time must be in memory. */
  chunks(): Iterable<Buffer>;
}

/**
 * Number of payments in a block. A block of about 2 MB contains different payments, and a file
 * repeats the same block.
 */
const BLOCK_PAYMENTS = 4096;

const HEAD = Buffer.from('{"Data":{"DomesticPayments":[');
const TAIL = ']}}';
const SERIAL_DIGITS = 12;

const ASCII_NAMES = ['Andrea Smith', 'ACME Inc', 'Fresco Ltd', 'John Doe Trading', 'B. Patel'];
const OUTSIDE_NAMES = ['Zoë Müller', 'Łukasz Nowak', 'Ó Briain Teoranta', 'Đorđe Petrović'];
const ONE_IN = { ascii: Infinity, 'some outside': 20, 'all outside': 1 } as const;

interface Block {
  /** The payments as JSON, each followed by a comma. */
  readonly bytes: Buffer;
  /** Offset of each payment in the bytes. */
  readonly starts: readonly number[];
}

const blocks = new Map<Names, Block>();

/**
 * Creates files of one size (Faster Payments, debited from Northwind's main account). The last
 * payment of a BATCH file is debited from another account. Files from `next` differ in their last
 * payment, because the service stores equal files only once and would have less work. Only the last
 * payment is generated again.
 */
export class PaymentFiles {
  readonly payments: number;
  readonly bytes: number;
  readonly #block: Block;
  readonly #beforeLast: Hash;
  readonly #lastDebtor: string;
  #serial = 0;

  constructor(
    size: { readonly payments: number } | { readonly maxBytes: number },
    names: Names,
    kind: 'BULK' | 'BATCH' = 'BULK',
  ) {
    this.#lastDebtor = kind === 'BULK' ? DEBTOR_ACCOUNT : OTHER_ACCOUNT;
    this.#block = blockOf(names);
    this.payments = 'payments' in size ? size.payments : this.#fitting(size.maxBytes);
    this.#beforeLast = createHash('sha256');
    let bytes = lastPayment(0, this.#lastDebtor).length;
    for (const chunk of this.#chunksBeforeLast()) {
      this.#beforeLast.update(chunk);
      bytes += chunk.length;
    }
    this.bytes = bytes;
  }

  next(): PaymentFile {
    this.#serial += 1;
    const last = lastPayment(this.#serial, this.#lastDebtor);
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

  /** Returns how many payments fit into a file of this size in bytes. */
  #fitting(maxBytes: number): number {
    const { bytes, starts } = this.#block;
    const room = maxBytes - HEAD.length - lastPayment(0, this.#lastDebtor).length;
    const rest = room % bytes.length;
    const inRest = starts.findLastIndex((start) => start <= rest);
    return Math.floor(room / bytes.length) * BLOCK_PAYMENTS + inRest + 1;
  }
}

/** Returns all bytes of a file that fits into memory. */
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

function paymentOf(
  index: number,
  name: string,
  random: (below: number) => number,
  debtor = DEBTOR_ACCOUNT,
): Readonly<Record<string, unknown>> {
  const digits = (count: number): string => String(random(10 ** count)).padStart(count, '0');
  return {
    InstructionIdentification: `ACME${String(index)}`,
    EndToEndIdentification: `FRESCO.${String(21302 + index)}.GFX.20`,
    LocalInstrument: 'UK.OBIE.FPS',
    // The amounts are small, so that a million payments do not exceed the limit of the sandbox's
    // customer.
    InstructedAmount: { Amount: `${String(1 + random(4))}.${digits(2)}`, Currency: 'GBP' },
    DebtorAccount: account(debtor, 'Northwind Components plc'),
    CreditorAccount: account(`20${digits(6)}${digits(6)}`, name),
    RemittanceInformation: {
      Reference: `FRESCO-${String(index)}`,
      Unstructured: `Internal ops code 51${digits(5)}`,
    },
  };
}

function lastPayment(serial: number, debtor: string): Buffer {
  const payment = paymentOf(0, 'Fresco Ltd', () => 1, debtor);
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

/**
 * Returns a generator of pseudo-random numbers that are the same in every run. It uses the upper
 * bits of a linear congruential generator.
 */
function randomNumbers(): (below: number) => number {
  let state = 12_345;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}
