-- The tables of both engines, version 1, in the dialect of SQLite. store/postgres/schema.ts translates
-- them for PostgreSQL. The schema.sql of each engine contains its audit log and the rest.
--
-- The database numbers the rows of a table with `INTEGER PRIMARY KEY`. The service gives the number if
-- it is `INTEGER NOT NULL PRIMARY KEY`.
--
-- Units: instants (`…_at`, `…_until`, `…_by`) are milliseconds since 1970, UTC. Amounts (`…_pence`)
-- are pence. Dates and days are ISO texts, in London. Booleans are 0 or 1. JSON is text.
--
-- Statuses of consents and payments have no CHECK. Each payment type adds some, and
-- domain/lifecycle/lifecycle.ts lists them and their changes. Every UPDATE of a status names the
-- previous status.


-- 1. Settings

-- Values that the service must know at its next start, for example the profile that created the
-- data. Written by the service, the sandbox's clock and `move`.
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;


-- 2. TPPs. The refresh of the directory writes organisations, software and certificates. Entries
-- that the directory removed stay, because clients and payments refer to them.

-- document: the entry of the directory. admitted: 1 if the organisation may initiate payments.
-- suspended_at, suspended_by, suspension_reason: set while an operator suspends the TPP
-- (docs/decisions, 165).
CREATE TABLE organisation (
  id TEXT PRIMARY KEY,
  document TEXT NOT NULL,
  suspended_at INTEGER,
  suspended_by TEXT,
  suspension_reason TEXT,
  admitted INTEGER NOT NULL GENERATED ALWAYS AS (CASE
    document ->> 'status' = 'Active' AND instr(document ->> 'roles', '"PISP"') > 0
      AND suspended_at IS NULL WHEN true THEN 1 WHEN false THEN 0 END) STORED,
  CHECK ((suspended_at IS NULL) = (suspended_by IS NULL)),
  CHECK ((suspended_at IS NULL) = (suspension_reason IS NULL))
) STRICT, WITHOUT ROWID;

-- Software statements of organisations. document, admitted: as above.
CREATE TABLE software (
  id TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL REFERENCES organisation (id),
  document TEXT NOT NULL,
  admitted INTEGER NOT NULL GENERATED ALWAYS AS (CASE
    document ->> 'status' = 'Active' AND instr(document ->> 'roles', '"PISP"') > 0
      WHEN true THEN 1 WHEN false THEN 0 END) STORED
) STRICT, WITHOUT ROWID;
CREATE INDEX software_of_organisation ON software (organisation_id);

-- Certificates that software may use for TLS and tokens, by SHA-256 thumbprint.
CREATE TABLE certificate (
  thumbprint TEXT PRIMARY KEY,
  software_id TEXT NOT NULL REFERENCES software (id),
  active INTEGER NOT NULL CHECK (active IN (0, 1))
) STRICT, WITHOUT ROWID;

-- OAuth clients. Written by dynamic client registration, and in the sandbox by the first start.
CREATE TABLE client (
  id TEXT PRIMARY KEY,
  software_id TEXT NOT NULL REFERENCES software (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX client_of_software ON client (software_id);

-- metadata: the registered client metadata as JSON.
CREATE TABLE registration (
  client_id TEXT PRIMARY KEY REFERENCES client (id),
  metadata TEXT NOT NULL,
  registered_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Client secrets, for the sandbox only. Other clients authenticate with certificates and keys.
CREATE TABLE sandbox_secret (
  client_id TEXT PRIMARY KEY REFERENCES client (id),
  secret_hash TEXT NOT NULL
) STRICT, WITHOUT ROWID;


-- 3. Customers and their accounts. Written from the bank file.

-- company_limit_pence: maximum total of one file. Null: no limit. address: JSON. Null: unknown.
CREATE TABLE customer (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  segment TEXT NOT NULL CHECK (segment IN ('corporate', 'small business', 'retail')),
  company_limit_pence INTEGER CHECK (company_limit_pence >= 0),
  address TEXT
) STRICT, WITHOUT ROWID;

-- user_limit_pence: maximum total of one file of this user. Null: no limit.
-- subject: of the user at the bank's OpenID Provider. Null: the id is the subject.
CREATE TABLE customer_user (
  id TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer (id),
  may_upload_files INTEGER NOT NULL CHECK (may_upload_files IN (0, 1)),
  user_limit_pence INTEGER CHECK (user_limit_pence >= 0),
  subject TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_user_of_customer ON customer_user (customer_id);
CREATE UNIQUE INDEX customer_user_by_subject ON customer_user (COALESCE(subject, id));

-- Accounts of customers, and the bank's own accounts (kind `internal`, no customer). Only `opening`,
-- the bank's equity from which opening balances come, may be negative. Bookings change the balance.
-- state: a blocked account is credited, but not debited.
-- in_core: the core banking system keeps the account. The balance is then the sum of the transfers of
-- this service.
CREATE TABLE account (
  number TEXT PRIMARY KEY,
  customer_id TEXT REFERENCES customer (id),
  kind TEXT NOT NULL CHECK (kind IN ('current', 'deposit', 'internal')),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'blocked', 'closed')),
  in_core INTEGER NOT NULL DEFAULT 0 CHECK (in_core IN (0, 1)),
  balance_pence INTEGER NOT NULL DEFAULT 0
    CHECK (balance_pence >= 0 OR number = 'opening' OR in_core = 1),
  CHECK ((customer_id IS NULL) = (kind = 'internal'))
) STRICT, WITHOUT ROWID;
CREATE INDEX account_by_customer ON account (customer_id) WHERE customer_id IS NOT NULL;

-- The start of the service adds the accounts of each payment scheme.
INSERT INTO account (number, kind) VALUES ('opening', 'internal'), ('charges', 'internal');

-- Number of users who must approve a payment from this amount on. One, if there is no row.
CREATE TABLE mandate_tier (
  account TEXT NOT NULL REFERENCES account (number),
  from_pence INTEGER NOT NULL CHECK (from_pence > 0),
  approvals INTEGER NOT NULL CHECK (approvals BETWEEN 1 AND 9),
  PRIMARY KEY (account, from_pence)
) STRICT, WITHOUT ROWID;


-- 4. Consents. Requests of TPPs, decisions of customers and the expiry sweep write them.

-- data, risk: JSON of the request, byte for byte. debtor_account: null until it is known.
-- refusal, refused_by: why and by whom it was rejected or revoked.
-- authorised_by, customer_id: the user who authorised it, and this user's customer at that time.
-- expires_at: end of a VRP consent. lapses_at: when it is rejected unless it was approved or used.
-- grant_id: the grant of the authorisation server.
CREATE TABLE consent (
  id TEXT PRIMARY KEY,
  family TEXT NOT NULL,
  client_id TEXT NOT NULL REFERENCES client (id),
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  status_updated_at INTEGER NOT NULL,
  api_version TEXT NOT NULL,
  data TEXT NOT NULL,
  sent_data TEXT,
  risk TEXT,
  debtor_account TEXT,
  refusal TEXT,
  authorised_by TEXT REFERENCES customer_user (id),
  expires_at INTEGER,
  grant_id TEXT,
  lapses_at INTEGER,
  refused_by TEXT CHECK (refused_by IN ('customer', 'bank', 'time')),
  customer_id TEXT REFERENCES customer (id),
  restrictions TEXT
) STRICT;
CREATE INDEX consent_of_client ON consent (client_id, created_at, id);
CREATE UNIQUE INDEX consent_of_grant ON consent (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX consent_to_lapse ON consent (lapses_at)
  WHERE status IN ('AwaitingUpload', 'AwaitingAuthorisation', 'Authorised');
-- The customer's list of permissions. Other consents end with their payment.
CREATE INDEX consent_permitted ON consent (customer_id, created_at)
  WHERE family = 'domestic-vrps' AND customer_id IS NOT NULL;

-- The uploaded file of a consent, never changed. The bytes are stored under their SHA-256 (hex)
-- outside the database. facts: result of the validation as JSON, for example totals and groups.
CREATE TABLE file (
  consent_id TEXT PRIMARY KEY REFERENCES consent (id),
  sha256 TEXT NOT NULL,
  facts TEXT NOT NULL
) STRICT;
CREATE INDEX file_by_content ON file (sha256);

-- The decision of each user about a consent, or about the payment under it.
-- factor, linked_to: the second factor, and SHA-256 (hex) of the details that were displayed
-- (SCA-RTS, article 5). Null for decisions through the sandbox.
-- payee_check: JSON with the name checks of payees that were displayed. Null if there were none.
CREATE TABLE approval (
  consent_id TEXT NOT NULL REFERENCES consent (id),
  user_id TEXT NOT NULL REFERENCES customer_user (id),
  decision TEXT NOT NULL CHECK (decision IN ('approve', 'reject')),
  at INTEGER NOT NULL,
  address TEXT,
  factor TEXT CHECK (factor IN ('code', 'passkey', 'provider')),
  linked_to TEXT,
  payee_check TEXT,
  PRIMARY KEY (consent_id, user_id)
) STRICT, WITHOUT ROWID;

-- Total paid under a VRP consent on each day, for its limits. Rejected payments are subtracted.
CREATE TABLE consent_spending (
  consent_id TEXT NOT NULL REFERENCES consent (id),
  day TEXT NOT NULL,
  total_pence INTEGER NOT NULL CHECK (total_pence >= 0),
  PRIMARY KEY (consent_id, day)
) STRICT, WITHOUT ROWID;

-- Idempotency keys. name: digest of client, endpoint and key. body_hash: of the request body.
-- resource_id: the consent or payment that the request created. Each new digest changes a page of
-- its index, so the index has no other column. Keys expire in the order of `id`.
CREATE TABLE idempotency_key (
  id INTEGER PRIMARY KEY,
  name BLOB NOT NULL UNIQUE,
  body_hash TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;


-- 5. Payments and their execution. Submissions create them, and the work runner changes them.

-- A submitted payment, order or file.
-- consumes_consent: 1 if the consent allows one payment only. reason: code of a rejection.
-- version: number of status changes, from 1.
-- approvals_required, approve_by, approval_status, approval_updated_at: null if one approval
-- suffices. released_at: when execution was allowed. cancelled_at: when the customer cancelled it.
CREATE TABLE payment (
  id TEXT PRIMARY KEY,
  family TEXT NOT NULL,
  consent_id TEXT NOT NULL REFERENCES consent (id),
  consumes_consent INTEGER NOT NULL CHECK (consumes_consent IN (0, 1)),
  client_id TEXT NOT NULL REFERENCES client (id),
  created_at INTEGER NOT NULL,
  status_updated_at INTEGER NOT NULL,
  api_version TEXT NOT NULL,
  data TEXT NOT NULL,
  sent_data TEXT,
  risk TEXT,
  debtor_account TEXT,
  group_status TEXT NOT NULL,
  reason TEXT,
  version INTEGER NOT NULL CHECK (version > 0),
  approvals_required INTEGER CHECK (approvals_required > 1),
  approve_by INTEGER,
  approval_status TEXT CHECK (approval_status IN ('waiting', 'approved', 'rejected', 'expired')),
  approval_updated_at INTEGER,
  released_at INTEGER,
  cancelled_at INTEGER,
  customer_id TEXT REFERENCES customer (id)
) STRICT;
CREATE UNIQUE INDEX payment_of_consent ON payment (consent_id) WHERE consumes_consent = 1;
CREATE INDEX payment_of_client ON payment (client_id, created_at, id);
CREATE INDEX payment_of_customer ON payment (customer_id, created_at, id);
CREATE INDEX payment_under_consent ON payment (consent_id, created_at, id)
  WHERE consumes_consent = 0;
CREATE INDEX payment_to_approve ON payment (approve_by) WHERE approval_status = 'waiting';
CREATE INDEX file_payment_of_customer ON payment (customer_id, created_at, id)
  WHERE family = 'file-payments' AND group_status <> 'RJCT';
CREATE INDEX file_payment_newest ON payment (created_at, id) WHERE family = 'file-payments';

-- Payments that are booked, sent and answered together: a group of a file, a single payment, or one
-- payment of a standing order.
-- due_at: when it is to be booked. total_pence: the debits, with charge_pence, the bank's charges.
-- exchange_rate: a decimal. rejected, returned, pending: numbers of credits.
-- clearing_pence: the debited amount that the scheme has not answered yet.
-- round: how often the scheme was asked about pending credits. ask_again_at: the next time.
-- failure_reason: why nothing was debited, if the reason is not insufficient funds (AM04).
-- only_index: place in the file of a payment that was separated from its group. payments: 0 if all
-- payments of a group were separated.
CREATE TABLE batch (
  payment_id TEXT NOT NULL REFERENCES payment (id),
  number INTEGER NOT NULL,
  instrument TEXT NOT NULL,
  date TEXT,
  due_at INTEGER NOT NULL,
  payments INTEGER NOT NULL CHECK (payments >= 0),
  total_pence INTEGER NOT NULL CHECK (total_pence >= 0),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'booked', 'sent', 'answered', 'failed')),
  sent_at INTEGER,
  rejected INTEGER NOT NULL DEFAULT 0 CHECK (rejected >= 0),
  returned INTEGER NOT NULL DEFAULT 0 CHECK (returned >= 0),
  pending INTEGER NOT NULL DEFAULT 0 CHECK (pending >= 0),
  pending_pence INTEGER NOT NULL DEFAULT 0 CHECK (pending_pence >= 0),
  clearing_pence INTEGER NOT NULL DEFAULT 0 CHECK (clearing_pence >= pending_pence),
  round INTEGER NOT NULL DEFAULT 0,
  ask_again_at INTEGER,
  charge_pence INTEGER NOT NULL DEFAULT 0
    CHECK (charge_pence >= 0 AND charge_pence <= total_pence),
  exchange_rate TEXT,
  state_updated_at INTEGER,
  abandoned_at INTEGER,
  failure_reason TEXT CHECK (failure_reason <> 'AM04'),
  only_index INTEGER CHECK (only_index IS NULL OR payments = 1),
  PRIMARY KEY (payment_id, number),
  CHECK (CASE payments WHEN 0 THEN total_pence = 0 AND state = 'failed'
    ELSE total_pence > charge_pence END),
  CHECK (rejected + returned + pending <= payments),
  CHECK (state NOT IN ('answered', 'failed') OR (pending = 0 AND clearing_pence = 0))
) STRICT, WITHOUT ROWID;
CREATE INDEX batch_unfinished ON batch (payment_id) WHERE state NOT IN ('answered', 'failed');
CREATE UNIQUE INDEX batch_separated ON batch (payment_id, only_index) WHERE only_index IS NOT NULL;

-- The next step of a batch, at most one. The transaction that performs the step deletes the row. An
-- id is never used again (AUTOINCREMENT), so that a late result cannot end another step.
-- cursor: index of the first payment of the file that is still to be processed.
-- due_at: planned time. try_at: next attempt, later than due_at after failures (attempts).
-- parked_at: since when it waits for an operator. failed_at, problem: the last failure.
CREATE TABLE work (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  step TEXT NOT NULL CHECK (step IN ('book', 'send', 'collect')),
  payment_id TEXT NOT NULL,
  batch INTEGER NOT NULL,
  cursor INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  try_at INTEGER NOT NULL DEFAULT 0,
  parked_at INTEGER,
  failed_at INTEGER,
  problem TEXT,
  source TEXT NOT NULL DEFAULT 'file' CHECK (source IN ('file', 'order')),
  UNIQUE (payment_id, batch),
  FOREIGN KEY (payment_id, batch) REFERENCES batch (payment_id, number)
) STRICT;
-- Steps of orders run in groups and steps of files one by one, so `source` comes first.
CREATE INDEX work_fresh ON work (source, try_at, id) WHERE attempts = 0;
CREATE INDEX work_failing ON work (try_at, id) WHERE attempts > 0 AND parked_at IS NULL;
CREATE INDEX work_parked ON work (due_at, id) WHERE parked_at IS NOT NULL;

-- Credits that differ from the state of their batch. payment_index: place in the file, from 0.
-- amount_pence: what was debited, or what came back if the status is Returned.
CREATE TABLE credit_outcome (
  payment_id TEXT NOT NULL,
  payment_index INTEGER NOT NULL,
  batch INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (
    status IN ('Pending', 'Refused', 'Rejected', 'Returned')),
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  amount_pence INTEGER NOT NULL CHECK (amount_pence > 0),
  round INTEGER NOT NULL,
  debtor_account TEXT,
  PRIMARY KEY (payment_id, payment_index),
  FOREIGN KEY (payment_id, batch) REFERENCES batch (payment_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX credit_outcome_pending ON credit_outcome (payment_id, batch, round, payment_index)
  WHERE status = 'Pending';

-- The ledger. Each row moves an amount from one account to another, so the sum of all balances is
-- always 0. payment_index: null for a debit that covers several payments. Rows are only added.
CREATE TABLE transfer (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL
    CHECK (kind IN ('opening', 'debit', 'credit', 'returned-credit', 'settlement', 'late-return')),
  debit_account TEXT NOT NULL REFERENCES account (number),
  credit_account TEXT NOT NULL REFERENCES account (number),
  amount_pence INTEGER NOT NULL CHECK (amount_pence > 0),
  payment_id TEXT,
  batch INTEGER,
  payment_index INTEGER,
  reference TEXT NOT NULL,
  counterparty TEXT NOT NULL,
  booked_at INTEGER NOT NULL,
  CHECK (debit_account <> credit_account),
  CHECK ((kind = 'opening') = (payment_id IS NULL)),
  FOREIGN KEY (payment_id, batch) REFERENCES batch (payment_id, number)
) STRICT;
-- Nothing is booked twice: neither a payment nor the common debit of several payments.
CREATE UNIQUE INDEX transfer_once ON transfer (payment_id, payment_index, kind)
  WHERE payment_index IS NOT NULL;
CREATE UNIQUE INDEX transfer_one_debit ON transfer (payment_id, batch, debit_account)
  WHERE kind = 'debit' AND payment_index IS NULL;
-- Statements of customers' accounts. The bank's own accounts have no statements.
CREATE INDEX transfer_out ON transfer (debit_account, id) WHERE kind = 'debit';
CREATE INDEX transfer_in ON transfer (credit_account, id)
  WHERE kind IN ('opening', 'credit', 'returned-credit', 'late-return');
-- The ledger of a day, for operators.
CREATE INDEX transfer_by_time ON transfer (booked_at, id);

-- Operations for the core banking system, if it keeps the customers' accounts (docs/decisions, 140).
-- The transaction that books transfers adds them. They are deleted when the core has performed them.
-- operations: JSON list. problem: why the core refused them. An operator decides then.
CREATE TABLE core_request (
  id INTEGER PRIMARY KEY,
  operations TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  problem TEXT
) STRICT;
CREATE INDEX core_request_refused ON core_request (id) WHERE problem IS NOT NULL;

-- What the core banking system has booked for this service, by the day on which it booked it.
CREATE TABLE core_entry (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL CHECK (type IN ('post', 'credit')),
  account TEXT NOT NULL REFERENCES account (number),
  amount_pence INTEGER NOT NULL CHECK (amount_pence > 0),
  booked_on TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX core_entry_by_day ON core_entry (booked_on, id);

-- Days that were reconciled with the core banking system, with the number of differences.
CREATE TABLE core_day (
  day TEXT PRIMARY KEY,
  checked_at INTEGER NOT NULL,
  differences INTEGER NOT NULL CHECK (differences >= 0)
) STRICT, WITHOUT ROWID;

-- Booking steps that the bank's screening holds (docs/decisions, 141). batch, cursor: the step.
-- screening_id: id of its payment for the screening. Null if the step books several payments.
-- reasons: JSON list of the bank's codes. ends_at: when it is rejected, or null without a limit.
-- proposed: decision that another person must confirm. proposed_reason: of the operator, null if the
-- bank's case system proposed it. decision: null while the payment is held.
CREATE TABLE screening_case (
  id INTEGER PRIMARY KEY,
  payment_id TEXT NOT NULL,
  batch INTEGER NOT NULL,
  cursor INTEGER NOT NULL,
  screening_id TEXT UNIQUE,
  class TEXT NOT NULL CHECK (class IN ('fraud', 'sanctions', 'other', 'unanswered', 'operator')),
  reasons TEXT NOT NULL,
  bank_case_id TEXT,
  tell_payer TEXT NOT NULL CHECK (tell_payer IN ('reasons', 'delay', 'nothing')),
  payments INTEGER NOT NULL CHECK (payments > 0),
  total_pence INTEGER NOT NULL CHECK (total_pence > 0),
  opened_at INTEGER NOT NULL,
  ends_at INTEGER,
  proposed TEXT CHECK (proposed IN ('release', 'reject')),
  proposed_by TEXT,
  proposed_at INTEGER,
  proposed_reason TEXT,
  decision TEXT CHECK (decision IN ('release', 'reject')),
  decided_by TEXT,
  decided_at INTEGER,
  held_by TEXT,
  UNIQUE (payment_id, batch, cursor, class),
  FOREIGN KEY (payment_id, batch) REFERENCES batch (payment_id, number),
  CHECK ((proposed IS NULL) = (proposed_by IS NULL) AND (proposed IS NULL) = (proposed_at IS NULL)),
  CHECK (proposed IS NOT NULL OR proposed_reason IS NULL),
  CHECK ((class = 'operator') = (held_by IS NOT NULL)),
  CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL))
) STRICT;
CREATE INDEX screening_case_open ON screening_case (ends_at, id) WHERE decision IS NULL;

-- Decisions of the bank's case system about payments whose booking step has no case yet. Opening the
-- case takes them. batch: of the booking step. decided_by: JSON list of persons.
CREATE TABLE screening_decision (
  id INTEGER PRIMARY KEY,
  payment_id TEXT NOT NULL,
  batch INTEGER NOT NULL,
  screening_id TEXT NOT NULL,
  decision TEXT NOT NULL CHECK (decision IN ('release', 'reject')),
  decided_by TEXT NOT NULL,
  UNIQUE (screening_id, decision, decided_by),
  FOREIGN KEY (payment_id, batch) REFERENCES batch (payment_id, number)
) STRICT;

-- Payees whom customers have paid, as far as the bank's screening accepted them.
-- name: in a form that can be compared (domain/parties/payees.ts).
CREATE TABLE paid_payee (
  customer_id TEXT NOT NULL REFERENCES customer (id),
  name TEXT NOT NULL,
  account TEXT NOT NULL,
  PRIMARY KEY (customer_id, name, account)
) STRICT, WITHOUT ROWID;

-- Messages that hand credits over to a scheme (docs/decisions, 124). The step that sends a batch
-- adds them. A message is handed over when its batch is sent.
-- part: number of the message in its batch. first_index, last_index: payments in it.
-- bank_sort_codes: at the time of writing. Credits to accounts with these codes are not in it.
-- left_out: payments between the two that are not in it, because they were refused or separated.
-- content: the message, or null if it is stored as a file under its SHA-256 (hex).
-- try_at: time of the first or next hand-over. hand_over_by: a hand-over from this time on is late.
-- problem: error of the last failed hand-over. refused_at: its time, if the hub refused the message.
-- open, pending, accepted, rejected: numbers of credits by their answers.
-- rest: state of the credits without an answer of their own, decided by the status of the message.
-- pending_minor, accepted_minor, rejected_minor: sums of credits by their answers, in minor units.
-- reported, reported_minor: credits that the settlement account shows. resolved, resolved_minor:
-- differences that operators have closed (docs/decisions, 131).
-- enquire_at: when the hub is asked for the answers. Null while that is not necessary.
CREATE TABLE scheme_message (
  id TEXT PRIMARY KEY,
  payment_id TEXT NOT NULL,
  batch INTEGER NOT NULL,
  part INTEGER NOT NULL,
  instrument TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  settlement_date TEXT NOT NULL,
  first_index INTEGER NOT NULL,
  last_index INTEGER NOT NULL CHECK (last_index >= first_index),
  transactions INTEGER NOT NULL CHECK (transactions > 0),
  total_minor INTEGER NOT NULL CHECK (total_minor > 0),
  currency TEXT NOT NULL,
  bank_sort_codes TEXT NOT NULL,
  left_out TEXT NOT NULL,
  content TEXT,
  sha256 TEXT,
  bytes INTEGER,
  hand_over_by INTEGER NOT NULL,
  handed_over_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  try_at INTEGER NOT NULL,
  problem TEXT,
  refused_at INTEGER,
  enquire_at INTEGER,
  open INTEGER NOT NULL CHECK (open >= 0),
  pending INTEGER NOT NULL DEFAULT 0 CHECK (pending >= 0),
  accepted INTEGER NOT NULL DEFAULT 0 CHECK (accepted >= 0),
  rejected INTEGER NOT NULL DEFAULT 0 CHECK (rejected >= 0),
  pending_minor INTEGER NOT NULL DEFAULT 0 CHECK (pending_minor >= 0),
  accepted_minor INTEGER NOT NULL DEFAULT 0 CHECK (accepted_minor >= 0),
  rejected_minor INTEGER NOT NULL DEFAULT 0 CHECK (rejected_minor >= 0),
  reported INTEGER NOT NULL DEFAULT 0,
  reported_minor INTEGER NOT NULL DEFAULT 0,
  resolved INTEGER NOT NULL DEFAULT 0,
  resolved_minor INTEGER NOT NULL DEFAULT 0,
  rest TEXT NOT NULL DEFAULT 'open' CHECK (rest IN ('open', 'accepted', 'rejected')),
  rest_reason TEXT,
  UNIQUE (payment_id, batch, part),
  FOREIGN KEY (payment_id, batch) REFERENCES batch (payment_id, number),
  CHECK (open + pending + accepted + rejected = transactions),
  CHECK (pending_minor + accepted_minor + rejected_minor <= total_minor),
  CHECK ((content IS NULL) = (sha256 IS NOT NULL)),
  CHECK ((sha256 IS NULL) = (bytes IS NULL)),
  CHECK ((rest = 'rejected') = (rest_reason IS NOT NULL)),
  CHECK (refused_at IS NULL OR (handed_over_at IS NULL AND problem IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX scheme_message_to_hand_over ON scheme_message (instrument, try_at, id)
  WHERE handed_over_at IS NULL;
CREATE INDEX scheme_message_newest ON scheme_message (created_at, id);
CREATE INDEX scheme_message_by_content ON scheme_message (sha256) WHERE sha256 IS NOT NULL;
-- For the questions about a batch, which may have thousands of messages with one credit each.
CREATE INDEX scheme_message_open ON scheme_message (payment_id, batch, open) WHERE open > 0;
CREATE INDEX scheme_message_pending ON scheme_message (payment_id, batch, pending)
  WHERE pending > 0;
CREATE INDEX scheme_message_rejected ON scheme_message (payment_id, batch, last_index, first_index,
  rest_reason) WHERE rest = 'rejected';
CREATE INDEX scheme_message_pending_of_scheme ON scheme_message (instrument, handed_over_at, pending)
  WHERE pending > 0;
CREATE INDEX scheme_message_bacs ON scheme_message (settlement_date, id) WHERE instrument = 'BACS';
CREATE INDEX scheme_message_refused ON scheme_message (instrument, refused_at, id)
  WHERE refused_at IS NOT NULL;
CREATE INDEX scheme_message_unanswered ON scheme_message (instrument, handed_over_at, open,
  hand_over_by)
  WHERE open > 0 AND handed_over_at IS NOT NULL;
CREATE INDEX scheme_message_to_enquire ON scheme_message (instrument, enquire_at, id)
  WHERE enquire_at IS NOT NULL;
-- Accepted credits that the settlement account does not show, and entries that show too much or another
-- amount. SQLite does not use a partial index whose condition compares columns without CASE.
CREATE INDEX scheme_message_unreported ON scheme_message (instrument, settlement_date, id)
  WHERE CASE WHEN reported + resolved < accepted THEN 1 ELSE 0 END = 1;
CREATE INDEX scheme_message_misreported ON scheme_message (instrument, id)
  WHERE CASE WHEN reported + resolved > accepted THEN 1
    WHEN reported + resolved = accepted AND reported_minor + resolved_minor <> accepted_minor THEN 1
    ELSE 0 END = 1;
CREATE INDEX scheme_message_by_day ON scheme_message (settlement_date, instrument, currency);

-- Enquiries about messages without a complete answer (pacs.028; docs/decisions, 126). Each one is stored
-- before it is handed over.
-- number: of the enquiry about its message, from 1. problem: the error of the last failed attempt.
CREATE TABLE scheme_enquiry (
  message_id TEXT NOT NULL REFERENCES scheme_message (id),
  number INTEGER NOT NULL CHECK (number > 0),
  id TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  content TEXT NOT NULL,
  handed_over_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  problem TEXT,
  PRIMARY KEY (message_id, number)
) STRICT, WITHOUT ROWID;

-- The states of a message's credits, one byte each (domain/schemes/message-credits.ts).
CREATE TABLE scheme_credit_page (
  message_id TEXT NOT NULL REFERENCES scheme_message (id),
  page INTEGER NOT NULL,
  states BLOB NOT NULL,
  PRIMARY KEY (message_id, page)
) STRICT, WITHOUT ROWID;

-- Documents that a hub delivered. content: the document, or null if it is stored as a file under its
-- SHA-256 (hex). The table has a rowid, so that new documents are written next to each other.
-- exchange, instruments: the exchange through which it arrived, and the schemes that used it then,
-- separated by commas. It may answer no others.
-- kind, document_id: from the header of the document. next_position: of the first answer that was
-- not taken yet.
CREATE TABLE scheme_delivery (
  sha256 TEXT NOT NULL PRIMARY KEY,
  bytes INTEGER NOT NULL,
  name TEXT NOT NULL,
  exchange TEXT NOT NULL,
  instruments TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('received', 'reading', 'taken', 'set-aside')),
  kind TEXT,
  document_id TEXT,
  next_position INTEGER NOT NULL DEFAULT 0,
  content BLOB,
  CHECK (content IS NULL OR length(content) = bytes)
) STRICT;
-- A hub gives each of its documents another id. A second one with the same id is set aside.
CREATE UNIQUE INDEX scheme_delivery_document ON scheme_delivery (exchange, kind, document_id)
  WHERE state IN ('reading', 'taken');
CREATE INDEX scheme_delivery_to_read ON scheme_delivery (received_at, sha256)
  WHERE state IN ('received', 'reading');

-- The answers to credits that are pending or rejected. Accepted credits have no row.
-- delivery: the document with the answer. Null if two operators decided (operator_proposal).
CREATE TABLE scheme_answer (
  payment_id TEXT NOT NULL,
  batch INTEGER NOT NULL,
  payment_index INTEGER NOT NULL,
  message_id TEXT NOT NULL REFERENCES scheme_message (id),
  amount_minor INTEGER NOT NULL,
  answer TEXT NOT NULL CHECK (answer IN ('pending', 'rejected')),
  reason TEXT NOT NULL,
  delivery TEXT REFERENCES scheme_delivery (sha256),
  PRIMARY KEY (payment_id, batch, payment_index)
) STRICT, WITHOUT ROWID;
CREATE INDEX scheme_answer_pending ON scheme_answer (message_id, payment_index)
  WHERE answer = 'pending';
CREATE INDEX scheme_answer_decided ON scheme_answer (message_id, payment_index)
  WHERE delivery IS NULL;

-- Credits that came back. booked_at: when the debtor got the money. problem: why an operator must
-- decide instead. delivery: the document. Null if two operators decided (operator_proposal).
CREATE TABLE scheme_return (
  message_id TEXT NOT NULL REFERENCES scheme_message (id),
  payment_index INTEGER NOT NULL,
  instrument TEXT NOT NULL,
  return_id TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
  reason TEXT NOT NULL,
  delivery TEXT REFERENCES scheme_delivery (sha256),
  received_at INTEGER NOT NULL,
  reported_minor INTEGER NOT NULL DEFAULT 0,
  resolved_minor INTEGER NOT NULL DEFAULT 0,
  booked_at INTEGER,
  problem TEXT,
  PRIMARY KEY (message_id, payment_index),
  CHECK (booked_at IS NULL OR problem IS NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX scheme_return_unreported ON scheme_return (instrument, received_at, message_id,
  payment_index)
  WHERE CASE WHEN reported_minor + resolved_minor = 0 THEN 1 ELSE 0 END = 1;
CREATE INDEX scheme_return_misreported ON scheme_return (received_at, message_id, payment_index)
  WHERE CASE WHEN reported_minor + resolved_minor = 0 THEN 0
    WHEN reported_minor + resolved_minor <> amount_minor THEN 1 ELSE 0 END = 1;
CREATE INDEX scheme_return_waiting ON scheme_return (received_at, message_id, payment_index)
  WHERE booked_at IS NULL AND problem IS NULL;

-- Items of reports of Bacs, for operators who inform customers. They move no money.
-- kind: a credit that came back, was amended by Bacs, or whose account has moved. position: in the
-- report. code: of Bacs. destination, originator, amount_minor, reference, name, processing_day: the
-- columns that name the credit. An AWACS contains no originator and no amount.
-- message_id, payment_index: the credit, if it is certain.
CREATE TABLE scheme_advice (
  delivery TEXT NOT NULL REFERENCES scheme_delivery (sha256),
  position INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('returned', 'amended', 'moved')),
  code TEXT NOT NULL,
  description TEXT,
  destination TEXT NOT NULL,
  originator TEXT,
  amount_minor INTEGER,
  reference TEXT NOT NULL,
  name TEXT NOT NULL,
  processing_day TEXT NOT NULL,
  new_account TEXT,
  message_id TEXT REFERENCES scheme_message (id),
  payment_index INTEGER,
  received_at INTEGER NOT NULL,
  PRIMARY KEY (delivery, position),
  CHECK ((message_id IS NULL) = (payment_index IS NULL)),
  CHECK ((kind = 'moved') = (new_account IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX scheme_advice_newest ON scheme_advice (received_at, delivery, position);
CREATE INDEX scheme_advice_returned ON scheme_advice (message_id, payment_index)
  WHERE kind = 'returned';

-- Problems with deliveries that an operator must solve.
-- kind: a document that cannot be read, an answer that cannot be taken, or a credit that came back and
-- cannot be booked. detail: what is wrong with a document. position: of an answer in its document,
-- negative for the status of a whole message. facts: the answer as JSON.
-- message_id, payment_id, payment_index: the message, its payment and the credit, if they are known.
-- ended_at, ended_by, ending, note: when, by whom and how the problem ended, and the reason.
-- delivery: the document. Null for a return that two operators decided (operator_proposal).
CREATE TABLE scheme_problem (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('document', 'answer', 'return')),
  code TEXT NOT NULL,
  delivery TEXT REFERENCES scheme_delivery (sha256),
  detail TEXT,
  position INTEGER,
  facts TEXT,
  message_id TEXT REFERENCES scheme_message (id),
  payment_id TEXT,
  payment_index INTEGER,
  ended_at INTEGER,
  ended_by TEXT,
  ending TEXT CHECK (ending IN ('dismissed', 'repeated')),
  note TEXT,
  CHECK ((kind = 'document') = (detail IS NOT NULL)),
  CHECK ((kind = 'answer') = (position IS NOT NULL)),
  CHECK ((kind = 'answer') = (facts IS NOT NULL)),
  CHECK (kind <> 'return' OR (message_id IS NOT NULL AND payment_index IS NOT NULL)),
  CHECK (kind = 'return' OR delivery IS NOT NULL),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CHECK ((ended_at IS NULL) = (ending IS NULL)),
  CHECK ((note IS NOT NULL) = (ending IS NOT NULL AND ending = 'dismissed'))
) STRICT;
CREATE UNIQUE INDEX scheme_problem_answer ON scheme_problem (delivery, position)
  WHERE kind = 'answer';
CREATE INDEX scheme_problem_open ON scheme_problem (id, kind) WHERE ended_at IS NULL;
CREATE INDEX scheme_problem_of_message ON scheme_problem (message_id, id)
  WHERE message_id IS NOT NULL;
CREATE INDEX scheme_problem_open_of_payment ON scheme_problem (payment_id, id)
  WHERE ended_at IS NULL;
CREATE INDEX scheme_problem_dismissed ON scheme_problem (id) WHERE ending = 'dismissed';

-- Recalls of credits that their scheme has accepted (camt.056; docs/decisions, 130). Each one is
-- stored before it is handed over. A credit has at most one that is neither refused nor returned.
-- end_to_end_id, uetr, amount_minor, currency: of the credit, as its message contains them.
-- reason, note: for the creditor's bank. content: the recall. problem: the error of the last failed
-- attempt. try_at: time of the next one. answer_code: the reason in the last answer.
CREATE TABLE scheme_recall (
  id TEXT PRIMARY KEY,
  message_id TEXT NOT NULL REFERENCES scheme_message (id),
  payment_index INTEGER NOT NULL,
  instrument TEXT NOT NULL,
  end_to_end_id TEXT NOT NULL,
  uetr TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor > 0),
  currency TEXT NOT NULL,
  reason TEXT NOT NULL,
  note TEXT,
  requested_at INTEGER NOT NULL,
  requested_by TEXT NOT NULL,
  requested_by_kind TEXT NOT NULL CHECK (requested_by_kind IN ('customer', 'operator')),
  content TEXT NOT NULL,
  handed_over_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  try_at INTEGER NOT NULL,
  problem TEXT,
  state TEXT NOT NULL DEFAULT 'open'
    CHECK (state IN ('open', 'pending', 'accepted', 'refused', 'returned')),
  answer_code TEXT,
  answered_at INTEGER,
  CHECK ((state = 'open') = (answered_at IS NULL)),
  CHECK (problem IS NULL OR handed_over_at IS NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX scheme_recall_of_credit ON scheme_recall (message_id, payment_index, requested_at, id);
CREATE UNIQUE INDEX scheme_recall_unended ON scheme_recall (message_id, payment_index)
  WHERE state IN ('open', 'pending', 'accepted');
CREATE INDEX scheme_recall_open ON scheme_recall (requested_at, id)
  WHERE state IN ('open', 'pending', 'accepted');
CREATE INDEX scheme_recall_to_hand_over ON scheme_recall (instrument, try_at, id)
  WHERE handed_over_at IS NULL AND state = 'open';
CREATE INDEX scheme_recall_newest ON scheme_recall (requested_at, id);

-- Schemes to which no messages are handed over. The rows of ended stops stay.
CREATE TABLE scheme_stop (
  id INTEGER PRIMARY KEY,
  instrument TEXT NOT NULL,
  reason TEXT NOT NULL,
  stopped_at INTEGER NOT NULL,
  stopped_by TEXT NOT NULL,
  resumed_at INTEGER,
  resumed_by TEXT,
  CHECK ((resumed_at IS NULL) = (resumed_by IS NULL))
) STRICT;
CREATE UNIQUE INDEX scheme_stop_current ON scheme_stop (instrument) WHERE resumed_at IS NULL;

-- Exchanges whose settlement accounts were reported. The row is locked while entries are taken.
-- instruments: the schemes of the newest report's exchange, separated by commas. Only their credits can
-- be missing.
CREATE TABLE settlement_exchange (
  name TEXT PRIMARY KEY,
  instruments TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

-- Booked entries of the bank's settlement accounts (camt.053, camt.054; docs/decisions, 131). The same
-- entry of a notification and of a statement is one row.
-- delivery, position: the first document that reported it. reference: AcctSvcrRef. is_return: 1 if it is
-- about money that came back. message_id, payment_index, transactions: what it settles, if it is known.
-- problem: why it does not count. resolved_at: when an operator closed it.
CREATE TABLE settlement_entry (
  id INTEGER PRIMARY KEY,
  delivery TEXT NOT NULL REFERENCES scheme_delivery (sha256),
  position INTEGER NOT NULL,
  exchange TEXT NOT NULL,
  account TEXT NOT NULL,
  reference TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('DBIT', 'CRDT')),
  is_reversal INTEGER NOT NULL,
  is_return INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor >= 0),
  currency TEXT NOT NULL,
  booking_date TEXT,
  value_date TEXT,
  message_id TEXT REFERENCES scheme_message (id),
  payment_index INTEGER,
  transactions INTEGER NOT NULL,
  problem TEXT,
  received_at INTEGER NOT NULL,
  resolved_at INTEGER,
  UNIQUE (exchange, account, reference, direction, is_reversal)
) STRICT;
CREATE INDEX settlement_entry_of_message ON settlement_entry (message_id, payment_index, is_return)
  WHERE message_id IS NOT NULL;
CREATE INDEX settlement_entry_unexpected ON settlement_entry (id)
  WHERE problem IS NOT NULL AND resolved_at IS NULL;

-- Statements of the settlement accounts (camt.053). opening_minor, closing_minor: balances.
-- break: why it does not continue the previous statement: 'gap' or 'opening'.
CREATE TABLE settlement_statement (
  id INTEGER PRIMARY KEY,
  delivery TEXT NOT NULL REFERENCES scheme_delivery (sha256),
  exchange TEXT NOT NULL,
  account TEXT NOT NULL,
  currency TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  statement_id TEXT NOT NULL,
  from_time TEXT,
  to_time TEXT,
  opening_minor INTEGER NOT NULL,
  closing_minor INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  break TEXT CHECK (break IN ('gap', 'opening')),
  resolved_at INTEGER,
  UNIQUE (exchange, account, currency, sequence)
) STRICT;
CREATE INDEX settlement_statement_broken ON settlement_statement (id)
  WHERE break IS NOT NULL AND resolved_at IS NULL;

-- Differences that operators have closed. name: of the difference (domain/schemes/reconciliation.ts).
-- credits, amount_minor: the difference at that time. No money has moved.
CREATE TABLE settlement_resolution (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  credits INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  reason TEXT NOT NULL,
  resolved_at INTEGER NOT NULL,
  resolved_by TEXT NOT NULL
) STRICT;


-- 6. Access. The authorisation server and the customers' pages write these tables.

-- Access tokens, by the SHA-256 of the token. consent_id: the only consent of a customer's token.
-- certificate: thumbprint that the token is bound to. Null: it was issued over plain HTTP in the
-- sandbox. grant_id, payload: data of the authorisation server.
CREATE TABLE token (
  hash TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES client (id),
  kind TEXT NOT NULL CHECK (kind IN ('client', 'customer')),
  consent_id TEXT REFERENCES consent (id),
  expires_at INTEGER NOT NULL,
  certificate TEXT,
  grant_id TEXT,
  payload TEXT,
  CHECK ((kind = 'customer') = (consent_id IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX token_by_expiry ON token (expires_at);
CREATE INDEX token_of_grant ON token (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX token_of_consent ON token (consent_id) WHERE consent_id IS NOT NULL;

-- Other state of the authorisation server: interactions, codes, pushed requests, grants, and values
-- that may be used once. client_id: set for items that are limited per client.
CREATE TABLE authorisation_item (
  model TEXT NOT NULL,
  id TEXT NOT NULL,
  grant_id TEXT,
  payload TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  consumed_at INTEGER,
  client_id TEXT,
  PRIMARY KEY (model, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX authorisation_item_of_grant ON authorisation_item (grant_id)
  WHERE grant_id IS NOT NULL;
CREATE INDEX authorisation_item_by_expiry ON authorisation_item (expires_at);
CREATE INDEX authorisation_item_of_client ON authorisation_item (client_id, model, expires_at)
  WHERE client_id IS NOT NULL;

-- Passwords and one-time codes of users. failures: since the last success or lockout.
-- lockouts: in a row, each longer than the one before. last_step: time step of the last accepted
-- code, so that no code is accepted twice.
CREATE TABLE credential (
  user_id TEXT PRIMARY KEY REFERENCES customer_user (id),
  password_hash TEXT NOT NULL,
  totp_secret TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
  locked_until INTEGER,
  last_step INTEGER,
  lockouts INTEGER NOT NULL DEFAULT 0 CHECK (lockouts >= 0)
) STRICT, WITHOUT ROWID;

-- id: of the WebAuthn credential, base64url. public_key: COSE. counter: uses, as counted by the
-- authenticator. 0 if it does not count.
CREATE TABLE passkey (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES credential (user_id),
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_of_user ON passkey (user_id, created_at);

-- Sessions of customers on the bank's pages, by the hash of the id in the cookie.
-- interaction_uid: the interaction with a TPP, or `own` for the customer's portal.
-- user_id: null for an unknown user name, which must look like a known one.
-- stage: `code` while password and code are checked together, `identified` after a correct password
-- (the approval then needs its own factor), `signedIn` in the portal.
-- active_until: end of the session unless the customer does something before.
-- factors_taken: accepted second factors, part of what an authenticator signs, so that no signature
-- is accepted twice. factors_failed: since the last accepted one.
CREATE TABLE customer_session (
  hash TEXT PRIMARY KEY,
  interaction_uid TEXT NOT NULL,
  user_id TEXT REFERENCES credential (user_id),
  stage TEXT NOT NULL CHECK (stage IN ('code', 'identified', 'signedIn')),
  password_right INTEGER NOT NULL CHECK (password_right IN (0, 1)),
  account TEXT,
  grant_id TEXT,
  active_until INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  started_at INTEGER,
  address TEXT,
  factors_taken INTEGER NOT NULL DEFAULT 0 CHECK (factors_taken >= 0),
  factors_failed INTEGER NOT NULL DEFAULT 0 CHECK (factors_failed >= 0),
  CHECK (user_id IS NOT NULL OR password_right = 0),
  CHECK (stage = 'code' OR password_right = 1),
  CHECK (stage <> 'code' OR (account IS NULL AND grant_id IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_session_by_expiry ON customer_session (expires_at);
CREATE INDEX customer_session_of_user ON customer_session (user_id) WHERE stage = 'signedIn';

-- Operators of the console (docs/decisions, 161). roles: a JSON array. enrol_hash: SHA-256 of the
-- secret in an unused enrolment link, which is valid until enrol_until. subject: `sub` of an operator who
-- signs in at the bank's OpenID Provider. Null: the operator signs in with passkeys.
CREATE TABLE operator (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  roles TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'ended')),
  created_at INTEGER NOT NULL,
  enrol_hash TEXT UNIQUE,
  enrol_until INTEGER,
  subject TEXT UNIQUE,
  CHECK ((enrol_hash IS NULL) = (enrol_until IS NULL)),
  CHECK (state = 'active' OR enrol_hash IS NULL),
  CHECK (subject IS NULL OR enrol_hash IS NULL)
) STRICT, WITHOUT ROWID;

-- Passkeys of operators, with the columns of `passkey`.
CREATE TABLE operator_passkey (
  id TEXT PRIMARY KEY,
  operator_id TEXT NOT NULL REFERENCES operator (id),
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX operator_passkey_of_operator ON operator_passkey (operator_id, created_at);

-- Sessions of operators, by the hash of the id in the cookie. active_until: end of the session unless
-- the operator does something before.
CREATE TABLE operator_session (
  hash TEXT PRIMARY KEY,
  operator_id TEXT NOT NULL REFERENCES operator (id),
  active_until INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX operator_session_by_expiry ON operator_session (expires_at);
CREATE INDEX operator_session_of_operator ON operator_session (operator_id);

-- Actions that one operator proposes and another one confirms (docs/decisions, 163).
-- payment_id, payment_index: the payment and the credit that it is about, if there are any.
-- facts: JSON, as both operators see them. lapses_at: from then on, it cannot be confirmed.
-- ended_at, ended_by, ending: when, by whom and how it ended. One proposal of an action is open.
CREATE TABLE operator_proposal (
  id INTEGER PRIMARY KEY,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  payment_id TEXT,
  payment_index INTEGER,
  facts TEXT NOT NULL,
  reason TEXT NOT NULL,
  proposed_at INTEGER NOT NULL,
  proposed_by TEXT NOT NULL,
  lapses_at INTEGER NOT NULL,
  ended_at INTEGER,
  ended_by TEXT,
  ending TEXT CHECK (ending IN ('confirmed', 'withdrawn', 'lapsed')),
  CHECK ((ended_at IS NULL) = (ending IS NULL)),
  CHECK ((ended_by IS NULL) = (ending IS NULL OR ending = 'lapsed')),
  CHECK (ending IS NULL OR ending <> 'confirmed' OR ended_by <> proposed_by)
) STRICT;
CREATE UNIQUE INDEX operator_proposal_of_subject ON operator_proposal (action, subject)
  WHERE ended_at IS NULL;
CREATE INDEX operator_proposal_by_subject ON operator_proposal (subject);
CREATE INDEX operator_proposal_of_payment ON operator_proposal (payment_id, id);
CREATE INDEX operator_proposal_open ON operator_proposal (lapses_at, id) WHERE ended_at IS NULL;
CREATE INDEX operator_proposal_newest ON operator_proposal (proposed_at, id);

-- Subscriptions of TPPs to events about their resources (docs/decisions, 143). event_types: a JSON
-- array, as the TPP sent it. Null: all types. unresponsive_since: since then, nothing is pushed to
-- callback_url. succeeded_at, failed_at and problem: the last push that the TPP accepted, and the
-- last that failed.
CREATE TABLE event_subscription (
  id TEXT NOT NULL UNIQUE,
  client_id TEXT PRIMARY KEY REFERENCES client (id),
  version TEXT NOT NULL,
  callback_url TEXT,
  event_types TEXT,
  created_at INTEGER NOT NULL,
  unresponsive_since INTEGER,
  succeeded_at INTEGER,
  failed_at INTEGER,
  problem TEXT
) STRICT, WITHOUT ROWID;

-- Events for TPPs. The transaction that changes a resource writes its events. sequence: the order
-- in which TPPs receive them. subscription_id: the subscription may be deleted before its events.
-- txn: id of the first event about the same change. retry_at: after an error that the TPP reported,
-- when the event is returned again. push_tries: failed pushes. push_at: when it may be pushed.
-- push_failed_at: time of the first of these failures.
CREATE TABLE event (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  subscription_id TEXT NOT NULL,
  type TEXT NOT NULL,
  family TEXT NOT NULL,
  resource TEXT NOT NULL CHECK (resource IN ('consent', 'payment')),
  resource_id TEXT NOT NULL,
  txn TEXT NOT NULL,
  at INTEGER NOT NULL,
  reason TEXT,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'acknowledged', 'setAside')),
  errors INTEGER NOT NULL DEFAULT 0 CHECK (errors >= 0),
  error TEXT,
  error_description TEXT,
  retry_at INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL,
  push_tries INTEGER NOT NULL DEFAULT 0 CHECK (push_tries >= 0),
  push_at INTEGER NOT NULL DEFAULT 0,
  push_failed_at INTEGER
) STRICT;
CREATE INDEX event_open ON event (subscription_id, sequence) WHERE state = 'open';
CREATE INDEX event_failed ON event (subscription_id, resource_id, sequence)
  WHERE state = 'open' AND errors > 0;
CREATE INDEX event_postponed ON event (subscription_id, sequence)
  WHERE state = 'open' AND push_tries > 0;
CREATE INDEX event_acknowledged ON event (subscription_id, sequence)
  WHERE state = 'acknowledged';
CREATE INDEX event_set_aside ON event (subscription_id, sequence) WHERE state = 'setAside';
-- For the history of a payment.
CREATE INDEX event_of_resource ON event (resource_id, sequence);
CREATE INDEX event_by_expiry ON event (expires_at);


-- 7. Search index

-- Segments of the index of all payments (docs/decisions, 159). The entries of each are in a stored
-- file. first_sequence, last_sequence: the audit entries that it covers. The ranges are contiguous
-- from 1. from_at, to_at: the earliest and latest time of these entries and their payments, by the
-- business clock. sources, entries: their numbers in the file.
CREATE TABLE search_segment (
  first_sequence INTEGER NOT NULL PRIMARY KEY,
  last_sequence INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  sources INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  CHECK (first_sequence BETWEEN 1 AND last_sequence)
) STRICT;
CREATE INDEX search_segment_by_content ON search_segment (sha256);


-- 8. Traces

-- The traces that caused later jobs and messages (docs/decisions, 180): the traceparent of a consent,
-- payment or message. Empty while tracing is off.
CREATE TABLE trace_context (
  subject TEXT PRIMARY KEY,
  traceparent TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX trace_context_by_expiry ON trace_context (expires_at);


-- 9. Figures for the regulator

-- Requests of a day in London, by node and group of endpoints (docs/decisions, 183). errors: answers
-- of 500 and above. late: answered after 30 seconds. total_us: time to answer, in microseconds.
CREATE TABLE api_day (
  day TEXT NOT NULL,
  node TEXT NOT NULL,
  endpoints TEXT NOT NULL CHECK (endpoints IN ('payments', 'funds', 'other')),
  requests INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  late INTEGER NOT NULL,
  total_us INTEGER NOT NULL,
  PRIMARY KEY (day, node, endpoints)
) STRICT, WITHOUT ROWID;

-- When a process ran and could write, by the machine clock. The gaps of all nodes are downtime.
-- stopped: 1 after an orderly stop.
CREATE TABLE node_run (
  run TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  stopped INTEGER NOT NULL CHECK (stopped IN (0, 1)),
  PRIMARY KEY (run, started_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX node_run_by_end ON node_run (seen_at);
