import Sqlite from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SeededStore } from '../../../../src/domain/ports/store-admin.ts';
import { StoreUnavailable } from '../../../../src/domain/ports/storage-errors.ts';
import { verifyChain } from '../../../../src/store/repositories/audit/audit-chain.ts';
import { ChainedLog } from '../../../../src/store/sqlite/repositories/audit-log.ts';
import { openDatabase } from '../../../../src/store/sqlite/database/database.ts';
import { runnerOf } from '../../../../src/store/sqlite/engine.ts';
import { GroupCommit } from '../../../../src/store/sqlite/database/group-commit.ts';
import { readAuditLog } from '../../../../src/store/sqlite/database/inspection.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import {
  ACT,
  authorise,
  BANK,
  batchOf,
  consentOf,
  inFolder,
  keyOf,
  LATER,
  NOW,
  paymentOf,
  revoke,
} from '../../../contract/store/fixtures.ts';

/** Returns the audit entries of a store after `use` has run. */
function entriesAfter(use: (store: SeededStore) => Promise<unknown>) {
  return inFolder(async (directory) => {
    const path = join(directory, 'bank.db');
    const store = openSqliteStore(path, () => LATER);
    await store.seed(BANK, NOW);
    await use(store);
    await store.close();
    return readAuditLog(path, (rows) => [...rows]);
  });
}

describe('the audit log', () => {
  it('records the actor, action, certificate, business time and time of writing', async () => {
    const [entry] = await entriesAfter((store) =>
      store.createConsent(consentOf('c'), keyOf('k'), ACT),
    );
    expect(entry).toMatchObject({
      sequence: 1,
      at: NOW,
      recordedAt: LATER,
      actorKind: 'tpp',
      actorId: 'tpp-one',
      certificate: ACT.by.certificate,
      interactionId: ACT.by.interactionId,
      address: ACT.by.address,
      action: 'consentCreated',
      subject: 'c',
      detail: '{"family":"file-payments"}',
    });
  });

  it('records each step of a payment', async () => {
    const entries = await entriesAfter(async (store) => {
      await store.createConsent(consentOf('c'), keyOf('k'), ACT);
      const rejection = { refusedBy: 'bank', refusal: 'Account 12345678 is closed.' } as const;
      await store.rejectConsent('c', 'AwaitingUpload', rejection, ACT);
      await authorise(store, 'p');
      await store.submitPayment(paymentOf('p', [batchOf(1, 100)]), keyOf('pay'), ACT);
      await authorise(store, 'q');
      await revoke(store, 'consent-q', ACT);
      await store.record(ACT, { action: 'keysChanged', subject: 'key-1' });
    });
    expect(entries.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'consentCreated c',
      'consentRejected c',
      'consentCreated consent-p',
      'fileAttached consent-p',
      'consentAuthorised consent-p',
      'paymentSubmitted p',
      'consentCreated consent-q',
      'fileAttached consent-q',
      'consentAuthorised consent-q',
      'consentRevoked consent-q',
      'keysChanged key-1',
    ]);
    expect(verifyChain(entries)).toMatchObject({ unbroken: true, head: { sequence: 11 } });
    // The log contains neither reason texts nor account numbers.
    expect(JSON.stringify(entries)).not.toMatch(/closed|\d{14}"/);
  });

  it('rejects changing, deleting and renumbering an entry', () =>
    inFolder(async (directory) => {
      const path = join(directory, 'bank.db');
      const store = openSqliteStore(path, () => NOW);
      await store.record(ACT, { action: 'serviceStarted', subject: 'service' });
      await store.close();
      const database = new Sqlite(path);
      const again = (sequence: number): string =>
        `INSERT OR REPLACE INTO audit_entry SELECT ${String(sequence)}, at, recorded_at, actor_kind,
           actor_id, certificate, interaction_id, address, action, subject, detail, hash
         FROM audit_entry`;
      const refused = 'audit entries cannot be changed or deleted';
      expect(() => database.exec(`UPDATE audit_entry SET subject = 'x'`)).toThrow(refused);
      expect(() => database.exec('DELETE FROM audit_entry')).toThrow(refused);
      expect(() => database.exec(again(1))).toThrow('must have the next sequence number');
      expect(() => database.exec(again(3))).toThrow('must have the next sequence number');
      database.close();
    }));

  it('stays unbroken after a command or a whole group was rolled back', () =>
    inFolder(async (directory) => {
      const path = join(directory, 'bank.db');
      const database = openDatabase(path);
      const log = new ChainedLog(database, () => NOW);
      const run = runnerOf(database);
      const commits = new GroupCommit(
        database,
        () => undefined,
        () => {
          log.forgetLast();
        },
      );
      const append = (subject: string) => () => {
        run(log.append(ACT, { action: 'tokenIssued', subject }));
      };
      const fail = (subject: string) => () => {
        append(subject)();
        throw new Error('no good');
      };
      const fill = (): void => {
        append('not this one')();
        const pages = database.pragma('page_count', { simple: true });
        database.pragma(`max_page_count = ${String(pages)}`);
        database.exec('CREATE TABLE too_large AS SELECT randomblob(1000000)');
      };
      await commits.submit(append('one'));
      const group = [append('two'), fail('nor this'), append('three')];
      const answers = await Promise.allSettled(group.map((command) => commits.submit(command)));
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      const undone = [commits.submit(append('nor that')), commits.submit(fill)];
      for (const answer of await Promise.allSettled(undone)) {
        expect('reason' in answer && answer.reason).toBeInstanceOf(StoreUnavailable);
      }
      database.pragma('max_page_count = 1000000');
      await commits.submit(append('four'));
      commits.close();
      database.close();
      const entries = readAuditLog(path, (rows) => [...rows]);
      expect(entries.map(({ subject }) => subject)).toEqual(['one', 'two', 'three', 'four']);
      expect(verifyChain(entries)).toMatchObject({ unbroken: true });
    }));
});
