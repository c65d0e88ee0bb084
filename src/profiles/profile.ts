import type { App } from '../api/request-context.ts';
import type { OtherAddress } from '../api/openapi/document.ts';
import type { SecureConfig } from '../config/config.ts';
import type { ScryptCost } from '../domain/parties/password-hash.ts';
import type { ExchangeContracts, ExchangeRates } from '../domain/ports/bank.ts';
import type { SeededStore } from '../domain/ports/store-admin.ts';
import type { Observe } from '../domain/records/events.ts';
import type { WorkRunner } from '../use-cases/execution/work-runner.ts';
import type { Clock, Instant, Days, Seconds } from '../shared/time.ts';
import type { SandboxParts } from '../sandbox/routes.ts';
import type { Pages } from '../web/journey/interaction.ts';

/** Settings of the TLS listeners and the services behind them, without addresses. */
export interface AccessFiles extends Omit<SecureConfig, 'bankFile' | 'apiUrl' | 'issuerUrl'> {
  /** File of the secrets that all nodes share. Null if there is none. */
  readonly sharedKeysFile: string | null;
}

/** Public addresses of the TLS listeners. */
export interface AccessAddresses extends Pick<SecureConfig, 'apiUrl' | 'issuerUrl'> {
  /** Alternative host names of both addresses. */
  readonly aliases: readonly string[];
}

/** Clock of payment execution. It can be moved in the sandbox. */
export interface BusinessClock {
  readonly now: Clock;
  /** Stops the clock's background work. Call it before the store closes. */
  stop(): Promise<void>;
}

/** Dependencies of a business clock. */
export interface ClockParts {
  readonly store: SeededStore;
  readonly machineClock: Clock;
  readonly observe: Observe;
}

/** Dependencies of a profile's endpoints on the internal listener. */
export type PlainParts = Omit<SandboxParts, 'clock' | 'moveClock'> & {
  readonly runner: Pick<WorkRunner, 'drain' | 'wake'>;
  /** Marks consents and payments that have lapsed by `now`. */
  readonly lapse: (now: Instant) => Promise<void>;
};

/** Dependencies of a profile's pages on the customers' listener. */
export interface CustomerPagesParts {
  readonly store: SeededStore;
  readonly machineClock: Clock;
  readonly pagesPort: number;
}

/** Everything that differs between the sandbox and a bank. No other code checks the profile. */
export interface Profile {
  /** Default of PIS_CLOCK_LEAP_SECONDS. */
  readonly clockLeapSeconds: Seconds;
  /** Default of PIS_CLOCK_GAP_DAYS. Null: unlimited. */
  readonly clockGapDays: Days | null;
  readonly signInCost: ScryptCost;
  /** Default of PIS_REQUEST_SIGNATURES: true if requests with a body must be signed. */
  readonly requiresSignatures: boolean;
  /**
   * True if a listener uses a free port when its default port is taken and no setting names one.
   */
  readonly takesFreePorts: boolean;
  /** Additional endpoints of this profile. */
  readonly addresses: readonly OtherAddress[];
  /** True if the Open Banking endpoints are also on the internal listener. */
  readonly isOpen: boolean;

  /**
   * Returns the paths of certificates, keys and the directory. The sandbox creates missing ones.
   */
  prepareAccess(now: Instant): Promise<AccessFiles>;
  /** Returns the public addresses, after the listeners have bound their ports. */
  addressesAt(ports: { httpsPort: number; pagesPort: number }): Promise<AccessAddresses>;
  /** Stores the bank's customers. Returns the sort codes that are the bank's own. */
  seedDatabase(store: SeededStore, now: Instant, observe: Observe): Promise<readonly string[]>;
  /** Returns the bank's exchange contracts. Null if it has none and accepts no agreed rate. */
  exchangeContracts(rates: ExchangeRates): ExchangeContracts | null;
  openClock(parts: ClockParts): Promise<BusinessClock>;
  /** Adds the profile's endpoints to the internal listener. */
  servePlain(app: App, parts: PlainParts): void;
  /** Adds the profile's pages to the customers' listener. */
  servePages(pages: Pages, parts: CustomerPagesParts): Promise<void>;
}
