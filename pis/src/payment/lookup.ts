import { ApiError, FAMILIES, type Family } from '@payment-initiation/client';
import { exitCodes } from '../exit-codes.ts';
import { shown } from '../fields/texts.ts';
import { PisError } from '../rows/model.ts';

/** All payment types, in the order in which an unknown id is tried. */
export const TYPES = Object.keys(FAMILIES) as readonly Family[];

/** Statuses with which banks refuse an id of another payment type. */
const UNKNOWN: readonly number[] = [400, 403, 404, 405];

/**
 * Reads a resource of an unknown payment type. Tries each type until the bank knows the id.
 *
 * @throws PisError if the bank knows it for no type
 */
export async function firstKnown<Resource>(
  id: string,
  families: readonly Family[],
  read: (family: Family) => Promise<Resource>,
): Promise<{ readonly family: Family; readonly resource: Resource }> {
  for (const family of families) {
    try {
      return { family, resource: await read(family) };
    } catch (error) {
      if (!(error instanceof ApiError) || !UNKNOWN.includes(error.status)) throw error;
    }
  }
  throw new PisError(
    `pis and the bank do not know "${shown(id)}"` +
      `${families.length === 1 ? ` as one of the ${String(families[0])}` : ''}. ` +
      'Check the id, the profile and --type.',
    exitCodes.wrongUse,
  );
}
