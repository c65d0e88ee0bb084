import { fractionDigitsOf } from '../../../domain/pricing/currencies.ts';
import { formatAmount, type MinorUnits } from '../../../shared/money.ts';
import { formatInstant, londonDate, type Instant } from '../../../shared/time.ts';
import type { AccountEntry, AccountStatement } from '../settlement/account-entries.ts';
import { documentOf, element } from './xml.ts';

/** Returns a camt.054.001.08 with one entry. */
export function* writeNotification(id: string, entry: AccountEntry): Generator<string> {
  yield (
    documentOf('camt.054.001.08') +
    `<BkToCstmrDbtCdtNtfctn>${header(id, entry.bookedAt)}<Ntfctn>${element('Id', id)}` +
    `${account(entry.currency)}${entryOf(entry)}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>\n`
  );
}

/** Returns a camt.053.001.08 with one statement. */
export function* writeStatement(
  id: string,
  statement: AccountStatement,
  entries: readonly AccountEntry[],
): Generator<string> {
  const { currency, sequence, openingMinor, closingMinor, createdAt } = statement;
  const balance = (code: string, minor: MinorUnits): string =>
    `<Bal><Tp><CdOrPrtry>${element('Cd', code)}</CdOrPrtry></Tp>` +
    amount(Math.abs(minor), currency) +
    element('CdtDbtInd', minor < 0 ? 'DBIT' : 'CRDT') +
    `<Dt>${element('Dt', londonDate(createdAt))}</Dt></Bal>`;
  yield (
    documentOf('camt.053.001.08') +
    `<BkToCstmrStmt>${header(id, createdAt)}<Stmt>` +
    element('Id', `${currency}-${String(sequence)}`) +
    element('ElctrncSeqNb', String(sequence)) +
    account(currency) +
    balance('OPBD', openingMinor) +
    balance('CLBD', closingMinor)
  );
  for (const entry of entries) yield entryOf(entry);
  yield '</Stmt></BkToCstmrStmt></Document>\n';
}

const header = (id: string, createdAt: Instant): string =>
  `<GrpHdr>${element('MsgId', id)}${element('CreDtTm', formatInstant(createdAt))}</GrpHdr>`;

const account = (currency: string): string =>
  `<Acct><Id><Othr>${element('Id', `SETTLEMENT-${currency}`)}</Othr></Id></Acct>`;

const amount = (minor: MinorUnits, currency: string): string =>
  `<Amt Ccy="${currency}">${formatAmount(minor, fractionDigitsOf(currency))}</Amt>`;

function entryOf(entry: AccountEntry): string {
  const { number, amountMinor, currency, direction, bookedAt } = entry;
  const date = element('Dt', londonDate(bookedAt));
  return (
    `<Ntry>${amount(amountMinor, currency)}${element('CdtDbtInd', direction)}` +
    `<Sts>${element('Cd', 'BOOK')}</Sts><BookgDt>${date}</BookgDt><ValDt>${date}</ValDt>` +
    element('AcctSvcrRef', `HUB-ENTRY-${String(number)}`) +
    `<BkTxCd><Prtry>${element('Cd', 'SETTLEMENT')}</Prtry></BkTxCd>` +
    `<NtryDtls>${detailsOf(entry)}</NtryDtls></Ntry>`
  );
}

function detailsOf({ messageId, credits, credit }: AccountEntry): string {
  if (credit === null) {
    return `<Btch>${element('MsgId', messageId)}${element('NbOfTxs', String(credits))}</Btch>`;
  }
  return (
    `<TxDtls><Refs>${element('MsgId', credit.messageId)}` +
    element('InstrId', credit.instructionId) +
    element('EndToEndId', credit.endToEndId) +
    `${element('TxId', credit.transactionId)}</Refs></TxDtls>`
  );
}
