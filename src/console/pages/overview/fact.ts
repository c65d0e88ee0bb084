import { formatCount } from '../../../domain/messages/format.ts';

/** A fact about the service. If `isProblem` is true, an operator must act. */
export interface Fact {
  readonly name: string;
  readonly text: string;
  readonly isProblem: boolean;
  /** Path of the page with the details. Null if the console has none. */
  readonly path: string | null;
}

/** Returns a fact that is a problem if the number is not zero. */
export function countFact(
  path: string | null,
  name: string,
  number: number,
  thing: string,
  things?: string,
): Fact {
  return { path, name, text: formatCount(number, thing, things), isProblem: number > 0 };
}
