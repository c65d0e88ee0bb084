import type { Config } from '../config/config.ts';
import { writtenAddress } from '../config/schemes.ts';
import type { Core } from './core.ts';

interface Parts {
  readonly config: Pick<Config, 'schemes'>;
  readonly clock: Pick<Core['clock'], 'now'>;
  readonly useCases: Pick<Core['useCases'], 'paymentTimeline'>;
}

/** Returns a function that reads the timeline of a payment, for the commands and the console. */
export function readerOfTimelines({ config, clock, useCases }: Parts) {
  const exchanges = shownExchanges(config);
  return (id: string, row: number | null) => {
    return useCases.paymentTimeline({ id, row, exchanges }, clock.now());
  };
}

/** Returns the exchanges with payment hubs as operators see them. */
export function shownExchanges({ schemes }: Pick<Config, 'schemes'>) {
  const exchanges = schemes.kind === 'simulated' ? [] : schemes.exchanges;
  return exchanges.map(({ name, instruments, address }) => ({
    name,
    instruments,
    address: writtenAddress(address),
  }));
}
