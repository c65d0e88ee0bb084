import { fractionDigitsOf } from '../../../domain/pricing/currencies.ts';
import { formatAmount, type MinorUnits } from '../../../shared/money.ts';
import { formatInstant, londonDate, type Instant } from '../../../shared/time.ts';
import type { CreditIds } from '../recalls/recall-books.ts';
import { ORIGINAL_MESSAGE, originalIds } from './pacs002.ts';
import { documentOf, element } from './xml.ts';

export interface ReturnHeader {
  readonly id: string;
  readonly createdAt: Instant;
  /** Id of the message of the bank. */
  readonly messageId: string;
  readonly currency: string;
  readonly credits: number;
  readonly totalMinor: MinorUnits;
}

/** A credit that comes back. */
export interface ReturnedCredit extends CreditIds {
  /** Id of the return (RtrId). */
  readonly id: string;
  readonly amountMinor: MinorUnits;
  /** ISO reason code. */
  readonly reason: string;
}

/** Returns the pieces of a pacs.004.001.09, one for each page of credits. */
export function* writeReturns(
  header: ReturnHeader,
  pages: Iterable<readonly ReturnedCredit[]>,
): Generator<string> {
  const { id, createdAt, messageId, currency, credits, totalMinor } = header;
  const amount = (name: string, minor: MinorUnits): string =>
    `<${name} Ccy="${currency}">${formatAmount(minor, fractionDigitsOf(currency))}</${name}>`;
  yield (
    documentOf('pacs.004.001.09') +
    `<PmtRtr><GrpHdr>${element('MsgId', id)}${element('CreDtTm', formatInstant(createdAt))}` +
    element('NbOfTxs', String(credits)) +
    amount('TtlRtrdIntrBkSttlmAmt', totalMinor) +
    element('IntrBkSttlmDt', londonDate(createdAt)) +
    '<SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf></GrpHdr>' +
    `<OrgnlGrpInf>${element('OrgnlMsgId', messageId)}` +
    `${element('OrgnlMsgNmId', ORIGINAL_MESSAGE)}</OrgnlGrpInf>`
  );
  for (const page of pages) {
    yield page
      .map(
        (one) =>
          `<TxInf>${element('RtrId', one.id)}${originalIds(one)}` +
          amount('OrgnlIntrBkSttlmAmt', one.amountMinor) +
          amount('RtrdIntrBkSttlmAmt', one.amountMinor) +
          `<RtrRsnInf><Rsn>${element('Cd', one.reason)}</Rsn></RtrRsnInf></TxInf>`,
      )
      .join('');
  }
  yield '</PmtRtr></Document>\n';
}
