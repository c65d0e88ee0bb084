import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import {
  ACT,
  actAt,
  authorise,
  batchOf,
  keyOf,
  LATER,
  paymentOf,
} from '../../../contract/store/fixtures.ts';
import { makePipe } from '../../../helpers/pipe.ts';
import { run, withData, withService, type Data } from '../fixtures.ts';

/** Writes a log of five entries and returns its head as arguments. */
async function writeLog({ store }: Data) {
  await authorise(store, 'p');
  await store.submitPayment(paymentOf('p', [batchOf(1, 100)]), keyOf('pay'), actAt(LATER));
  await store.record(ACT, { action: 'keysChanged', subject: 'key-1' });
  const { sequence, hash } = await store.auditHead();
  expect(sequence).toBe(5);
  return ['--sequence', '5', '--head', hash];
}

/** Does to the log what its triggers would refuse. */
function forge(folder: string, sql: string): void {
  const database = new Sqlite(dataFolder(folder).database);
  database.exec('DROP TRIGGER audit_entry_is_kept; DROP TRIGGER audit_entry_is_final');
  database.exec(sql);
  database.close();
}

describe('pisctl audit verify', () => {
  it(
    'reports an unbroken log and its head for a stopped service',
    withData(async (data) => {
      const noted = await writeLog(data);
      await data.store.close();
      const expected = `5 entries, unbroken; head ${noted.at(-1) ?? ''}\nThe books balance.`;
      expect(await run('audit', ['verify'], data.folder)).toBe(expected);
      expect(await run('audit', ['verify', '--data', data.folder, ...noted])).toBe(expected);
    }),
  );

  it(
    'reports a gap between segments of the search index',
    withData(async (data) => {
      await writeLog(data);
      const segment = { from: 0, to: 0, sha256: 'b'.repeat(64), bytes: 1, sources: 1, entries: 1 };
      for (const first of [1, 3]) {
        const range = { firstSequence: first, lastSequence: first + 1 };
        await data.store.addSearchSegment({ ...segment, ...range });
      }
      await data.store.close();
      expect(await run('audit', ['verify'], data.folder)).toContain('The books balance.');
      forge(data.folder, 'UPDATE search_segment SET first_sequence = 4 WHERE first_sequence = 3');
      await expect(run('audit', ['verify'], data.folder)).rejects.toThrow(
        'The search index continues at audit entry 4 instead of 3. Build it again: npx pisctl search',
      );
      const lines: string[] = [];
      const audited = run('audit', ['files'], data.folder, { lines });
      await expect(audited).rejects.toThrow('damaged or missing.');
      expect(lines.join()).toContain('the search index. Build it again: npx pisctl search rebuild');
    }),
  );

  it(
    'reads a backup while the service runs, but not the live data',
    withService(async (data) => {
      await data.addFile('c', 'a payment file');
      const target = `${data.directory}/backup`;
      await run('backup', [target], data.folder);
      // The third is the operator's command to copy.
      expect(await run('audit', ['verify', '--data', target])).toContain('3 entries, unbroken');
      await expect(run('audit', ['verify'], data.folder)).rejects.toThrow(
        /service is running.*npx pisctl backup/,
      );
    }),
  );

  it.each([
    ['a changed entry', `UPDATE audit_entry SET subject = 'x' WHERE sequence = 3`, 3],
    ['a changed instant', 'UPDATE audit_entry SET at = at + 1 WHERE sequence = 2', 2],
    ['a removed entry', 'DELETE FROM audit_entry WHERE sequence = 4', 4],
    ['a removed beginning', 'DELETE FROM audit_entry WHERE sequence = 1', 1],
  ])('names the first broken entry after %s', (_, sql, sequence) =>
    withData(async (data) => {
      await writeLog(data);
      await data.store.close();
      forge(data.folder, sql);
      const verified = run('audit', ['verify'], data.folder);
      await expect(verified).rejects.toThrow(`BROKEN at entry ${String(sequence)}.`);
    })(),
  );

  it(
    'detects a removed end by a head that was noted before',
    withData(async (data) => {
      const noted = await writeLog(data);
      await data.store.close();
      forge(data.folder, 'DELETE FROM audit_entry WHERE sequence = 5');
      expect(await run('audit', ['verify'], data.folder)).toContain('4 entries, unbroken');
      const verified = run('audit', ['verify', ...noted], data.folder);
      await expect(verified).rejects.toThrow('BROKEN at entry 5. The entry is missing');
    }),
  );

  it(
    'reports a changed balance in a backup',
    withService(async (data) => {
      const target = `${data.directory}/backup`;
      await run('backup', [target], data.folder);
      const database = new Sqlite(dataFolder(target).database);
      database.exec('UPDATE account SET balance_pence = balance_pence + 100000');
      database.close();
      const verified = run('audit', ['verify', '--data', target]);
      await expect(verified).rejects.toThrow(/balance.*Do not change this database/s);
    }),
  );

  it(
    'names a missing or invalid argument',
    withData(async (data) => {
      await data.store.close();
      await expect(run('audit', [], data.folder)).rejects.toThrow('(outputHelp)');
      await expect(run('audit', ['verify', 'more'], data.folder)).rejects.toThrow('verify');
      await expect(run('audit', ['verify'])).rejects.toThrow('/nowhere/service.db does not exist');
      const half = run('audit', ['verify', '--head', 'a'.repeat(64)], data.folder);
      await expect(half).rejects.toThrow('needs both --sequence <n> and --head');
      const never = run('audit', ['list', '--from', 'yesterday'], data.folder);
      await expect(never).rejects.toThrow('such as 2026-12-01T09:00:00Z');
    }),
  );
});

describe('pisctl audit list', () => {
  /** Returns the actions that a list prints. */
  async function listed(data: Data, ...args: readonly string[]): Promise<unknown[]> {
    const said = await run('audit', ['list', ...args], data.folder);
    return said.split('\n').map((line) => (JSON.parse(line) as { action: unknown }).action);
  }

  it(
    'prints one entry per line as JSON',
    withData(async (data) => {
      await writeLog(data);
      await data.store.close();
      const [first = ''] = (await run('audit', ['list'], data.folder)).split('\n');
      expect(JSON.parse(first)).toMatchObject({
        sequence: 1,
        at: '2026-03-02T10:00:00.000Z',
        actorId: 'tpp-one',
        action: 'consentCreated',
        detail: { family: 'file-payments' },
      });
    }),
  );

  it(
    'filters by consent and by time',
    withData(async (data) => {
      await writeLog(data);
      await data.store.close();
      const ofConsent = ['consentCreated', 'fileAttached', 'consentAuthorised', 'paymentSubmitted'];
      expect(await listed(data, '--consent', 'consent-p')).toEqual(ofConsent);
      expect(await listed(data, '--from', '2026-03-02T10:00:01Z')).toEqual(['paymentSubmitted']);
    }),
  );
});

describe('pisctl audit files', () => {
  it(
    'verifies the payment files of a stopped service and of a backup',
    withService(async (data) => {
      await data.addFile('c', 'a payment file');
      await data.addFile('d', 'another');
      const target = `${data.directory}/backup`;
      await run('backup', [target], data.folder);
      await expect(run('audit', ['files'], data.folder)).rejects.toThrow(
        /service is running.*npx pisctl backup/,
      );
      const told = await run('audit', ['files', '--data', target]);
      expect(told).toContain('Payment files: 100 %');
      expect(told).toContain('2 payment files, all unchanged since the upload.');
      await data.store.close();
      expect(await run('audit', ['files'], data.folder)).toContain('2 payment files');
    }),
  );

  it(
    'names each missing, changed or unreadable file with its consents',
    withData(async (data) => {
      const changed = await data.addFile('c', 'a payment file');
      await data.addFile('twin', 'a payment file');
      const missing = await data.addFile('d', 'another');
      const folder = await data.addFile('e', 'a third');
      const pipe = await data.addFile('g', 'a fifth');
      const whole = await data.addFile('f', 'a fourth');
      await data.store.close();
      writeFileSync(changed, 'a payment life');
      for (const path of [missing, folder, pipe]) rmSync(path);
      mkdirSync(folder);
      // Reading a pipe would block for ever.
      makePipe(pipe);
      const lines: string[] = [];
      const audited = run('audit', ['files'], data.folder, { lines });
      await expect(audited).rejects.toThrow(/^4 of 5 payment files.*backup.*upload it again/);
      expect(lines).toContain(`${changed} was changed. It belongs to consent c and 1 more.`);
      expect(lines).toContain(`${missing} is missing. It belongs to consent d.`);
      const other = 'is not a regular file and must be removed first. It belongs to consent';
      expect(lines).toContain(`${folder} ${other} e.`);
      expect(lines).toContain(`${pipe} ${other} g.`);
      expect(lines.join()).not.toContain(whole);
    }),
  );
});
