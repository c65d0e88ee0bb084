import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PAYMENT_FILE_3_1 } from '../../src/domain/records/file-types.ts';
import type { ReceivedFile } from '../../src/domain/records/payment.ts';
import { contentPath } from '../../src/store/files/content.ts';
import { LIMITS } from '../helpers/limits.ts';
import { inMemory, receiveFile } from '../helpers/receive-file.ts';
import { readCases, readCrashers, type FileCase } from './cases.ts';

const READERS = ['fast', 'exact', 'stream'] as const;

/** Maximum length of a text in a pacs.002 (rules, 6.18). */
const MAX_REASON_CHARACTERS = 105;

type Accepted = Extract<FileCase['expect'], { accepted: true }>;
type Rejected = Extract<FileCase['expect'], { accepted: false }>;

const cases = readCases();
let filesDirectory: string;

beforeEach(() => {
  filesDirectory = mkdtempSync(join(tmpdir(), 'golden-files-'));
});

afterEach(() => {
  rmSync(filesDirectory, { recursive: true, force: true });
});

describe('the golden files', () => {
  test('are at least 60 with unique titles', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect(new Set(cases.map(({ title }) => title)).size).toBe(cases.length);
  });

  test('have group totals that add up to the file total', () => {
    for (const { name, expect: expected } of cases) {
      if (!expected.accepted) continue;
      for (const member of ['payments', 'totalPence'] as const) {
        expect(sumOf(expected.groups, member), name).toBe(expected[member]);
        for (const group of expected.groups) {
          expect(sumOf(group.debtors, member), name).toBe(group[member]);
        }
      }
    }
  });
});

describe.each(READERS)('the %s reader', (reader) => {
  test.each(cases)('$name: $title', (one) => {
    const received = receive(one, reader);
    const { expect: expected } = one;
    if (expected.accepted) expectAccepted(received, one, expected);
    else expectRejected(received, one, expected, reader);
  });

  test.each([...readCrashers(), { name: '2 MB of [', upload: Buffer.alloc(2_097_152, '[') }])(
    'rejects $name with a fault, not an exception',
    ({ upload }) => {
      const fileHash = createHash('sha256').update(upload).digest('base64');
      const metadata = {
        fileType: PAYMENT_FILE_3_1,
        fileHash,
        requestedDate: null,
        debtorAccount: null,
      };
      const rules = {
        today: '2026-12-01',
        maxDaysAhead: 365,
        bacsAccepted: true,
        maxFaults: 100,
        ...LIMITS,
      };
      expect(receive({ upload, metadata, rules }, reader).accepted).toBe(false);
    },
  );
});

function receive(
  { upload, ...request }: Pick<FileCase, 'upload' | 'metadata' | 'rules'>,
  reader: (typeof READERS)[number],
): ReceivedFile {
  return receiveFile(filesDirectory, inMemory(upload), request, reader);
}

function expectAccepted(
  received: ReceivedFile,
  { upload, metadata }: FileCase,
  expected: Accepted,
): void {
  // Compare the faults first, so that a failure shows what was rejected.
  expect(received.accepted ? [] : received.faults).toEqual([]);
  if (!received.accepted) return;
  const { classification, groups, pageOffsets, pageHeaders, message, ...facts } = received.facts;
  const { reason, ...kind } = classification;
  expect(kind).toEqual(expected.classification);
  expect(groups).toEqual(expected.groups);
  expect(facts).toEqual({
    fileType: metadata.fileType,
    sha256: createHash('sha256').update(upload).digest('hex'),
    bytes: upload.byteLength,
    payments: expected.payments,
    totalPence: expected.totalPence,
    requestedDate: metadata.requestedDate,
    debitReference: expected.debitReference,
    namedToday: expected.namedToday,
  });
  const isXml = message !== undefined;
  expect(pageOffsets.map((offset) => String.fromCharCode(upload[offset] ?? 0))).toEqual([
    isXml ? '<' : '{',
  ]);
  expect(pageHeaders?.length).toBe(isXml ? 1 : undefined);
  expect(reason.length).toBeLessThanOrEqual(MAX_REASON_CHARACTERS);
  for (const piece of expected.says ?? []) expect(reason).toContain(piece);
  expect(keptFiles()).toEqual([facts.sha256]);
  expect(readFileSync(contentPath(filesDirectory, facts.sha256)).equals(upload)).toBe(true);
}

function expectRejected(
  received: ReceivedFile,
  { upload }: FileCase,
  expected: Rejected,
  reader: (typeof READERS)[number],
): void {
  expect(received).toMatchObject({ accepted: false });
  if (received.accepted) return;
  const { faults, total, sha256 } = received;
  const messages = faults.map(({ message }) => message).join('\n');
  // The stream reader reports that a file is not JSON, but not the position.
  const isPlaced = reader !== 'stream' || expected.stopsAt === undefined;
  const placeOf = ({ code, path }: Rejected['faults'][number]) =>
    isPlaced ? { code, path } : { code };
  expect(faults.map(placeOf), messages).toEqual(expected.faults.map(placeOf));
  expect(total).toBe(expected.total ?? expected.faults.length);
  const stopsAt = isPlaced ? expected.stopsAt : undefined;
  for (const piece of [...(expected.says ?? []), stopsAt ?? '']) expect(messages).toContain(piece);
  for (const { message } of faults) expect(message).toMatch(/^.{1,500}$/u);
  expect(sha256).toBe(createHash('sha256').update(upload).digest('hex'));
  expect(keptFiles()).toEqual([]);
}

/** Returns the names of all files below the folder, including temporary ones. */
function keptFiles(): readonly string[] {
  return readdirSync(filesDirectory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}

function sumOf<Member extends 'payments' | 'totalPence'>(
  parts: readonly Readonly<Record<Member, number>>[],
  member: Member,
): number {
  return parts.reduce((sum, part) => sum + part[member], 0);
}
