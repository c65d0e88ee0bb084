import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { MessageSignatures, UnsignedMessage } from '../../domain/ports/signatures.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import { epochSeconds, type Clock } from '../../shared/time.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { ALGORITHM } from '../profile.ts';
import { signDetached, unsignedMessage, verifyDetached } from './detached.ts';
import { CLAIMS, CRITICAL, checkClaims, parseDetached } from './jose-header.ts';

/** Dependencies of message signing. */
export interface SignatureParts {
  /** Finds TPPs and their public keys in the directory. */
  readonly directory: Pick<DirectoryStore, 'findSoftwareOf'>;
  /** The bank's signing keys. Null if no listener signs its responses. */
  readonly keys: Pick<KeyRing, 'signing'> | null;
  /** The machine's clock. */
  readonly clock: Clock;
  /**
   * Domain names of the directories whose keys are trusted. The first directory publishes the
   * bank's keys.
   */
  readonly trustAnchors: readonly string[];
  /** The id of the bank's organisation in the directory. */
  readonly organisationId: string;
}

/** Creates message signing according to the standard (rules, 4.1 to 4.7; docs/decisions, 47). */
export function createMessageSignatures(parts: SignatureParts): MessageSignatures {
  const { directory, keys, clock, trustAnchors, organisationId } = parts;
  const prepare = (contentType: string): UnsignedMessage => {
    const { kid, key } = expectDefined(keys, "the bank's signing keys").signing();
    const header = {
      alg: ALGORITHM,
      kid,
      typ: 'JOSE',
      // The standard requires the content type without its parameters.
      cty: contentType.replace(/;.*$/, ''),
      [CLAIMS.issuedAt]: epochSeconds(clock()),
      [CLAIMS.issuer]: organisationId,
      [CLAIMS.trustAnchor]: trustAnchors[0],
      crit: CRITICAL,
    };
    return unsignedMessage(header, key);
  };
  return {
    async read(header, { clientId }) {
      const parsed = parseDetached(header);
      if (parsed instanceof Refusal) return parsed;
      const known = await directory.findSoftwareOf(clientId);
      // The client's registration ended after its token was checked, and so did the token.
      if (known === undefined) return new Refusal(401, []);
      const { software, organisation } = known;
      const refused = checkClaims(parsed.claims, {
        now: clock(),
        issuer: `${organisation.id}/${software.id}`,
        trustAnchors,
        keyIds: software.keys.map(({ kid }) => kid),
      });
      if (refused !== undefined) return refused;
      const { protectedHeader, value, claims } = parsed;
      const key = software.keys.find(({ kid }) => kid === claims['kid']);
      return { protectedHeader, value, key: expectDefined(key, 'the key that the header names') };
    },
    verify: verifyDetached,
    sign: async (bytes, contentType) => signDetached(prepare(contentType), bytes),
    prepare,
  };
}
