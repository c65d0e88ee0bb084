import { describe, expect, test } from 'vitest';
import { payment } from '../../../helpers/payment-file.ts';
import { painOf } from '../../../helpers/pain001.ts';
import { changed, examine, faultsOf, FILE, TODAY } from './examined.ts';

const LAST = 'PmtInf[2]/CdtTrfTxInf[1]';

/** Changes after which the file is not accepted XML, with the message. */
const BROKEN: readonly (readonly [from: string, to: string, message: string])[] = [
  ['<Document', '<!DOCTYPE Document [<!ENTITY e "x">]><Document', 'A DOCTYPE is not allowed.'],
  ['Fresco Ltd', '<![CDATA[Fresco]]>', 'A CDATA section is not allowed.'],
  ['Fresco Ltd', 'Fresco<!-- x --> Ltd', 'A comment is allowed only before the element Document.'],
  ['<PmtInf>', '<!-- x --><PmtInf>', 'A comment is allowed only before'],
  ['<GrpHdr>', '<?pi?><GrpHdr>', 'A processing instruction is not allowed.'],
  ['Fresco Ltd', 'Fresco &e; Ltd', 'Expected &lt; &gt; &amp;'],
  ['Fresco Ltd', 'Fresco & Ltd', 'Expected &lt; &gt; &amp;'],
  ['Fresco Ltd', 'Fresco &#1; Ltd', 'Expected &lt; &gt; &amp;'],
  ['Fresco Ltd', 'Fresco ]]> Ltd', 'Write ]]&gt; instead of ]]>.'],
  ['Fresco Ltd', 'Fresco \u0001 Ltd', 'Control characters are not allowed.'],
  ['version="1.0"', 'version="1.1"', 'Expected <?xml version="1.0" encoding="UTF-8"?>'],
  ['UTF-8', 'ISO-8859-1', 'Expected <?xml version="1.0" encoding="UTF-8"?>'],
  ['<Cdtr>', 'x<Cdtr>', 'Text is not allowed between elements.'],
  ['</Cdtr>', '</Cdtrr>', 'Found </Cdtrr>. Expected </Cdtr>.'],
  ['<Cdtr>', '<p:Cdtr>', 'The name p:Cdtr needs no prefix, as in Document.'],
  ['<InstdAmt Ccy="GBP"', '<InstdAmt Ccy="GBP" Ccy="GBP"', 'The attribute Ccy occurs twice.'],
  ['<InstdAmt Ccy="GBP"', '<InstdAmt Ccy="G<P"', 'This is not a well-formed tag.'],
  ['<Document', '<Document version="1"', 'The attribute version is not allowed.'],
  ['</Document>', '</Document><Document/>', 'The file continues after </Document>.'],
  ['</Document>', '', 'The file ends too early.'],
  ['</PmtInf>', '', 'Found <PmtInf>. Expected </PmtInf>.'],
  ['<CdtTrfTxInf>', '<CdtTrfTxInf/><CdtTrfTxInf>', 'Expected the end of this CdtTrfTxInf.'],
  ['<PmtInf>', '<PmtInf><PmtInfId>0</PmtInfId></PmtInf><PmtInf>', 'PmtInf needs at least one'],
  ['Fresco Ltd', 'x'.repeat(66_000), 'This is larger than 65536 bytes.'],
  ['<PmtInf>', `<PmtInf>${' '.repeat(66_000)}`, 'This is larger than 65536 bytes.'],
  ['<Cdtr>', `<a>${'<b>'.repeat(40)}`, 'More than 32 elements are nested.'],
];

describe('a file that is not accepted as XML', () => {
  test.each(BROKEN)('%j as %.40j', (from, to, text) => {
    const received = examine(changed(from, to));
    expect(received).toMatchObject({ accepted: false });
    if (!received.accepted) expect(received.faults[0]?.message).toContain(text);
  });

  test('names the place of the fault', () => {
    const file = changed('Fresco Ltd', 'é<![CDATA[x]]>', true);
    const [fault] = faultsOf(file);
    const at = file.indexOf('<![CDATA[');
    expect(fault).toContain(`InvalidFormat ${LAST}: A CDATA section`);
    expect(fault).toContain(`(byte ${String(at)}, line 4, column `);
  });

  test('names bytes that are not UTF-8', () => {
    const file = changed('Fresco Ltd', 'Fresco @ Ltd');
    file[file.indexOf('@')] = 0xe9;
    expect(faultsOf(file)[0]).toContain('The file is not valid UTF-8 (byte ');
  });

  test.each([
    ['{"Data":{"DomesticPayments":[]}}', 'to have no list', false],
    ['{"Data":{"DomesticPayments":[', 'not JSON', false],
    [FILE.replace('.08"', '.03"'), 'to be a CustomerCreditTransferInitiation of ISO', true],
    [FILE.replaceAll('Document', 'Doc'), 'to be', true],
    ['', 'to be empty', true],
    ['<', '', false],
  ])('describes another kind of file: %.40j', (text, what, isDescribed) => {
    const [fault] = faultsOf(Buffer.from(text));
    expect(fault).toContain('InvalidFormat');
    if (isDescribed) expect(fault).toContain(what);
  });

  test('is not read further after 10,000 faults', () => {
    const many = Array.from({ length: 10_001 }, (_, index) => payment(index));
    const file = painOf(many, TODAY).toString().replaceAll('GBP', 'EUR');
    expect(examine(Buffer.from(file))).toMatchObject({ accepted: false, total: 10_000 });
  });
});
