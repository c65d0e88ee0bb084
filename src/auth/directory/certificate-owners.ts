import type { DirectoryStore } from '../../domain/ports/directory-store.ts';

/** An in-memory table of certificate owners. The listeners use it for every request. */
export interface CertificateOwners {
  /**
   * Returns the id of the organisation that owns a certificate. Returns undefined if no
   * organisation owns it that may use the service.
   */
  readonly organisationOf: (thumbprint: string) => string | undefined;
  /** Reloads the owners from the store. */
  readonly refresh: () => Promise<void>;
}

/**
 * Loads all certificate owners from the store. The size of the directory limits the memory that
 * they take.
 */
export async function openCertificateOwners(
  store: Pick<DirectoryStore, 'listHolders'>,
): Promise<CertificateOwners> {
  let owners = await store.listHolders();
  return {
    organisationOf: (thumbprint) => owners.get(thumbprint),
    refresh: async () => {
      owners = await store.listHolders();
    },
  };
}
