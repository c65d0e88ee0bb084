import type { Clock } from '../../kernel/time.ts';
import { Access } from './access/access.ts';
import { Authorisation } from './access/authorisation.ts';
import { Clients } from './access/clients.ts';
import { Directory } from './access/directory.ts';
import { Passkeys } from './access/passkeys.ts';
import { Remembered } from '../sqlite/rooms/remembered.ts';
import { SignIn } from './access/sign-in.ts';
import { AuditLog } from '../sqlite/rooms/audit-log.ts';
import { Bank } from './books/bank.ts';
import { Ledger } from './books/ledger.ts';
import type { Database } from '../sqlite/database/database.ts';
import { Settings } from './settings.ts';
import { Abandoning } from './payments/abandoning.ts';
import { Approvals } from './payments/approvals.ts';
import { Batches } from './payments/batches.ts';
import { Cancelling } from './payments/cancelling.ts';
import { Consents } from './payments/consents.ts';
import { Decisions } from './payments/decisions.ts';
import { Execution } from './payments/execution.ts';
import { Keys } from './payments/idempotency-keys.ts';
import { OfCustomers } from './payments/of-customers.ts';
import { Outcomes } from './payments/outcomes.ts';
import { Payments } from './payments/payments.ts';
import { Submission } from './payments/submission.ts';
import { WorkList } from './payments/work.ts';

export type Rooms = ReturnType<typeof openRooms>;

/** The rooms of the store, each with the statements of its tables. */
export function openRooms(database: Database, machineClock: Clock) {
  const remembered = new Remembered(database);
  const [access, ledger] = [new Access(database, remembered), new Ledger(database)];
  const auditLog = new AuditLog(database, machineClock);
  const directory = new Directory(database, auditLog, remembered);
  const authorisation = new Authorisation(database, access);
  const clients = new Clients(database, { authorisation, auditLog });
  const passkeys = new Passkeys(database, auditLog);
  const signIn = new SignIn(database, auditLog, passkeys);
  const bank = new Bank(database, { ledger, directory, clients });
  const settings = new Settings(database);
  const keys = new Keys(database);
  const decisions = new Decisions(database);
  const consents = new Consents(database, {
    ...{ decisions, keys, access, authorisation, auditLog },
  });
  const [batches, work] = [new Batches(database), new WorkList(database, machineClock)];
  const outcomes = new Outcomes(database);
  const payments = new Payments(database, { batches, work });
  const execution = new Execution({ work, batches, outcomes, payments, ledger });
  const submission = new Submission({ keys, consents, payments, execution, auditLog });
  const approvals = new Approvals(database, { decisions, payments, execution, auditLog });
  const cancelling = new Cancelling({ payments, batches, work, execution, auditLog });
  const abandoning = new Abandoning({ work, batches, outcomes, ledger, execution, auditLog });
  const ofCustomers = new OfCustomers(database);
  return {
    ...{
      ofCustomers,
      access,
      authorisation,
      clients,
      directory,
      signIn,
      passkeys,
      auditLog,
      bank,
      ledger,
      settings,
    },
    ...{ keys, consents, submission, payments, batches, outcomes, work, execution, abandoning },
    ...{ approvals, cancelling, decisions },
  };
}
