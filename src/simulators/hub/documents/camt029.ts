import { formatInstant, type Instant } from '../../../shared/time.ts';
import { ORIGINAL_MESSAGE, originalIds, type OriginalIds } from './pacs002.ts';
import { documentOf, element } from './xml.ts';

/** The answer to a recall. */
export interface Resolution extends OriginalIds {
  /** Id of the document (Assgnmt/Id), also of the answer (CxlStsId). */
  readonly id: string;
  readonly createdAt: Instant;
  /** The case of the recall. Null if the recall names none. */
  readonly caseId: string | null;
  readonly messageId: string;
  readonly status: 'ACCR' | 'PDCR' | 'RJCR';
  /** ISO code of a refusal. */
  readonly code: string | null;
  /** Currency and amount, for example `GBP 10.50`. */
  readonly amount: string | null;
}

/** Status of the investigation by the status of its only credit. */
const CONFIRMATIONS = { ACCR: 'CNCL', PDCR: 'PDCR', RJCR: 'RJCR' } as const;

const agentOf = (name: string): string => `<Agt><FinInstnId><Nm>${name}</Nm></FinInstnId></Agt>`;

/** Returns a camt.029.001.09 about one credit. */
export function writeResolution(resolution: Resolution): string {
  const { id, createdAt, caseId, messageId, status, code } = resolution;
  const [currency = '', amount = ''] = resolution.amount?.split(' ') ?? [];
  return (
    documentOf('camt.029.001.09') +
    `<RsltnOfInvstgtn><Assgnmt>${element('Id', id)}` +
    `<Assgnr>${agentOf('Creditor bank')}</Assgnr><Assgne>${agentOf('Debtor bank')}</Assgne>` +
    `${element('CreDtTm', formatInstant(createdAt))}</Assgnmt>` +
    `<Sts>${element('Conf', CONFIRMATIONS[status])}</Sts>` +
    `<CxlDtls><TxInfAndSts>${element('CxlStsId', id)}` +
    (caseId === null
      ? ''
      : `<RslvdCase>${element('Id', caseId)}<Cretr>${agentOf('Debtor bank')}</Cretr></RslvdCase>`) +
    `<OrgnlGrpInf>${element('OrgnlMsgId', messageId)}` +
    `${element('OrgnlMsgNmId', ORIGINAL_MESSAGE)}</OrgnlGrpInf>` +
    originalIds(resolution) +
    element('TxCxlSts', status) +
    (code === null ? '' : `<CxlStsRsnInf><Rsn>${element('Cd', code)}</Rsn></CxlStsRsnInf>`) +
    (currency === ''
      ? ''
      : `<OrgnlIntrBkSttlmAmt Ccy="${currency}">${amount}</OrgnlIntrBkSttlmAmt>`) +
    '</TxInfAndSts></CxlDtls></RsltnOfInvstgtn></Document>\n'
  );
}
