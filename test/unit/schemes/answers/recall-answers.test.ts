import { describe, expect, it } from 'vitest';
import { validateMessage } from '../../../helpers/iso20022.ts';
import {
  answerOf,
  DECLARATION,
  errorOf,
  inEnvelope,
  sliceOf,
  slicesOf,
  utf8,
} from './documents.ts';

const AGENT = '<Agt><FinInstnId><BICFI>SANDGB2LXXX</BICFI></FinInstnId></Agt>';
const ASSIGNMENT =
  `<Assgnmt><Id>HUB-9</Id><Assgnr>${AGENT}</Assgnr><Assgne>${AGENT}</Assgne>` +
  '<CreDtTm>2026-12-04T09:00:00Z</CreDtTm></Assgnmt>';
const STATUS = '<Sts><Conf>RJCR</Conf></Sts>';
const UETR = '7a562c67-ca16-48ba-b074-65581be6f001';

const caseOf = (id: string) => `<RslvdCase><Id>${id}</Id><Cretr>${AGENT}</Cretr></RslvdCase>`;
const details = (transactions: string) => `<CxlDtls>${transactions}</CxlDtls>`;
const transaction = (members: string) => `<TxInfAndSts>${members}</TxInfAndSts>`;

/** Returns a camt.029 with these elements. */
const resolution = (body: string) =>
  `${DECLARATION}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.029.001.09">` +
  `<RsltnOfInvstgtn>${body}</RsltnOfInvstgtn></Document>`;

const COMPLETE = resolution(
  ASSIGNMENT +
    STATUS +
    details(
      transaction(
        `<CxlStsId>A1</CxlStsId>${caseOf('CASE1')}` +
          '<OrgnlGrpInf><OrgnlMsgId>MSG1</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId>' +
          '</OrgnlGrpInf><OrgnlInstrId>MSG1-0</OrgnlInstrId><OrgnlEndToEndId>E2E</OrgnlEndToEndId>' +
          `<OrgnlTxId>MSG1-0</OrgnlTxId><OrgnlUETR>${UETR}</OrgnlUETR><TxCxlSts>RJCR</TxCxlSts>` +
          '<CxlStsRsnInf><Rsn><Cd>LEGL</Cd></Rsn><AddtlInf>a court order</AddtlInf></CxlStsRsnInf>' +
          '<OrgnlIntrBkSttlmAmt Ccy="GBP">10.50</OrgnlIntrBkSttlmAmt>',
      ),
    ),
);

const NOTHING = { caseId: null, ownCaseId: null, answerId: null, confirmation: null, amount: null };

describe('readAnswers of a camt.029', () => {
  it.each([COMPLETE, inEnvelope(COMPLETE)])('returns the answer to a recall', async (xml) => {
    validateMessage('camt.029.001.09', COMPLETE);
    expect(await sliceOf(xml)).toEqual({
      header: { kind: 'camt.029', id: 'HUB-9' },
      groups: [],
      answers: [
        {
          ...{ position: 0, messageId: 'MSG1', instructionId: 'MSG1-0', transactionId: 'MSG1-0' },
          ...{ endToEndId: 'E2E', uetr: UETR, status: 'RJCR', returned: null, problem: null },
          ...{ code: 'LEGL', text: 'a court order' },
          recall: {
            ...{ caseId: null, ownCaseId: 'CASE1', answerId: 'A1', confirmation: 'RJCR' },
            amount: { minor: 1050, currency: 'GBP' },
          },
        },
      ],
      isLast: true,
      report: null,
    });
  });

  it('returns one answer for the case if there are no transactions', async () => {
    const xml = resolution(ASSIGNMENT + caseOf('CASE1') + '<Sts><Conf>PDCR</Conf></Sts>');
    validateMessage('camt.029.001.09', xml);
    const recall = { ...NOTHING, caseId: 'CASE1', confirmation: 'PDCR' };
    expect(await sliceOf(xml)).toMatchObject({
      header: { kind: 'camt.029', id: 'HUB-9' },
      answers: [{ position: 0, instructionId: null, status: null, recall, problem: null }],
    });
  });

  it('returns the transactions of several groups in slices', async () => {
    const one = transaction('<OrgnlTxId>MSG1-0</OrgnlTxId><TxCxlSts>ACCR</TxCxlSts>');
    const body = ASSIGNMENT + '<Sts><Conf>PECR</Conf></Sts>' + details(one + one) + details(one);
    const slices = await slicesOf(utf8(resolution(body)), 2);
    expect(slices.map(({ answers }) => answers.map(({ position }) => position))).toEqual([
      [0, 1],
      [2],
    ]);
  });

  it('has no status if the investigation is about something else', async () => {
    const body = '<Sts><RjctdMod><Cd>UM01</Cd></RjctdMod></Sts>';
    const { status, recall } = await answerOf(resolution(ASSIGNMENT + body));
    expect({ status, recall }).toEqual({ status: null, recall: NOTHING });
  });

  it.each([
    ['two cases', `${caseOf('A')}${caseOf('B')}`, /TxInfAndSts\/RslvdCase occurs twice/],
    ['two statuses', '<TxCxlSts>ACCR</TxCxlSts><TxCxlSts>RJCR</TxCxlSts>', /TxCxlSts occurs twice/],
    ['a case without an id', '<RslvdCase/>', /RslvdCase\/Id is missing/],
    ['an invalid status', '<TxCxlSts>accepted</TxCxlSts>', /"accepted" is not a valid value/],
    [
      'an amount of an unknown currency',
      '<OrgnlIntrBkSttlmAmt Ccy="XYZ">1</OrgnlIntrBkSttlmAmt>',
      /OrgnlIntrBkSttlmAmt: The currency "XYZ" is not supported/,
    ],
    [
      'an invalid amount',
      '<OrgnlIntrBkSttlmAmt Ccy="GBP">-1</OrgnlIntrBkSttlmAmt>',
      /not a valid amount/,
    ],
  ])('reports a transaction with %s as a problem', async (_, members, problem) => {
    const answer = await answerOf(resolution(ASSIGNMENT + STATUS + details(transaction(members))));
    expect(answer.problem).toMatch(problem);
  });

  it.each([
    ['no assignment', STATUS, 'structure'],
    ['no status', ASSIGNMENT, 'structure'],
    ['a status before the assignment', STATUS + ASSIGNMENT, 'structure'],
    ['two assignments', ASSIGNMENT + ASSIGNMENT + STATUS, 'structure'],
    ['two statuses', ASSIGNMENT + STATUS + STATUS, 'structure'],
    ['a case without an id', `${ASSIGNMENT}<RslvdCase/>${STATUS}`, 'structure'],
    [
      'a status after the transactions',
      ASSIGNMENT + details(transaction('')) + STATUS,
      'structure',
    ],
    ['an empty id', ASSIGNMENT.replace('HUB-9', '') + STATUS, 'value'],
    ['an invalid status', `${ASSIGNMENT}<Sts><Conf>refused</Conf></Sts>`, 'value'],
    ['a long case', ASSIGNMENT + caseOf('C'.repeat(36)) + STATUS, 'value'],
  ])('rejects a document with %s', async (_, body, code) => {
    expect(await errorOf(utf8(resolution(body)))).toMatchObject({ code });
  });

  it('rejects another version', async () => {
    const other = COMPLETE.replace('camt.029.001.09', 'camt.029.001.11');
    expect(await errorOf(utf8(other))).toMatchObject({ code: 'kind' });
  });
});
