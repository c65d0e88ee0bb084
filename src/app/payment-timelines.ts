import type { Config } from '../config/config.ts';
import { writtenAddress } from '../config/schemes.ts';
import { withoutIndex } from '../use-cases/index.ts';
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
    const request = { id, row, exchanges, findAuditBlocks: withoutIndex };
    return useCases.paymentTimeline(request, clock.now());
  };
}

/** Returns the exchanges with payment hubs as operators see them. */
export function shownExchanges({ schemes }: Pick<Config, 'schemes'>) {
  const exchanges = schemes.kind === 'simulated' ? [] : schemes.exchanges;
  return exchanges.map(({ name, instruments, address }) => ({
    ...{ name, instruments, address: writtenAddress(address) },
  }));
}
