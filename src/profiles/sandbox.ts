import { setTimeout as sleep } from 'node:timers/promises';
import { adoptBank } from '../bank/adopt-bank.ts';
import type { Config } from '../config/config.ts';
import { dataFolder } from '../config/data-folder.ts';
import type { SeededStore } from '../domain/ports/store-admin.ts';
import { expectDefined } from '../shared/assert.ts';
import type { Instant } from '../shared/time.ts';
import { callbackAddress, serveCallback } from '../sandbox/callback.ts';
import { createClockMover } from '../sandbox/clock-mover.ts';
import { createSandboxClock, type SandboxClock } from '../sandbox/clock.ts';
import { seedCredentials, SANDBOX_COST } from '../sandbox/credentials.ts';
import { createSandboxContracts } from '../sandbox/contracts.ts';
import { SANDBOX_ADDRESSES } from '../sandbox/description.ts';
import { serveEventInbox } from '../sandbox/event-inbox.ts';
import { ensureSandboxPki, ensureCallback } from '../sandbox/pki/index.ts';
import { followOffset, saveOffset, readOffset, untilSeen } from '../sandbox/clock-offset.ts';
import { sandboxPki } from '../sandbox/pki/paths.ts';
import { registerReadyMade } from '../sandbox/registrations.ts';
import { serveSandbox } from '../sandbox/routes.ts';
import { BANK_ORGANISATION_ID, BANK_SORT_CODES, SANDBOX_SEED } from '../sandbox/seed.ts';
import { contentSecurityPolicy } from '../web/headers.ts';
import type { Profile } from './profile.ts';

/** Other names of this machine that can appear in the sandbox's addresses. */
const LOCAL_NAMES = ['127.0.0.1', '[::1]'];

/** The addresses at which pis waits for a customer's return: any port of this machine. */
const LOOPBACK = 'http://127.0.0.1:*';

/** Stores the sandbox's customers, users and accounts. Returns the bank's sort codes. */
async function seedBank(
  store: SeededStore,
  now: Instant,
  { isInCore }: { readonly isInCore: boolean },
): Promise<readonly string[]> {
  const isNew = await store.seed(SANDBOX_SEED, now);
  // Data from an earlier version lacks the customers that were added to the sandbox later. A core
  // banking system reports its own customers.
  if (!isNew && !isInCore) await adoptBank(store, SANDBOX_SEED, now, 'the sandbox');
  await seedCredentials(store);
  return BANK_SORT_CODES;
}

/** Returns the addresses of the listeners on this machine. The console has no TLS. */
function localAddresses(https: number, pages: number, console: number | null) {
  return {
    apiUrl: `https://localhost:${String(https)}`,
    issuerUrl: `https://localhost:${String(pages)}`,
    consoleUrl: console === null ? null : `http://localhost:${String(console)}`,
  };
}

/**
 * Creates the profile for trying out the service. It has test data, a clock that can be moved, and
 * the API without TLS on the internal listener.
 */
export function sandboxProfile(
  config: Pick<Config, 'dataDirectory' | 'keysDirectory' | 'publicHosts' | 'core'>,
): Profile {
  const { pki: folder } = dataFolder(config.dataDirectory, config.keysDirectory);
  const pki = sandboxPki(folder);
  const opened: { clock?: SandboxClock } = {};
  const clockOf = () => expectDefined(opened.clock, 'the clock of the sandbox');
  return {
    // Developers' machines often sleep and may be used again weeks later.
    clockLeapSeconds: 86_400,
    clockGapDays: null,
    signInCost: SANDBOX_COST,
    requiresSignatures: false,
    takesFreePorts: true,
    consoleUsesTls: false,
    allowsLocalCallbacks: true,
    addresses: SANDBOX_ADDRESSES,
    isOpen: true,

    async prepareAccess(now) {
      const pki = await ensureSandboxPki({ folder, now, hosts: config.publicHosts });
      return {
        certificateFile: pki.server.certificate,
        keyFile: pki.server.key,
        clientCaFile: pki.chain,
        clientCrlFile: pki.crl,
        signingKeysFile: pki.bankKeys,
        sharedKeysFile: pki.sharedKeys,
        certifiedUrls: [],
        organisationId: BANK_ORGANISATION_ID,
        directory: pki.directory,
        directoryKeysFile: pki.directoryKeys,
        bankTitle: 'Sandbox Bank',
      };
    },
    async addressesAt({ httpsPort, pagesPort, consolePort }) {
      await ensureCallback(pki.directory, pagesPort);
      return {
        ...localAddresses(httpsPort, pagesPort, consolePort),
        aliases: [...LOCAL_NAMES, ...config.publicHosts],
      };
    },
    seedDatabase: (store, now) => seedBank(store, now, { isInCore: config.core !== undefined }),
    exchangeContracts: createSandboxContracts,
    async openClock({ store, machineClock: system, observe }) {
      const clock = createSandboxClock({ system, offsetMs: await readOffset(store) });
      opened.clock = clock;
      return { ...followOffset({ clock, store, observe }), ...clock };
    },
    servePlain(app, parts) {
      const clock = clockOf();
      const moveClock = createClockMover({
        clock,
        store: parts.store,
        drain: (withinMs) => parts.runner.drain(withinMs),
        lapse: () => parts.lapse(clock.now()),
        saveOffset: (offsetMs) => saveOffset(parts.store, offsetMs),
        untilSeen: () => untilSeen(parts.store),
        wait: sleep,
      });
      serveSandbox(app, { ...parts, clock, moveClock });
    },
    async servePages(pages, { store, machineClock, pagesPort }) {
      serveCallback(pages, contentSecurityPolicy({ scripts: true, connections: LOOPBACK }));
      const { origin } = new URL(callbackAddress(pagesPort));
      serveEventInbox(pages, { origin, clock: clockOf().now });
      await registerReadyMade({ store, pki, machineClock, clock: clockOf().now, pagesPort });
    },
  };
}
