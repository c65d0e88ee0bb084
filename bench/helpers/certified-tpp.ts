import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';
import { expectSuccess, tokenIn } from '../../test-client/answer.ts';
import { ASSERTION_TYPE, Authorisation, type Form } from '../../test-client/authorisation.ts';
import { SIGNATURE_HEADER, signDetached, type SigningKey } from '../../test-client/signatures.ts';
import { TppClient } from '../../test-client/tpp.ts';
import { Transport } from '../../test-client/transport.ts';
import { dataFolder } from '../../src/config/data-folder.ts';
import { SECOND_MS } from '../../src/shared/time.ts';
import { sandboxPki, tppFiles } from '../../src/sandbox/pki/paths.ts';
import type { Request } from './load.ts';
import type { Program } from './program.ts';

/** Lifetime of an assertion in seconds. It is longer than a round of measurements. */
const ASSERTION_SECONDS = 600;

const ASKED = { grant_type: 'client_credentials', scope: 'payments' };

/** TPPs of the sandbox. They use different methods of client authentication. */
export type TppName = 'tpp-one' | 'tpp-two';

/**
 * A TPP of the sandbox with its certificate and signing key. It connects to the listeners of the
 * bench.
 */
export class CertifiedTpp {
  readonly #name: TppName;
  readonly #apiUrl: string;
  readonly #files: Readonly<Record<'ca' | 'cert' | 'key', Buffer>>;
  readonly #key: SigningKey;
  readonly #transport: Transport;
  readonly #authorisation: Authorisation;

  constructor(name: TppName, { directory, ports }: Program) {
    const pki = sandboxPki(dataFolder(directory).pki);
    const { transport, signingKey } = tppFiles(pki, name);
    this.#name = name;
    this.#apiUrl = `https://localhost:${String(ports['mutualSigned'])}`;
    this.#files = {
      ca: readFileSync(pki.root.certificate),
      cert: readFileSync(transport.certificate),
      key: readFileSync(transport.key),
    };
    this.#key = JSON.parse(readFileSync(signingKey, 'utf8')) as SigningKey;
    this.#transport = new Transport({ credentials: this.#files });
    this.#authorisation = new Authorisation({
      transport: this.#transport,
      apiUrl: this.#apiUrl,
      issuerUrl: `https://localhost:${String(ports['pages'])}`,
      registration: { id: name, method: 'tls_client_auth', redirectUri: '', key: this.#key },
      clock: Date.now,
    });
  }

  /** Returns the TLS credentials for the TPP's connections. */
  credentials(options: SecureContextOptions = {}): SecureContext {
    return createSecureContext({ ...this.#files, ...options });
  }

  /** Signs in. Returns a client whose token is bound to the TPP's certificate. */
  async signIn(): Promise<TppClient> {
    const token = tokenIn(expectSuccess(await this.#authorisation.clientToken()));
    return new TppClient({ transport: this.#transport, apiUrl: this.#apiUrl, token });
  }

  /** Returns the header with the signature of a body. */
  async signatureOf(body: string): Promise<Readonly<Record<string, string>>> {
    const issuer = `${this.#name}/${this.#name}`;
    const signature = await signDetached(body, { key: this.#key, issuer, clock: Date.now });
    return { [SIGNATURE_HEADER]: signature };
  }

  /** Returns a token request that is authenticated by the TPP's certificate. */
  async tokenRequest(): Promise<Request> {
    return requestWith(await this.#authorisation.formWith(ASKED));
  }

  /** Returns a token request with a signed assertion, which can be used once. */
  async assertingRequest(): Promise<Request> {
    const exp = Math.floor(Date.now() / SECOND_MS) + ASSERTION_SECONDS;
    return requestWith({
      ...ASKED,
      client_assertion_type: ASSERTION_TYPE,
      client_assertion: await this.#authorisation.assertion({ claims: { exp } }),
    });
  }
}

function requestWith(form: Form): Request {
  return {
    method: 'POST',
    path: '/as/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  };
}
