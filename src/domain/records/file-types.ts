import type { ApiVersion } from './api-version.ts';

/** The properties of a format of payment files. The readers are in pipeline/read. */
interface FileFormat {
  /** The versions of the standard with which such files can be uploaded. */
  readonly versions: readonly ApiVersion[];
  /** The media types of an upload. Downloads have the first one. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** The layout of such a file, as messages show it. */
  readonly layout: string;
  /** The path of the list of payments in fault messages. */
  readonly list: string;
  /** The members of a payment in whose paths the faults of a whole file are reported. */
  readonly members: Readonly<Record<WholeFileMember, string>>;
}

export type WholeFileMember = 'instrument' | 'date' | 'debtor';

const JSON_FORMAT = {
  mediaTypes: ['application/json'],
  layout: '{"Data":{"DomesticPayments":[…]}}',
  list: 'Data.DomesticPayments',
  members: {
    instrument: 'LocalInstrument',
    date: 'RequestedExecutionDateTime',
    debtor: 'DebtorAccount',
  },
} as const;

export const PAYMENT_FILE_3_1 = 'UK.OBIE.PaymentInitiation.3.1' as const;
export const PAYMENT_FILE_4_0 = 'UK.OBIE.PaymentInitiation.4.0' as const;
export const PAIN_001 = 'UK.OBIE.pain.001.001.08' as const;

/** The formats of payment files, by the FileType that a consent names (rules, 6.2). */
const FORMATS = {
  [PAYMENT_FILE_3_1]: { ...JSON_FORMAT, versions: ['v3.1'] },
  [PAYMENT_FILE_4_0]: { ...JSON_FORMAT, versions: ['v4.0'] },
  [PAIN_001]: {
    mediaTypes: ['application/xml', 'text/xml'],
    layout: '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.08">',
    // The reader writes the paths of payments.
    list: 'CstmrCdtTrfInitn',
    members: { instrument: 'PmtTpInf/LclInstrm', date: 'ReqdExctnDt', debtor: 'DbtrAcct' },
    versions: ['v3.1', 'v4.0'],
  },
} as const satisfies Record<string, FileFormat>;

export type FileType = keyof typeof FORMATS;

export const FILE_TYPES: Readonly<Record<FileType, FileFormat>> = FORMATS;

export function isFileType(name: string | undefined): name is FileType {
  return name !== undefined && Object.hasOwn(FILE_TYPES, name);
}

export const ALL_FILE_TYPES: readonly FileType[] = Object.keys(FILE_TYPES).filter(isFileType);

/** Returns the file types that can be uploaded with a version of the standard. */
export function fileTypesOf(version: ApiVersion): readonly FileType[] {
  return ALL_FILE_TYPES.filter((type) => FILE_TYPES[type].versions.includes(version));
}

/** The media types of all payment files. */
export const FILE_MEDIA_TYPES: readonly string[] = [
  ...new Set(ALL_FILE_TYPES.flatMap((type) => FILE_TYPES[type].mediaTypes)),
];

/** Returns the first file type with the media type of a Content-Type header. */
export function fileTypeOfMedia(contentType: string): FileType | undefined {
  const [mediaType = ''] = contentType.toLowerCase().split(';');
  return ALL_FILE_TYPES.find((type) => FILE_TYPES[type].mediaTypes.includes(mediaType.trim()));
}

/** Returns the path of a payment for fault messages, for example `Data.DomesticPayments[3]`. */
export function paymentPath(type: FileType, index: number): string {
  return `${FILE_TYPES[type].list}[${String(index)}]`;
}

/** Returns the index of the payment that a path refers to, or undefined if it refers to none. */
export function paymentIndex(path: string): number | undefined {
  const list = ALL_FILE_TYPES.map((type) => FILE_TYPES[type].list).find((name) =>
    path.startsWith(`${name}[`),
  );
  const written = list === undefined ? undefined : /^\[(\d+)\]/.exec(path.slice(list.length))?.[1];
  return written === undefined ? undefined : Number(written);
}
