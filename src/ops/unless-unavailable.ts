import { StoreUnavailable } from '../domain/ports/storage-errors.ts';

/**
 * Reads a value, or returns undefined while the store is unavailable. The other metrics stay
 * readable then, when they are needed most.
 */
export async function unlessUnavailable<Value>(
  read: () => Value | Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}
