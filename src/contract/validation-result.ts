import type { z } from 'zod';
import type { ERROR_CODES, FaultList } from '../shared/errors.ts';
import { pathText } from '../shared/text.ts';
import { describe, valueAt } from './faults.ts';

type Path = readonly PropertyKey[];

const INITIATION = ['Data', 'Initiation'];

/** An Initiation as it was sent, right or wrong, and where the faults go that rules find in it. */
export class Examined {
  readonly #initiation: object;
  readonly #faults: FaultList;

  private constructor(initiation: object, faults: FaultList) {
    this.#initiation = initiation;
    this.#faults = faults;
  }

  /** The Initiation of a request; undefined when there is none that has members. */
  static of(body: unknown, faults: FaultList): Examined | undefined {
    const initiation = valueAt(body, INITIATION);
    const isObject = typeof initiation === 'object' && initiation !== null;
    return isObject ? new Examined(initiation, faults) : undefined;
  }

  valueAt(...path: Path): unknown {
    return valueAt(this.#initiation, path);
  }

  /** What stands there; undefined unless the schema takes it, since it reports all others. */
  taken<T>(schema: z.ZodType<T>, ...path: Path): T | undefined {
    return schema.safeParse(this.valueAt(...path)).data;
  }

  /** Whether the schema takes what stands there, or nothing does. */
  mayHave(schema: z.ZodType, ...path: Path): boolean {
    return !this.has(...path) || this.taken(schema, ...path) !== undefined;
  }

  has(...path: Path): boolean {
    return this.valueAt(...path) !== undefined;
  }

  /** Whether the member could be added: neither it nor something wrong in its way is there. */
  lacks(...path: Path): boolean {
    let at: unknown = this.#initiation;
    for (const member of path) {
      if (at === undefined) return true;
      if (typeof at !== 'object' || at === null) return false;
      at = valueAt(at, [member]);
    }
    return at === undefined;
  }

  /** Adds a fault, which repeats what stands there. */
  add(code: keyof typeof ERROR_CODES, message: string, ...path: Path): void {
    const found = this.valueAt(...path);
    const told = found === undefined ? message : `Found ${describe(found)}. ${message}`;
    this.#faults.add(code, told, pathText([...INITIATION, ...path]));
  }

  /** Adds a fault when the payment needs the member and does not have it. */
  expect(message: string, ...path: Path): void {
    if (this.lacks(...path)) this.add('fieldExpected', message, ...path);
  }
}
