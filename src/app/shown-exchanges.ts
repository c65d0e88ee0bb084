import type { Config } from '../config/config.ts';
import { writtenAddress } from '../config/schemes.ts';

/** Returns the exchanges with payment hubs as operators see them. */
export function shownExchanges({ schemes }: Pick<Config, 'schemes'>) {
  const exchanges = schemes.kind === 'simulated' ? [] : schemes.exchanges;
  return exchanges.map(({ name, instruments, address }) => ({
    ...{ name, instruments, address: writtenAddress(address) },
  }));
}
