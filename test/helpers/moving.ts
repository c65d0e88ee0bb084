import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { dataFolder } from '../../src/config/data-folder.ts';
import type { BacsAdvice } from '../../src/domain/schemes/hand-over.ts';
import type { Store } from '../../src/domain/ports/store.ts';
import { contentPath } from '../../src/store/files/content.ts';
import { openSqliteStore } from '../../src/store/sqlite/index.ts';
import {
  ACT,
  answerOf,
  BANK,
  consentOf,
  factsOf,
  keyOf,
  NOW,
  sendWhole,
} from '../contract/store/fixtures.ts';
import { arrivalOf, messageIdOf, messageOf, sliceOf } from '../contract/store/hub-messages.ts';
import { connected } from './postgres-databases.ts';

/** SQL for rows in the tables that the store's commands in `fillDataFolder` leave empty. */
const OTHER_ROWS = `
  INSERT INTO registration VALUES ('tpp-one', '{"client_name":"Größe “1”"}', 1);
  UPDATE organisation SET suspended_at = 1, suspended_by = 'olga', suspension_reason = 'Größe'
    WHERE id = 'lapsed';
  INSERT INTO mandate_tier VALUES ('11280001234567', 9007199254740993, 3);
  INSERT INTO credential VALUES ('clara', 'hash', 'secret', 2, NULL, 58000000, 1);
  INSERT INTO passkey VALUES ('key', 'clara', x'00ff10', 4294967295, 'Phone''s', 1, NULL);
  INSERT INTO customer_session (hash, interaction_uid, user_id, stage, password_right,
    active_until, expires_at) VALUES ('session', 'own', 'clara', 'code', 1, 2, 3);
  INSERT INTO operator VALUES ('olga', 'Olga Größe', '["read"]', 'active', 1, 'enrol', 9, NULL);
  INSERT INTO operator VALUES ('otto', 'Otto', '[]', 'ended', 1, NULL, NULL, 'sub|1');
  INSERT INTO operator_passkey VALUES ('key', 'olga', x'00ff10', 4294967295, 1);
  INSERT INTO operator_session VALUES ('session', 'olga', 2, 3);
  INSERT INTO operator_proposal
    VALUES (9, 'retryReturn', '7', 'p', 9007199254740993, '{"Payee":"Größe"}', 'she called', 1, 'olga',
      5, 2, 'oscar', 'confirmed');
  INSERT INTO authorisation_item VALUES ('Session', 'item', NULL, '{"a":[1,null]}', 9, NULL, NULL);
  INSERT INTO event_subscription VALUES ('es', 'tpp-one', '3.1', 'https://tpp.example/',
    '["urn:uk:org:openbanking:events:resource-update"]', 1, 2, 3,
    4, 'no');
  INSERT INTO event VALUES (9007199254740993, 'ev', 'es', 'resource-update', 'domestic-vrps',
    'consent', 'consent-p', 'tx', 1, 'why', 'setAside', 6, 'jwtIss', 'Größe', 2, 3, 4, 5, 6);
  INSERT INTO core_request VALUES (5, '[{"type":"release"}]', 1, 'AC04: closed');
  INSERT INTO core_entry VALUES ('post.p', 'post', '11280001234567', 100, '2026-03-02');
  INSERT INTO core_day VALUES ('2026-03-01', 1, 3);
  INSERT INTO screening_case
    SELECT 3, payment_id, number, 0, 'p.0.0', 'fraud', '["code"]', 'C-1', 'delay', 1, 100, 1, NULL,
      'reject', 'claimed:olga/1000', 2, 'fraud', 'reject', 'claimed:oscar/1001', 3, NULL
    FROM batch LIMIT 1;
  INSERT INTO screening_decision
    SELECT 4, payment_id, number, 'p.0.1', 'release', '["eve"]' FROM batch LIMIT 1;
  INSERT INTO paid_payee VALUES ('north', 'acme', '20304012345678');
  INSERT INTO consent_spending VALUES ('consent-p', '2026-03-02', 0);
  INSERT INTO scheme_recall
    SELECT 'RECALL', id, 0, instrument, 'E2E', 'uetr', 100, 'GBP', 'DUPL', 'twice', 1, 'ops', 'operator',
      '<Document/>', NULL, 1, 2, 'no answer', 'refused', 'LEGL', 3
    FROM scheme_message LIMIT 1;
  INSERT INTO search_segment SELECT 1, 2, 3, 4, sha256, 6, 7, 8 FROM file
    WHERE consent_id <> 'consent-p' LIMIT 1;
  INSERT INTO trace_context VALUES ('consent-p',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 9);
  INSERT INTO api_day VALUES ('2026-03-02', 'Größe', 'payments', 3, 1, 0, 4500);
  INSERT INTO node_run VALUES ('Größe run', 1, 2, 1);
  INSERT INTO setting VALUES ('profile', 'sandbox');
  INSERT INTO settlement_exchange VALUES ('default', 'FPS,BACS');
  INSERT INTO settlement_entry (delivery, position, exchange, account, reference, direction,
      is_reversal, is_return, amount_minor, currency, transactions, problem, received_at, resolved_at)
    SELECT sha256, 0, 'default', 'A', 'R', 'DBIT', 0, 0, 5, 'GBP', 1, 'unknown', 1, 2
    FROM scheme_delivery LIMIT 1;
  INSERT INTO settlement_statement (delivery, exchange, account, currency, sequence, statement_id,
      opening_minor, closing_minor, entries, received_at)
    SELECT sha256, 'default', 'A', 'GBP', 1, 'S', 0, -5, 1, 1 FROM scheme_delivery LIMIT 1;
  INSERT INTO settlement_resolution (name, kind, credits, amount_minor, currency, reason,
      resolved_at, resolved_by)
    VALUES ('E1', 'unexpected', -1, -5, 'GBP', 'a fee', 2, 'claimed:olga/1000');
`;

const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

/** Creates a temporary data folder, as a stopped service leaves it. See `fillDataFolder`. */
export async function makeDataFolder(files?: readonly string[]): Promise<string> {
  const folder = temporaryFolder();
  await fillDataFolder(folder, files);
  return folder;
}

/** Creates a temporary folder. It is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'move-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/**
 * Fills a folder with the data of a stopped service, with rows in every table.
 * @param files contents of the payment files
 */
export async function fillDataFolder(
  folder: string,
  files: readonly string[] = ['a file'],
): Promise<void> {
  const data = dataFolder(folder);
  const store = openSqliteStore(data.database, () => NOW);
  await store.seed(BANK, NOW);
  for (const content of files) {
    const sha256 = hashOf(content);
    const path = contentPath(data.files, sha256);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    await store.createConsent(consentOf(content), keyOf(content), ACT);
    await store.attachFile(content, factsOf(sha256), keyOf(`file ${content}`), ACT);
  }
  const exceptions = [answerOf(0, 'pending')];
  const work = await sendWhole(store, 'p', 2);
  await store.applyAnswers(work, { exceptions, nextCursor: null, askAgainAt: NOW }, NOW);
  const [document] = files.map(hashOf);
  if (document !== undefined) await exchangeWithHub(store, document);
  await store.close();
  const database = new Sqlite(data.database);
  database.exec(OTHER_ROWS);
  // The payment above refers to a file that is not stored. Let it refer to the first stored file.
  database.exec(`UPDATE file SET sha256 = (SELECT sha256 FROM file WHERE consent_id <> 'consent-p')
    WHERE consent_id = 'consent-p'`);
  database.close();
}

/** An item of an AWACS of Bacs. */
const ADVICE: BacsAdvice = {
  ...{ position: 0, outcome: 'moved', code: '3', description: null, newAccount: '40000012345678' },
  ...{ messageId: messageIdOf('p'), index: 0 },
  record: {
    ...{ destination: '20000012345678', originator: null, pence: null, name: 'FRESCO LTD' },
    ...{ reference: 'FRESCO-1', processingDay: '2026-03-03' },
  },
};

/** Adds a message for the payment `p`, an answer to it, a problem, an enquiry and a stop. */
async function exchangeWithHub(store: Store, document: string): Promise<void> {
  const [credit, batch] = [
    { messageId: messageIdOf('p'), amount: 100 },
    { paymentId: 'p', number: 0 },
  ];
  await store.addMessages(batch, [messageOf('p', 2)]);
  await store.addDelivery({ sha256: document, bytes: 6 }, arrivalOf('answer.xml'), NOW);
  const content = Buffer.from([0, 0xff, 0x0a]);
  const small = { sha256: 'e'.repeat(64), bytes: content.length, content };
  await store.addDelivery(small, arrivalOf('small.xml'), NOW);
  await store.beginDelivery(document, { kind: 'pacs.004', id: 'answer' });
  const returned = { id: 'return', amount: 100 };
  const answers = [
    { ...credit, index: 0, position: 0, meaning: 'accepted', reason: 'AC04', returned },
    { ...credit, index: 1, position: 1, meaning: 'pending', reason: 'NARR', returned: null },
  ] as const;
  await store.takeAnswers(document, sliceOf({ answers, advices: [ADVICE] }), NOW);
  await store.endReturn({ ...credit, index: 0 }, 'notOwned', NOW);
  const enquiry = { id: 'ENQUIRY', number: 1, createdAt: NOW, content: '<Document/>' };
  await store.addEnquiry({ ...enquiry, messageId: messageIdOf('p') });
  await store.stopScheme('FPS', 'maintenance', ACT);
}

/** Opens a connection to a database, and closes it when the test ends. */
export async function connectForTest(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/**
 * Returns the value of a setting in a database. Returns undefined if the setting or its table is
 * missing.
 */
export function settingOf(url: string, name: string): Promise<string | undefined> {
  return connected(url, async (client) => {
    const found = await client.query(`SELECT 1 WHERE to_regclass('setting') IS NOT NULL`);
    if (found.rowCount === 0) return undefined;
    const { rows } = await client.query<{ value: string }>(
      'SELECT value FROM setting WHERE name = $1',
      [name],
    );
    return rows[0]?.value;
  });
}

/** Columns of each table of a data folder, without generated ones. */
type Columns = Readonly<Record<string, readonly string[]>>;

/** Reads all rows of all tables in a data folder, as sorted texts. */
export function rowsOfFolder(folder: string): { columns: Columns; rows: Record<string, string[]> } {
  const database = new Sqlite(dataFolder(folder).database, { readonly: true });
  const names = database
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`,
    )
    .pluck()
    .all();
  const columns: Record<string, string[]> = {};
  const rows: Record<string, string[]> = {};
  for (const name of names) {
    const info = database.pragma(`table_info(${name})`) as { name: string }[];
    columns[name] = info.map((column) => column.name);
    const all = database.prepare<[], (string | bigint | Buffer | null)[]>(
      `SELECT ${columns[name].join(', ')} FROM ${name}`,
    );
    rows[name] = all
      .safeIntegers()
      .raw()
      .all()
      .map((row) => JSON.stringify(row.map(textOf)))
      .sort();
  }
  database.close();
  return { columns, rows };
}

/** Converts a value from SQLite to the text that PostgreSQL returns for it. */
const textOf = (value: string | bigint | Buffer | null): string | null => {
  if (value === null) return null;
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value);
};

/** Reads all rows of the given tables of a PostgreSQL database, as sorted texts. */
export function rowsOfDatabase(url: string, columns: Columns): Promise<Record<string, string[]>> {
  return connected(url, async (client) => {
    const rows: Record<string, string[]> = {};
    for (const [name, list] of Object.entries(columns)) {
      const texts = list.map((column) => `${column}::text`).join(', ');
      const all = await client.query<(string | null)[]>({
        text: `SELECT ${texts} FROM ${name}`,
        rowMode: 'array',
      });
      rows[name] = all.rows.map((row) => JSON.stringify(row)).sort();
    }
    return rows;
  });
}
