import { type Answer, UnexpectedAnswer } from './answer.ts';
import {
  keyIdOf,
  SIGNATURE_HEADER,
  verifyDetached,
  type JoseHeader,
  type PublicKey,
} from './signatures.ts';
import type { Transport } from './transport.ts';

/** The keys that the bank publishes, by which a TPP knows the bank's answers. */
export class BankKeys {
  readonly #transport: Transport;
  readonly #url: string;
  #keys: readonly PublicKey[] = [];

  constructor(transport: Transport, apiUrl: string) {
    this.#transport = transport;
    this.#url = `${apiUrl}/as/jwks`;
  }

  /** As the bank publishes them now. */
  async published(): Promise<readonly PublicKey[]> {
    const { json } = await this.#transport.send({ method: 'GET', url: this.#url });
    return (json?.['keys'] ?? []) as readonly PublicKey[];
  }

  /**
   * Verifies that the bank signed these very bytes (rules, 4.6); the header of its signature, null
   * for an answer without a body. A key that is not known yet is asked for.
   *
   * @throws UnexpectedAnswer when a body is not signed, or not by the bank
   */
  async verify(answer: Answer): Promise<JoseHeader | null> {
    const signature = answer.headers.get(SIGNATURE_HEADER);
    const isSigned = signature !== null;
    const hasBody = answer.bytes.length > 0;
    if (isSigned !== hasBody) {
      throw new UnexpectedAnswer(answer, isSigned ? 'a signature of nothing.' : 'unsigned.');
    }
    if (signature === null) return null;
    try {
      const kid = keyIdOf(signature);
      if (!this.#keys.some((key) => key.kid === kid)) this.#keys = await this.published();
      return await verifyDetached(signature, answer.bytes, this.#keys);
    } catch (error) {
      throw new UnexpectedAnswer(answer, `with another's signature (${String(error)}).`);
    }
  }
}
