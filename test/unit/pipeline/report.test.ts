import { describe, expect, it } from 'vitest';
import { PAYMENT_FILE_3_1 } from '../../../src/domain/records/file-types.ts';
import { GROUP_MOVES, type GroupStatus } from '../../../src/domain/lifecycle/lifecycle.ts';
import type { ReasonCode } from '../../../src/domain/records/payment.ts';
import { Bug } from '../../../src/shared/assert.ts';
import { newId } from '../../../src/shared/ids.ts';
import { writeReport, type ReportSubject } from '../../../src/pipeline/report.ts';
import { readReport } from '../../helpers/pacs002.ts';

const subject: ReportSubject = {
  payment: {
    id: 'fp-01k00000000000000000000000',
    version: 3,
    statusUpdatedAt: Date.parse('2026-06-01T10:00:01.500Z'),
    groupStatus: 'PART',
    reason: 'AC01',
  },
  consent: {
    id: 'fpc-01k00000000000000000000000',
    createdAt: Date.parse('2026-06-01T09:00:00Z'),
  },
  fileReference: 'PAYROLL-2026-06',
  file: {
    fileType: PAYMENT_FILE_3_1,
    payments: 4110,
    totalPence: 123_456_789,
    classification: { kind: 'BULK', reason: 'Every payment is FPS from one account.' },
  },
};

const GROUP = 'OrgnlGrpInfAndSts';
const STATUSES = Object.keys(GROUP_MOVES) as GroupStatus[];
const REASONS: readonly ReasonCode[] = [
  'AC01',
  'AC04',
  'AC06',
  'AG01',
  'AG08',
  'AM04',
  'AM14',
  'DS02',
  'DS24',
  'DT01',
  'FF05',
  'MS03',
  'NARR',
];

function withReference(fileReference: string | null): readonly string[] {
  return readReport(writeReport({ ...subject, fileReference })).texts(`${GROUP}/OrgnlMsgId`);
}

describe('a report', () => {
  it('contains the facts of the file and the group status', () => {
    const { texts } = readReport(writeReport(subject));
    expect(texts('GrpHdr/MsgId')).toEqual(['fp-01k00000000000000000000000-3']);
    expect(texts('GrpHdr/CreDtTm')).toEqual(['2026-06-01T10:00:01.500Z']);
    expect(texts(`${GROUP}/OrgnlMsgId`)).toEqual(['PAYROLL-2026-06']);
    expect(texts(`${GROUP}/OrgnlMsgNmId`)).toEqual(['UK.OBIE.PaymentInitiation.3.1']);
    expect(texts(`${GROUP}/OrgnlCreDtTm`)).toEqual(['2026-06-01T09:00:00.000Z']);
    expect(texts(`${GROUP}/OrgnlNbOfTxs`)).toEqual(['4110']);
    expect(texts(`${GROUP}/OrgnlCtrlSum`)).toEqual(['1234567.89']);
    expect(texts(`${GROUP}/GrpSts`)).toEqual(['PART']);
    expect(texts(`${GROUP}/StsRsnInf/Rsn/Cd`)).toEqual(['AC01', 'NARR']);
    expect(texts(`${GROUP}/StsRsnInf/AddtlInf`)).toEqual([
      'The account does not exist.',
      'BULK: Every payment is FPS from one account.',
    ]);
  });

  it('has the same bytes for the same state', () => {
    expect(writeReport(structuredClone(subject))).toBe(writeReport(subject));
  });

  it('declares itself as XML 1.0 in UTF-8', () => {
    expect(writeReport(subject)).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>/);
  });

  it.each(STATUSES)('in status %s fits the schema with and without any reason', (groupStatus) => {
    for (const reason of [null, ...REASONS]) {
      const payment = { ...subject.payment, groupStatus, reason };
      const { texts } = readReport(writeReport({ ...subject, payment }));
      expect(texts(`${GROUP}/GrpSts`)).toEqual([groupStatus]);
      expect(texts(`${GROUP}/StsRsnInf/Rsn/Cd`)).toEqual(
        reason === null ? ['NARR'] : [reason, 'NARR'],
      );
    }
  });

  it('fits the schema with the largest file and total', () => {
    const file = { ...subject.file, payments: 9_999_999, totalPence: Number.MAX_SAFE_INTEGER };
    const { texts } = readReport(writeReport({ ...subject, file }));
    expect(texts(`${GROUP}/OrgnlCtrlSum`)).toEqual(['90071992547409.91']);
  });

  it('contains a reason of maximum length in full', () => {
    const reason = `${'é'.repeat(104)}.`;
    const file = { ...subject.file, classification: { kind: 'BATCH', reason } as const };
    const { texts } = readReport(writeReport({ ...subject, file }));
    const [, ...lines] = texts(`${GROUP}/StsRsnInf/AddtlInf`);
    expect(lines.join('')).toBe(`BATCH: ${reason}`);
  });

  it('fits the schema with the longest identifiers of the service', () => {
    const payment = { ...subject.payment, id: newId('fp', 0), version: 99_999 };
    expect(() => readReport(writeReport({ ...subject, payment }))).not.toThrow();
  });

  it('throws a Bug if an identifier is too long', () => {
    const payment = { ...subject.payment, id: 'x'.repeat(34) };
    expect(() => writeReport({ ...subject, payment })).toThrow(Bug);
  });
});

describe("the TPP's reference", () => {
  it('is replaced by the consent id if there is none', () => {
    expect(withReference(null)).toEqual([subject.consent.id]);
    expect(withReference('')).toEqual([subject.consent.id]);
  });

  it('is replaced by the consent id if it is longer than ISO 20022 allows', () => {
    expect(withReference('R'.repeat(35))).toEqual(['R'.repeat(35)]);
    expect(withReference('R'.repeat(36))).toEqual([subject.consent.id]);
    expect(withReference('R'.repeat(40))).toEqual([subject.consent.id]);
  });

  it('is measured in characters, not in code units', () => {
    expect(withReference('😀'.repeat(35))).toEqual(['😀'.repeat(35)]);
    expect(withReference('😀'.repeat(36))).toEqual([subject.consent.id]);
    expect(withReference(`\uD800${'R'.repeat(35)}`)).toEqual([subject.consent.id]);
  });

  it.each([
    `"quotes" and 'apostrophes'`,
    '<GrpSts>ACSC</GrpSts>',
    '</OrgnlMsgId><OrgnlMsgId>',
    '<![CDATA[ ]]>',
    ']]>',
    '<!-- -- -->',
    'Marks & Spencer',
    '&amp;',
    '&nbsp;',
    '&#0;&#60;&#x3c;',
    '&amp;lt;&lt;',
    '<!ENTITY x SYSTEM "file:///x">&x;',
    '  spaced  ',
    '%s ${1} $& \\',
    'naïve 漢字 😀',
  ])('%s is returned as the TPP wrote it', (reference) => {
    expect(withReference(reference)).toEqual([reference]);
  });

  it.each([
    ['\u0000', '\uFFFD'],
    ['A\u0007B\u001F', 'A\uFFFDB\uFFFD'],
    ['\uD800', '\uFFFD'],
    ['\uDC00\uD800', '\uFFFD\uFFFD'],
    ['\uFFFE\uFFFF', '\uFFFD\uFFFD'],
  ])('%j has its characters replaced that XML does not allow', (reference, replaced) => {
    expect(withReference(reference)).toEqual([replaced]);
  });
});
