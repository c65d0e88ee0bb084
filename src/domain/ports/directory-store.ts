import type { DirectoryOrganisation, KnownSoftware, Registration } from '../records/access.ts';
import type { Act } from '../records/audit.ts';
import type { SingleUse } from './authorisation-store.ts';

/**
 * Difference between two states of the directory. Ids and thumbprints ascend within each
 * transaction.
 */
export interface DirectoryChange {
  /** Organisations and software with any change. */
  readonly changed: readonly string[];
  /** Software that may use the service from now on. */
  readonly admitted: readonly string[];
  /** Software that may no longer use the service. */
  readonly shutOut: readonly string[];
  /** Certificates that are no longer valid. */
  readonly revoked: readonly string[];
}

/** The directory of TPPs and their client registrations (rules, 9.4 and 9.9). */
export interface DirectoryStore {
  /**
   * Replaces the whole directory. Organisations that are no longer listed become Withdrawn,
   * software Inactive, and certificates Revoked. They lose access at once, including their existing
   * tokens. No row is ever deleted.
   *
   * A change of a few hundred rows is one transaction. A larger one is several, with the removals
   * of access first. If it is interrupted, the next call with the same state completes it.
   *
   * @param listed an organisation may appear several times, each time with other software
   */
  replaceDirectory(listed: Iterable<DirectoryOrganisation>, act: Act): Promise<DirectoryChange>;
  /** Returns the organisation ids of all valid certificates of admitted software, by thumbprint. */
  listHolders(): Promise<ReadonlyMap<string, string>>;
  /**
   * Returns a version that changes with every change of the stored directory, whichever node made
   * it. Nodes that share a store poll it.
   */
  directoryVersion(): Promise<string>;
  findSoftware(id: string): Promise<KnownSoftware | undefined>;
  /** Returns the software of a client, admitted or not. */
  findSoftwareOf(clientId: string): Promise<KnownSoftware | undefined>;

  findRegistration(clientId: string): Promise<Registration | undefined>;
  /**
   * Stores a registration and, if it is new, its client, and marks the request for it as used. A
   * null request means that no TPP sent one. Nothing is written if the software has
   * MAX_REGISTRATIONS_PER_SOFTWARE other registrations, or if the request was used before.
   */
  saveRegistration(
    registration: Registration,
    request: SingleUse | null,
    act: Act,
  ): Promise<'kept' | 'tooMany' | 'requestUsed'>;
  /**
   * Replaces the metadata of a registration under the same rules. Returns `gone` if there is none.
   */
  changeRegistration(
    clientId: string,
    metadata: Registration['metadata'],
    request: SingleUse | null,
    act: Act,
  ): Promise<'kept' | 'gone' | 'requestUsed'>;
  /**
   * Deletes a registration and revokes all tokens of its client. Returns false if there was none.
   */
  removeRegistration(clientId: string, act: Act): Promise<boolean>;
}
