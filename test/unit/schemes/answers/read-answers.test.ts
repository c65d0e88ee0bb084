import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswers } from '../../../../src/schemes/answers/read-answers.ts';
import {
  errorOf,
  group,
  inEnvelope,
  MESSAGE_REJECT,
  PAYMENT_RETURN,
  sliceOf,
  slicesOf,
  STATUS_REPORT,
  statusReport,
  transaction,
  utf8,
} from './documents.ts';

describe('readAnswers', () => {
  const documents = [STATUS_REPORT, PAYMENT_RETURN, MESSAGE_REJECT];

  it.each(documents)('reads a document in an envelope', async (xml) => {
    expect(await sliceOf(inEnvelope(xml))).toEqual(await sliceOf(xml));
  });

  it('rejects an envelope with two documents or none', async () => {
    const twice = STATUS_REPORT + STATUS_REPORT.slice(STATUS_REPORT.indexOf('<Document'));
    expect(await errorOf(utf8(inEnvelope(twice)))).toMatchObject({ code: 'structure' });
    expect(await errorOf(utf8(inEnvelope('')))).toMatchObject({ code: 'kind' });
  });

  it.each(documents)('reads the same answers if the bytes are divided anywhere', async (xml) => {
    const bytes = utf8(inEnvelope(xml));
    const whole = await slicesOf(bytes);
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await slicesOf([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
    }
    const cuts = fc.array(fc.nat(bytes.length), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(cuts, async (positions) => {
        const ends = [...positions, bytes.length].sort((a, b) => a - b);
        const pieces = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
        expect(await slicesOf(pieces)).toEqual(whole);
      }),
    );
    expect(await slicesOf([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
  });

  it.each([1, 2, 3, 4, 7])('returns slices of %i answers in order', async (sliceSize) => {
    const bytes = utf8(statusReport(group('') + transaction().repeat(7)));
    const slices = await slicesOf(bytes, sliceSize);
    const sizes = slices.map(({ answers }) => answers.length);
    expect(sizes.slice(0, -1).every((size) => size === sliceSize)).toBe(true);
    const positions = slices.flatMap(({ answers }) => answers.map(({ position }) => position));
    expect(positions).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(slices.map(({ isLast }) => isLast)).toEqual(
      slices.map((_, at) => at === slices.length - 1),
    );
    expect(slices.every(({ groups }) => groups.length === 1)).toBe(true);
  });

  it('reads 100,000 answers without keeping more than a slice and a part of them', async () => {
    const count = 100_000;
    const perPiece = 50;
    const answer = transaction('<OrgnlInstrId>caf\u00e9</OrgnlInstrId><TxSts>ACSC</TxSts>');
    let sent = 0;
    const pieces = async function* () {
      const [start = '', end = ''] = statusReport('|').split('|');
      yield await Promise.resolve(utf8(start));
      for (; sent < count; sent += perPiece) yield utf8(answer.repeat(perPiece));
      yield utf8(end);
    };
    let received = 0;
    let mostBuffered = 0;
    for await (const slice of readAnswers(pieces(), { sliceSize: 1000 })) {
      received += slice.answers.length;
      mostBuffered = Math.max(mostBuffered, sent - received);
    }
    expect(received).toBe(count);
    expect(mostBuffered).toBeLessThanOrEqual(1000 + perPiece);
  });

  it('returns the answers of a large piece before it is read completely', async () => {
    const invalid = utf8(statusReport(`${transaction().repeat(100_000)}</x>`));
    let received = 0;
    const read = async () => {
      const pieces = ReadableStream.from([invalid]);
      for await (const slice of readAnswers(pieces, { sliceSize: 100 })) {
        received += slice.answers.length;
      }
    };
    await expect(read()).rejects.toMatchObject({ code: 'malformed' });
    expect(received).toBeGreaterThan(99_000);
  });

  it('ends the iteration of the pieces if the caller stops early', async () => {
    let isEnded = false;
    const pieces = async function* () {
      try {
        yield await Promise.resolve(utf8(statusReport(transaction().repeat(10))));
        yield utf8(' ');
      } finally {
        isEnded = true;
      }
    };
    for await (const slice of readAnswers(pieces(), { sliceSize: 1 })) {
      expect(slice.answers).toHaveLength(1);
      break;
    }
    expect(isEnded).toBe(true);
  });

  it('passes on an error of the source', async () => {
    const pieces = async function* () {
      yield await Promise.resolve(utf8('<a>'));
      throw new Error('The file was removed.');
    };
    const answers = readAnswers(pieces(), { sliceSize: 1 });
    await expect(answers.next()).rejects.toThrow('The file was removed.');
  });
});
