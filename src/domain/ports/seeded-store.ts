import type { Instant } from '../../kernel/time.ts';
import type { BankData, BankSeed } from '../records/seed.ts';
import type { Store } from './store.ts';

export interface SeededStore extends Store {
  /** Lays a bank's data down in an empty store, once; false when there was some already. */
  seed(data: BankSeed, now: Instant): Promise<boolean>;
  /** Takes over what the bank says of its customers; see Bank.adopt. */
  adoptBank(data: BankData, now: Instant): Promise<void>;
  /** The hash of the secret that a client was laid down with. */
  findSandboxSecret(clientId: string): Promise<string | undefined>;
}
