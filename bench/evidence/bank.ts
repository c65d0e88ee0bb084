import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { expectStatus, expectSuccess, idIn, tokenIn } from '../../test-client/answer.ts';
import { Authorisation, callbackParameters } from '../../test-client/authorisation.ts';
import { BankKeys } from '../../test-client/bank-keys.ts';
import { FamilyClient } from '../../test-client/families.ts';
import { signDetached, type SigningKey } from '../../test-client/signatures.ts';
import { TppClient } from '../../test-client/tpp.ts';
import { Transport } from '../../test-client/transport.ts';
import { sandboxPki, tppFiles } from '../../src/sandbox/pki/paths.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { SecureCustomer } from '../../test/helpers/secure-customer.ts';
import { paymentBody, SAMPLES } from '../helpers/families.ts';
import type { Program } from '../helpers/program.ts';

const TPP = 'tpp-one';
const REDIRECT_URI = `https://${TPP}.example/callback`;

/** A customer who can approve, and an account of hers. */
const CUSTOMER = { user: 'clara', debtorAccount: '11280001234567' };

/** Maximum number of connections of the TPP. More requests wait for a free one. */
const CONNECTIONS = 64;

/** Time after which a request counts as failed, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** A TPP that pays under one VRP consent, through mutual TLS and with signatures both ways. */
export interface Payer {
  /** Amount of each payment, in pence. */
  readonly pence: number;
  /** Submits a payment and returns its id. Verifies the signature of the answer. */
  pay(): Promise<string>;
  close(): void;
}

/** Connects a TPP, creates a VRP consent, and approves it on the customer's pages. */
export async function connectPayer(service: Program): Promise<Payer> {
  const { ports, origin, directory } = service;
  const apiUrl = `https://localhost:${String(ports['httpsPort'])}`;
  const issuerUrl = `https://localhost:${String(ports['pagesPort'])}`;
  const pki = sandboxPki(join(directory, 'pki'));
  const files = tppFiles(pki, TPP);
  const key = JSON.parse(readFileSync(files.signingKey, 'utf8')) as SigningKey;
  const transport = new Transport({
    ...{ timeoutMs: TIMEOUT_MS, maxConnections: CONNECTIONS },
    credentials: {
      ca: readFileSync(pki.root.certificate),
      cert: readFileSync(files.transport.certificate),
      key: readFileSync(files.transport.key),
    },
  });
  const clock = Date.now;
  const method = 'tls_client_auth' as const;
  const registration = { id: TPP, method, redirectUri: REDIRECT_URI, key };
  const authorisation = new Authorisation({ transport, apiUrl, issuerUrl, registration, clock });
  const token = tokenIn(expectStatus(await authorisation.clientToken(), 200));
  const keys = new BankKeys(transport, apiUrl);
  const client = new TppClient({
    ...{ transport, apiUrl, token },
    sign: (body) => signDetached(body, { key, issuer: `${TPP}/${TPP}`, clock }),
    verifyAnswer: (answer) => keys.verify(answer),
  });
  const sample = expectDefined(
    SAMPLES.find(({ family }) => family.name === 'domestic-vrps'),
    'a sample of VRP',
  );
  const payments = new FamilyClient(client, sample.family);
  const created = await payments.createConsent(JSON.stringify(sample.consent));
  const consentId = idIn(expectSuccess(created), 'ConsentId');
  const nextCodeOf = async (user: string): Promise<string> => {
    const shown = await fetch(`${origin}/sandbox/users/${user}/code`);
    return ((await shown.json()) as { code: string }).code;
  };
  const customer = new SecureCustomer({ apiUrl, issuerUrl, pki, nextCodeOf });
  const end = await customer.decide(await authorisation.authorizeUrl(consentId), CUSTOMER);
  const code = expectDefined(callbackParameters(end.url)['code'], 'the code');
  const ofCustomer = tokenIn(expectStatus(await authorisation.redeem(code), 200));
  const body = paymentBody(sample, consentId);
  return {
    pence: penceOf(body),
    pay: async () =>
      idIn(expectSuccess(await payments.createPayment(body, ofCustomer)), 'DomesticVRPId'),
    close: () => {
      transport.close();
    },
  };
}

/** Returns the amount of a payment in its request body, in pence. */
function penceOf(body: string): number {
  const [, pounds = '', pence = ''] = /"Amount":"(\d+)\.(\d\d)"/.exec(body) ?? [];
  return Number(`${pounds}${pence}`);
}
