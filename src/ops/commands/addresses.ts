import { CommandRefused, type ControlCommand } from '../control.ts';

/** Base URLs of the TLS listeners, without a slash at the end. */
export interface AddressesReport {
  /** Base URL of the TPPs' listener. */
  readonly apiUrl: string;
  /** Base URL of the customers' listener. */
  readonly issuerUrl: string;
}

/**
 * `addresses`: returns the base URLs of the TLS listeners. Their ports may have been chosen at
 * start.
 */
export function addressesCommand(addresses: AddressesReport | null): ControlCommand {
  return (_, { send }) => {
    if (addresses === null)
      return Promise.reject(new CommandRefused('The service has no TLS listeners.'));
    const { apiUrl, issuerUrl } = addresses;
    send({ kind: 'result', value: { apiUrl, issuerUrl } satisfies AddressesReport });
    return Promise.resolve();
  };
}
