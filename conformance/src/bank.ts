import { readFileSync } from 'node:fs';
import { connect, type Bank, type Version } from '@payment-initiation/client';
import { createApprover, type Approver } from './approvals.ts';
import type { Config, TppConfig } from './config.ts';
import { signingIdentity, type SigningIdentity } from './signatures.ts';

/** A TPP that is connected to the bank under test. */
export interface Tester {
  readonly bank: Bank<Version>;
  readonly identity: SigningIdentity;
}

/** The bank under test, as both TPPs reach it. */
export interface BankUnderTest {
  readonly config: Config;
  readonly approve: Approver;
  /** Returns the connection of a TPP in a version. Throws Error if there is no second TPP. */
  tester(version: Version, who: 'tpp' | 'other'): Tester;
  close(): Promise<void>;
}

/** Connects the TPPs of the configuration to the bank. */
export async function openBank(
  config: Config,
  approve: Approver = createApprover(config),
): Promise<BankUnderTest> {
  const testers = new Map<string, Tester>();
  const tpps = [
    ['tpp', config.tpp],
    ['other', config.otherTpp],
  ] as const;
  for (const version of config.versions) {
    for (const [who, tpp] of tpps) {
      if (tpp === undefined) continue;
      const bank = await connectTpp(config, version, tpp);
      testers.set(`${version} ${who}`, { bank, identity: signingIdentity(tpp) });
    }
  }
  return {
    ...{ config, approve },
    tester: (version, who) => {
      const tester = testers.get(`${version} ${who}`);
      if (tester === undefined) throw new Error(`There is no connection of ${who} to ${version}.`);
      return tester;
    },
    close: async () => {
      await Promise.all([...testers.values()].map(({ bank }) => bank.close()));
    },
  };
}

function connectTpp(config: Config, version: Version, tpp: TppConfig): Promise<Bank<Version>> {
  const { issuer, baseUrl, jwksUri, bankId } = config;
  const { signing, redirectUri } = tpp;
  const text = readFileSync(signing.key, 'utf8');
  return connect<Version>({
    ...{ issuer, baseUrl, version },
    ...(jwksUri !== undefined && { jwksUri }),
    ...(bankId !== undefined && { bankId }),
    client: {
      ...{ id: tpp.clientId, authentication: tpp.authentication },
      ...(redirectUri !== undefined && { redirectUri }),
    },
    tls: {
      ...{ cert: readFileSync(tpp.certificate), key: readFileSync(tpp.key) },
      ...(tpp.ca !== undefined && { ca: readFileSync(tpp.ca) }),
    },
    signing: {
      key: text.startsWith('{') ? (JSON.parse(text) as object) : text,
      issuer: signing.issuer,
      ...(signing.kid !== undefined && { kid: signing.kid }),
      ...(signing.trustAnchor !== undefined && { trustAnchor: signing.trustAnchor }),
    },
  });
}
