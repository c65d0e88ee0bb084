import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';

/** Maximum time to wait for a response, in milliseconds. */
const ANSWER_MS = 2000;

/** A request over TLS to etcd or Patroni. */
export interface TppRequest {
  readonly url: string;
  readonly method?: 'GET' | 'PATCH' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Path of the PEM file with the certificates of the trusted authorities. */
  readonly authority: string;
  /** The folder and name of the client's certificate and key. Null if the client presents none. */
  readonly identity: readonly [folder: string, name: 'server' | 'etcd'] | null;
}

/** Sends a request over TLS. Rejects if the connection or its TLS handshake fails. */
export function askSecured({
  url,
  method = 'GET',
  headers = {},
  body,
  authority,
  identity,
}: TppRequest): Promise<{ readonly status: number; readonly text: string }> {
  const shown = identity && {
    cert: readFileSync(join(identity[0], `${identity[1]}.crt`)),
    key: readFileSync(join(identity[0], `${identity[1]}.key`)),
  };
  const options = {
    ...{ method, headers, agent: false, ca: readFileSync(authority), ...shown },
    signal: AbortSignal.timeout(ANSWER_MS),
  } as const;
  return new Promise((resolve, reject) => {
    const pending = request(url, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (more: string) => (text += more));
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, text });
      });
      answer.on('error', reject);
    });
    pending.on('error', reject);
    pending.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
