import type { App } from '../api/request-context.ts';
import type { OtherAddress } from '../api/openapi/document.ts';
import type { SecureConfig } from '../config/config.ts';
import type { ScryptCost } from '../domain/parties/password-hash.ts';
import type { ExchangeContracts, ExchangeRates } from '../domain/ports/bank.ts';
import type { SeededStore } from '../domain/ports/store-admin.ts';
import type { Observe } from '../domain/records/events.ts';
import type { WorkRunner } from '../use-cases/execution/work-runner.ts';
import type { Clock, Instant } from '../shared/time.ts';
import type { SandboxParts } from '../sandbox/routes.ts';
import type { Pages } from '../web/journey/interaction.ts';

/** What the doors of TLS and those behind them go by, besides where they are. */
export interface AccessFiles extends Omit<SecureConfig, 'bankFile' | 'apiUrl' | 'issuerUrl'> {
  /** The secrets that all nodes have alike; null: there are none. */
  readonly sharedKeysFile: string | null;
}

/** Where the doors of TLS are, as the world calls them. */
export interface AccessAddresses extends Pick<SecureConfig, 'apiUrl' | 'issuerUrl'> {
  /** Other names for the hosts of the two addresses. */
  readonly aliases: readonly string[];
}

/** The time that payments are made by. */
export interface BusinessClock {
  readonly now: Clock;
  /** Ends what it needs to go on; before the store closes. */
  stop(): Promise<void>;
}

/** What a business clock is made of. */
export interface ClockParts {
  readonly store: SeededStore;
  readonly machineClock: Clock;
  readonly observe: Observe;
}

/** What a profile may put behind the plain door. */
export type PlainParts = Omit<SandboxParts, 'clock' | 'moveClock'> & {
  readonly runner: Pick<WorkRunner, 'drain' | 'wake'>;
  /** Marks the consents that have lapsed by then. */
  readonly lapse: (now: Instant) => Promise<void>;
};

/** What a profile may put behind the customers' door. */
export interface CustomerPagesParts {
  readonly store: SeededStore;
  readonly machineClock: Clock;
  readonly pagesPort: number;
}

/**
 * All that is one way in the sandbox and another at a bank. Nothing else asks which of the two it
 * is.
 */
export interface Profile {
  /** How far the machine's clock may leap unless a setting says so, in seconds. */
  readonly clockLeapSeconds: number;
  /** How long the service may have been away unless a setting says so, in days; null: for ever. */
  readonly clockGapDays: number | null;
  readonly signInCost: ScryptCost;
  /** Whether requests with a body must be signed unless a setting says so. */
  readonly requiresSignatures: boolean;
  /** Whether a door whose usual port is taken goes to a free one, where nobody named a port. */
  readonly takesFreePorts: boolean;
  /** Addresses beside the standard's that only this profile has. */
  readonly addresses: readonly OtherAddress[];
  /** Whether the addresses of the standard are behind the plain door too. */
  readonly isOpen: boolean;

  /** Certificates, keys and directory; rejects with what is missing or wrong. */
  prepareAccess(now: Instant): Promise<AccessFiles>;
  /** Where the doors are, once they have their ports. */
  addressesAt(ports: { httpsPort: number; pagesPort: number }): Promise<AccessAddresses>;
  /** Stores the bank's customers; returns the sort codes that are the bank's own. */
  seedDatabase(store: SeededStore, now: Instant, observe: Observe): Promise<readonly string[]>;
  /** The bank's exchange contracts; null: it has none, and takes no agreed rate. */
  exchangeContracts(rates: ExchangeRates): ExchangeContracts | null;
  openClock(parts: ClockParts): Promise<BusinessClock>;
  /** Serves its own addresses behind the plain door. */
  servePlain(app: App, parts: PlainParts): void;
  /** Serves its own addresses behind the customers' door. */
  servePages(pages: Pages, parts: CustomerPagesParts): Promise<void>;
}
