import Sqlite from 'better-sqlite3';
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { pick } from 'stream-json/filters/pick.js';
import { parser } from 'stream-json';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import type { FileInitiation } from '../../src/contract/initiation.ts';
import { built } from '../helpers/built.ts';

/**
 * An upload server written in the obvious way, for comparison. It parses the socket's data with
 * stream-json, validates each payment with a zod schema and inserts a row for each payment. It
 * implements those paths of the service that the bench uses, and validates payments as thoroughly
 * as the service. It is deliberately not optimised.
 */
const { FileInitiation: Payment } = await built();

const database = new Sqlite(`${process.env['BENCH_DATA_DIR'] ?? '.'}/naive.db`);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec(`
  CREATE TABLE file (consent_id TEXT PRIMARY KEY, sha256 TEXT NOT NULL) STRICT;
  CREATE TABLE payment (
    consent_id TEXT NOT NULL, number INTEGER NOT NULL, instrument TEXT NOT NULL,
    amount TEXT NOT NULL, creditor TEXT NOT NULL, name TEXT NOT NULL, data TEXT NOT NULL,
    PRIMARY KEY (consent_id, number)
  ) STRICT`);
const insertFile = database.prepare('INSERT INTO file VALUES (?, ?)');
const insertPayment = database.prepare('INSERT INTO payment VALUES (?, ?, ?, ?, ?, ?, ?)');

const server = createServer((request, response) => {
  void answer(request).then(
    (body) => response.end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('SIGTERM', () => process.exit(0));

async function answer(request: IncomingMessage): Promise<string> {
  const address = request.url ?? '';
  if (address === '/metrics') {
    const { user, system } = process.cpuUsage();
    return `process_cpu_seconds_total ${String((user + system) / 1e6)}\n`;
  }
  if (address.endsWith('/file')) return receive(request, address.split('/').at(-2) ?? '');
  request.resume();
  if (address === '/sandbox/token') return JSON.stringify({ access_token: 'none' });
  return JSON.stringify({ Data: { ConsentId: randomUUID() } });
}

async function receive(request: IncomingMessage, consentId: string): Promise<string> {
  const hash = createHash('sha256');
  const payments: FileInitiation[] = [];
  request.on('data', (chunk: Buffer) => hash.update(chunk));
  await pipeline(
    request,
    parser.asStream(),
    pick.asStream({ filter: 'Data.DomesticPayments' }),
    streamArray.asStream(),
    async (elements: AsyncIterable<{ value: unknown }>) => {
      for await (const { value } of elements) payments.push(Payment.parse(value));
    },
  );
  database.transaction(() => {
    insertFile.run(consentId, hash.digest('hex'));
    for (const [number, payment] of payments.entries()) keep(consentId, number, payment);
  })();
  return '';
}

function keep(consentId: string, number: number, payment: FileInitiation): void {
  const { LocalInstrument, InstructedAmount, CreditorAccount } = payment;
  insertPayment.run(
    consentId,
    number,
    LocalInstrument,
    InstructedAmount.Amount,
    CreditorAccount.Identification,
    CreditorAccount.Name,
    JSON.stringify(payment),
  );
}
