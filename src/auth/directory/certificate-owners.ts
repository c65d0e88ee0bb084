import type { DirectoryStore } from '../../domain/ports/directory-store.ts';

/** Knows at once whose a certificate is: the doors ask it of every request. */
export interface CertificateOwners {
  /** The organisation's id; undefined: nobody's who may come in. */
  readonly organisationOf: (thumbprint: string) => string | undefined;
  /** Takes what the store knows now. */
  readonly refresh: () => Promise<void>;
}

/** Holders as the store knows them; their memory is bounded by the directory's size. */
export async function openCertificateOwners(
  store: Pick<DirectoryStore, 'listHolders'>,
): Promise<CertificateOwners> {
  let holders = await store.listHolders();
  return {
    organisationOf: (thumbprint) => holders.get(thumbprint),
    refresh: async () => {
      holders = await store.listHolders();
    },
  };
}
