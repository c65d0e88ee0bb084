import type { DirectoryOrganisation, KnownSoftware, Registration } from '../records/access.ts';
import type { Act } from '../records/audit.ts';
import type { SingleUse } from './authorisation-store.ts';

/**
 * The difference between two states of the directory. The ids and thumbprints of each transaction
 * are in ascending order.
 */
export interface DirectoryChange {
  /** Organisations and software for which anything changed. */
  readonly changed: readonly string[];
  /** Software that may now use the service. */
  readonly admitted: readonly string[];
  /** Software that may no longer use the service. */
  readonly shutOut: readonly string[];
  /** Certificates that are no longer valid. */
  readonly revoked: readonly string[];
}

/** Stores the directory of TPPs and their client registrations (rules, 9.4 and 9.9). */
export interface DirectoryStore {
  /**
   * Replaces the whole directory. Organisations that are no longer listed become Withdrawn, their
   * software Inactive, and their certificates Revoked. They lose access at once, including their
   * existing tokens. No row is ever deleted.
   *
   * A change of a few hundred rows is one transaction. A larger change is split into several
   * transactions, and the first ones remove access. If the change is interrupted, the next call
   * with the same state completes it.
   *
   * @param listed an organisation may appear several times, each time with other software
   */
  replaceDirectory(listed: Iterable<DirectoryOrganisation>, act: Act): Promise<DirectoryChange>;
  /**
   * Returns the thumbprints of all valid certificates of admitted software, each with its
   * organisation's id.
   */
  listHolders(): Promise<ReadonlyMap<string, string>>;
  /**
   * Returns a version that changes with every change of the stored directory, by any node. Nodes
   * that share a store poll it.
   */
  directoryVersion(): Promise<string>;
  findSoftware(id: string): Promise<KnownSoftware | undefined>;
  /** Returns the software of a client, even if the software may not use the service. */
  findSoftwareOf(clientId: string): Promise<KnownSoftware | undefined>;

  findRegistration(clientId: string): Promise<Registration | undefined>;
  /**
   * Stores a registration, and its client if that is new. Also marks the TPP's registration request
   * as used. `request` is null if no TPP sent one. Writes nothing if the software already has
   * MAX_REGISTRATIONS_PER_SOFTWARE other registrations, or if the request was used before.
   */
  saveRegistration(
    registration: Registration,
    request: SingleUse | null,
    act: Act,
  ): Promise<'kept' | 'tooMany' | 'requestUsed'>;
  /**
   * Replaces the metadata of a registration, with the same checks as `saveRegistration`. Returns
   * `gone` if the registration does not exist.
   */
  changeRegistration(
    clientId: string,
    metadata: Registration['metadata'],
    request: SingleUse | null,
    act: Act,
  ): Promise<'kept' | 'gone' | 'requestUsed'>;
  /**
   * Deletes a registration and revokes all tokens of its client. Returns false if the registration
   * did not exist.
   */
  removeRegistration(clientId: string, act: Act): Promise<boolean>;
}
