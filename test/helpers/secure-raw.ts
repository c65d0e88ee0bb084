import { readFileSync } from 'node:fs';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { tppFiles } from '../../src/sandbox/pki/paths.ts';
import { readRaw, type RawReply } from './raw.ts';
import type { Bank } from './secure-browser.ts';

/**
 * Opens a TLS connection to a listener, optionally with a TPP's certificate. Sends nothing on it.
 */
export function connectTo(
  { pki }: Pick<Bank, 'pki'>,
  url: string,
  softwareId: string | null = null,
  options: ConnectionOptions = {},
): TLSSocket {
  const files = softwareId === null ? null : tppFiles(pki, softwareId).transport;
  const socket = connect({
    host: '127.0.0.1',
    port: Number(new URL(url).port),
    servername: 'localhost',
    ca: readFileSync(pki.root.certificate),
    ...(files && { cert: readFileSync(files.certificate), key: readFileSync(files.key) }),
    ...options,
  });
  // If the connection fails, the reader sees the end of the data.
  socket.on('error', () => undefined);
  return socket;
}

/**
 * Sends a request with `\n` replaced by CRLF and `HOST` replaced by the listener's host. Reads
 * until the connection ends. Status 0 means that no response came.
 */
export async function sendSecurely(
  bank: Pick<Bank, 'pki'>,
  url: string,
  lines: string,
  softwareId: string | null = null,
): Promise<RawReply> {
  const socket = connectTo(bank, url, softwareId);
  const text = lines.replaceAll('HOST', new URL(url).host).replaceAll('\n', '\r\n');
  socket.write(text);
  return readRaw(socket).catch(() => ({ status: 0, headers: {}, body: '' }));
}
