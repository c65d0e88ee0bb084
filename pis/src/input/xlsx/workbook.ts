import { posix } from 'node:path';
import { PisError } from '../../rows/model.ts';
import type { Attributes } from '../xml.ts';
import type { Archive } from './archive.ts';

/** A sheet with cells. */
export interface Sheet {
  readonly name: string;
  readonly part: string;
  readonly isVisible: boolean;
}

/** The sheets of a workbook, and the properties that concern all of them. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** True if dates are counted from 1904. */
  readonly is1904: boolean;
  /** True if the spreadsheet program calculates all formulas again when it opens the workbook. */
  readonly isStale: boolean;
  /** Name of the part with the shared strings. */
  readonly strings: string | undefined;
  /** Name of the part with the formats of cells. */
  readonly styles: string | undefined;
}

interface Relation {
  readonly type: string;
  readonly part: string;
}

/** Reads the sheets of a workbook. Throws if the archive is no XLSX workbook. */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const part = await workbookPart(archive);
  const relations = await relationsOf(archive, part);
  const sheets: Sheet[] = [];
  let [is1904, isStale] = [false, false];
  await archive.read(part, {
    open: (path, attributes) => {
      const name = path.slice(1).join('/');
      if (path[0] !== 'workbook') throw notWorkbook();
      if (name === 'workbookPr') is1904 = isTrue(attributes, 'date1904');
      if (name === 'calcPr') isStale = isTrue(attributes, 'fullCalcOnLoad');
      if (name !== 'sheets/sheet') return;
      const relation = relations.get(idOf(attributes));
      if (relation?.type !== 'worksheet') return;
      const isVisible = (attributes['state']?.value ?? 'visible') === 'visible';
      sheets.push({ name: attributes['name']?.value ?? '', part: relation.part, isVisible });
    },
    close: () => undefined,
  });
  const partOf = (type: string): string | undefined =>
    [...relations.values()].find((relation) => relation.type === type)?.part;
  return { sheets, is1904, isStale, strings: partOf('sharedStrings'), styles: partOf('styles') };
}

/** Returns true for an attribute of the type xsd:boolean that is true. */
export function isTrue(attributes: Attributes, name: string): boolean {
  return ['1', 'true'].includes(attributes[name]?.value ?? '');
}

async function workbookPart(archive: Archive): Promise<string> {
  if (!archive.has('_rels/.rels')) throw notWorkbook();
  const relations = [...(await relationsOf(archive, '')).values()];
  const part = relations.find(({ type }) => type === 'officeDocument')?.part ?? '';
  if (part.endsWith('.bin')) {
    throw new PisError('a binary workbook (XLSB) cannot be read. Save it as XLSX.');
  }
  if (!archive.has(part)) throw notWorkbook();
  return part;
}

/** Returns the parts that a part names, keyed by id. */
async function relationsOf(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const relations = new Map<string, Relation>();
  const name = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  if (!archive.has(name)) return relations;
  await archive.read(name, {
    open: (path, attributes) => {
      if (path.at(-1) !== 'Relationship') return;
      const { Id, Type, Target, TargetMode } = attributes;
      if (TargetMode?.value === 'External') return;
      relations.set(Id?.value ?? '', {
        type: posix.basename(Type?.value ?? ''),
        part: posix.resolve('/', folder, Target?.value ?? '').slice(1),
      });
    },
    close: () => undefined,
  });
  return relations;
}

/** Returns the relation of a sheet. The prefix of the attribute is free. */
function idOf(attributes: Attributes): string {
  return Object.values(attributes).find(({ local }) => local === 'id')?.value ?? '';
}

function notWorkbook(): PisError {
  return new PisError('a ZIP archive without an XLSX workbook. Save the sheet as XLSX or CSV.');
}
