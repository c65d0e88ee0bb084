import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAYMENT_FILE_3_1 } from '../../src/domain/records/file-types.ts';
import { GROUP_MOVES, type GroupStatus } from '../../src/domain/lifecycle/lifecycle.ts';
import { writeReport } from '../../src/pipeline/report.ts';
import { readReport } from '../helpers/pacs002.ts';
import { hostileText } from './hostile-text.ts';

const anySubject = fc.record({
  payment: fc.record({
    id: fc.constant('fp-01k00000000000000000000000'),
    version: fc.integer({ min: 1, max: 99_999 }),
    statusUpdatedAt: fc.integer({ min: 0, max: 4e12 }),
    groupStatus: fc.constantFrom(...(Object.keys(GROUP_MOVES) as GroupStatus[])),
    reason: fc.constantFrom(null, 'AC01', 'AG01', 'AM04', 'DT01', 'NARR'),
  }),
  consent: fc.record({
    id: fc.constant('fpc-01k00000000000000000000000'),
    createdAt: fc.integer({ min: 0, max: 4e12 }),
  }),
  fileReference: fc.option(hostileText),
  file: fc.record({
    fileType: fc.constant(PAYMENT_FILE_3_1),
    payments: fc.integer({ min: 1 }),
    totalPence: fc.maxSafeNat(),
    classification: fc.record({
      kind: fc.constantFrom('BULK', 'BATCH'),
      reason: hostileText,
    }),
  }),
});

describe('any report', () => {
  it('is valid by the schema, whatever the TPP sent', () => {
    fc.assert(
      fc.property(anySubject, (subject) => {
        const { texts } = readReport(writeReport(subject));
        expect(texts('OrgnlGrpInfAndSts/GrpSts')).toEqual([subject.payment.groupStatus]);
      }),
      { numRuns: 1000 },
    );
  });

  it('contains a reference of printable characters unchanged', () => {
    const printable = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 35 });
    fc.assert(
      fc.property(anySubject, printable, (subject, fileReference) => {
        const { texts } = readReport(writeReport({ ...subject, fileReference }));
        expect(texts('OrgnlGrpInfAndSts/OrgnlMsgId')).toEqual([fileReference]);
      }),
      { numRuns: 1000 },
    );
  });
});
