import type { DirectoryOrganisation, KnownSoftware, Registration } from '../records/access.ts';
import type { Act } from '../records/audit.ts';
import type { SingleUse } from './authorisation-store.ts';

/**
 * What became otherwise with a new state of the directory; ids and thumbprints, ascending within
 * each transaction.
 */
export interface DirectoryChange {
  /** Organisations and software of which anything is new or not as it was. */
  readonly changed: readonly string[];
  /** Software that may come in from now on. */
  readonly admitted: readonly string[];
  /** Software that may come in no longer. */
  readonly shutOut: readonly string[];
  /** Certificates that are good no longer. */
  readonly revoked: readonly string[];
}

/** Who may come in, and what TPPs have registered (rules, 9.4 and 9.9). */
export interface DirectoryStore {
  /**
   * Takes a new state of the whole directory. Whoever is no longer listed becomes Withdrawn,
   * software Inactive, certificates Revoked: from then on they are shut out, old tokens included.
   * Nothing is ever deleted. A change of some hundred rows is one transaction; a larger one is
   * several, first those that shut somebody out, and one that breaks off goes on when the state
   * is taken again.
   *
   * @param listed an organisation may come in parts, each with other software
   */
  replaceDirectory(listed: Iterable<DirectoryOrganisation>, act: Act): Promise<DirectoryChange>;
  /**
   * Whose a certificate is that is good, of all software that may come in: the organisations' ids
   * by thumbprint.
   */
  listHolders(): Promise<ReadonlyMap<string, string>>;
  /**
   * Another word whenever what is kept of the directory is not what it was, whoever changed it; for
   * whoever shares the store with others.
   */
  directoryVersion(): Promise<string>;
  findSoftware(id: string): Promise<KnownSoftware | undefined>;
  /** The software of a client; whether it may come in or not. */
  findSoftwareOf(clientId: string): Promise<KnownSoftware | undefined>;

  findRegistration(clientId: string): Promise<Registration | undefined>;
  /**
   * Keeps a registration, and its client where that is new, and uses up the request for it; null
   * where nobody sent one. Nothing is kept or used up when the software has
   * MAX_REGISTRATIONS_PER_SOFTWARE others, or when the request was used before.
   */
  saveRegistration(
    registration: Registration,
    request: SingleUse | null,
    act: Act,
  ): Promise<'kept' | 'tooMany' | 'requestUsed'>;
  /** Puts other metadata in the place of a registration's, likewise; `gone` when there is none. */
  changeRegistration(
    clientId: string,
    metadata: Registration['metadata'],
    request: SingleUse | null,
    act: Act,
  ): Promise<'kept' | 'gone' | 'requestUsed'>;
  /** Ends a registration, and every token of the client with it; false when there was none. */
  removeRegistration(clientId: string, act: Act): Promise<boolean>;
}
