import { type Answer, UnexpectedAnswer } from './answer.ts';
import {
  keyIdOf,
  SIGNATURE_HEADER,
  verifyDetached,
  type JoseHeader,
  type PublicKey,
} from './signatures.ts';
import type { Transport } from './transport.ts';

/**
 * The public keys that the bank publishes. A TPP verifies the signatures of responses with them.
 */
export class BankKeys {
  readonly #transport: Transport;
  readonly #url: string;
  #keys: readonly PublicKey[] = [];

  constructor(transport: Transport, apiUrl: string) {
    this.#transport = transport;
    this.#url = `${apiUrl}/as/jwks`;
  }

  /** Fetches the keys that the bank currently publishes. */
  async published(): Promise<readonly PublicKey[]> {
    const { json } = await this.#transport.send({ method: 'GET', url: this.#url });
    return (json?.['keys'] ?? []) as readonly PublicKey[];
  }

  /**
   * Verifies the bank's signature of a response (rules, 4.6). If the signature names an unknown
   * key, fetches the keys again. Returns the JOSE header, or null for a response without a body.
   *
   * @throws UnexpectedAnswer if a body is not signed, or was not signed by the bank
   */
  async verify(answer: Answer): Promise<JoseHeader | null> {
    const signature = answer.headers.get(SIGNATURE_HEADER);
    const isSigned = signature !== null;
    const hasBody = answer.bytes.length > 0;
    if (isSigned !== hasBody) {
      throw new UnexpectedAnswer(answer, isSigned ? 'a signature without a body.' : 'unsigned.');
    }
    if (signature === null) return null;
    try {
      const kid = keyIdOf(signature);
      if (!this.#keys.some((key) => key.kid === kid)) this.#keys = await this.published();
      return await verifyDetached(signature, answer.bytes, this.#keys);
    } catch (error) {
      throw new UnexpectedAnswer(answer, `with an invalid signature (${String(error)}).`);
    }
  }
}
