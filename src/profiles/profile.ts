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

/**
 * The settings of the TLS listeners and of the services behind them, except for their addresses.
 */
export interface AccessFiles extends Omit<SecureConfig, 'bankFile' | 'apiUrl' | 'issuerUrl'> {
  /** The file with the secrets that all nodes share. Null if there is none. */
  readonly sharedKeysFile: string | null;
  /** URLs for whose hosts the certificate must be valid. */
  readonly certifiedUrls: readonly string[];
}

/** The public addresses of the TLS listeners. */
export interface AccessAddresses extends Pick<SecureConfig, 'apiUrl' | 'issuerUrl'> {
  /** Other host names under which both addresses can be reached. */
  readonly aliases: readonly string[];
  /** Origin of the operators' console. Null if the console is off. */
  readonly consoleUrl: string | null;
}

/** The ports of the listeners. */
interface ListenerPorts {
  readonly httpsPort: number;
  readonly pagesPort: number;
  /** Null if the console is off. */
  readonly consolePort: number | null;
}

/** The clock that decides when payments are executed. It can be moved in the sandbox. */
export interface BusinessClock {
  readonly now: Clock;
  /** Stops the background work of the clock. Call this before the store closes. */
  stop(): Promise<void>;
}

/** Dependencies of a business clock. */
export interface ClockParts {
  readonly store: SeededStore;
  readonly machineClock: Clock;
  readonly observe: Observe;
}

/** The dependencies of a profile's own endpoints on the internal listener. */
export type PlainParts = Omit<SandboxParts, 'clock' | 'moveClock'> & {
  readonly runner: Pick<WorkRunner, 'drain' | 'wake'>;
  /**
   * Marks all consents that have lapsed by `now`, and all payments whose approvals did not arrive
   * in time.
   */
  readonly lapse: (now: Instant) => Promise<void>;
};

/** The dependencies of a profile's own pages on the customers' listener. */
export interface CustomerPagesParts {
  readonly store: SeededStore;
  readonly machineClock: Clock;
  readonly pagesPort: number;
}

/**
 * All differences between the sandbox and a real bank. No other code checks which profile is used.
 */
export interface Profile {
  /** The default value of PIS_CLOCK_LEAP_SECONDS. */
  readonly clockLeapSeconds: Seconds;
  /** The default value of PIS_CLOCK_GAP_DAYS. Null means unlimited. */
  readonly clockGapDays: Days | null;
  readonly signInCost: ScryptCost;
  /**
   * The default value of PIS_REQUEST_SIGNATURES. True means that requests with a body must be
   * signed.
   */
  readonly requiresSignatures: boolean;
  /**
   * True if a listener uses any free port when its default port is taken and no setting names a
   * port.
   */
  readonly takesFreePorts: boolean;
  /** True if the console uses TLS. Without TLS, it listens on loopback. */
  readonly consoleUsesTls: boolean;
  /** True if events may be pushed to callback addresses on this machine. */
  readonly allowsLocalCallbacks: boolean;
  /** The endpoints that only this profile has. */
  readonly addresses: readonly OtherAddress[];
  /** True if the internal listener serves the Open Banking endpoints too. */
  readonly isOpen: boolean;

  /**
   * Returns the paths of the certificates, the keys and the directory. The sandbox creates those
   * that are missing.
   */
  prepareAccess(now: Instant): Promise<AccessFiles>;
  /** Returns the public addresses. It is called after the listeners have opened their ports. */
  addressesAt(ports: ListenerPorts): Promise<AccessAddresses>;
  /** Stores the bank's customers. Returns the sort codes of the bank's own accounts. */
  seedDatabase(store: SeededStore, now: Instant, observe: Observe): Promise<readonly string[]>;
  /**
   * Returns the bank's exchange contracts. Returns null if the bank has none, and then it accepts
   * no agreed rate.
   */
  exchangeContracts(rates: ExchangeRates): ExchangeContracts | null;
  openClock(parts: ClockParts): Promise<BusinessClock>;
  /** Adds the profile's endpoints to the internal listener. */
  servePlain(app: App, parts: PlainParts): void;
  /** Adds the profile's pages to the customers' listener. */
  servePages(pages: Pages, parts: CustomerPagesParts): Promise<void>;
}
