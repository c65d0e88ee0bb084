import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import { userText, richText, type RichText } from '../../domain/messages/rich-text.ts';
import { expectDefined } from '../../shared/assert.ts';

/** The TPP that sent the customer here. */
export interface AskingTpp {
  /** As the directory knows its software, and whose it is. */
  readonly name: RichText;
  /** Where a decision leads back to. */
  readonly origins: readonly string[];
}

/** Who asks, by the directory: what a TPP calls itself elsewhere is not shown to customers. */
export async function askingTppOf(store: DirectoryStore, clientId: string): Promise<AskingTpp> {
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
