import { parseInstant } from '../../../shared/time.ts';

/*
 * The elements of pain.001 that the service accepts (docs/pain001.md). Versions 08 and 09 define
 * all of them in the same way.
 */

/** The format of a text. The check of the payment covers texts without a format. */
interface Format {
  readonly isValid: (text: string) => boolean;
  readonly expected: string;
}

/** An element with its place among the other children of its parent. */
export interface Element {
  readonly name: string;
  /** The path below the element at which the reading starts, such as `PmtId/InstrId`. */
  readonly path: string;
  readonly order: number;
  readonly isRequired: boolean;
  readonly isRepeatable: boolean;
  /** True if only one of the children may occur. */
  readonly isChoice: boolean;
  /** The only attribute of the element, which is required. */
  readonly attribute: string | undefined;
  /** The accepted children by name, in their order. Undefined for an element with text. */
  readonly children: ReadonlyMap<string, Element> | undefined;
  readonly format: Format | undefined;
}

/** Marks of an element in a definition: `!` for required, `*` for repeatable. */
type Marked = string;

/** A text, or the definitions of the children in their order. */
type Definition = Text | Choice | { readonly [name: Marked]: Definition };

class Text {
  readonly format: Format | undefined;
  readonly attribute: string | undefined;

  constructor(format?: Format, attribute?: string) {
    this.format = format;
    this.attribute = attribute;
  }
}

class Choice {
  readonly children: Readonly<Record<string, Definition>>;

  constructor(children: Readonly<Record<string, Definition>>) {
    this.children = children;
  }
}

/** A text that the check of the payment covers. */
const CHECKED = new Text();

function matching(pattern: RegExp, expected: string): Text {
  return new Text({ isValid: (text) => pattern.test(text), expected });
}

/** A text of limited length without control characters. */
function text(max: number): Text {
  return matching(
    new RegExp(`^\\P{Cc}{1,${String(max)}}$`, 'u'),
    `1 to ${String(max)} characters without control characters`,
  );
}

const COUNT = matching(/^\d{1,15}$/, '1 to 15 digits');
const SUM = matching(/^(?=[\d.]{1,19}$)\d+(\.\d+)?$/, 'a number such as 120.50');
const BIC = matching(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, 'a BIC');

const ADDRESS = {
  Dept: text(70),
  SubDept: text(70),
  StrtNm: text(70),
  BldgNb: text(16),
  PstCd: text(16),
  TwnNm: text(35),
  CtrySubDvsn: text(35),
  Ctry: matching(/^[A-Z]{2}$/, 'two capital letters'),
  'AdrLine*': text(70),
};

/** A party that the service identifies by other means. Most of its values are not used. */
const PARTY = {
  Nm: text(140),
  PstlAdr: ADDRESS,
  Id: new Choice({
    OrgId: {
      AnyBIC: BIC,
      'Othr*': {
        'Id!': text(35),
        SchmeNm: new Choice({ Cd: text(4), Prtry: text(35) }),
        Issr: text(35),
      },
    },
  }),
};

const ACCOUNT = {
  'Id!': new Choice({
    IBAN: CHECKED,
    Othr: {
      'Id!': CHECKED,
      SchmeNm: new Choice({ Cd: matching(/^BBAN$/, 'BBAN'), Prtry: CHECKED }),
    },
  }),
  Ccy: matching(/^GBP$/, 'GBP'),
};

const SORT_CODE = {
  ClrSysId: new Choice({ Cd: matching(/^GBDSC$/, 'GBDSC') }),
  'MmbId!': matching(/^\d{6}$/, 'a sort code of 6 digits'),
};

const PAYMENT_TYPE = { LclInstrm: new Choice({ Prtry: CHECKED }) };

export const GROUP_HEADER = compile('GrpHdr', {
  'MsgId!': text(35),
  'CreDtTm!': new Text({ isValid: isDateTime, expected: 'a date-time' }),
  'NbOfTxs!': COUNT,
  CtrlSum: SUM,
  'InitgPty!': PARTY,
});

/** A PmtInf before its first CdtTrfTxInf. */
export const BATCH_HEADER = compile('PmtInf', {
  'PmtInfId!': text(35),
  'PmtMtd!': matching(/^TRF$/, 'TRF'),
  NbOfTxs: COUNT,
  CtrlSum: SUM,
  PmtTpInf: PAYMENT_TYPE,
  'ReqdExctnDt!': new Choice({
    Dt: new Text({
      isValid: (day) => /^\d{4}-\d\d-\d\d$/.test(day) && parseInstant(noonOf(day)) !== undefined,
      expected: 'a day such as 2026-12-01',
    }),
    DtTm: CHECKED,
  }),
  'Dbtr!': PARTY,
  'DbtrAcct!': ACCOUNT,
  'DbtrAgt!': {
    'FinInstnId!': {
      BICFI: BIC,
      ClrSysMmbId: SORT_CODE,
      Nm: text(140),
      Othr: { 'Id!': text(35) },
    },
  },
});

export const TRANSACTION = compile('CdtTrfTxInf', {
  'PmtId!': { InstrId: CHECKED, 'EndToEndId!': CHECKED },
  PmtTpInf: PAYMENT_TYPE,
  'Amt!': new Choice({ InstdAmt: new Text(undefined, 'Ccy') }),
  CdtrAgt: { 'FinInstnId!': { ClrSysMmbId: SORT_CODE, Nm: text(140) } },
  'Cdtr!': { 'Nm!': text(140), PstlAdr: ADDRESS },
  'CdtrAcct!': ACCOUNT,
  RmtInf: { Ustrd: CHECKED, Strd: { 'CdtrRefInf!': { 'Ref!': CHECKED } } },
});

/** Returns noon UTC of a day, which is the same day in London. */
export function noonOf(day: string): string {
  return `${day}T12:00:00Z`;
}

/** Returns true for a date-time with or without a time zone, as ISO 20022 allows. */
function isDateTime(written: string): boolean {
  const isZone = !/[+-]14:(?!00)/.test(written);
  return isZone && [written, `${written}Z`].some((instant) => parseInstant(instant) !== undefined);
}

function compile(marked: Marked, definition: Definition, order = 0, parent?: string): Element {
  const name = marked.replace(/[!*]$/, '');
  const path = parent === undefined ? '' : parent === '' ? name : `${parent}/${name}`;
  const isText = definition instanceof Text;
  const isChoice = definition instanceof Choice;
  const members = isText ? [] : Object.entries(isChoice ? definition.children : definition);
  const children = members.map(([child, of], at) => compile(child, of, at, path));
  return {
    name,
    path,
    order,
    isRequired: marked.endsWith('!'),
    isRepeatable: marked.endsWith('*'),
    isChoice,
    attribute: isText ? definition.attribute : undefined,
    children: isText ? undefined : new Map(children.map((child) => [child.name, child])),
    format: isText ? definition.format : undefined,
  };
}
