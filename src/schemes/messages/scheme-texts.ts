import {
  fitIdentifier,
  fitText,
  type CharacterSet,
  type FittedText,
} from '../../domain/schemes/character-sets.ts';

/** A text of a credit that its scheme cannot carry unchanged. */
export interface TextChange {
  /** Index of the payment. */
  readonly index: number;
  /** The field of the message, for example `Cdtr/Nm`. */
  readonly field: string;
  /** Number of characters that were replaced. */
  readonly replaced: number;
  /** True if the text was shortened or left out. */
  readonly isCut: boolean;
}

export type OnTextChange = (change: TextChange) => void;

/** Writes the texts of one credit for its scheme, and reports the texts that it changes. */
export class SchemeTexts {
  readonly #set: CharacterSet;
  readonly #index: number;
  readonly #onTextChange: OnTextChange | undefined;

  constructor(set: CharacterSet, index: number, onTextChange: OnTextChange | undefined) {
    this.#set = set;
    this.#index = index;
    this.#onTextChange = onTextChange;
  }

  /** Returns a text in the characters of the scheme. It may be empty. */
  text(value: string, field: string, maxCharacters: number): string {
    return this.#report(fitText(value, this.#set, maxCharacters), field);
  }

  /** Returns an identifier (character-sets.ts, fitIdentifier). It may be empty. */
  identifier(value: string, field: string, maxCharacters: number): string {
    return this.#report(fitIdentifier(value, maxCharacters), field);
  }

  /** Reports a text that the message has no place for. An empty text is not reported. */
  leaveOut(value: string, field: string): void {
    if (value !== '') this.#onTextChange?.({ index: this.#index, field, replaced: 0, isCut: true });
  }

  #report({ text, replaced, isCut }: FittedText, field: string): string {
    if (replaced > 0 || isCut) this.#onTextChange?.({ index: this.#index, field, replaced, isCut });
    return text;
  }
}
