import { expect, it } from 'vitest';
import { writeEnquiry } from '../../../../src/schemes/messages/pacs028.ts';
import { validateMessage } from '../../../helpers/iso20022.ts';

it('asks about a whole message, in a document that is valid against the published schema', () => {
  const xml = writeEnquiry({
    ...{ id: 'M0000000000000000000000E1', createdAt: Date.parse('2026-12-01T10:00:00Z') },
    ...{ messageId: 'M01K00000000000000000ABC' },
    messageCreatedAt: Date.parse('2026-12-01T09:00:00.125Z'),
  });
  validateMessage('pacs.028.001.03', xml);
  expect(xml).toContain(
    '<GrpHdr><MsgId>M0000000000000000000000E1</MsgId>' +
      '<CreDtTm>2026-12-01T10:00:00.000+00:00</CreDtTm></GrpHdr>' +
      '<OrgnlGrpInf><OrgnlMsgId>M01K00000000000000000ABC</OrgnlMsgId>' +
      '<OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId>' +
      '<OrgnlCreDtTm>2026-12-01T09:00:00.125+00:00</OrgnlCreDtTm></OrgnlGrpInf></FIToFIPmtStsReq>',
  );
  expect(() => validateMessage('pacs.028.001.03', xml.replace('OrgnlMsgNmId', 'X'))).toThrow();
});
