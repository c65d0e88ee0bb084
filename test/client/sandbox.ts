import { readFileSync } from 'node:fs';
import { connect } from '../../client/src/index.ts';
import type { Bank, ConnectOptions, StartOptions, Version } from '../../client/src/index.ts';
import { BANK_ORGANISATION_ID } from '../../src/sandbox/seed.ts';
import { tppFiles } from '../../src/sandbox/pki/paths.ts';
import type { Bank as BankPlace } from '../helpers/secure-browser.ts';
import { SecureCustomer, type BankOfCustomers, type Wish } from '../helpers/secure-customer.ts';
import { NORTHWIND } from '../helpers/payment-file.ts';
import type { SecureService } from '../helpers/secure-service.ts';

/** The options with which a TPP of the sandbox connects. */
export function optionsFor<V extends Version>(
  service: BankPlace,
  version: V,
  softwareId = 'tpp-one',
): ConnectOptions<V> & Required<Pick<ConnectOptions, 'signing'>> {
  const files = tppFiles(service.pki, softwareId);
  const isSecond = softwareId === 'tpp-two';
  return {
    issuer: service.issuerUrl,
    baseUrl: `${service.apiUrl}/open-banking`,
    version,
    client: {
      id: softwareId,
      authentication: isSecond ? 'private_key_jwt' : 'tls_client_auth',
      redirectUri: `https://${softwareId}.example/callback`,
    },
    tls: {
      cert: readFileSync(files.transport.certificate),
      key: readFileSync(files.transport.key),
      ca: readFileSync(service.pki.root.certificate),
    },
    signing: {
      key: JSON.parse(readFileSync(files.signingKey, 'utf8')) as object,
      issuer: `${softwareId}/${softwareId}`,
    },
    bankId: BANK_ORGANISATION_ID,
  };
}

/** Connects a TPP of the sandbox. */
export function connectTo<V extends Version>(
  service: SecureService,
  version: V,
  changes: Partial<ConnectOptions<V>> = {},
): Promise<Bank<V>> {
  return connect({ ...optionsFor(service, version), ...changes });
}

/** Sends a customer to the bank to decide about a consent. Returns the callback address. */
export async function decide(
  service: BankOfCustomers,
  url: string,
  wish: Partial<Wish> = {},
): Promise<string> {
  const place = await new SecureCustomer(service).decide(url, { user: 'clara', ...wish });
  return place.url;
}

/** Has a customer approve a consent. Returns the token. */
export async function approve(
  service: BankOfCustomers,
  bank: Pick<Bank<Version>, 'customers'>,
  consentId: string,
  options: StartOptions & Partial<Wish> = {},
): Promise<string> {
  const { url, pending } = await bank.customers.start(consentId, options);
  return (await bank.customers.finish(await decide(service, url, options), pending)).token;
}

const SchemeName = 'UK.OBIE.SortCodeAccountNumber';

/** A valid domestic payment of v3.1. */
export const INITIATION = {
  InstructionIdentification: 'ACME412',
  EndToEndIdentification: 'FRESCO.21302.GFX.20',
  LocalInstrument: 'UK.OBIE.FPS',
  InstructedAmount: { Amount: '165.88', Currency: 'GBP' },
  DebtorAccount: { SchemeName, Identification: NORTHWIND, Name: 'Northwind Components plc' },
  CreditorAccount: { SchemeName, Identification: '20051760000000', Name: 'Fresco Ltd' },
};
