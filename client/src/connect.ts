import { createRemoteJWKSet, customFetch } from 'jose';
import { AuthorisationServer } from './authorisation-server.ts';
import { Bank } from './bank.ts';
import type { Version } from './operations.ts';
import type { ConnectOptions } from './options.ts';
import { createSigner } from './signatures.ts';
import { Transport } from './transport.ts';

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_CONNECTIONS = 16;
const DEFAULT_SCOPE = 'payments';

/**
 * Connects to a bank: reads its discovery document and prepares tokens, signatures and connections.
 *
 * @throws ConnectionError if the bank does not answer
 * @throws AuthorisationError if the discovery document is invalid
 */
export async function connect<V extends Version>(options: ConnectOptions<V>): Promise<Bank<V>> {
  const { issuer, client, signing, now = Date.now, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const signer = signing && createSigner(signing, now);
  const transport = new Transport(options.tls, options.maxConnections ?? DEFAULT_CONNECTIONS);
  try {
    const scope = options.scope ?? DEFAULT_SCOPE;
    const server = await AuthorisationServer.discover({
      ...{ transport, issuer, client, signer, scope, timeoutMs, now },
    });
    const jwksUri = options.jwksUri ?? server.jwksUri;
    if (jwksUri === undefined) throw new TypeError('The bank publishes no jwks_uri. Set jwksUri.');
    const bankKeys = createRemoteJWKSet(new URL(jwksUri), { [customFetch]: transport.fetch });
    return new Bank({ transport, server, signer, bankKeys, options, now });
  } catch (error) {
    await transport.close();
    throw error;
  }
}
