import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAYMENT_FILE_3_1 } from '../../../src/domain/records/file-types.ts';
import type { CreditPassRequest } from '../../../src/domain/execution/credit-pass.ts';
import type { SliceRequest } from '../../../src/domain/ports/files.ts';
import type {
  FileFacts,
  FileMetadata,
  FileRules,
  ReceivedFile,
} from '../../../src/domain/records/payment.ts';
import { passCredits, slicePayments } from '../../../src/pipeline/stored-file-jobs.ts';
import { readersNamed, type ReaderName } from '../../../src/pipeline/read/index.ts';
import { contentPath } from '../../../src/store/files/content.ts';
import { VerifiedFiles } from '../../../src/store/files/folder/verified-reads.ts';
import { LIMITS } from '../../helpers/limits.ts';
import { inMemory, receiveFile } from '../../helpers/receive-file.ts';

const READERS: readonly ReaderName[] = ['fast', 'exact', 'stream'];
const RULES: FileRules = {
  today: '2026-11-20',
  maxDaysAhead: 30,
  bacsAccepted: true,
  maxFaults: 5,
  ...LIMITS,
};
/** Number of payments, which fill more than three pages. */
const PAYMENTS = 801;
const REJECTED = '99999900000001';

let filesDirectory = '';

beforeEach(() => {
  filesDirectory = mkdtempSync(`${tmpdir()}/files-`);
});

afterEach(() => {
  rmSync(filesDirectory, { recursive: true });
});

/**
 * Every tenth payment is CHAPS. Payments 5 and 777 go to the rejected creditor, payment 300 to an
 * account of this bank.
 */
function payment(index: number): object {
  const special = index === 5 || index === 777 ? REJECTED : undefined;
  const own = index === 300 ? '11280007654321' : undefined;
  return {
    InstructionIdentification: `I${String(index)}`,
    EndToEndIdentification: `E${String(index)}`,
    LocalInstrument: index % 10 === 9 ? 'UK.OBIE.CHAPS' : 'UK.OBIE.FPS',
    InstructedAmount: { Amount: `${String(index + 1)}.05`, Currency: 'GBP' },
    CreditorAccount: {
      SchemeName: 'UK.OBIE.SortCodeAccountNumber',
      Identification: special ?? own ?? String(20_000_000_000_000 + index),
      Name: index % 7 === 0 ? `Zoë ${String(index)}` : `Name ${String(index)}`,
    },
    RemittanceInformation: { Reference: `R${String(index)}`, Unstructured: 'Salaries' },
  };
}

const FILE = Buffer.from(
  JSON.stringify({
    Data: { DomesticPayments: Array.from({ length: PAYMENTS }, (_, n) => payment(n)) },
  }),
);
const METADATA: FileMetadata = {
  fileType: PAYMENT_FILE_3_1,
  fileHash: createHash('sha256').update(FILE).digest('base64'),
  numberOfTransactions: String(PAYMENTS),
  requestedDate: '2026-12-01',
  debtorAccount: null,
};

function receive(kind: 'memory' | 'disk', reader: ReaderName, bytes = FILE): ReceivedFile {
  const options = { metadata: METADATA, rules: RULES };
  if (kind === 'memory') return receiveFile(filesDirectory, inMemory(bytes), options, reader);
  mkdirSync(`${filesDirectory}/tmp`, { recursive: true });
  writeFileSync(`${filesDirectory}/tmp/upload`, bytes);
  const file = { kind, temporary: 'upload', bytes: bytes.length };
  return receiveFile(filesDirectory, file, options, reader);
}

function factsOf(received: ReceivedFile): FileFacts {
  if (!received.accepted) throw new Error(JSON.stringify(received.faults));
  return received.facts;
}

describe.each(READERS)('with the %s reader', (reader) => {
  const shelfOf = () => ({
    verified: new VerifiedFiles(filesDirectory, () => 0),
    readerOf: readersNamed(reader),
  });

  it('a file from memory gives the same facts as one from disk and is stored', () => {
    const facts = factsOf(receive('memory', reader));
    expect(factsOf(receive('disk', reader))).toEqual(facts);
    expect(facts).toMatchObject({
      payments: PAYMENTS,
      totalPence: (PAYMENTS * (PAYMENTS + 1) * 100) / 2 + PAYMENTS * 5,
      classification: { kind: 'BATCH', brokenBy: 9 },
      requestedDate: '2026-12-01',
      debitReference: 'Salaries',
    });
    expect(facts.pageOffsets).toHaveLength(4);
    for (const [page, offset] of facts.pageOffsets.entries()) {
      const start = `{"InstructionIdentification":"I${String(page * 250)}"`;
      expect(FILE.toString('utf8', offset, offset + start.length)).toBe(start);
    }
    expect(existsSync(contentPath(filesDirectory, facts.sha256))).toBe(true);
  });

  it('a rejected file is not stored and its faults are counted', () => {
    const received = receive(
      'memory',
      reader,
      Buffer.from(FILE.toString().replaceAll('GBP', 'EUR')),
    );
    expect(received).toMatchObject({ accepted: false, total: PAYMENTS + 1 });
    expect('faults' in received && received.faults).toHaveLength(RULES.maxFaults);
    const { sha256 } = received as { sha256: string };
    expect(existsSync(contentPath(filesDirectory, sha256))).toBe(false);
  });

  it('slices contain every payment once, of the file or of one group', () => {
    const facts = factsOf(receive('memory', reader));
    const indexesOf = (group: SliceRequest['group']): number[] => {
      const indexes: number[] = [];
      let cursor: number | null = 0;
      while (cursor !== null) {
        const slice = slicePayments(facts, { cursor, limit: 77, group }, shelfOf());
        indexes.push(...slice.payments.map(({ index }) => index));
        cursor = slice.nextCursor;
      }
      return indexes;
    };
    const all = Array.from({ length: PAYMENTS }, (_, index) => index);
    expect(indexesOf(null)).toEqual(all);
    const chaps = { instrument: 'CHAPS', date: '2026-12-01' } as const;
    expect(indexesOf(chaps)).toEqual(all.filter((index) => index % 10 === 9));
    expect(indexesOf({ ...chaps, date: null })).toEqual([]);
    const [one] = slicePayments(facts, { cursor: 700, limit: 1, group: null }, shelfOf()).payments;
    expect(one).toMatchObject({ index: 700, creditorName: 'Zoë 700', amountPence: 70_105 });
    expect(slicePayments(facts, { cursor: PAYMENTS, limit: 9, group: null }, shelfOf())).toEqual({
      payments: [],
      nextCursor: null,
    });
  });

  it('a pass over the credits returns the exceptions', () => {
    const facts = factsOf(receive('memory', reader));
    const request: CreditPassRequest = {
      instrument: 'FPS',
      date: '2026-12-01',
      cursor: 0,
      limit: 100,
      only: null,
      byIndex: new Map(),
      rejected: [],
      byCreditor: { [REJECTED]: { answer: 'rejected', reason: 'AC01' } },
      bankSortCodes: ['112800'],
      leftOut: [],
    };
    const pass = (change: Partial<CreditPassRequest>) =>
      passCredits(facts, { ...request, ...change }, shelfOf());
    const found = pass({});
    expect(found.nextCursor).toBeNull();
    expect(found.exceptions.map(({ index, answer }) => `${String(index)} ${answer}`)).toEqual([
      '5 rejected',
      '300 own',
      '777 rejected',
    ]);
    expect(found.exceptions[0]).toMatchObject({ reason: 'AC01', reference: 'R5', debtor: null });

    const first = pass({ limit: 1 });
    expect(first.exceptions.map(({ index }) => index)).toEqual([5]);
    const rest = pass({ cursor: first.nextCursor ?? 0 });
    expect(rest.exceptions.map(({ index }) => index)).toEqual([300, 777]);
    expect(pass({ instrument: 'CHAPS' }).exceptions).toEqual([]);

    const byIndex = new Map([[8, { answer: 'pending', reason: 'NARR' } as const]]);
    const named = pass({ byIndex, byCreditor: {}, bankSortCodes: [] }).exceptions;
    expect(named).toMatchObject([{ index: 8, answer: 'pending', reason: 'NARR' }]);
  });

  it('a pass over listed payments checks only those', () => {
    const facts = factsOf(receive('memory', reader));
    const request: CreditPassRequest = {
      instrument: 'FPS',
      date: '2026-12-01',
      cursor: 0,
      limit: 1,
      only: [4, 5, 6, 777],
      byIndex: new Map(),
      rejected: [],
      byCreditor: { [REJECTED]: { answer: 'pending', reason: 'NARR' } },
      bankSortCodes: ['112800'],
      leftOut: [],
    };
    const first = passCredits(facts, request, shelfOf());
    expect(first.exceptions.map(({ index }) => index)).toEqual([5]);
    expect(first.nextCursor).toBe(6);
    const second = passCredits(facts, { ...request, cursor: 6, limit: 2 }, shelfOf());
    expect(second.exceptions.map(({ index }) => index)).toEqual([777]);
    expect(second.nextCursor).toBeNull();
  });
});
