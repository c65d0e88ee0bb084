import { expectDefined } from '../../shared/assert.ts';
import type { DbCommand } from './engine.ts';
import type { Repositories } from './repositories.ts';

/*
 * Tables that map each method of the store port to a repository and one of its methods. The
 * compiler checks the signatures where index.ts combines them into the port.
 */

/** Queries. They run outside the command transaction, see committed data only and write nothing. */
export const READS = {
  findConsent: ['consents', 'find'],
  findConsentByGrant: ['consents', 'findByGrant'],
  findFile: ['consents', 'findFile'],
  isFileStored: ['consents', 'isFileStored'],
  duplicateFiles: ['customerQueries', 'duplicateFiles'],
  findKey: ['keys', 'find'],

  exceededLimits: ['payments', 'exceeded'],
  findPayment: ['payments', 'find'],
  findPaymentOf: ['payments', 'findOf'],
  batchesOf: ['batches', 'of'],
  countBatches: ['batches', 'count'],
  countPayments: ['batches', 'countPayments'],
  findBatch: ['batches', 'find'],
  findSteps: ['batches', 'ofSteps'],
  approvalsOf: ['decisions', 'of'],
  waitingPayments: ['payments', 'waitingOf'],
  outcomes: ['outcomes', 'between'],
  pendingCredits: ['outcomes', 'pending'],

  dueWork: ['work', 'due'],
  nextWorkAt: ['work', 'nextAt'],
  workToRetry: ['work', 'toRetry'],
  nextRetryAt: ['work', 'nextRetryAt'],
  listFailingWork: ['work', 'failing'],
  summariseFailingWork: ['work', 'failureSummary'],

  findSoftware: ['directory', 'findSoftware'],
  findSoftwareOf: ['directory', 'findSoftwareOf'],
  findRegistration: ['clients', 'findRegistration'],
  findSandboxSecret: ['clients', 'findSecret'],
  findGrant: ['tokens', 'findGrant'],
  findItem: ['authorisation', 'find'],
  findServerToken: ['authorisation', 'findToken'],
  findCredential: ['signIn', 'findCredential'],
  findSession: ['signIn', 'findSession'],
  findPasskey: ['passkeys', 'find'],
  passkeysOf: ['passkeys', 'of'],

  paymentsOfCustomer: ['customerQueries', 'payments'],
  findPaymentOfCustomer: ['customerQueries', 'findPayment'],
  findPreviousFile: ['customerQueries', 'findPreviousFile'],
  permissionsOf: ['customerQueries', 'permissions'],
  findPermission: ['customerQueries', 'findPermission'],
  spentIn: ['customerQueries', 'spentIn'],
  signInsOf: ['customerQueries', 'signIns'],
  sessionsOf: ['customerQueries', 'sessions'],

  findUser: ['bank', 'findUser'],
  findAccount: ['bank', 'findAccount'],
  accountsOf: ['bank', 'accountsOf'],
  mandates: ['bank', 'mandates'],
  statement: ['ledger', 'statement'],

  auditHead: ['auditLog', 'head'],
  lastInstant: ['auditLog', 'lastInstant'],
  unsealedEntries: ['auditLog', 'unsealed'],
  readSetting: ['settings', 'readSetting'],
} as const satisfies Table;

/**
 * Commands. Each is one atomic part of a group's transaction, and its promise resolves when that
 * transaction is durable. A command runs again if another command of its group throws, so it must
 * change nothing but rows.
 */
export const COMMANDS = {
  createConsent: ['consents', 'create'],
  attachFile: ['consents', 'attachFile'],
  rejectConsent: ['consents', 'reject'],
  revokeConsent: ['consents', 'revoke'],
  withdrawConsent: ['consents', 'withdraw'],
  authoriseConsent: ['consents', 'authorise'],
  lapseConsent: ['consents', 'lapse'],
  lapseConsents: ['consents', 'lapseAll'],

  submitPayment: ['submission', 'submit'],
  approvePayment: ['approvals', 'approve'],
  cancelPayment: ['cancellations', 'cancel'],
  expireApproval: ['approvals', 'expire'],
  expireApprovals: ['approvals', 'expireAll'],
  postponeWork: ['work', 'postpone'],
  resumeWork: ['abandonments', 'resume'],
  abandonWork: ['abandonments', 'abandon'],
  bookDebits: ['execution', 'bookDebits'],
  markSent: ['execution', 'markSent'],
  applyAnswers: ['execution', 'applyAnswers'],
  executeSteps: ['execution', 'executeSteps'],

  saveRegistration: ['clients', 'saveRegistration'],
  changeRegistration: ['clients', 'changeRegistration'],
  removeRegistration: ['clients', 'removeRegistration'],
  saveToken: ['tokens', 'saveToken'],
  saveItem: ['authorisation', 'save'],
  addItem: ['authorisation', 'add'],
  consumeItem: ['authorisation', 'consume'],
  removeItem: ['authorisation', 'remove'],
  removeGrant: ['authorisation', 'removeGrant'],
  saveServerToken: ['authorisation', 'saveToken'],
  removeToken: ['authorisation', 'removeToken'],

  putCredentials: ['signIn', 'putCredentials'],
  beginSession: ['signIn', 'beginSession'],
  identifyUser: ['signIn', 'identify'],
  endSignIn: ['signIn', 'endSignIn'],
  unlockUser: ['signIn', 'unlock'],
  consumeFactor: ['signIn', 'consumeFactor'],
  keepActive: ['signIn', 'keepActive'],
  chooseAccount: ['signIn', 'chooseAccount'],
  claimGrant: ['signIn', 'claimGrant'],
  endSession: ['signIn', 'endSession'],
  endOtherSessions: ['signIn', 'endOthers'],
  addPasskey: ['passkeys', 'add'],
  removePasskey: ['passkeys', 'remove'],

  seed: ['bank', 'seed'],
  adoptBank: ['owners', 'adopt'],
  applyBankFile: ['bankFiles', 'apply'],
  record: ['auditLog', 'append'],
  writeSetting: ['settings', 'writeSetting'],
  addSetting: ['settings', 'addSetting'],
  raiseSetting: ['settings', 'raiseSetting'],
} as const satisfies Table;

/**
 * Claims on work. PostgreSQL stores them in rows and runs them as commands. SQLite holds them in
 * memory and writes nothing.
 */
export const CLAIMS = {
  claimWork: ['claims', 'claim'],
  renewWork: ['claims', 'renew'],
  releaseWork: ['claims', 'release'],
} as const satisfies Table;

type Method = (...args: never[]) => DbCommand<unknown>;

type MethodOf<Repository> = {
  [Name in keyof Repository]: Repository[Name] extends Method ? Name : never;
}[keyof Repository];

type Row = {
  [Name in keyof Repositories]: readonly [Name, MethodOf<Repositories[Name]>];
}[keyof Repositories];
type Table = Readonly<Record<string, Row>>;

type Promised<Called> = Called extends (...args: infer Args) => DbCommand<infer Value>
  ? (...args: Args) => Promise<Value>
  : never;

type Bound<Rows extends Table> = {
  readonly [Name in keyof Rows]: Rows[Name] extends readonly [
    infer Repository extends keyof Repositories,
    infer Called,
  ]
    ? Called extends keyof Repositories[Repository]
      ? Promised<Repositories[Repository][Called]>
      : never
    : never;
};

type Callable = Readonly<Record<string, (...args: unknown[]) => DbCommand<unknown>>>;

/** Returns the methods of a table under the names of the port. `run` executes each call. */
export function bind<const Rows extends Table>(
  repositories: Repositories,
  table: Rows,
  run: (method: () => DbCommand<unknown>) => Promise<unknown>,
): Bound<Rows> {
  const bound = Object.entries(table).map(([name, [room, method]]) => {
    const owner = repositories[room] as unknown as Callable;
    const called = expectDefined(owner[method], name).bind(owner);
    return [name, (...args: unknown[]) => run(() => called(...args))] as const;
  });
  return Object.fromEntries(bound) as Bound<Rows>;
}
