/** The encodings of text files. */
export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** The delimiters of columns. */
export const DELIMITERS = [',', ';', '\t'] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** The way a CSV file is written. */
export interface TextFormat {
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly lineEnd: string;
  /** True if it begins with a byte order mark. */
  readonly hasMark: boolean;
}
