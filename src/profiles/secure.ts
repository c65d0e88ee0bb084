import { join } from 'node:path';
import { FULL_COST } from '../auth/sign-in/passwords.ts';
import { adoptBank } from '../bank/adopt-bank.ts';
import { readBankFile } from '../bank/bank-file.ts';
import type { Config, SecureConfig } from '../config/config.ts';
import { SHARED_KEYS_NAME } from '../config/data-folder.ts';
import type { Profile } from './profile.ts';

/** A bank: all that the sandbox makes for itself is named by the settings. */
export function secureProfile(
  settings: SecureConfig,
  { keysDirectory }: Pick<Config, 'keysDirectory'>,
): Profile {
  const { bankFile, apiUrl, issuerUrl, ...named } = settings;
  const sharedKeysFile = keysDirectory === undefined ? null : join(keysDirectory, SHARED_KEYS_NAME);
  const files = { ...named, sharedKeysFile };
  return {
    clockLeapSeconds: 300,
    clockGapDays: 7,
    signInCost: FULL_COST,
    requiresSignatures: true,
    takesFreePorts: false,
    addresses: [],
    isOpen: false,

    prepareAccess: () => Promise.resolve(files),
    addressesAt: () => Promise.resolve({ apiUrl, issuerUrl, aliases: [] }),
    async layDown(store, now) {
      const { data, credentials, sortCodes } = readBankFile(bankFile);
      await adoptBank(store, data, now, bankFile);
      await store.putCredentials(credentials);
      await store.keepUsers(credentials.map(({ userId }) => userId));
      return sortCodes;
    },
    exchangeContracts: () => null,
    openClock: ({ machineClock }) =>
      Promise.resolve({ now: machineClock, stop: () => Promise.resolve() }),
    servePlain: () => undefined,
    servePages: () => Promise.resolve(),
  };
}
