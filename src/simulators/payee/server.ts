import type { z } from 'zod';
import { PayeeRequest, type PayeeResponse } from '../../connections/payee-contract.ts';
import {
  openJsonServer,
  problem,
  type JsonServer,
  type JsonServerOptions,
} from '../json-server.ts';
import { confirmName, type KnownAccount } from './names.ts';

/** Largest body of a request, in bytes. */
const MAX_BODY_BYTES = 256 * 1024;

export interface ReferencePayeeOptions extends Pick<
  JsonServerOptions,
  'port' | 'delayMs' | 'errorEvery'
> {
  readonly accounts: ReadonlyMap<string, KnownAccount>;
}

/** Serves the API of docs/integration/payee-confirmation.md on loopback, from a table of names. */
export function openReferencePayee({
  accounts,
  ...options
}: ReferencePayeeOptions): Promise<JsonServer> {
  return openJsonServer({
    ...options,
    maxBodyBytes: MAX_BODY_BYTES,
    answer: async ({ method, url, json }) => {
      if (`${method} ${url.pathname}` !== 'POST /v1/payee-confirmations') {
        return problem(404, 'Unknown request');
      }
      const read = PayeeRequest.safeParse(await json());
      if (!read.success) return problem(400, 'The request does not conform to the contract');
      const results = read.data.items.map((item) => confirmName(accounts, item));
      return [200, { results } satisfies z.infer<typeof PayeeResponse>];
    },
  });
}
