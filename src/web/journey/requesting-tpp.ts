import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import { userText, richText, type RichText } from '../../domain/messages/rich-text.ts';
import { expectDefined } from '../../shared/assert.ts';

/** The TPP that requested the payment or consent. */
export interface RequestingTpp {
  /**
   * Name of the software in the directory. If the name of the organisation differs, it is included.
   */
  readonly name: RichText;
  /** Origins of the TPP's redirect URIs. The browser returns to one of them. */
  readonly origins: readonly string[];
}

/**
 * Returns the requesting TPP with its name from the directory. Customers never see other names that
 * the TPP gives itself.
 */
export async function requestingTppOf(
  store: DirectoryStore,
  clientId: string,
): Promise<RequestingTpp> {
  const known = expectDefined(await store.findSoftwareOf(clientId), `the software of ${clientId}`);
  const { software, organisation } = known;
  const origins = software.redirectUris.map((address) => new URL(address).origin);
  const isSame = software.name === organisation.name;
  return {
    name: isSame
      ? userText(software.name)
      : richText`${userText(software.name)} (${userText(organisation.name)})`,
    origins: [...new Set(origins)],
  };
}
