import { join } from 'node:path';
import { FULL_COST } from '../auth/sign-in/passwords.ts';
import { applyBankFile } from '../bank/adopt-bank.ts';
import { readBankFile } from '../bank/bank-file.ts';
import type { Config, SecureConfig } from '../config/config.ts';
import { SHARED_KEYS_NAME } from '../config/data-folder.ts';
import { serviceActor } from '../domain/records/audit.ts';
import type { Profile } from './profile.ts';

/**
 * Creates the profile of a real bank. Its settings name all files that the sandbox would generate.
 */
export function secureProfile(
  settings: SecureConfig,
  config: Pick<
    Config,
    'keysDirectory' | 'core' | 'signInIssuer' | 'consoleUrl' | 'certificateHeader'
  >,
): Profile {
  const { bankFile, apiUrl, issuerUrl, ...named } = settings;
  const { keysDirectory, core, signInIssuer, consoleUrl = null, certificateHeader } = config;
  const sharedKeysFile = keysDirectory === undefined ? null : join(keysDirectory, SHARED_KEYS_NAME);
  // Behind a proxy that terminates TLS, clients see the certificate of the proxy.
  const publicUrls = [apiUrl, issuerUrl, ...(consoleUrl === null ? [] : [consoleUrl])];
  const certifiedUrls = certificateHeader === undefined ? publicUrls : [];
  const files = { ...named, sharedKeysFile, certifiedUrls };
  return {
    clockLeapSeconds: 300,
    clockGapDays: 7,
    signInCost: FULL_COST,
    requiresSignatures: true,
    takesFreePorts: false,
    consoleUsesTls: true,
    allowsLocalCallbacks: false,
    addresses: [],
    isOpen: false,

    prepareAccess: () => Promise.resolve(files),
    addressesAt() {
      return Promise.resolve({ apiUrl, issuerUrl, consoleUrl, aliases: [] });
    },
    async seedDatabase(store, now, observe) {
      const act = { at: now, by: serviceActor('bank file') };
      const file = readBankFile(bankFile, signInIssuer === null ? 'here' : 'atBank');
      if (core !== undefined && file.data.accounts.length > 0) {
        throw new Error(`${bankFile}: Remove the accounts. The core banking system keeps them.`);
      }
      const { outcome, current, previous } = await applyBankFile(store, file, act, bankFile);
      const { version, digest } = file;
      if (outcome === 'applied') {
        const previousVersion = previous?.version ?? null;
        observe({ kind: 'bankFileApplied', version, digest, previousVersion });
      } else if (outcome !== 'unchanged') {
        const { version: appliedVersion, digest: appliedDigest } = current;
        const found = { version, digest, appliedVersion, appliedDigest };
        observe({ kind: 'bankFileNotApplied', reason: outcome, ...found });
      }
      return current.sortCodes;
    },
    exchangeContracts: () => null,
    openClock: ({ machineClock }) =>
      Promise.resolve({ now: machineClock, stop: () => Promise.resolve() }),
    servePlain: () => undefined,
    servePages: () => Promise.resolve(),
  };
}
