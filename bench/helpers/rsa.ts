import { constants, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { Cost } from './load.ts';

const MODULUS_BITS = 2048;

const DIGEST = 'sha256';

/** Padding of PS256 (RFC 7518, 3.5). */
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } as const;

/**
 * Returns a function that creates and verifies PS256 signatures in this process and measures the
 * cost. A signed POST with a signed response costs at least this much.
 *
 * @returns the function. It repeats both operations `times` times
 */
export function rsaAlone(message: Buffer, times: number): () => Cost {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: MODULUS_BITS });
  const signature = sign(DIGEST, message, { key: privateKey, ...PSS });
  const verifier = { key: publicKey, ...PSS };
  const signer = { key: privateKey, ...PSS };
  return () => {
    const [started, before] = [performance.now(), process.cpuUsage()];
    for (let done = 0; done < times; done += 1) {
      if (!verify(DIGEST, message, verifier, signature)) throw new Error('It is not verified.');
      sign(DIGEST, message, signer);
    }
    const { user, system } = process.cpuUsage(before);
    const seconds = (performance.now() - started) / 1000;
    return { perSecond: times / seconds, cpuMicros: (user + system) / times };
  };
}
