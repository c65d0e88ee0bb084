import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive. */
export interface ZipPart {
  readonly name: string;
  readonly content: string | Buffer;
  readonly isDeflated?: boolean;
  /** The size that the directory says, if it is wrong. */
  readonly size?: number;
  /** General purpose bits of the directory. Bit 0 means encrypted. */
  readonly flags?: number;
}

const UTF8 = 0x800;

/** Returns a ZIP archive. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, isDeflated = false, size, flags = 0 } of parts) {
    const plain = Buffer.from(content);
    const data = isDeflated ? deflateRawSync(plain) : plain;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags | UTF8, 2);
    fields.writeUInt16LE(isDeflated ? 8 : 0, 4);
    fields.writeUInt32LE(crc32(plain), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(size ?? plain.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    bodies.push(Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), data);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const start = Buffer.from('PK\u0001\u0002\u0014\u0000');
    directory.push(start, fields, place, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name) + data.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

/** A cell: a text, a number, or the attributes and the content of a `c`. */
export type Cell = string | number | readonly [attributes: string, content: string];

/** A sheet of a workbook. `xml` replaces the rows. */
export interface TestSheet {
  readonly name?: string;
  readonly state?: string;
  /** Rows of cells. A row may begin with its attributes. */
  readonly rows?: readonly (readonly Cell[])[];
  /** Numbers of the hidden rows, from 1. */
  readonly hidden?: readonly number[];
  /** Attributes of each `col`. */
  readonly columns?: readonly string[];
  readonly xml?: string;
}

/** The parts of a workbook other than its sheets. */
export interface TestWorkbook {
  readonly sheets: readonly TestSheet[];
  /** The content of each `si`. */
  readonly strings?: readonly string[];
  /** Codes of number formats. The cell style is their index. A number is a built-in format. */
  readonly formats?: readonly (string | number)[];
  readonly is1904?: boolean;
  readonly isStale?: boolean;
}

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const FIRST_CUSTOM = 164;

/** Returns the parts of a workbook. */
export function partsOf(workbook: TestWorkbook): ZipPart[] {
  const { sheets, strings = [], formats = [], is1904 = false, isStale = false } = workbook;
  const list = sheets.map(
    ({ name = 'Payments', state = 'visible' }, at) =>
      `<sheet name="${name}" sheetId="${String(at + 1)}" state="${state}" r:id="s${String(at)}"/>`,
  );
  const relations = [
    ...sheets.map((_, at) => ['worksheet', `s${String(at)}`, `worksheets/s${String(at)}.xml`]),
    ['sharedStrings', 't', '/xl/sharedStrings.xml'],
    ['styles', 'f', 'styles.xml'],
  ];
  return [
    { name: '_rels/.rels', content: relationsOf([['officeDocument', 'w', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content:
        `<workbook ${MAIN} xmlns:r="${OFFICE}"><workbookPr date1904="${String(is1904)}"/>` +
        `<sheets>${list.join('')}</sheets><calcPr fullCalcOnLoad="${String(isStale)}"/></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: relationsOf(relations) },
    {
      name: 'xl/sharedStrings.xml',
      content: `<sst ${MAIN}>${strings.map((each) => `<si>${each}</si>`).join('')}</sst>`,
    },
    { name: 'xl/styles.xml', content: stylesOf(formats) },
    ...sheets.map((sheet, at) => ({
      name: `xl/worksheets/s${String(at)}.xml`,
      content: sheet.xml ?? sheetOf(sheet),
    })),
  ];
}

/** Returns the bytes of a workbook. */
export function workbookOf(workbook: TestWorkbook): Buffer {
  return zipOf(partsOf(workbook));
}

function relationsOf(relations: readonly (readonly string[])[]): string {
  const list = relations.map(
    ([type = '', id = '', target = '']) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  );
  return `<Relationships ${PACKAGE}>${list.join('')}</Relationships>`;
}

function stylesOf(formats: readonly (string | number)[]): string {
  const idOf = (format: string | number, at: number): string =>
    String(typeof format === 'number' ? format : FIRST_CUSTOM + at);
  const custom = formats.map((format, at) => {
    const code = String(format).replaceAll('"', '&quot;');
    return typeof format === 'number'
      ? ''
      : `<numFmt numFmtId="${idOf(format, at)}" formatCode="${code}"/>`;
  });
  const used = formats.map((format, at) => `<xf numFmtId="${idOf(format, at)}"/>`);
  return (
    `<styleSheet ${MAIN}><numFmts>${custom.join('')}</numFmts>` +
    `<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${used.join('')}</cellXfs></styleSheet>`
  );
}

function sheetOf({ rows = [], hidden = [], columns = [] }: TestSheet): string {
  const all = rows.map((cells, at) => {
    const number = String(at + 1);
    const isHidden = hidden.includes(at + 1) ? ' hidden="1"' : '';
    const list = cells.map((cell, column) => {
      const place = `r="${String.fromCharCode(65 + column)}${number}"`;
      if (typeof cell === 'number') return `<c ${place}><v>${String(cell)}</v></c>`;
      if (typeof cell !== 'string') return `<c ${place} ${cell[0]}>${cell[1]}</c>`;
      return cell === '' ? '' : `<c ${place} t="inlineStr"><is><t>${cell}</t></is></c>`;
    });
    return `<row r="${number}"${isHidden}>${list.join('')}</row>`;
  });
  const cols = columns.map((attributes) => `<col ${attributes}/>`).join('');
  const before = cols === '' ? '' : `<cols>${cols}</cols>`;
  return `<worksheet ${MAIN}>${before}<sheetData>${all.join('')}</sheetData></worksheet>`;
}
