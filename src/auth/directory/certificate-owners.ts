import type { DirectoryStore } from '../../domain/ports/directory-store.ts';

/** In-memory lookup of certificate owners. The listeners use it for every request. */
export interface CertificateOwners {
  /**
   * Returns the id of the organisation that owns a certificate. Returns undefined if no admitted
   * organisation does.
   */
  readonly organisationOf: (thumbprint: string) => string | undefined;
  /** Reloads the owners from the store. */
  readonly refresh: () => Promise<void>;
}

/** Loads all owners from the store. The memory needed is limited by the size of the directory. */
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
