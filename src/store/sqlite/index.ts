import type { Store } from '../../domain/store.ts';
import type { BankSeed } from '../../domain/seed.ts';
import { StoreUnavailable } from '../../domain/unavailable.ts';
import type { Instant } from '../../kernel/time.ts';
import { Access } from './access.ts';
import { auditBooks } from './audit.ts';
import { Bank } from './bank.ts';
import { Batches } from './batches.ts';
import { Consents } from './consents.ts';
import { isStorageFailure, openDatabase, type Database } from './database.ts';
import { Execution } from './execution.ts';
import { GroupCommit } from './group-commit.ts';
import { Keys } from './keys.ts';
import { Ledger } from './ledger.ts';
import { Outcomes } from './outcomes.ts';
import { Payments } from './payments.ts';
import { Settings } from './settings.ts';
import { WorkList } from './work.ts';

export interface SeededStore extends Store {
  /** Lays a bank's data down in an empty store, once; false when there was some already. */
  seed(data: BankSeed, now: Instant): Promise<boolean>;
}

/**
 * Opens the store in a database file, which this process then has to itself. Commands commit in
 * groups and answer when they are durable; reads are immediate and see committed data only.
 * Throws when the file is open elsewhere or was made by newer code.
 */
export function openSqliteStore(path: string): SeededStore {
  const database = openDatabase(path);
  const commits = new GroupCommit(database);
  const [access, ledger] = [new Access(database), new Ledger(database)];
  const parts = { database, commits, access, ledger };
  return {
    ...paymentCommands(parts),
    ...bankCommands(parts),
    auditBooks: () => read(database, () => auditBooks(database)),
    close: () => {
      commits.close();
      database.close();
      return Promise.resolve();
    },
  };
}

interface Parts {
  readonly database: Database;
  readonly commits: GroupCommit;
  readonly access: Access;
  readonly ledger: Ledger;
}

/** Consents, payments and their execution. */
function paymentCommands({ database, commits, access, ledger }: Parts) {
  const keys = new Keys(database);
  const consents = new Consents(database, keys, access);
  const [batches, work] = [new Batches(database), new WorkList(database)];
  const outcomes = new Outcomes(database);
  const payments = new Payments(database, { keys, consents, batches, work });
  const execution = new Execution({ work, batches, outcomes, payments, ledger });
  return {
    createConsent: (...given) => commits.submit(() => consents.create(...given)),
    findConsent: (id) => read(database, () => consents.find(id)),
    attachFile: (...given) => commits.submit(() => consents.attachFile(...given)),
    findFile: (consentId) => read(database, () => consents.findFile(consentId)),
    isFileKept: (sha256) => read(database, () => consents.isFileKept(sha256)),
    rejectConsent: (...given) => commits.submit(() => consents.reject(...given)),
    revokeConsent: (...given) => commits.submit(() => consents.revoke(...given)),
    authoriseConsent: (...given) => commits.submit(() => consents.authorise(...given)),
    findKey: (key, now) => read(database, () => keys.find(key, now)),

    submitPayment: (...given) => commits.submit(() => payments.submit(...given)),
    exceededLimits: (...given) => read(database, () => payments.exceeded(...given)),
    findPayment: (id) => read(database, () => payments.find(id)),
    findPaymentOf: (consentId) => read(database, () => payments.findOf(consentId)),
    batchesOf: (...given) => read(database, () => batches.of(...given)),
    countBatches: (paymentId) => read(database, () => batches.count(paymentId)),
    findBatch: (...given) => read(database, () => batches.find(...given)),
    outcomes: (...given) => read(database, () => outcomes.between(...given)),
    pendingCredits: (...given) => read(database, () => outcomes.pending(...given)),

    dueWork: (now, limit) => read(database, () => work.due(now, limit)),
    nextWorkAt: (after) => read(database, () => work.nextAt(after)),
    bookDebits: (...given) => commits.submit(() => execution.bookDebits(...given)),
    markSent: (...given) => commits.submit(() => execution.markSent(...given)),
    applyAnswers: (...given) => commits.submit(() => execution.applyAnswers(...given)),

    statement: (...given) => read(database, () => ledger.statement(...given)),
  } satisfies Partial<Store>;
}

/** Access, the bank, and the store itself. */
function bankCommands({ database, commits, access, ledger }: Parts) {
  const bank = new Bank(database, ledger);
  const settings = new Settings(database);
  return {
    saveToken: (token) =>
      commits.submit(() => {
        access.saveToken(token);
      }),
    findGrant: (tokenHash) => read(database, () => access.findGrant(tokenHash)),
    findClient: (id) => read(database, () => access.findClient(id)),

    findUser: (id) => read(database, () => bank.findUser(id)),
    findAccount: (number) => read(database, () => bank.findAccount(number)),
    seed: (data, now) => commits.submit(() => bank.seed(data, now)),

    isReady: () => commits.submit(() => settings.probe()).catch(() => false),
    readSetting: (name) => read(database, () => settings.readSetting(name)),
    writeSetting: (name, value) =>
      commits.submit(() => {
        settings.writeSetting(name, value);
      }),
  } satisfies Partial<SeededStore>;
}

/** Runs a query at once. A store that cannot be read answers StoreUnavailable. */
function read<Value>(database: Database, query: () => Value): Promise<Value> {
  return new Promise((resolve) => {
    if (!database.open) throw new StoreUnavailable('The store is closed.');
    try {
      resolve(query());
    } catch (cause) {
      if (!isStorageFailure(cause)) throw cause;
      throw new StoreUnavailable('The store could not be read.', { cause });
    }
  });
}
