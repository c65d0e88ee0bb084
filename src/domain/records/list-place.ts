import type { Instant } from '../../shared/time.ts';

/** Place of a row in a list that is ordered by time and id, newest first. */
export interface ListPlace {
  readonly at: Instant;
  readonly id: string;
}

/** Format of a place in an address or an option. */
const PLACE = /^(\d{1,15})\.([\w-]{1,64})$/;

/** Returns a place as text, for example `1772445600000.42`. */
export function placeText({ at, id }: ListPlace): string {
  return `${String(at)}.${id}`;
}

/** Reads a place. Returns undefined if the text is not a place. */
export function placeIn(text: string): ListPlace | undefined {
  const [, at, id] = PLACE.exec(text) ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id };
}
