import { CommandRefused, type ControlCommand } from '../control.ts';

/** Where the doors of TLS are, without a slash at the end. */
export interface AddressesReport {
  /** Of the TPPs' door. */
  readonly apiUrl: string;
  /** Of the customers' door. */
  readonly issuerUrl: string;
}

/** `addresses`: tells where the doors of TLS are, which may be on free ports. */
export function addressesCommand(addresses: AddressesReport | null): ControlCommand {
  return (_, { tell }) => {
    if (addresses === null) return Promise.reject(new CommandRefused('It has no doors of TLS.'));
    const { apiUrl, issuerUrl } = addresses;
    tell({ kind: 'told', what: { apiUrl, issuerUrl } satisfies AddressesReport });
    return Promise.resolve();
  };
}
