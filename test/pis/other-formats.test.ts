import { describe, expect, it } from 'vitest';
import { account, payment } from '../helpers/payment-file.ts';
import { painOf } from '../helpers/pain001.ts';
import { check, convert, fileOf, pis } from './fixtures.ts';

const PAIN = painOf([payment(0), payment(1)], '2026-12-01').toString();

/** A pain.001.001.03, as older systems write it. */
const PAIN_03 = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>M</MsgId><NbOfTxs>1</NbOfTxs><CtrlSum>7.5</CtrlSum></GrpHdr>
<PmtInf><PmtMtd>TRF</PmtMtd><ReqdExctnDt>2026-12-04</ReqdExctnDt>
<DbtrAcct><Id><Othr><Id>01234567</Id></Othr></Id></DbtrAcct>
<DbtrAgt><FinInstnId><ClrSysMmbId><MmbId>112800</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt>
<CdtTrfTxInf><PmtId><EndToEndId>NOTPROVIDED</EndToEndId></PmtId>
<Amt><InstdAmt Ccy="GBP">7.50</InstdAmt></Amt>
<CdtrAgt><FinInstnId><ClrSysMmbId><MmbId>200517</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt>
<Cdtr><Nm>Harrow &amp; Sons</Nm></Cdtr>
<CdtrAcct><Id><Othr><Id>60000000</Id></Othr></Id></CdtrAcct>
<RmtInf><Ustrd>one</Ustrd><Ustrd>two</Ustrd></RmtInf></CdtTrfTxInf>
</PmtInf></CstmrCdtTrfInitn></Document>`;

/** Returns a record of Standard 18. */
function bacsRecord(accounts: readonly [string, string, string], texts: readonly string[]): string {
  const [destination, code, originator] = accounts;
  const columns = texts.map((text) => text.padEnd(18)).join('');
  return `${destination}0${code}${originator}    00000125000${columns}`;
}

/** A submission of one credit, with its contra. */
const BACS = [
  'VOL1112800                               123456                                1',
  'HDR1A123456S  112345612345600010001       26335 26345 000000',
  'HDR2F0200000100',
  'UHL1 26336999999    000000001 DAILY  001',
  bacsRecord(
    ['20051760000000', '99', '11280001234567'],
    ['NORTHWIND', 'NW 4701', 'HARROW STEEL LTD'],
  ),
  bacsRecord(['11280001234567', '17', '11280001234567'], ['NORTHWIND', 'CONTRA', 'NORTHWIND']),
  'EOF1',
  'EOF2',
  'UTL10000000125000000000012500000000010000001',
  '',
].join('\r\n');

describe('a pain.001', () => {
  it('is converted without a question about columns', async () => {
    const { payments } = await convert(PAIN);
    expect(payments).toHaveLength(2);
    expect(payments[1]).toMatchObject({
      InstructionIdentification: 'ACME1',
      EndToEndIdentification: 'FRESCO.21303',
      LocalInstrument: 'UK.OBIE.FPS',
      InstructedAmount: { Amount: '10.50' },
      DebtorAccount: { Identification: '11280001234567' },
      CreditorAccount: account('20000000000001', 'Fresco Ltd'),
      RemittanceInformation: {
        Reference: 'FRESCO-1',
        Unstructured: 'Internal ops code 5120102',
      },
    });
  });

  it('may have the version 03, with the sort codes of the agents', async () => {
    const { payments } = await convert(PAIN_03);
    expect(payments).toMatchObject([
      {
        RequestedExecutionDateTime: '2026-12-04T00:00:00Z',
        DebtorAccount: { Identification: '11280001234567' },
        CreditorAccount: account('20051760000000', 'Harrow & Sons'),
        RemittanceInformation: { Unstructured: 'one two' },
      },
    ]);
    expect(payments[0]?.EndToEndIdentification).toMatch(/^P/);
  });

  it('counts a time in the day of London', async () => {
    const time = '<ReqdExctnDt><DtTm>2027-07-01T23:30:00Z</DtTm></ReqdExctnDt>';
    const { payments } = await convert(PAIN_03.replace(/<ReqdExctnDt>.*?<\/ReqdExctnDt>/, time));
    expect(payments[0]?.RequestedExecutionDateTime).toBe('2027-07-02T00:00:00Z');
  });

  it('has faults by line and element', async () => {
    const { findings } = await check(
      PAIN_03.replace('"GBP"', '"EUR"').replace('<Id>60000000', '<Id>20999960000000'),
    );
    expect(findings.map(({ line, column, code }) => [line, column, code])).toEqual([
      [7, 'CdtrAgt/FinInstnId/ClrSysMmbId/MmbId', 'account-contradiction'],
      [7, 'Amt/InstdAmt/@Ccy', 'currency-other'],
    ]);
  });

  it('has a warning for each kind of element that is left out', async () => {
    const debtor = '<UltmtDbtr><Nm>A</Nm><PstlAdr><Ctry>GB</Ctry></PstlAdr></UltmtDbtr>';
    const purpose = '<Purp><Cd>SALA</Cd></Purp>';
    const xml = PAIN_03.replace('<CdtTrfTxInf>', `\n${debtor}<CdtTrfTxInf>\n${debtor}`)
      .replace('<Cdtr>', '<Cdtr>\n<PstlAdr><Ctry>GB</Ctry></PstlAdr>')
      .replace('<RmtInf>', `${purpose}\n${purpose}<RmtInf>`);
    const { code, findings } = await check(xml);
    expect(code).toBe(0);
    const dropped = findings.map(({ line, column, found }) => [line, column, found]);
    expect(dropped).toEqual([
      [8, 'UltmtDbtr', '2 of these elements'],
      [13, 'Cdtr/PstlAdr', '1 of these elements'],
      [15, 'Purp', '2 of these elements'],
    ]);
    expect((await check(PAIN_03)).findings).toEqual([]);
    expect((await check(PAIN)).findings).toEqual([]);
  });

  it('prints nothing if it is interrupted', async () => {
    const args = ['file', 'check', await fileOf(PAIN)];
    expect(await pis(args, { signal: AbortSignal.abort() })).toMatchObject({ code: 130, out: '' });
  });

  it.each([
    [
      '<!DOCTYPE d [<!ENTITY a "b">]>',
      (xml: string) => xml.replace('<Document', '<!DOCTYPE d [<!ENTITY a "b">]><Document'),
      'DOCTYPE',
    ],
    ['an entity', (xml: string) => xml.replace('&amp;', '&x;'), 'entity'],
    ['another number', (xml: string) => xml.replace('<NbOfTxs>1', '<NbOfTxs>2'), 'NbOfTxs is 2'],
    ['another sum', (xml: string) => xml.replace('<CtrlSum>7.5', '<CtrlSum>7.4'), 'CtrlSum is 7.4'],
    ['a cut file', (xml: string) => xml.slice(0, -80), 'unclosed'],
    ['a repeated element', (xml: string) => xml.replace('<Nm>', '<Nm>A</Nm><Nm>'), 'is repeated'],
    [
      'another message',
      (xml: string) => xml.replace('pain.001.001.03', 'pacs.008.001.08'),
      'expected pain.001',
    ],
    ['deep nesting', (xml: string) => xml.replace('<GrpHdr>', '<a>'.repeat(40)), 'too deeply'],
    [
      'a long text',
      (xml: string) => xml.replace('<Nm>', `<Nm>${'x'.repeat(2_000_000)}`),
      'too long',
    ],
    ['a direct debit', (xml: string) => xml.replace('>TRF<', '>CHK<'), 'PmtMtd must be TRF'],
  ])('is refused with %s', async (_, change, message) => {
    await expect(check(change(PAIN_03))).rejects.toThrow(message);
  });
});

describe('a Bacs file in Standard 18', () => {
  it('is converted: each credit is a payment', async () => {
    const { payments } = await convert(BACS);
    expect(payments[0]).toMatchObject({
      LocalInstrument: 'UK.OBIE.BACS',
      InstructedAmount: { Amount: '1250.00' },
      DebtorAccount: { Identification: '11280001234567' },
      CreditorAccount: account('20051760000000', 'HARROW STEEL LTD'),
      RemittanceInformation: { Reference: 'NW 4701' },
      RequestedExecutionDateTime: '2026-12-02T00:00:00Z',
    });
  });

  it.each([
    ['other totals', (text: string) => text.replace('00000125000N', '00000125001N'), 'UTL1'],
    ['no end', (text: string) => text.slice(0, text.indexOf('EOF1')), 'ends before the label'],
    ['another line', (text: string) => text.replace('HDR2', 'XXX2'), 'line 3: not a record'],
    ['no line ends', (text: string) => text.replace(/[\r\n]/g, ''), 'no line ends'],
  ])('is refused with %s', async (_, change, message) => {
    await expect(check(change(BACS))).rejects.toThrow(message);
  });

  it('has a fault for a direct debit', async () => {
    const { codes } = await check(BACS.replace('20051760000000099', '20051760000000018'));
    expect(codes).toEqual(['bacs-code']);
  });
});
