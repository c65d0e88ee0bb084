import type { z } from 'zod';
import { PayeeRequest, type PayeeResponse } from '../../connections/payee-contract.ts';
import { JsonServer, problem, type JsonServerOptions } from '../json-server.ts';
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
  return new JsonServer({
    ...options,
    maxBodyBytes: MAX_BODY_BYTES,
    answer: ({ method, url, answerContent }) => {
      if (`${method} ${url.pathname}` !== 'POST /v1/payee-confirmations') {
        return problem(404, 'Unknown request');
      }
      return answerContent(PayeeRequest, ({ items }) => {
        const results = items.map((item) => confirmName(accounts, item));
        return [200, { results } satisfies z.infer<typeof PayeeResponse>];
      });
    },
  }).listen();
}
