const PAYEE = '20051760000000';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.';

type PainPayment = readonly [name: string, pence: number, account?: string];

/** A pain.001 for tests. */
export interface Pain {
  readonly version?: string;
  readonly prefix?: string;
  readonly encoding?: string;
  readonly lineEnd?: string;
  readonly debtor?: string;
  /** False to leave out the execution dates. */
  readonly hasDates?: boolean;
  /** The payments of each PmtInf. */
  readonly batches: readonly (readonly PainPayment[])[];
}

const pounds = (pence: number): string => (pence / 100).toFixed(2);

/** Returns a pain.001. Names are written as XML. */
export function painOf(pain: Pain): string {
  const { version = '09', prefix = '', encoding, lineEnd = '\n', batches } = pain;
  const { debtor = '11280001234567', hasDates = true } = pain;
  const sum = (payments: Pain['batches'][number]): number =>
    payments.reduce((total, [, pence]) => total + pence, 0);
  const ofBatch = (payments: Pain['batches'][number], number: number): readonly string[] => [
    `  <!-- <PmtInf> ${String(number)} -->`,
    `  <PmtInf><PmtInfId>B${String(number)}</PmtInfId><PmtMtd>TRF</PmtMtd>`,
    `    <NbOfTxs>${String(payments.length)}</NbOfTxs><CtrlSum>${pounds(sum(payments))}</CtrlSum>`,
    ...(hasDates ? [`    <ReqdExctnDt>2026-12-0${String(1 + (number % 9))}</ReqdExctnDt>`] : []),
    `    <DbtrAcct><Id><Othr><Id>${debtor}</Id></Othr></Id></DbtrAcct>`,
    ...payments.flatMap(([name, pence, account = PAYEE], at) => [
      '    <CdtTrfTxInf>',
      `      <PmtId><EndToEndId>E${String(number)}.${String(at)}</EndToEndId></PmtId>`,
      `      <Amt><InstdAmt Ccy='GBP' note=">'/>">${pounds(pence)}</InstdAmt></Amt>`,
      `      <Cdtr><Nm>${name}</Nm></Cdtr><CdtrAcct><Id><Othr><Id>${account}</Id></Othr></Id></CdtrAcct>`,
      '    </CdtTrfTxInf>',
    ]),
    '  </PmtInf>',
  ];
  const all = batches.flat();
  const lines = [
    `<?xml version="1.0"${encoding === undefined ? '' : ` encoding="${encoding}"`}?>`,
    `<Document xmlns="${NAMESPACE}${version}"><CstmrCdtTrfInitn>`,
    `  <GrpHdr><MsgId>ACME &amp; Co ${'x'.repeat(22)}</MsgId><CreDtTm>2026-12-01T09:00:00</CreDtTm>`,
    `    <NbOfTxs>${String(all.length)}</NbOfTxs><CtrlSum>${pounds(sum(all))}</CtrlSum>`,
    '    <InitgPty><Nm>Acme</Nm></InitgPty></GrpHdr>',
    ...batches.flatMap((payments, at) => ofBatch(payments, at + 1)),
    '</CstmrCdtTrfInitn></Document>',
    '',
  ];
  const text = lines.join(lineEnd);
  if (prefix === '') return text;
  return text.replace('xmlns=', `xmlns:${prefix}=`).replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`);
}

/** Returns a record of Standard 18. */
function record(
  code: string,
  [destination, originator]: readonly [string, string],
  pence: number,
  [reference, name, day]: readonly [string, string, string],
): string {
  const texts = ['NORTHWIND', reference, name].map((text) => text.padEnd(18)).join('');
  const amount = String(pence).padStart(11, '0');
  return `${destination}0${code}${originator}    ${amount}${texts}${day}`;
}

/** Line ends, and the processing day of the file. */
interface BacsOptions {
  readonly lineEnd?: string;
  readonly day?: string;
}

/** Returns a submission. The label HDR1 has 17 where records have their code. */
export function bacsOf(
  records: readonly string[],
  totals: string,
  options: BacsOptions = {},
): string {
  const { lineEnd = '\r\n', day = ' 26336' } = options;
  return [
    'VOL1112800                               123456                                1',
    'HDR1A123456S  117345612345600010001       26335 26345 000000',
    'HDR2F0200000100',
    `UHL1${day}999999    000000001 DAILY  001`,
    ...records,
    ...['EOF1', 'EOF2', `UTL1${totals}        0000012`, ''],
  ].join(lineEnd);
}

/** Returns the record of a credit. */
export function credit(
  [originator, payee = PAYEE]: readonly [string, string?],
  pence: number,
  name: string,
  day = '',
): string {
  return record('99', [payee, originator], pence, ['INV', name, day]);
}

/** Returns a contra record. */
export function contra(account: string, pence: number, day = ''): string {
  return record('17', [account, account], pence, ['CONTRA', 'X', day]);
}
