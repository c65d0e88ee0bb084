import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentErrorCode } from '../../../../src/schemes/answers/document-error.ts';
import {
  arucs,
  awacs,
  bacs,
  inputError,
  inputReport,
  returnedItem,
  totals,
} from './bacs-documents.ts';
import { errorOf, sliceOf, slicesOf, STATUS_REPORT, utf8 } from './documents.ts';

const ONE = arucs(returnedItem() + totals(1, '65.00'));

describe('an ARUCS', () => {
  it('is read as returns, with the ISO reason and the code of Bacs', async () => {
    const items = returnedItem('65.00') + returnedItem('1.50', '0128', '010203 12345678');
    const slice = await sliceOf(arucs(items + totals(2, '66.50')));
    expect(slice).toMatchObject({
      header: { kind: 'ARUCS', id: '123456-2026-11-26-007' },
      groups: [],
      bacs: { serviceUserNumber: '123456', submission: null },
    });
    expect(slice.answers).toHaveLength(2);
    expect(slice.answers[0]).toEqual({
      ...{ position: 0, messageId: null, instructionId: null, transactionId: null, uetr: null },
      ...{ endToEndId: null, status: null, code: 'AC04', text: 'ACCOUNT CLOSED', problem: null },
      returned: { id: '123456-2026-11-26-007/0', amount: { minor: 6500, currency: 'GBP' } },
      bacs: {
        ...{ outcome: 'returned', code: 'B', description: 'ACCOUNT CLOSED', newAccount: null },
        record: {
          ...{ destination: '01020312345678', originator: '20000087654321', pence: 6500 },
          ...{ reference: 'SALARY 11', name: 'A & B', processingDay: '2026-11-24' },
        },
      },
    });
    expect(slice.answers[1]).toMatchObject({ code: 'AC01', bacs: { code: '0128' } });
  });

  it.each([
    ['0', 'AC01'],
    ['2', 'MD07'],
    ['3', 'AC04'],
    ['5', 'AC01'],
    ['B', 'AC04'],
    ['C', 'FOCR'],
    ['Z', null],
  ])('has for the code %s the ISO reason %s', async (code, reason) => {
    const { answers } = await sliceOf(arucs(returnedItem('1.00', code) + totals(1, '1.00')));
    expect(answers).toMatchObject([{ code: reason, bacs: { code } }]);
  });

  it('may contain no items', async () => {
    expect((await sliceOf(arucs(totals(0, '0.00')))).answers).toEqual([]);
  });

  it.each([
    [returnedItem('1.234'), /"1\.234 GBP" is not a valid amount/],
    [returnedItem('-1.00'), /"-1\.00 GBP" is not a valid amount/],
    [returnedItem('1.00').replace('"GBP"', '"EUR"'), /"1\.00 EUR"/],
    [returnedItem('1.00', 'B', '010203 1234567'), /is not an account/],
    [returnedItem('1.00', 'B', '01-0203 12345678'), /is not an account/],
    [returnedItem('1.00').replace('name="A &amp; B"', ''), /no value for name/],
    [returnedItem('1.00').replace('DestinationAccount', 'PayerAccount'), /destinationSortCode/],
    [returnedItem('1.00').replace('2026-11-24', '2026-02-30'), /"2026-02-30" is not a date/],
    [
      returnedItem('1.00').replace('</Ret', '<DestinationAccount number="12345679"/></Ret'),
      /number occurs with the values "12345678" and "12345679"/,
    ],
  ])('gives an invalid item a problem and reads the others', async (item, problem) => {
    // The sum cannot be compared if an amount is unknown.
    const { answers } = await sliceOf(arucs(item + returnedItem('1.00') + totals(2, '2.00')));
    expect(answers[0]?.problem).toMatch(problem);
    expect(answers[0]).toMatchObject({ returned: null });
    expect(answers[0]?.bacs).toBeUndefined();
    expect(answers[1]).toMatchObject({ position: 1, problem: null });
  });

  it('is read in slices that together contain each item once', async () => {
    const count = 25;
    const items = Array.from({ length: count }, () => returnedItem('1.00')).join('');
    const xml = arucs(items + totals(count, '25.00'));
    const slices = await slicesOf(utf8(xml), 10);
    expect(slices.map(({ answers }) => answers.length)).toEqual([10, 10, 5]);
    expect(slices.flatMap(({ answers }) => answers.map(({ position }) => position))).toEqual(
      Array.from({ length: count }, (_, position) => position),
    );
    expect(slices.map(({ isLast }) => isLast)).toEqual([false, false, true]);
  });
});

describe('an input report', () => {
  it('is read as rejections, amendments and the totals of the submission', async () => {
    const errors = inputError('REJECTED') + inputError('AMENDED', '1.00');
    const slice = await sliceOf(inputReport(errors, [9, '90.00'], [1, '12.34']));
    expect(slice).toMatchObject({
      header: { kind: 'input report', id: '123456-2026-11-24-000042-001' },
      answers: [
        { status: 'RJCT', code: null, bacs: { outcome: 'rejected', record: { pence: 1234 } } },
        { status: 'ACSC', bacs: { outcome: 'amended', record: { processingDay: '2026-11-24' } } },
      ],
      bacs: {
        submission: {
          ...{ serial: '000042', processingDay: '2026-11-24' },
          accepted: { credits: 9, pence: 9000 },
          rejected: { credits: 1, pence: 1234 },
        },
      },
    });
  });

  it('needs no items if all credits are rejected', async () => {
    const slice = await sliceOf(inputReport('', [0, '0.00'], [3, '12.34']));
    expect(slice.answers).toEqual([]);
    expect(slice.bacs?.submission?.rejected).toEqual({ credits: 3, pence: 1234 });
  });

  it.each<[name: string, xml: string, code: DocumentErrorCode]>([
    ['an unlisted rejection', inputReport('', [9, '90.00'], [1, '12.34']), 'count'],
    [
      'an additional rejection',
      inputReport(inputError('REJECTED').repeat(2), [9, '90.00'], [1, '24.68']),
      'count',
    ],
    ['a wrong sum', inputReport(inputError('REJECTED'), [9, '90.00'], [1, '12.35']), 'sum'],
    ['an unknown type', inputReport(inputError('RETURNED'), [9, '90.00'], [0, '0.00']), 'value'],
    ['an invalid item', inputReport(inputError('REJECTED', 'x'), [9, '9.00'], [1, '1']), 'value'],
    ['no credits', inputReport('', [0, '0.00'], [0, '0.00']), 'structure'],
    ['totals that are no number', inputReport('', [9, 'NaN'], [0, '0.00']), 'value'],
    [
      'two user files',
      inputReport('', [9, '90.00'], [0, '0.00']).replace(
        '<Errors>',
        '<UserFileInformation userNumber="123456" userFileNumber="002"/><Errors>',
      ),
      'structure',
    ],
  ])('is rejected with %s', async (_name, xml, code) => {
    expect(await errorOf(utf8(xml))).toMatchObject({ code });
  });
});

describe('an AWACS', () => {
  it('is read as moved accounts, which have no status and no return', async () => {
    const slice = await sliceOf(awacs());
    expect(slice.header).toEqual({ kind: 'AWACS', id: '123456-2026-11-25-8' });
    expect(slice.answers).toMatchObject([
      {
        ...{ status: null, returned: null, problem: null },
        bacs: {
          ...{ outcome: 'moved', code: '3', newAccount: '04050623456789' },
          record: { destination: '01020312345678', originator: null, pence: null },
        },
      },
    ]);
  });

  it('gives an item without a new account a problem', async () => {
    const { answers } = await sliceOf(awacs({ 'payee-new-sort-code': '' }));
    expect(answers[0]?.problem).toMatch(/no value for newSortCode/);
  });
});

describe('a report of Bacs', () => {
  it.each<[name: string, xml: string | Uint8Array, code: DocumentErrorCode]>([
    ['of another kind', bacs('<ARUDD/>'), 'kind'],
    ['without a report', bacs(''), 'kind'],
    ['in a namespace', ONE.replace('<BACSDocument ', '<BACSDocument xmlns="urn:x" '), 'kind'],
    ['with elements of a namespace', ONE.replace('<ARUCS', '<ARUCS xmlns="urn:x"'), 'kind'],
    ['with a second report', ONE.replace('</Data>', '<ARUCS/></Data>'), 'structure'],
    ['with a second Data', ONE.replace('</BACS', '<Data><ARUCS/></Data></BACS'), 'structure'],
    ['without totals', arucs(returnedItem()), 'structure'],
    ['with an item after the totals', arucs(totals(0, '0.00') + returnedItem()), 'structure'],
    ['with a wrong number', arucs(returnedItem('1.00') + totals(2, '1.00')), 'count'],
    ['with a wrong sum', arucs(returnedItem('1.00') + totals(1, '2.00')), 'sum'],
    ['with an unknown kind of item', arucs('<ReturnedItem/>' + totals(0, '0.00')), 'structure'],
    ['with an invalid date', ONE.replace('2026-11-26', '26/11/2026'), 'value'],
    ['with a wrong service user number', ONE.replace('"123456"', '"12345"'), 'value'],
    ['without a number', ONE.replace('adviceNumber="007"', ''), 'structure'],
    [
      'of two users',
      ONE.replace('<Advice>', '<ServiceLicenseInformation userNumber="1"/><Advice>'),
      'structure',
    ],
    ['that is not ASCII', Buffer.from(ONE.replace('US', 'caf\u00e9'), 'latin1'), 'encoding'],
    ['in UTF-8 that claims ISO-8859-1', ONE.replace('US', 'caf\u00e9'), 'encoding'],
    ['in another encoding', ONE.replace('ISO-8859-1', 'UTF-7'), 'encoding'],
    [
      'with entities',
      ONE.replace('<BACS', '<!DOCTYPE B [<!ENTITY a "1.00">]><BACS').replace('65.00', '&a;'),
      'doctype',
    ],
    ['that is cut off', ONE.slice(0, -20), 'malformed'],
    ['with an attribute twice', ONE.replace('ref="', 'ref="A" ref="'), 'malformed'],
    ['that is nested deeply', ONE.replace('</BACS', '<a>'.repeat(40) + '</BACS'), 'depth'],
    ['around an ISO message', bacs(STATUS_REPORT.replace(/<\?.*?\?>/, '')), 'kind'],
    [
      'inside an ISO message',
      STATUS_REPORT.replace('</Document>', `<ARUCS/></Document>`),
      'structure',
    ],
  ])('is rejected %s', async (_name, xml, code) => {
    const bytes = typeof xml === 'string' ? utf8(xml) : xml;
    expect(await errorOf(bytes)).toMatchObject({ code });
  });

  it('may be in UTF-8 with other characters', async () => {
    const xml = ONE.replace('ISO-8859-1', 'UTF-8').replace('A &amp; B', 'caf\u00e9');
    expect((await sliceOf(xml)).answers[0]?.bacs?.record.name).toBe('caf\u00e9');
  });

  it('has the same result in pieces of any size', async () => {
    const whole = await slicesOf(utf8(ONE));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), async (size) => {
        const bytes = utf8(ONE);
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        );
        expect(await slicesOf(pieces)).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it('may not have more items than the limit', async () => {
    const items = returnedItem('1.00').repeat(100_001);
    const error = await errorOf(utf8(arucs(items + totals(100_001, '100001.00'))));
    expect(error).toMatchObject({ code: 'entry-count' });
  });
});
