import { createHash } from 'node:crypto';
import type { Config } from './config.ts';
import type { FileShape } from './scenario.ts';
import { changed, type Variables } from './values.ts';
import { escaped } from './xml.ts';

const DEFAULT_PAYMENTS = 2;

/** A file to upload, with the metadata that match it. */
export interface TestFile {
  readonly bytes: Buffer;
  /** SHA-256 in base64. */
  readonly hash: string;
  /** Number of payments. */
  readonly count: number;
  /** Sum of all amounts in pounds. */
  readonly sum: number;
}

/** Creates a payment file of the bank's layout. */
export function createFile(shape: FileShape, { payments: settings }: Config): TestFile {
  const count = shape.payments ?? DEFAULT_PAYMENTS;
  const payments = Array.from({ length: count }, (_, index) => ({
    InstructionIdentification: `CONF${String(index)}`,
    EndToEndIdentification: `CONFORMANCE-${String(index)}`,
    LocalInstrument: settings.localInstrument,
    InstructedAmount: { Amount: settings.amount, Currency: 'GBP' },
    ...(settings.debtorAccount && { DebtorAccount: settings.debtorAccount }),
    CreditorAccount: settings.creditorAccount,
  }));
  const whole = changed({}, { [settings.list]: withChanges(payments, shape.change) });
  const text = Buffer.from(shape.text ?? JSON.stringify(whole));
  const missing = Number(shape.padTo ?? 0) - text.length;
  const bytes = missing > 0 ? Buffer.concat([text, Buffer.alloc(missing, ' ')]) : text;
  // Integers, so that the sum has no error of binary fractions.
  const pence = Math.round(Number(settings.amount) * 100) * count;
  return { bytes, hash: hashOf(bytes), count, sum: pence / 100 };
}

function withChanges(payments: readonly object[], change: Readonly<Record<string, unknown>> = {}) {
  const [first, ...others] = payments;
  return first === undefined ? [] : [changed(first, change), ...others];
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}

/** Returns the Initiation of a consent for a file. `null` in the changes removes a member. */
export function initiationFor(
  file: TestFile,
  config: Config,
  variables: Variables,
  changes: Readonly<Record<string, unknown>>,
): unknown {
  const { debtorAccount } = config.payments;
  const initiation = {
    FileType: variables.get('FileType'),
    FileHash: file.hash,
    FileReference: 'CONFORMANCE',
    NumberOfTransactions: String(file.count),
    ControlSum: file.sum,
    ...(debtorAccount && { DebtorAccount: debtorAccount }),
  };
  const refused = config.members.refused.map((name): [string, null] => [name, null]);
  return changed(initiation, { ...Object.fromEntries(refused), ...changes });
}

/** Returns a pain.001 with one payment of 10.50 pounds on a day. */
export function createPain001({ payments }: Config, day: string): string {
  const { debtorAccount, creditorAccount, localInstrument } = payments;
  const account = (id = '') => `<Id><Othr><Id>${escaped(id)}</Id></Othr></Id>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.08"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>CONFORMANCE</MsgId><CreDtTm>${day}T00:00:00Z</CreDtTm><NbOfTxs>1</NbOfTxs>
<InitgPty><Nm>Conformance</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>CONFORMANCE</PmtInfId><PmtMtd>TRF</PmtMtd>
<PmtTpInf><LclInstrm><Prtry>${escaped(localInstrument)}</Prtry></LclInstrm></PmtTpInf>
<ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt><Dbtr><Nm>Conformance</Nm></Dbtr>
<DbtrAcct>${account(debtorAccount?.Identification)}</DbtrAcct>
<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>
<CdtTrfTxInf><PmtId><EndToEndId>CONFORMANCE-0</EndToEndId></PmtId>
<Amt><InstdAmt Ccy="GBP">10.50</InstdAmt></Amt>
<Cdtr><Nm>${escaped(creditorAccount.Name ?? '')}</Nm></Cdtr>
<CdtrAcct>${account(creditorAccount.Identification)}</CdtrAcct></CdtTrfTxInf>
</PmtInf></CstmrCdtTrfInitn></Document>`;
}
