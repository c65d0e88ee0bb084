import { describe, expect, it } from 'vitest';
import { validateMessage } from '../../../helpers/iso20022.ts';
import {
  answerOf,
  errorOf,
  group,
  MESSAGE_REJECT,
  PAYMENT_RETURN,
  paymentReturn,
  returned,
  sliceOf,
  STATUS_HEADER,
  STATUS_REPORT,
  statusReport,
  transaction,
  UETR,
  utf8,
} from './documents.ts';

describe('readAnswers of a pacs.002', () => {
  it('returns groups, answers and reasons', async () => {
    validateMessage('pacs.002.001.10', STATUS_REPORT);
    expect(await sliceOf(STATUS_REPORT)).toEqual({
      header: { kind: 'pacs.002', id: 'HUB-1' },
      groups: [
        { messageId: 'MSG1', status: 'PART', transactions: 3, code: 'HUB7', text: 'one of three' },
      ],
      answers: [
        {
          position: 0,
          messageId: 'MSG1',
          instructionId: 'MSG1-0',
          transactionId: 'MSG1-0',
          endToEndId: 'E2E \u{1F3E6} caf\u00e9',
          uetr: UETR,
          status: 'RJCT',
          returned: null,
          problem: null,
          code: 'AC04',
          text: 'closed & moved since May',
        },
        {
          position: 1,
          messageId: null,
          instructionId: null,
          transactionId: 'MSG1-1',
          endToEndId: null,
          uetr: null,
          status: null,
          returned: null,
          problem: null,
          code: null,
          text: null,
        },
      ],
      report: null,
      isLast: true,
    });
  });

  it('accepts a report without transactions', async () => {
    const slice = await sliceOf(statusReport(group('<GrpSts>ACSC</GrpSts>')));
    expect(slice).toMatchObject({ groups: [{ status: 'ACSC' }], answers: [], isLast: true });
  });

  it.each([
    ['<OrgnlInstrId>I</OrgnlInstrId><TxSts>A</TxSts><TxSts>B</TxSts>', /TxSts occurs twice/],
    [
      '<OrgnlInstrId>I</OrgnlInstrId><TxSts>rjct</TxSts>',
      /TxSts: "rjct" is not a valid value\. Use 1 to 4/,
    ],
    ['<OrgnlInstrId>I</OrgnlInstrId><TxSts> ACSC</TxSts>', /TxSts: " ACSC"/],
    ['<OrgnlInstrId>I</OrgnlInstrId><TxSts><x/></TxSts>', /TxSts contains an element/],
    ['<OrgnlInstrId>I</OrgnlInstrId>', /TxSts is missing/],
    ['<TxSts>ACSC</TxSts>', /names no credit/],
    [
      `<OrgnlInstrId>${'i'.repeat(36)}</OrgnlInstrId><TxSts>ACSC</TxSts>`,
      /OrgnlInstrId: "i+" is not/,
    ],
    [`<OrgnlInstrId>${'i'.repeat(99_999)}</OrgnlInstrId><TxSts>ACSC</TxSts>`, /Use 1 to 35/],
    [`<OrgnlUETR>${UETR.toUpperCase()}</OrgnlUETR><TxSts>ACSC</TxSts>`, /UUID in lower case/],
    [
      '<OrgnlGrpInf/><OrgnlTxId>I</OrgnlTxId><TxSts>ACSC</TxSts>',
      /OrgnlGrpInf\/OrgnlMsgId is missing/,
    ],
    [
      '<OrgnlTxId>I</OrgnlTxId><TxSts>RJCT</TxSts><StsRsnInf>AC04</StsRsnInf>',
      /TxInfAndSts\/StsRsnInf contains text/,
    ],
    [
      '<OrgnlTxId>I</OrgnlTxId><TxSts>RJCT</TxSts>' +
        '<StsRsnInf><Rsn><Cd>AC04</Cd><Prtry>X</Prtry></Rsn></StsRsnInf>',
      /StsRsnInf\/Rsn\/Prtry occurs beside Cd/,
    ],
  ])('gives the answer %j a problem and reads the others', async (members, problem) => {
    const { answers } = await sliceOf(statusReport(transaction(members) + transaction()));
    expect(answers).toHaveLength(2);
    expect(answers[0]?.problem).toMatch(problem);
    expect(answers[1]).toMatchObject({ position: 1, status: 'ACSC', problem: null });
  });

  it('ignores elements that it does not use, and other namespaces', async () => {
    const members =
      '<constructor/><__proto__><TxSts>RJCT</TxSts></__proto__>' +
      '<OrgnlInstrId>I</OrgnlInstrId><x:TxSts xmlns:x="urn:x">RJCT</x:TxSts><TxSts>ACSC</TxSts>';
    const answer = await answerOf(statusReport(transaction(members)));
    expect(answer).toMatchObject({ status: 'ACSC', problem: null });
  });

  it('limits the texts of the reasons together', async () => {
    const texts = `<AddtlInf>${'t'.repeat(105)}</AddtlInf>`.repeat(100);
    const answer = await answerOf(
      statusReport(
        transaction(`<OrgnlTxId>I</OrgnlTxId><TxSts>RJCT</TxSts><StsRsnInf>${texts}</StsRsnInf>`),
      ),
    );
    expect(answer.problem).toBeNull();
    expect(answer.text).toHaveLength(500);
  });

  it.each([
    ['a group with two statuses', group('<GrpSts>ACSC</GrpSts><GrpSts>RJCT</GrpSts>'), 'structure'],
    ['a group with an invalid number', group('<OrgnlNbOfTxs>x</OrgnlNbOfTxs>'), 'value'],
    ['a group without an id', '<OrgnlGrpInfAndSts/>', 'structure'],
    ['two groups of one message', group('') + group(''), 'structure'],
    ['a group after a transaction', transaction() + group(''), 'structure'],
    ['a second header', '<GrpHdr><MsgId>M2</MsgId></GrpHdr>', 'structure'],
    ['text between transactions', `${transaction()}text`, 'mixed-content'],
    ['a second report', '</FIToFIPmtStsRpt><FIToFIPmtStsRpt>', 'structure'],
    ['another message', '</FIToFIPmtStsRpt><PmtRtr/><FIToFIPmtStsRpt>', 'structure'],
    [
      'too many groups',
      Array.from({ length: 10_001 }, (_, index) => group('', `MSG${String(index)}`)).join(''),
      'entry-count',
    ],
  ])('rejects a document with %s', async (_name, body, code) => {
    expect(await errorOf(utf8(statusReport(body)))).toMatchObject({ code });
  });

  it('rejects a document whose header is missing or not first', async () => {
    const missing = statusReport('').replace(STATUS_HEADER, '');
    expect((await errorOf(utf8(missing))).message).toContain('GrpHdr is missing');
    const late = statusReport('').replace(STATUS_HEADER, transaction() + STATUS_HEADER);
    expect((await errorOf(utf8(late))).message).toContain('GrpHdr must be the first element');
  });
});

describe('readAnswers of a pacs.004', () => {
  it('returns amounts in minor units', async () => {
    validateMessage('pacs.004.001.09', PAYMENT_RETURN);
    const slice = await sliceOf(PAYMENT_RETURN);
    expect(slice.header).toEqual({ kind: 'pacs.004', id: 'HUB-2' });
    expect(slice.answers).toMatchObject([
      {
        position: 0,
        messageId: 'MSG1',
        instructionId: 'MSG1-2',
        status: null,
        returned: { id: 'R1', amount: { minor: 1050, currency: 'GBP' } },
        code: 'AC04',
        problem: null,
      },
      { position: 1, returned: { amount: { minor: 100, currency: 'GBP' } } },
    ]);
  });

  it.each([
    [' +007. ', 'GBP', 700],
    ['.50000', 'GBP', 50],
    ['9999999999999.99', 'GBP', 999_999_999_999_999],
    ['1500', 'JPY', 1500],
  ])('reads the amount %j in %s', async (text, currency, minor) => {
    const { returned: fact, problem } = await answerOf(paymentReturn(returned(text, currency), 1));
    expect({ fact, problem }).toEqual({
      fact: { id: 'R1', amount: { minor, currency } },
      problem: null,
    });
  });

  it.each([
    ['10,50', 'GBP', /"10,50" is not a valid amount/],
    ['-1', 'GBP', /not a valid amount/],
    ['1e3', 'GBP', /not a valid amount/],
    ['', 'GBP', /not a valid amount/],
    ['1.000001', 'GBP', /not a valid amount/],
    ['1234567890123456789', 'GBP', /not a valid amount/],
    ['10.505', 'GBP', /Use up to 13 digits and 2 decimals/],
    ['1.5', 'JPY', /Use up to 13 digits and 0 decimals/],
    ['1.50', 'XYZ', /currency "XYZ" is not supported/],
  ])('reports the amount %j in %s as a problem', async (text, currency, problem) => {
    const answer = await answerOf(paymentReturn(returned(text, currency), 1));
    expect(answer.problem).toMatch(problem);
    expect(answer.returned?.amount).toBeNull();
  });

  it('reports a missing amount, a second one, and a missing currency', async () => {
    const valid = returned('1.00');
    const amount = '<RtrdIntrBkSttlmAmt Ccy="GBP">1.00</RtrdIntrBkSttlmAmt>';
    const body = [
      valid.replace(amount, ''),
      valid.replace(amount, amount + amount),
      valid.replace('RtrdIntrBkSttlmAmt Ccy="GBP"', 'RtrdIntrBkSttlmAmt'),
      valid,
    ].join('');
    const { answers } = await sliceOf(paymentReturn(body, 4, '<CtrlSum>4.00</CtrlSum>'));
    expect(answers.map(({ problem }) => problem)).toEqual([
      'TxInf/RtrdIntrBkSttlmAmt is missing.',
      'TxInf/RtrdIntrBkSttlmAmt occurs twice. Send it once.',
      'RtrdIntrBkSttlmAmt: The attribute Ccy is missing.',
      null,
    ]);
  });

  it.each([
    [1, '', 'count', /contains 2 transactions, but its header says 1/],
    [3, '', 'count', /says 3/],
    [2, '<CtrlSum>11.51</CtrlSum>', 'sum', /add up to 11\.50, but CtrlSum is 11\.51/],
    [2, '<CtrlSum>x</CtrlSum>', 'value', /GrpHdr\/CtrlSum: "x" is not a valid decimal/],
    [2, '<TtlRtrdIntrBkSttlmAmt Ccy="GBP">1</TtlRtrdIntrBkSttlmAmt>', 'sum', /is 1\./],
    [2, '<TtlRtrdIntrBkSttlmAmt Ccy="EUR">11.5</TtlRtrdIntrBkSttlmAmt>', 'sum', /in "GBP"/],
    [2, '<GrpRtr>true</GrpRtr>', 'structure', /whole group/],
  ])(
    'rejects a header with %i transactions and %s',
    async (transactions, totals, code, message) => {
      const body = returned('10.50') + returned('1.00');
      const error = await errorOf(utf8(paymentReturn(body, transactions, totals)));
      expect(error).toMatchObject({ code, message: expect.stringMatching(message) as string });
    },
  );
});

describe('readAnswers of an admi.002', () => {
  it('returns a rejected group', async () => {
    validateMessage('admi.002.001.01', MESSAGE_REJECT);
    expect(await sliceOf(MESSAGE_REJECT)).toEqual({
      header: { kind: 'admi.002', id: 'MSG1' },
      groups: [
        {
          messageId: 'MSG1',
          status: 'RJCT',
          transactions: null,
          code: 'SCHEMA',
          text: 'IntrBkSttlmDt is missing',
        },
      ],
      answers: [],
      report: null,
      isLast: true,
    });
  });

  it('rejects one that names no message', async () => {
    const xml = MESSAGE_REJECT.replace('<Ref>MSG1</Ref>', '');
    expect((await errorOf(utf8(xml))).message).toContain('RltdRef/Ref is missing');
  });
});
