import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectStatus, tokenIn } from '../../test-client/answer.ts';
import { Authorisation } from '../../test-client/authorisation.ts';
import { BankKeys } from '../../test-client/bank-keys.ts';
import { FamilyClient } from '../../test-client/families.ts';
import { RESOURCES } from '../../test-client/requests.ts';
import { Sandbox } from '../../test-client/sandbox.ts';
import { signDetached, type SigningKey } from '../../test-client/signatures.ts';
import { TppClient } from '../../test-client/tpp.ts';
import { Transport } from '../../test-client/transport.ts';
import { sandboxPki, tppFiles } from '../../src/sandbox/pki/paths.ts';
import { realTime } from '../../test/helpers/real-time.ts';
import type { Service } from '../service.ts';

/** Software id and client id of a TPP of the sandbox. */
const TPP = 'tpp-one';
const REDIRECT_URI = `https://${TPP}.example/callback`;

/** Time limit for a response, in milliseconds. */
const ANSWER_MS = 30_000;

/** A TPP with mutual TLS. It signs its requests and verifies the signatures of the bank. */
export interface BankTpp {
  readonly authorisation: Authorisation;
  readonly payments: FamilyClient<'domestic-payments'>;
  readonly files: FamilyClient<'file-payments'>;
  readonly sandbox: Sandbox;
  readonly close: () => void;
}

export async function connectTpp(service: Service, interrupted: AbortSignal): Promise<BankTpp> {
  const { apiUrl, issuerUrl, origin, directory } = service;
  const pki = sandboxPki(join(directory, 'pki'));
  const { transport: files, signingKey } = tppFiles(pki, TPP);
  const key = JSON.parse(readFileSync(signingKey, 'utf8')) as SigningKey;
  const transport = new Transport({
    ...{ timeoutMs: ANSWER_MS, signal: interrupted },
    credentials: {
      ca: readFileSync(pki.root.certificate),
      cert: readFileSync(files.certificate),
      key: readFileSync(files.key),
    },
  });
  const registration = {
    id: TPP,
    method: 'tls_client_auth',
    redirectUri: REDIRECT_URI,
    key,
  } as const;
  const clock = realTime;
  const authorisation = new Authorisation({ transport, apiUrl, issuerUrl, registration, clock });
  const token = tokenIn(expectStatus(await authorisation.clientToken(), 200));
  const signer = { key, issuer: `${TPP}/${TPP}`, clock };
  const keys = new BankKeys(transport, apiUrl);
  const tpp = new TppClient({
    ...{ transport, apiUrl, token },
    sign: (body) => signDetached(body, signer),
    verifyAnswer: (answer) => keys.verify(answer),
  });
  return {
    authorisation,
    payments: new FamilyClient(tpp, RESOURCES['domestic-payments']),
    files: new FamilyClient(tpp, RESOURCES['file-payments']),
    sandbox: new Sandbox(new TppClient({ transport, apiUrl: origin, token })),
    close: () => {
      transport.close();
    },
  };
}
