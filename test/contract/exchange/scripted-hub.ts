import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Exchange } from '../../../src/domain/ports/hub.ts';
import { openHttpsExchange } from '../../../src/schemes/exchange/https.ts';
import type { Issued } from '../../../src/sandbox/pki/certificates.ts';
import type { HubPki } from '../../helpers/hub-pki.ts';

/** Starts an HTTPS server that answers as the test needs. Returns its URL. */
export async function startHub(
  { hub, authority }: Pick<HubPki, 'hub' | 'authority'>,
  listener: RequestListener,
): Promise<string> {
  const tls = { cert: hub.certificate, key: hub.key, ca: authority.certificate };
  const server = createServer({ ...tls, requestCert: true }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

/** Opens an exchange with a URL. By default both sides trust the same authority. */
export async function openExchange(
  pki: HubPki,
  url: string,
  {
    issuer,
    trusted,
    timeoutMs = 2000,
  }: {
    readonly issuer?: Issued;
    readonly trusted?: Issued;
    readonly timeoutMs?: number;
  } = {},
): Promise<Exchange> {
  const files = await pki.bank(issuer, trusted);
  const exchange = await openHttpsExchange({ url, ...files, timeoutMs });
  onTestFinished(() => exchange.close());
  return exchange;
}

/** Reads a request to its end and answers it. */
export function answerWith(
  status: number,
  content: string | object = '',
  headers: Readonly<Record<string, string>> = {},
): RequestListener {
  return (incoming, outgoing) => {
    incoming.resume().once('end', () => {
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      outgoing.writeHead(status, headers).end(text);
    });
  };
}
