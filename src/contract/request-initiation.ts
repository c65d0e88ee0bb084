import type { z } from 'zod';
import type { ERROR_CODES, FaultList } from '../shared/errors.ts';
import { pathText } from '../shared/text.ts';
import { describe, valueAt } from './faults.ts';

type Path = readonly PropertyKey[];

const INITIATION = ['Data', 'Initiation'];

/**
 * The Initiation of a request, before validation, together with the list of its faults. The rules
 * that compare several fields read the fields and add faults through it.
 */
export class RequestInitiation {
  readonly #initiation: object;
  readonly #faults: FaultList;

  private constructor(initiation: object, faults: FaultList) {
    this.#initiation = initiation;
    this.#faults = faults;
  }

  /** Returns the Initiation of a request body, or undefined if it is absent or not an object. */
  static of(body: unknown, faults: FaultList): RequestInitiation | undefined {
    const initiation = valueAt(body, INITIATION);
    const isObject = typeof initiation === 'object' && initiation !== null;
    return isObject ? new RequestInitiation(initiation, faults) : undefined;
  }

  valueAt(...path: Path): unknown {
    return valueAt(this.#initiation, path);
  }

  /** Returns the value at a path if it is valid, or undefined if it is absent or invalid. */
  validAt<T>(schema: z.ZodType<T>, ...path: Path): T | undefined {
    return schema.safeParse(this.valueAt(...path)).data;
  }

  /** Returns true if the value at a path is absent or valid. */
  isAbsentOrValid(schema: z.ZodType, ...path: Path): boolean {
    return !this.has(...path) || this.validAt(schema, ...path) !== undefined;
  }

  has(...path: Path): boolean {
    return this.valueAt(...path) !== undefined;
  }

  /** Returns true if the field is absent and each of its parents is an object or absent too. */
  lacks(...path: Path): boolean {
    let at: unknown = this.#initiation;
    for (const member of path) {
      if (at === undefined) return true;
      if (typeof at !== 'object' || at === null) return false;
      at = valueAt(at, [member]);
    }
    return at === undefined;
  }

  /** Adds a fault of the value at a path. The message quotes the value if there is one. */
  addFault(code: keyof typeof ERROR_CODES, message: string, ...path: Path): void {
    const found = this.valueAt(...path);
    const text = found === undefined ? message : `Found ${describe(found)}. ${message}`;
    this.#faults.add(code, text, pathText([...INITIATION, ...path]));
  }

  /** Adds a fault (Field.Expected) if the field is absent. */
  require(message: string, ...path: Path): void {
    if (this.lacks(...path)) this.addFault('fieldExpected', message, ...path);
  }
}
