import Sqlite from 'better-sqlite3';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { dataFolder } from '../../src/config/data-folder.ts';
import { sandboxPki } from '../../src/sandbox/pki/paths.ts';
import { contentPath } from '../../src/store/files/content.ts';
import { parametersOf } from '../helpers/secure-browser.ts';
import { SecureCustomer } from '../helpers/secure-customer.ts';
import { SecureTpp } from '../helpers/secure-tpp.ts';
import { Tpp } from '../helpers/tpp.ts';
import type { ApiData, VersionData } from './version-data.ts';
import { DataSeeder } from './data-seeder.ts';
import { OldService } from './old-service.ts';

/*
 * Creates the data of a version through its own API, for the upgrade tests of later versions:
 *
 *   node test/upgrade/seed.ts --out fixtures/versions/<version> -- node <its dist/main.js>
 *
 * `--plain`: for the first version, which had no TLS ports and no audit log.
 * `--single`: for a version without multiple approvals, cancellations and revocations.
 */

const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string' },
    plain: { type: 'boolean', default: false },
    single: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const { out, plain: isPlain, single: isSingle } = values;
if (out === undefined || positionals.length === 0) {
  console.error('Expected --out <folder> [--plain] [--single] -- <command>.');
  process.exit(2);
}

const dataDirectory = mkdtempSync(join(tmpdir(), 'pis-lay-'));
const data = dataFolder(dataDirectory);
const service = await OldService.start(positionals, dataDirectory, !isPlain);
const seeder = new DataSeeder(await Tpp.signIn(service.origin));
await seeder.seedDatabase();
if (!isPlain && !isSingle) await seeder.seedApprovals();
if (!isPlain) await seedInteractions(service, seeder);
const answers = await seeder.answers();
await service.stop();

mkdirSync(join(out, 'files'), { recursive: true });
const vacuumed = join(dataDirectory, 'vacuumed.db');
const database = new Sqlite(data.database);
database.prepare('VACUUM INTO ?').run(vacuumed);
const all = (sql: string): unknown[] => (isPlain ? [] : database.prepare(sql).pluck().all());
const texts = (sql: string): string[] => all(sql).map(String);
const beside: Omit<VersionData, keyof ApiData> = {
  stoppedAt: Date.now(),
  auditEntries: all('SELECT 1 FROM audit_entry').length,
  registrations: texts('SELECT client_id FROM registration'),
  sessions: texts('SELECT hash FROM customer_session'),
};
database.close();
const keep = (from: string, to: string): void => {
  writeFileSync(join(out, to), gzipSync(readFileSync(from), { level: 9 }));
};
keep(vacuumed, 'service.db.gz');
for (const sha256 of new Set(answers.files.map((file) => file.sha256))) {
  keep(contentPath(data.files, sha256), `files/${sha256}.gz`);
}
const laid: VersionData = { ...answers, ...beside };
writeFileSync(join(out, 'laid-down.json'), `${JSON.stringify(laid, undefined, 2)}\n`);
rmSync(dataDirectory, { recursive: true });

/**
 * Creates interactions of two customers over TLS: one approves a consent, one has signed in and not
 * decided yet.
 */
async function seedInteractions(
  { origin, ports }: OldService,
  { client }: DataSeeder,
): Promise<void> {
  const bank = {
    apiUrl: `https://localhost:${String(ports.httpsPort)}`,
    issuerUrl: `https://localhost:${String(ports.pagesPort)}`,
    pki: sandboxPki(data.pki),
    nextCodeOf: async (user: string): Promise<string> => {
      const shown = await fetch(`${origin}/sandbox/users/${user}/code`);
      return ((await shown.json()) as { code: string }).code;
    },
  };
  const one = new SecureTpp('tpp-one', bank);
  const approving = await client('domestic-payments').prepared();
  const account = { user: 'clara', debtorAccount: '11280001234567' };
  const back = await new SecureCustomer(bank).decide(await one.authorizeUrl(approving), account);
  const redeemed = await one.redeem(parametersOf(back)['code'] ?? '');
  if (redeemed.status !== 200) throw new Error(redeemed.text);
  const undecided = await client('domestic-payments').prepared();
  const customer = new SecureCustomer(bank);
  const arrived = await customer.browser.follow(await one.authorizeUrl(undecided));
  await customer.signIn(arrived, 'colin');
  await one.push(await client('domestic-payments').prepared());
  one.transport.close();
}
