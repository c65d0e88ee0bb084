import type { AuthorisationStore } from '../../domain/ports/authorisation-store.ts';
import type { Backup } from '../../domain/ports/backup.ts';
import type { DirectoryStore } from '../../domain/ports/directory-store.ts';
import type { SeededStore } from '../../domain/ports/seeded-store.ts';
import type { SignInStore } from '../../domain/ports/sign-in-store.ts';
import type { Store } from '../../domain/ports/store.ts';
import { type OnSyncFailed, StoreUnavailable } from '../../domain/ports/unavailable.ts';
import type { Clock } from '../../kernel/time.ts';
import { Access } from './access/access.ts';
import { Authorisation } from './access/authorisation.ts';
import { Clients } from './access/clients.ts';
import { createDirectoryRefresh, listHolders } from './access/directory-refresh.ts';
import { Directory } from './access/directory.ts';
import { SignIn } from './access/sign-in.ts';
import { AuditLog } from './audit/audit-log.ts';
import { Bank } from './books/bank.ts';
import { auditBooks } from './books/books.ts';
import { Ledger } from './books/ledger.ts';
import { copyDatabase } from './database/copy.ts';
import { type Database, isStorageFailure, openDatabase } from './database/database.ts';
import { GroupCommit } from './database/group-commit.ts';
import { Settings } from './database/settings.ts';
import { Abandoning } from './payments/abandoning.ts';
import { Batches } from './payments/batches.ts';
import { Consents } from './payments/consents.ts';
import { Execution } from './payments/execution.ts';
import { Keys } from './payments/idempotency-keys.ts';
import { Outcomes } from './payments/outcomes.ts';
import { Payments } from './payments/payments.ts';
import { WorkList } from './payments/work.ts';

/** What has expired is cleared away so many rows of a kind at a time: some milliseconds. */
const ROWS_CLEARED = 512;

/** The store, and how its file is copied to another. */
export type SqliteStore = SeededStore & Backup<string>;

/**
 * Opens the store in a database file, which this process then has to itself. Commands commit in
 * groups and answer when they are durable; reads are immediate and see committed data only.
 * `machineClock` tells when an entry of the audit log is written; `onSyncFailed` is told of a
 * commit that the disk did not make durable. Throws when the file is open elsewhere or was made by
 * newer code.
 */
export function openSqliteStore(
  path: string,
  machineClock: Clock,
  onSyncFailed: OnSyncFailed = () => undefined,
): SqliteStore {
  const database = openDatabase(path);
  const commits = new GroupCommit(database, onSyncFailed);
  const [access, ledger] = [new Access(database), new Ledger(database)];
  const auditLog = new AuditLog(database, machineClock);
  const directory = new Directory(database, auditLog);
  const authorisation = new Authorisation(database, access);
  const clients = new Clients(database, { authorisation, auditLog });
  const signIn = new SignIn(database, auditLog);
  const bank = { directory, clients, ledger };
  const parts = {
    machineClock,
    database,
    commits,
    access,
    authorisation,
    signIn,
    ...bank,
    auditLog,
  };
  return {
    ...paymentCommands(parts),
    ...directoryCommands(parts),
    ...bankCommands(parts),
    ...authorisationCommands(parts),
    ...signInCommands(parts),
    auditBooks: () => read(database, () => auditBooks(database)),
    clearExpired: (now) =>
      commits.submit(() => {
        const cleared = [access, authorisation, signIn].map((kind) =>
          kind.clearExpired(now, ROWS_CLEARED),
        );
        return cleared.includes(ROWS_CLEARED);
      }),
    close: () => {
      commits.close();
      database.close();
      return Promise.resolve();
    },
  };
}

interface Parts {
  readonly machineClock: Clock;
  readonly database: Database;
  readonly commits: GroupCommit;
  readonly access: Access;
  readonly authorisation: Authorisation;
  readonly signIn: SignIn;
  readonly directory: Directory;
  readonly clients: Clients;
  readonly ledger: Ledger;
  readonly auditLog: AuditLog;
}

/** Consents, payments and their execution. */
function paymentCommands(parts: Parts) {
  const { database, commits, ledger, auditLog } = parts;
  const keys = new Keys(database);
  const consents = new Consents(database, { ...parts, keys });
  const [batches, work] = [new Batches(database), new WorkList(database, parts.machineClock)];
  const outcomes = new Outcomes(database);
  const payments = new Payments(database, { keys, consents, batches, work, auditLog });
  const execution = new Execution({ work, batches, outcomes, payments, ledger });
  const abandoning = new Abandoning({ work, batches, outcomes, ledger, execution, auditLog });
  return {
    createConsent: (...given) => commits.submit(() => consents.create(...given)),
    findConsent: (id) => read(database, () => consents.find(id)),
    findConsentByGrant: (grantId) => read(database, () => consents.findByGrant(grantId)),
    attachFile: (...given) => commits.submit(() => consents.attachFile(...given)),
    findFile: (consentId) => read(database, () => consents.findFile(consentId)),
    isFileKept: (sha256) => read(database, () => consents.isFileKept(sha256)),
    fileTwins: (...given) => read(database, () => consents.fileTwins(...given)),
    rejectConsent: (...given) => commits.submit(() => consents.reject(...given)),
    revokeConsent: (...given) => commits.submit(() => consents.revoke(...given)),
    authoriseConsent: (...given) => commits.submit(() => consents.authorise(...given)),
    lapseConsent: (...given) =>
      commits.submit(() => {
        consents.at(...given);
      }),
    lapseConsents: (...given) => commits.submit(() => consents.lapseAll(...given)),
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
    workToRetry: (...given) => read(database, () => work.toRetry(...given)),
    nextRetryAt: (after) => read(database, () => work.nextRetryAt(after)),
    claimWork: (...given) => read(database, () => work.claim(...given)),
    releaseWork: (...given) =>
      read(database, () => {
        work.release(...given);
      }),
    postponeWork: (...given) =>
      commits.submit(() => {
        work.postpone(...given);
      }),
    troubledWork: (...given) => read(database, () => work.troubled(...given)),
    workTrouble: () => read(database, () => work.trouble()),
    resumeWork: (...given) => commits.submit(() => abandoning.resume(...given)),
    abandonWork: (...given) => commits.submit(() => abandoning.abandon(...given)),
    bookDebits: (...given) => commits.submit(() => execution.bookDebits(...given)),
    refuseBooking: (...given) => commits.submit(() => execution.refuseBooking(...given)),
    markSent: (...given) => commits.submit(() => execution.markSent(...given)),
    applyAnswers: (...given) => commits.submit(() => execution.applyAnswers(...given)),

    statement: (...given) => read(database, () => ledger.statement(...given)),
  } satisfies Partial<Store>;
}

/** The directory of TPPs, and what they registered. */
function directoryCommands({ database, commits, directory, clients }: Parts) {
  return {
    replaceDirectory: createDirectoryRefresh({
      ...{ directory, commits },
      look: (query) => read(database, query),
    }),
    listHolders: () => listHolders(directory, (query) => read(database, query)),
    findSoftware: (id) => read(database, () => directory.findSoftware(id)),
    findSoftwareOf: (clientId) => read(database, () => directory.findSoftwareOf(clientId)),
    findRegistration: (clientId) => read(database, () => clients.findRegistration(clientId)),
    saveRegistration: (...given) => commits.submit(() => clients.saveRegistration(...given)),
    changeRegistration: (...given) => commits.submit(() => clients.changeRegistration(...given)),
    removeRegistration: (...given) => commits.submit(() => clients.removeRegistration(...given)),
  } satisfies DirectoryStore;
}

/** Tokens, the bank, and the store itself. */
function bankCommands({ database, commits, access, directory, clients, ledger, auditLog }: Parts) {
  const bank = new Bank(database, { ledger, directory, clients });
  const settings = new Settings(database);
  return {
    saveToken: (token) =>
      commits.submit(() => {
        access.saveToken(token);
      }),
    findGrant: (tokenHash) => read(database, () => access.findGrant(tokenHash)),

    findUser: (id) => read(database, () => bank.findUser(id)),
    findAccount: (number) => read(database, () => bank.findAccount(number)),
    accountsOf: (customerId) => read(database, () => bank.accountsOf(customerId)),
    seed: (data, now) => commits.submit(() => bank.seed(data, now)),
    findSandboxSecret: (clientId) => read(database, () => clients.findSecret(clientId)),
    adoptBank: (data, now) =>
      commits.submit(() => {
        bank.adopt(data, now);
      }),

    record: (act, entry) =>
      commits.submit(() => {
        auditLog.append(act, entry);
      }),
    auditHead: () => read(database, () => auditLog.head()),
    lastInstant: () => read(database, () => auditLog.lastInstant()),
    backup: (...given) => copyDatabase(database, ...given),
    isReady: () => commits.submit(() => settings.probe()).catch(() => false),
    readSetting: (name) => read(database, () => settings.readSetting(name)),
    writeSetting: (name, value) =>
      commits.submit(() => {
        settings.writeSetting(name, value);
      }),
  } satisfies Partial<SqliteStore>;
}

/** The authorisation server. */
function authorisationCommands({ database, commits, authorisation }: Parts) {
  return {
    saveItem: (...given) => commits.submit(() => authorisation.save(...given)),
    addItem: (...given) => commits.submit(() => authorisation.add(...given)),
    findItem: (...given) => read(database, () => authorisation.find(...given)),
    consumeItem: (...given) => commits.submit(() => authorisation.consume(...given)),
    removeItem: (...given) => commits.submit(() => authorisation.remove(...given)),
    removeGrant: (grantId) =>
      commits.submit(() => {
        authorisation.removeGrant(grantId);
      }),
    saveServerToken: (token) => commits.submit(() => authorisation.saveToken(token)),
    findServerToken: (hash) => read(database, () => authorisation.findToken(hash)),
    removeToken: (hash) =>
      commits.submit(() => {
        authorisation.removeToken(hash);
      }),
  } satisfies Omit<AuthorisationStore, 'findConsentByGrant'>;
}

/** Customers who sign in. */
function signInCommands({ database, commits, signIn }: Parts) {
  return {
    findCredential: (userId) => read(database, () => signIn.findCredential(userId)),
    putCredentials: (credentials) =>
      commits.submit(() => {
        signIn.putCredentials(credentials);
      }),
    keepUsers: (userIds) =>
      commits.submit(() => {
        signIn.keepOnly(userIds);
      }),
    beginSession: (...given) =>
      commits.submit(() => {
        signIn.beginSession(...given);
      }),
    endSignIn: (...given) => commits.submit(() => signIn.endSignIn(...given)),
    findSession: (hash) => read(database, () => signIn.findSession(hash)),
    keepActive: (...given) =>
      commits.submit(() => {
        signIn.keepActive(...given);
      }),
    chooseAccount: (...given) =>
      commits.submit(() => {
        signIn.chooseAccount(...given);
      }),
    claimGrant: (...given) => commits.submit(() => signIn.claimGrant(...given)),
  } satisfies SignInStore;
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
