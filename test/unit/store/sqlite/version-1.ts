import Sqlite from 'better-sqlite3';
import { migrate, MIGRATIONS } from '../../../../src/store/sqlite/migrations/index.ts';

/** SHA-256 of the file of both payments below. */
const SHA256 = 'a'.repeat(64);

const GROUP = {
  instrument: 'FPS',
  date: null,
  payments: 2,
  totalPence: 200,
  debtors: [{ account: '11280001234567', payments: 2, totalPence: 200 }],
};

const FACTS = JSON.stringify({
  sha256: SHA256,
  bytes: 1000,
  payments: 2,
  totalPence: 200,
  classification: { kind: 'BULK', reason: 'one debtor account, all FPS' },
  groups: [GROUP],
  requestedDate: null,
  debitReference: 'March payroll',
  pageOffsets: [29],
});

/**
 * Data of the version that had only file payments: a bank, a consent in each open status, payment
 * `new` that is not executed yet, and payment `sent` whose credit 1 is pending. The idempotency key
 * belongs to the submission of `new`.
 */
const ROWS = `
INSERT INTO client VALUES
  ('tpp-one', 'hash of one', 'PISP', 1), ('tpp-lapsed', 'hash of lapsed', 'PISP', 0);
INSERT INTO token VALUES ('old token', 'tpp-one', 'client', NULL, 3600000);
INSERT INTO customer VALUES ('north', 'Northwind', 'corporate', 2000000);
INSERT INTO customer_user VALUES ('clara', 'north', 1, 900000);
INSERT INTO account VALUES ('11280001234567', 'north', 'current', 0, 999800);
UPDATE account SET balance_pence = -1000000 WHERE number = 'opening';
UPDATE account SET balance_pence = 100 WHERE number IN ('clearing:FPS', 'settlement:FPS');

INSERT INTO consent VALUES
  ('empty', 'file-payments', 'tpp-one', 'AwaitingUpload', 1, 1, '{}', NULL, NULL, NULL, NULL),
  ('full', 'file-payments', 'tpp-one', 'AwaitingAuthorisation', 1, 1, '{}', NULL, NULL, NULL, NULL),
  ('open', 'file-payments', 'tpp-one', 'Authorised', 1, 1, '{}', NULL, '11280001234567', NULL,
    'clara'),
  ('consent of new', 'file-payments', 'tpp-one', 'Consumed', 1, 2, '{}', NULL, '11280001234567',
    NULL, 'clara'),
  ('consent of sent', 'file-payments', 'tpp-one', 'Consumed', 1, 2, '{}', NULL, '11280001234567',
    NULL, 'clara');
INSERT INTO file SELECT id, '${SHA256}', '${FACTS}' FROM consent WHERE id <> 'empty';
INSERT INTO idempotency_key (name, body_hash, resource_id, expires_at) VALUES
  (x'9a2efe851ab482cc5b5a6c363461f0e2', 'body', 'new', 86400000);

INSERT INTO payment VALUES
  ('new', 'file-payments', 'consent of new', 1, 'tpp-one', 2, 2, '{}', NULL, '11280001234567',
    'RCVD', NULL, 1),
  ('sent', 'file-payments', 'consent of sent', 1, 'tpp-one', 2, 2, '{}', NULL, '11280001234567',
    'ACSP', NULL, 2);
INSERT INTO batch
  (payment_id, number, instrument, due_at, payments, total_pence, state, sent_at, pending,
    pending_pence, clearing_pence, round)
VALUES
  ('new', 0, 'FPS', 2, 2, 200, 'waiting', NULL, 0, 0, 0, 0),
  ('sent', 0, 'FPS', 2, 2, 200, 'sent', 3, 1, 100, 100, 1);
INSERT INTO credit_outcome VALUES ('sent', 1, 0, 'Pending', 'NARR', 4, 100, 0);
INSERT INTO transfer
  (kind, debit_account, credit_account, amount_pence, payment_id, batch, reference, counterparty,
    booked_at)
VALUES
  ('opening', 'opening', '11280001234567', 1000000, NULL, NULL, 'Opening balance', '', 0),
  ('debit', '11280001234567', 'clearing:FPS', 200, 'sent', 0, 'March payroll', '2 payments', 3),
  ('settlement', 'clearing:FPS', 'settlement:FPS', 100, 'sent', 0, 'sent', 'FPS', 4);
INSERT INTO work (step, payment_id, batch, cursor, due_at) VALUES
  ('book', 'new', 0, 0, 2),
  ('collect', 'sent', 0, 0, 5);
`;

/** Creates a database with the schema of version 1 and the data above. */
export function makeVersion1(path: string): void {
  const database = new Sqlite(path);
  migrate(database, MIGRATIONS.slice(0, 1));
  database.exec(ROWS);
  database.close();
}
