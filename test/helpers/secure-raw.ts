import { readFileSync } from 'node:fs';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { tppFiles } from '../../src/sandbox/pki/paths.ts';
import { readRaw, type RawReply } from './raw.ts';
import type { Bank } from './secure-browser.ts';

/** A connection to a door, with that TPP's certificate or with none; nothing is sent yet. */
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
  // Who is cut off sees it by the end of what comes.
  socket.on('error', () => undefined);
  return socket;
}

/**
 * Sends a request as it is written, `\n` for every end of line, and reads until the end; status 0
 * when there is no answer. `HOST` stands for the door's own.
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
