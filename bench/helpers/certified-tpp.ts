import { SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import { parseKeys, type SigningKey } from '../../src/auth/keys/key-file.ts';
import { signDetached } from '../../src/auth/signatures/detached.ts';
import { CLAIMS, CRITICAL } from '../../src/auth/signatures/jose-header.ts';
import { dataFolder } from '../../src/config/data-folder.ts';
import { SIGNATURE_HEADER } from '../../src/domain/ports/signatures.ts';
import { SECOND_MS } from '../../src/kernel/time.ts';
import { sandboxPki, tppFiles } from '../../src/sandbox/pki/paths.ts';
import type { Request } from './load.ts';
import type { Program } from './program.ts';

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** How long an assertion is good, in seconds: longer than a round takes. */
const ASSERTION_SECONDS = 600;

/** What the TPPs of the sandbox prove themselves by. */
export type TppName = 'tpp-one' | 'tpp-two';

/** A TPP of the sandbox with its certificate and its key for signatures. */
export class CertifiedTpp {
  readonly name: TppName;
  readonly #files: SecureContextOptions;
  readonly #signing: SigningKey;

  constructor(name: TppName, { directory }: Program) {
    const pki = sandboxPki(dataFolder(directory).pki);
    const { transport, signingKey } = tppFiles(pki, name);
    this.name = name;
    this.#files = {
      ca: readFileSync(pki.root.certificate),
      cert: readFileSync(transport.certificate),
      key: readFileSync(transport.key),
    };
    [this.#signing] = parseKeys(`{"keys":[${readFileSync(signingKey, 'utf8')}]}`, signingKey);
  }

  /** What its connections begin with. */
  credentials(options: SecureContextOptions = {}): SecureContext {
    return createSecureContext({ ...this.#files, ...options });
  }

  /** The header with its signature of a body, good from now on. */
  async signatureOf(body: string): Promise<Readonly<Record<string, string>>> {
    const { key, jwk } = this.#signing;
    const header = {
      alg: 'PS256',
      kid: jwk.kid,
      [CLAIMS.issuedAt]: Math.floor(Date.now() / SECOND_MS),
      [CLAIMS.issuer]: `${this.name}/${this.name}`,
      [CLAIMS.trustAnchor]: 'openbanking.org.uk',
      crit: CRITICAL,
    };
    return { [SIGNATURE_HEADER]: await signDetached(header, Buffer.from(body), key) };
  }

  /** Asks for a token of its own, as whom the certificate names. */
  tokenRequest(): Request {
    return tokenRequestWith({ client_id: this.name });
  }

  /** The same, with a signed assertion that is good for one request. */
  async assertingRequest(audience: string): Promise<Request> {
    const assertion = new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({ alg: 'PS256', kid: this.#signing.jwk.kid })
      .setIssuer(this.name)
      .setSubject(this.name)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${String(ASSERTION_SECONDS)}s`);
    return tokenRequestWith({
      client_assertion_type: ASSERTION_TYPE,
      client_assertion: await assertion.sign(this.#signing.key),
    });
  }
}

function tokenRequestWith(proof: Readonly<Record<string, string>>): Request {
  return {
    method: 'POST',
    path: '/as/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'payments',
      ...proof,
    }).toString(),
  };
}
