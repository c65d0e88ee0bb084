import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FilePayment } from '../../src/domain/records/payment.ts';
import type { FileType } from '../../src/domain/records/file-types.ts';
import { JSON_TYPES, referenceIn, writtenAs } from './file-forms.ts';
import { mutate, mutations } from './mutations.ts';
import { blanks, spread } from './whitespace.ts';
import {
  filesOf,
  fuzz,
  goodPayments,
  parsedOrNot,
  readAll,
  styles,
  write,
  type Outcome,
} from './reader-files.ts';

interface Written {
  readonly Data: {
    readonly DomesticPayments: readonly {
      readonly InstructionIdentification: string;
      readonly InstructedAmount: { readonly Amount: string };
      readonly CreditorAccount: { readonly Name: string; readonly Identification: string };
    }[];
  };
}

const HEAD = '{"Data":{"DomesticPayments":[';

const windowSizes = fc.integer({ min: 8, max: 5000 });

/** Returns the payments of a file as JSON.parse reads them. */
function membersParsed(bytes: Buffer, type: FileType): unknown {
  return (parsedOrNot(bytes) as Written).Data.DomesticPayments.map((payment) => ({
    instructionIdentification: payment.InstructionIdentification,
    creditorName: payment.CreditorAccount.Name,
    reference: referenceIn(type, payment),
    pence: BigInt(Math.round(Number(payment.InstructedAmount.Amount) * 100)),
  }));
}

function membersRead(payments: readonly FilePayment[]): unknown {
  return payments.map((payment) => ({
    instructionIdentification: payment.instructionIdentification,
    creditorName: payment.creditorName,
    reference: payment.reference,
    pence: BigInt(payment.amountPence),
  }));
}

/** Returns the first 40 characters of a payment in a file, without white space. */
function textFrom(bytes: Buffer, start: number): string {
  const text = bytes.toString('latin1', start, start + 500_000);
  return text.replaceAll(/[ \t\r\n]/g, '').slice(0, 40);
}

/** Reads a file with all three readers and checks that their results are equal. */
function readThreefold(bytes: Buffer, windowBytes: number, type: FileType): Outcome {
  const exact = readAll('exact', bytes, undefined, type);
  const others = [
    readAll('fast', bytes, undefined, type),
    readAll('stream', bytes, undefined, type),
    readAll('exact', bytes, windowBytes, type),
    readAll('fast', bytes, windowBytes, type),
    readAll('stream', bytes, windowBytes, type),
  ];
  const isJson = parsedOrNot(bytes) !== undefined;
  for (const other of others) {
    if (isJson) {
      expect({ ...other, faults: [...other.faults].sort() }).toEqual({
        ...exact,
        faults: [...exact.faults].sort(),
      });
    } else {
      expect(other.accepted).toBe(exact.accepted);
    }
  }
  return exact;
}

describe.each(JSON_TYPES)('the three readers of %s', (type) => {
  const files = filesOf(type);

  it('agree on typical files, and with JSON.parse on accepted ones', () => {
    let accepted = 0;
    fc.assert(
      fc.property(files, windowSizes, (bytes, windowBytes) => {
        const outcome = readThreefold(bytes, windowBytes, type);
        if (!outcome.accepted) return;
        accepted += outcome.payments.length;
        expect(membersRead(outcome.payments)).toEqual(membersParsed(bytes, type));
        for (const payment of outcome.payments) expect(bytes[payment.start]).toBe(0x7b);
      }),
      fuzz(),
    );
    expect(accepted).toBeGreaterThan(0);
  });

  it('agree on a payment with damaged bytes among valid payments', () => {
    fc.assert(
      fc.property(
        goodPayments,
        goodPayments,
        styles,
        mutations,
        (first, second, style, changes) => {
          const [head, good] = [
            Buffer.from(HEAD),
            Buffer.from(write(writtenAs(type, first), style)),
          ];
          const damaged = mutate(
            Buffer.from(write(writtenAs(type, { ...first, ...second }), style)),
            changes,
          );
          const comma = Buffer.from(',');
          const tail = Buffer.from(']}}');
          const bytes = Buffer.concat([head, good, comma, damaged, comma, good, tail]);
          expect(readAll('fast', bytes, undefined, type)).toEqual(
            readAll('exact', bytes, undefined, type),
          );
        },
      ),
      fuzz(10),
    );
  });

  it('agree on damaged files, and accept none that JSON.parse rejects', () => {
    fc.assert(
      fc.property(files, mutations, windowSizes, (whole, changes, windowBytes) => {
        const bytes = mutate(whole, changes);
        const outcome = readThreefold(bytes, windowBytes, type);
        if (!outcome.accepted) return;
        expect(membersRead(outcome.payments)).toEqual(membersParsed(bytes, type));
      }),
      fuzz(),
    );
  });

  it('agree on files with white space of any length between their tokens', () => {
    fc.assert(
      fc.property(files, blanks, windowSizes, (whole, whitespace, windowBytes) => {
        const bytes = spread(whole, whitespace);
        const spaced = readThreefold(bytes, windowBytes, type);
        const plain = readAll('exact', whole, undefined, type);
        expect({ ...spaced, payments: membersRead(spaced.payments) }).toEqual({
          ...plain,
          payments: membersRead(plain.payments),
        });
        for (const payment of spaced.payments) expect(bytes[payment.start]).toBe(0x7b);
        expect(spaced.payments.map(({ start }) => textFrom(bytes, start))).toEqual(
          plain.payments.map(({ start }) => textFrom(whole, start)),
        );
      }),
      fuzz(1 / 8),
    );
  });

  it('agree on damaged files with white space', () => {
    fc.assert(
      fc.property(
        files,
        blanks,
        mutations,
        windowSizes,
        (whole, whitespace, changes, windowBytes) => {
          readThreefold(mutate(spread(whole, whitespace), changes), windowBytes, type);
        },
      ),
      fuzz(1 / 8),
    );
  });
});
