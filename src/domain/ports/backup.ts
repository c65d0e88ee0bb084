/** How many parts of how many are copied. What it throws ends the copy. */
export type CopyProgress = (done: number, of: number) => void;

/**
 * How the data of a store is copied while it is in use, apart from the store: each engine has a way
 * of its own, and a `Place` of its own where a copy goes. SQLite's is the path of a new file.
 */
export interface Backup<Place> {
  /**
   * Copies all of the store's own data, in small steps while it goes on, durable when this answers:
   * everything that was acknowledged before the copy began is in it.
   */
  backup(to: Place, onProgress: CopyProgress): Promise<void>;
}
