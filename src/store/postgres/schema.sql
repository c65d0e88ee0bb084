-- The schema of a PostgreSQL store, version 1.
--
-- Sections 1 to 6 contain the tables of SQLite, with the same columns, which are described in
-- store/sqlite/schema.sql. Comments here name the differences. Section 7, the audit log, differs.
-- Section 8 contains state that nodes share.
--
-- The collation C compares texts byte by byte, as SQLite does, whatever the database's locale.
-- A fill factor leaves free space in the pages of tables whose rows change often, so that a changed
-- row stays in its page (HOT update).

-- One row. version: number of migrations that were applied. compatible_from: the oldest version of
-- the program that can use this schema. Written by the migration.
CREATE TABLE schema_version (
  version BIGINT NOT NULL,
  compatible_from BIGINT NOT NULL
);
INSERT INTO schema_version VALUES (0, 0);

-- Returns the values of a JSON array of texts. Used for `IN` lists.
CREATE FUNCTION listed(list TEXT) RETURNS TABLE (value TEXT) LANGUAGE sql IMMUTABLE
  AS 'SELECT jsonb_array_elements_text(CAST(list AS JSONB))';


-- 1. Settings

CREATE TABLE setting (
  name TEXT COLLATE "C" PRIMARY KEY,
  value TEXT COLLATE "C" NOT NULL
);


-- 2. TPPs

CREATE TABLE organisation (
  id TEXT COLLATE "C" PRIMARY KEY,
  document JSON NOT NULL,
  suspended_at BIGINT,
  suspended_by TEXT COLLATE "C",
  suspension_reason TEXT COLLATE "C",
  admitted BIGINT NOT NULL GENERATED ALWAYS AS (CAST(CAST(
    document ->> 'status' = 'Active' AND position('"PISP"' IN document ->> 'roles') > 0
      AND suspended_at IS NULL
    AS INT) AS BIGINT)) STORED,
  CHECK ((suspended_at IS NULL) = (suspended_by IS NULL)),
  CHECK ((suspended_at IS NULL) = (suspension_reason IS NULL))
);

CREATE TABLE software (
  id TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL REFERENCES organisation (id),
  document JSON NOT NULL,
  admitted BIGINT NOT NULL GENERATED ALWAYS AS (CAST(CAST(
    document ->> 'status' = 'Active' AND position('"PISP"' IN document ->> 'roles') > 0
    AS INT) AS BIGINT)) STORED
);
CREATE INDEX software_of_organisation ON software (organisation_id);

CREATE TABLE certificate (
  thumbprint TEXT COLLATE "C" PRIMARY KEY,
  software_id TEXT COLLATE "C" NOT NULL REFERENCES software (id),
  active BIGINT NOT NULL CHECK (active IN (0, 1))
);

CREATE TABLE client (
  id TEXT COLLATE "C" PRIMARY KEY,
  software_id TEXT COLLATE "C" NOT NULL REFERENCES software (id)
);
CREATE INDEX client_of_software ON client (software_id);

CREATE TABLE registration (
  client_id TEXT COLLATE "C" PRIMARY KEY REFERENCES client (id),
  metadata TEXT COLLATE "C" NOT NULL,
  registered_at BIGINT NOT NULL
);

CREATE TABLE sandbox_secret (
  client_id TEXT COLLATE "C" PRIMARY KEY REFERENCES client (id),
  secret_hash TEXT COLLATE "C" NOT NULL
);


-- 3. Customers and their accounts

-- address: JSON. Null: unknown.
CREATE TABLE customer (
  id TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  segment TEXT COLLATE "C" NOT NULL CHECK (segment IN ('corporate', 'small business', 'retail')),
  company_limit_pence BIGINT CHECK (company_limit_pence >= 0),
  address TEXT COLLATE "C"
);

CREATE TABLE customer_user (
  id TEXT COLLATE "C" PRIMARY KEY,
  customer_id TEXT COLLATE "C" NOT NULL REFERENCES customer (id),
  may_upload_files BIGINT NOT NULL CHECK (may_upload_files IN (0, 1)),
  user_limit_pence BIGINT CHECK (user_limit_pence >= 0),
  subject TEXT COLLATE "C"
);
CREATE INDEX customer_user_of_customer ON customer_user (customer_id);
CREATE UNIQUE INDEX customer_user_by_subject ON customer_user (COALESCE(subject, id));

CREATE TABLE account (
  number TEXT COLLATE "C" PRIMARY KEY,
  customer_id TEXT COLLATE "C" REFERENCES customer (id),
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('current', 'deposit', 'internal')),
  state TEXT COLLATE "C" NOT NULL DEFAULT 'open'
    CHECK (state IN ('open', 'blocked', 'closed')),
  in_core BIGINT NOT NULL DEFAULT 0 CHECK (in_core IN (0, 1)),
  balance_pence BIGINT NOT NULL DEFAULT 0
    CHECK (balance_pence >= 0 OR number = 'opening' OR in_core = 1),
  CHECK ((customer_id IS NULL) = (kind = 'internal'))
) WITH (fillfactor = 70);
CREATE INDEX account_by_customer ON account (customer_id) WHERE customer_id IS NOT NULL;

-- The rows of the bank's own accounts keep the balance 0. Their balance is the sum of their
-- transfers: a row that every booking changed would let one booking run at a time on all nodes.
INSERT INTO account (number, kind) VALUES ('opening', 'internal'), ('charges', 'internal');

CREATE TABLE mandate_tier (
  account TEXT COLLATE "C" NOT NULL REFERENCES account (number),
  from_pence BIGINT NOT NULL CHECK (from_pence > 0),
  approvals BIGINT NOT NULL CHECK (approvals BETWEEN 1 AND 9),
  PRIMARY KEY (account, from_pence)
);


-- 4. Consents

CREATE TABLE consent (
  id TEXT COLLATE "C" PRIMARY KEY,
  family TEXT COLLATE "C" NOT NULL,
  client_id TEXT COLLATE "C" NOT NULL REFERENCES client (id),
  status TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  status_updated_at BIGINT NOT NULL,
  api_version TEXT COLLATE "C" NOT NULL,
  data TEXT COLLATE "C" NOT NULL,
  sent_data TEXT COLLATE "C",
  risk TEXT COLLATE "C",
  debtor_account TEXT COLLATE "C",
  refusal TEXT COLLATE "C",
  authorised_by TEXT COLLATE "C" REFERENCES customer_user (id),
  expires_at BIGINT,
  grant_id TEXT COLLATE "C",
  lapses_at BIGINT,
  refused_by TEXT COLLATE "C" CHECK (refused_by IN ('customer', 'bank', 'time')),
  customer_id TEXT COLLATE "C" REFERENCES customer (id),
  restrictions TEXT COLLATE "C"
) WITH (fillfactor = 80);
CREATE INDEX consent_of_client ON consent (client_id, created_at, id);
CREATE UNIQUE INDEX consent_of_grant ON consent (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX consent_to_lapse ON consent (lapses_at)
  WHERE status IN ('AwaitingUpload', 'AwaitingAuthorisation', 'Authorised');
CREATE INDEX consent_permitted ON consent (customer_id, created_at)
  WHERE family = 'domestic-vrps' AND customer_id IS NOT NULL;

CREATE TABLE file (
  consent_id TEXT COLLATE "C" PRIMARY KEY REFERENCES consent (id),
  sha256 TEXT COLLATE "C" NOT NULL,
  facts TEXT COLLATE "C" NOT NULL
);
CREATE INDEX file_by_content ON file (sha256);

CREATE TABLE approval (
  consent_id TEXT COLLATE "C" NOT NULL REFERENCES consent (id),
  user_id TEXT COLLATE "C" NOT NULL REFERENCES customer_user (id),
  decision TEXT COLLATE "C" NOT NULL CHECK (decision IN ('approve', 'reject')),
  at BIGINT NOT NULL,
  address TEXT COLLATE "C",
  factor TEXT COLLATE "C" CHECK (factor IN ('code', 'passkey', 'provider')),
  linked_to TEXT COLLATE "C",
  payee_check TEXT COLLATE "C",
  PRIMARY KEY (consent_id, user_id)
);

CREATE TABLE consent_spending (
  consent_id TEXT COLLATE "C" NOT NULL REFERENCES consent (id),
  day TEXT COLLATE "C" NOT NULL,
  total_pence BIGINT NOT NULL CHECK (total_pence >= 0),
  PRIMARY KEY (consent_id, day)
);

CREATE TABLE idempotency_key (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name BYTEA NOT NULL UNIQUE,
  body_hash TEXT COLLATE "C" NOT NULL,
  resource_id TEXT COLLATE "C" NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX idempotency_key_by_expiry ON idempotency_key (expires_at);


-- 5. Payments and their execution

CREATE TABLE payment (
  id TEXT COLLATE "C" PRIMARY KEY,
  family TEXT COLLATE "C" NOT NULL,
  consent_id TEXT COLLATE "C" NOT NULL REFERENCES consent (id),
  consumes_consent BIGINT NOT NULL CHECK (consumes_consent IN (0, 1)),
  client_id TEXT COLLATE "C" NOT NULL REFERENCES client (id),
  created_at BIGINT NOT NULL,
  status_updated_at BIGINT NOT NULL,
  api_version TEXT COLLATE "C" NOT NULL,
  data TEXT COLLATE "C" NOT NULL,
  sent_data TEXT COLLATE "C",
  risk TEXT COLLATE "C",
  debtor_account TEXT COLLATE "C",
  group_status TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C",
  version BIGINT NOT NULL CHECK (version > 0),
  approvals_required BIGINT CHECK (approvals_required > 1),
  approve_by BIGINT,
  approval_status TEXT COLLATE "C"
    CHECK (approval_status IN ('waiting', 'approved', 'rejected', 'expired')),
  approval_updated_at BIGINT,
  released_at BIGINT,
  cancelled_at BIGINT,
  customer_id TEXT COLLATE "C" REFERENCES customer (id)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX payment_of_consent ON payment (consent_id) WHERE consumes_consent = 1;
CREATE INDEX payment_of_client ON payment (client_id, created_at, id);
CREATE INDEX payment_of_customer ON payment (customer_id, created_at, id);
CREATE INDEX payment_under_consent ON payment (consent_id, created_at, id)
  WHERE consumes_consent = 0;
CREATE INDEX payment_to_approve ON payment (approve_by) WHERE approval_status = 'waiting';
CREATE INDEX file_payment_of_customer ON payment (customer_id, created_at, id)
  WHERE family = 'file-payments' AND group_status <> 'RJCT';
CREATE INDEX file_payment_newest ON payment (created_at, id) WHERE family = 'file-payments';

CREATE TABLE batch (
  payment_id TEXT COLLATE "C" NOT NULL REFERENCES payment (id),
  number BIGINT NOT NULL,
  instrument TEXT COLLATE "C" NOT NULL,
  date TEXT COLLATE "C",
  due_at BIGINT NOT NULL,
  payments BIGINT NOT NULL CHECK (payments >= 0),
  total_pence BIGINT NOT NULL CHECK (total_pence >= 0),
  state TEXT COLLATE "C" NOT NULL
    CHECK (state IN ('waiting', 'booked', 'sent', 'answered', 'failed')),
  sent_at BIGINT,
  rejected BIGINT NOT NULL DEFAULT 0 CHECK (rejected >= 0),
  returned BIGINT NOT NULL DEFAULT 0 CHECK (returned >= 0),
  pending BIGINT NOT NULL DEFAULT 0 CHECK (pending >= 0),
  pending_pence BIGINT NOT NULL DEFAULT 0 CHECK (pending_pence >= 0),
  clearing_pence BIGINT NOT NULL DEFAULT 0 CHECK (clearing_pence >= pending_pence),
  round BIGINT NOT NULL DEFAULT 0,
  ask_again_at BIGINT,
  charge_pence BIGINT NOT NULL DEFAULT 0
    CHECK (charge_pence >= 0 AND charge_pence <= total_pence),
  exchange_rate TEXT COLLATE "C",
  state_updated_at BIGINT,
  abandoned_at BIGINT,
  failure_reason TEXT COLLATE "C" CHECK (failure_reason <> 'AM04'),
  only_index BIGINT CHECK (only_index IS NULL OR payments = 1),
  PRIMARY KEY (payment_id, number),
  CHECK (CASE payments WHEN 0 THEN total_pence = 0 AND state = 'failed'
    ELSE total_pence > charge_pence END),
  CHECK (rejected + returned + pending <= payments),
  CHECK (state NOT IN ('answered', 'failed') OR (pending = 0 AND clearing_pence = 0))
) WITH (fillfactor = 70);
CREATE INDEX batch_unfinished ON batch (payment_id) WHERE state NOT IN ('answered', 'failed');
CREATE UNIQUE INDEX batch_separated ON batch (payment_id, only_index) WHERE only_index IS NOT NULL;

-- claimed_by, claimed_until: the node that executes the step, and until when (database's clock).
CREATE TABLE work (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  step TEXT COLLATE "C" NOT NULL CHECK (step IN ('book', 'send', 'collect')),
  payment_id TEXT COLLATE "C" NOT NULL,
  batch BIGINT NOT NULL,
  cursor BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  attempts BIGINT NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  try_at BIGINT NOT NULL DEFAULT 0,
  parked_at BIGINT,
  failed_at BIGINT,
  problem TEXT COLLATE "C",
  source TEXT COLLATE "C" NOT NULL DEFAULT 'file' CHECK (source IN ('file', 'order')),
  claimed_by TEXT COLLATE "C",
  claimed_until BIGINT NOT NULL DEFAULT 0,
  UNIQUE (payment_id, batch),
  FOREIGN KEY (payment_id, batch) REFERENCES batch (payment_id, number)
) WITH (fillfactor = 70);
CREATE INDEX work_fresh ON work (source, try_at, id) WHERE attempts = 0;
CREATE INDEX work_failing ON work (try_at, id) WHERE attempts > 0 AND parked_at IS NULL;
CREATE INDEX work_parked ON work (due_at, id) WHERE parked_at IS NOT NULL;

CREATE TABLE credit_outcome (
  payment_id TEXT COLLATE "C" NOT NULL,
  payment_index BIGINT NOT NULL,
  batch BIGINT NOT NULL,
  status TEXT COLLATE "C" NOT NULL CHECK (
    status IN ('Pending', 'Refused', 'Rejected', 'Returned')),
  reason TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  amount_pence BIGINT NOT NULL CHECK (amount_pence > 0),
  round BIGINT NOT NULL,
  debtor_account TEXT COLLATE "C",
  PRIMARY KEY (payment_id, payment_index),
  FOREIGN KEY (payment_id, batch) REFERENCES batch (payment_id, number)
);
CREATE INDEX credit_outcome_pending ON credit_outcome (payment_id, batch, round, payment_index)
  WHERE status = 'Pending';

CREATE TABLE transfer (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  kind TEXT COLLATE "C" NOT NULL
    CHECK (kind IN ('opening', 'debit', 'credit', 'returned-credit', 'settlement', 'late-return')),
  debit_account TEXT COLLATE "C" NOT NULL REFERENCES account (number),
  credit_account TEXT COLLATE "C" NOT NULL REFERENCES account (number),
  amount_pence BIGINT NOT NULL CHECK (amount_pence > 0),
  payment_id TEXT COLLATE "C",
  batch BIGINT,
  payment_index BIGINT,
  reference TEXT COLLATE "C" NOT NULL,
  counterparty TEXT COLLATE "C" NOT NULL,
  booked_at BIGINT NOT NULL,
  CHECK (debit_account <> credit_account),
  CHECK ((kind = 'opening') = (payment_id IS NULL)),
  FOREIGN KEY (payment_id, batch) REFERENCES batch (payment_id, number)
);
CREATE UNIQUE INDEX transfer_once ON transfer (payment_id, payment_index, kind)
  WHERE payment_index IS NOT NULL;
CREATE UNIQUE INDEX transfer_one_debit ON transfer (payment_id, batch, debit_account)
  WHERE kind = 'debit' AND payment_index IS NULL;
CREATE INDEX transfer_out ON transfer (debit_account, id) WHERE kind = 'debit';
CREATE INDEX transfer_in ON transfer (credit_account, id)
  WHERE kind IN ('opening', 'credit', 'returned-credit', 'late-return');
CREATE INDEX transfer_by_time ON transfer (booked_at, id);

CREATE TABLE core_request (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  operations TEXT COLLATE "C" NOT NULL,
  added_at BIGINT NOT NULL,
  problem TEXT COLLATE "C"
);
CREATE INDEX core_request_refused ON core_request (id) WHERE problem IS NOT NULL;

CREATE TABLE core_entry (
  id TEXT COLLATE "C" PRIMARY KEY,
  type TEXT COLLATE "C" NOT NULL CHECK (type IN ('post', 'credit')),
  account TEXT COLLATE "C" NOT NULL REFERENCES account (number),
  amount_pence BIGINT NOT NULL CHECK (amount_pence > 0),
  booked_on TEXT COLLATE "C" NOT NULL
);
CREATE INDEX core_entry_by_day ON core_entry (booked_on, id);

CREATE TABLE core_day (
  day TEXT COLLATE "C" PRIMARY KEY,
  checked_at BIGINT NOT NULL,
  differences BIGINT NOT NULL CHECK (differences >= 0)
);

CREATE TABLE screening_case (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  payment_id TEXT COLLATE "C" NOT NULL,
  batch BIGINT NOT NULL,
  cursor BIGINT NOT NULL,
  screening_id TEXT COLLATE "C" UNIQUE,
  class TEXT COLLATE "C" NOT NULL CHECK (class IN ('fraud', 'sanctions', 'other', 'unanswered', 'operator')),
  reasons TEXT COLLATE "C" NOT NULL,
  bank_case_id TEXT COLLATE "C",
  tell_payer TEXT COLLATE "C" NOT NULL CHECK (tell_payer IN ('reasons', 'delay', 'nothing')),
  payments BIGINT NOT NULL CHECK (payments > 0),
  total_pence BIGINT NOT NULL CHECK (total_pence > 0),
  opened_at BIGINT NOT NULL,
  ends_at BIGINT,
  proposed TEXT COLLATE "C" CHECK (proposed IN ('release', 'reject')),
  proposed_by TEXT COLLATE "C",
  proposed_at BIGINT,
  proposed_reason TEXT COLLATE "C",
  decision TEXT COLLATE "C" CHECK (decision IN ('release', 'reject')),
  decided_by TEXT COLLATE "C",
  decided_at BIGINT,
  held_by TEXT COLLATE "C",
  UNIQUE (payment_id, batch, cursor, class),
  FOREIGN KEY (payment_id, batch) REFERENCES batch (payment_id, number),
  CHECK ((proposed IS NULL) = (proposed_by IS NULL) AND (proposed IS NULL) = (proposed_at IS NULL)),
  CHECK (proposed IS NOT NULL OR proposed_reason IS NULL),
  CHECK ((class = 'operator') = (held_by IS NOT NULL)),
  CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (decided_at IS NULL))
);
CREATE INDEX screening_case_open ON screening_case (ends_at, id) WHERE decision IS NULL;

CREATE TABLE screening_decision (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  payment_id TEXT COLLATE "C" NOT NULL,
  batch BIGINT NOT NULL,
  screening_id TEXT COLLATE "C" NOT NULL,
  decision TEXT COLLATE "C" NOT NULL CHECK (decision IN ('release', 'reject')),
  decided_by TEXT COLLATE "C" NOT NULL,
  UNIQUE (screening_id, decision, decided_by),
  FOREIGN KEY (payment_id, batch) REFERENCES batch (payment_id, number)
);

CREATE TABLE paid_payee (
  customer_id TEXT COLLATE "C" NOT NULL REFERENCES customer (id),
  name TEXT COLLATE "C" NOT NULL,
  account TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (customer_id, name, account)
);

CREATE TABLE scheme_message (
  id TEXT COLLATE "C" PRIMARY KEY,
  payment_id TEXT COLLATE "C" NOT NULL,
  batch BIGINT NOT NULL,
  part BIGINT NOT NULL,
  instrument TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  settlement_date TEXT COLLATE "C" NOT NULL,
  first_index BIGINT NOT NULL,
  last_index BIGINT NOT NULL CHECK (last_index >= first_index),
  transactions BIGINT NOT NULL CHECK (transactions > 0),
  total_minor BIGINT NOT NULL CHECK (total_minor > 0),
  currency TEXT COLLATE "C" NOT NULL,
  bank_sort_codes TEXT COLLATE "C" NOT NULL,
  left_out TEXT COLLATE "C" NOT NULL,
  content TEXT COLLATE "C",
  sha256 TEXT COLLATE "C",
  bytes BIGINT,
  hand_over_by BIGINT NOT NULL,
  handed_over_at BIGINT,
  attempts BIGINT NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  try_at BIGINT NOT NULL,
  problem TEXT COLLATE "C",
  refused_at BIGINT,
  enquire_at BIGINT,
  open BIGINT NOT NULL CHECK (open >= 0),
  pending BIGINT NOT NULL DEFAULT 0 CHECK (pending >= 0),
  accepted BIGINT NOT NULL DEFAULT 0 CHECK (accepted >= 0),
  rejected BIGINT NOT NULL DEFAULT 0 CHECK (rejected >= 0),
  pending_minor BIGINT NOT NULL DEFAULT 0 CHECK (pending_minor >= 0),
  accepted_minor BIGINT NOT NULL DEFAULT 0 CHECK (accepted_minor >= 0),
  rejected_minor BIGINT NOT NULL DEFAULT 0 CHECK (rejected_minor >= 0),
  reported BIGINT NOT NULL DEFAULT 0,
  reported_minor BIGINT NOT NULL DEFAULT 0,
  resolved BIGINT NOT NULL DEFAULT 0,
  resolved_minor BIGINT NOT NULL DEFAULT 0,
  rest TEXT COLLATE "C" NOT NULL DEFAULT 'open' CHECK (rest IN ('open', 'accepted', 'rejected')),
  rest_reason TEXT COLLATE "C",
  UNIQUE (payment_id, batch, part),
  FOREIGN KEY (payment_id, batch) REFERENCES batch (payment_id, number),
  CHECK (open + pending + accepted + rejected = transactions),
  CHECK (pending_minor + accepted_minor + rejected_minor <= total_minor),
  CHECK ((content IS NULL) = (sha256 IS NOT NULL)),
  CHECK ((sha256 IS NULL) = (bytes IS NULL)),
  CHECK ((rest = 'rejected') = (rest_reason IS NOT NULL)),
  CHECK (refused_at IS NULL OR (handed_over_at IS NULL AND problem IS NOT NULL))
) WITH (fillfactor = 70);
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
-- amount.
CREATE INDEX scheme_message_unreported ON scheme_message (instrument, settlement_date, id)
  WHERE CASE WHEN reported + resolved < accepted THEN 1 ELSE 0 END = 1;
CREATE INDEX scheme_message_misreported ON scheme_message (instrument, id)
  WHERE CASE WHEN reported + resolved > accepted THEN 1
    WHEN reported + resolved = accepted AND reported_minor + resolved_minor <> accepted_minor THEN 1
    ELSE 0 END = 1;
CREATE INDEX scheme_message_by_day ON scheme_message (settlement_date, instrument, currency);

CREATE TABLE scheme_enquiry (
  message_id TEXT COLLATE "C" NOT NULL REFERENCES scheme_message (id),
  number BIGINT NOT NULL CHECK (number > 0),
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  created_at BIGINT NOT NULL,
  content TEXT COLLATE "C" NOT NULL,
  handed_over_at BIGINT,
  attempts BIGINT NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  problem TEXT COLLATE "C",
  PRIMARY KEY (message_id, number)
);

CREATE TABLE scheme_credit_page (
  message_id TEXT COLLATE "C" NOT NULL REFERENCES scheme_message (id),
  page BIGINT NOT NULL,
  states BYTEA NOT NULL,
  PRIMARY KEY (message_id, page)
);

CREATE TABLE scheme_delivery (
  sha256 TEXT COLLATE "C" PRIMARY KEY,
  bytes BIGINT NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  exchange TEXT COLLATE "C" NOT NULL,
  instruments TEXT COLLATE "C" NOT NULL,
  received_at BIGINT NOT NULL,
  state TEXT COLLATE "C" NOT NULL CHECK (state IN ('received', 'reading', 'taken', 'set-aside')),
  kind TEXT COLLATE "C",
  document_id TEXT COLLATE "C",
  next_position BIGINT NOT NULL DEFAULT 0,
  content BYTEA,
  CHECK (content IS NULL OR length(content) = bytes)
);
CREATE UNIQUE INDEX scheme_delivery_document ON scheme_delivery (exchange, kind, document_id)
  WHERE state IN ('reading', 'taken');
CREATE INDEX scheme_delivery_to_read ON scheme_delivery (received_at, sha256)
  WHERE state IN ('received', 'reading');

CREATE TABLE scheme_answer (
  payment_id TEXT COLLATE "C" NOT NULL,
  batch BIGINT NOT NULL,
  payment_index BIGINT NOT NULL,
  message_id TEXT COLLATE "C" NOT NULL REFERENCES scheme_message (id),
  amount_minor BIGINT NOT NULL,
  answer TEXT COLLATE "C" NOT NULL CHECK (answer IN ('pending', 'rejected')),
  reason TEXT COLLATE "C" NOT NULL,
  delivery TEXT COLLATE "C" REFERENCES scheme_delivery (sha256),
  PRIMARY KEY (payment_id, batch, payment_index)
);
CREATE INDEX scheme_answer_pending ON scheme_answer (message_id, payment_index)
  WHERE answer = 'pending';

CREATE TABLE scheme_return (
  message_id TEXT COLLATE "C" NOT NULL REFERENCES scheme_message (id),
  payment_index BIGINT NOT NULL,
  instrument TEXT COLLATE "C" NOT NULL,
  return_id TEXT COLLATE "C" NOT NULL,
  amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
  reason TEXT COLLATE "C" NOT NULL,
  delivery TEXT COLLATE "C" REFERENCES scheme_delivery (sha256),
  received_at BIGINT NOT NULL,
  reported_minor BIGINT NOT NULL DEFAULT 0,
  resolved_minor BIGINT NOT NULL DEFAULT 0,
  booked_at BIGINT,
  problem TEXT COLLATE "C",
  PRIMARY KEY (message_id, payment_index),
  CHECK (booked_at IS NULL OR problem IS NULL)
);
CREATE INDEX scheme_return_unreported ON scheme_return (instrument, received_at, message_id,
  payment_index)
  WHERE CASE WHEN reported_minor + resolved_minor = 0 THEN 1 ELSE 0 END = 1;
CREATE INDEX scheme_return_misreported ON scheme_return (received_at, message_id, payment_index)
  WHERE CASE WHEN reported_minor + resolved_minor = 0 THEN 0
    WHEN reported_minor + resolved_minor <> amount_minor THEN 1 ELSE 0 END = 1;
CREATE INDEX scheme_return_waiting ON scheme_return (received_at, message_id, payment_index)
  WHERE booked_at IS NULL AND problem IS NULL;

CREATE TABLE scheme_advice (
  delivery TEXT COLLATE "C" NOT NULL REFERENCES scheme_delivery (sha256),
  position BIGINT NOT NULL,
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('returned', 'amended', 'moved')),
  code TEXT COLLATE "C" NOT NULL,
  description TEXT COLLATE "C",
  destination TEXT COLLATE "C" NOT NULL,
  originator TEXT COLLATE "C",
  amount_minor BIGINT,
  reference TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  processing_day TEXT COLLATE "C" NOT NULL,
  new_account TEXT COLLATE "C",
  message_id TEXT COLLATE "C" REFERENCES scheme_message (id),
  payment_index BIGINT,
  received_at BIGINT NOT NULL,
  PRIMARY KEY (delivery, position),
  CHECK ((message_id IS NULL) = (payment_index IS NULL)),
  CHECK ((kind = 'moved') = (new_account IS NOT NULL))
);
CREATE INDEX scheme_advice_newest ON scheme_advice (received_at, delivery, position);
CREATE INDEX scheme_advice_returned ON scheme_advice (message_id, payment_index)
  WHERE kind = 'returned';

CREATE TABLE scheme_problem (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('document', 'answer', 'return')),
  code TEXT COLLATE "C" NOT NULL,
  delivery TEXT COLLATE "C" REFERENCES scheme_delivery (sha256),
  detail TEXT COLLATE "C",
  position BIGINT,
  facts TEXT COLLATE "C",
  message_id TEXT COLLATE "C" REFERENCES scheme_message (id),
  payment_id TEXT COLLATE "C",
  payment_index BIGINT,
  ended_at BIGINT,
  ended_by TEXT COLLATE "C",
  ending TEXT COLLATE "C" CHECK (ending IN ('dismissed', 'repeated')),
  note TEXT COLLATE "C",
  CHECK ((kind = 'document') = (detail IS NOT NULL)),
  CHECK ((kind = 'answer') = (position IS NOT NULL)),
  CHECK ((kind = 'answer') = (facts IS NOT NULL)),
  CHECK (kind <> 'return' OR (message_id IS NOT NULL AND payment_index IS NOT NULL)),
  CHECK (kind = 'return' OR delivery IS NOT NULL),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CHECK ((ended_at IS NULL) = (ending IS NULL)),
  CHECK ((note IS NOT NULL) = (ending IS NOT NULL AND ending = 'dismissed'))
);
CREATE UNIQUE INDEX scheme_problem_answer ON scheme_problem (delivery, position)
  WHERE kind = 'answer';
CREATE INDEX scheme_problem_open ON scheme_problem (id, kind) WHERE ended_at IS NULL;
CREATE INDEX scheme_problem_of_message ON scheme_problem (message_id, id)
  WHERE message_id IS NOT NULL;
CREATE INDEX scheme_problem_open_of_payment ON scheme_problem (payment_id, id)
  WHERE ended_at IS NULL;
CREATE INDEX scheme_problem_dismissed ON scheme_problem (id) WHERE ending = 'dismissed';

CREATE TABLE scheme_proposal (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  message_id TEXT COLLATE "C" NOT NULL REFERENCES scheme_message (id),
  payment_id TEXT COLLATE "C" NOT NULL,
  payment_index BIGINT NOT NULL,
  amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
  outcome TEXT COLLATE "C" NOT NULL CHECK (outcome IN ('accepted', 'rejected', 'returned')),
  code TEXT COLLATE "C",
  reason TEXT COLLATE "C" NOT NULL,
  proposed_at BIGINT NOT NULL,
  proposed_by TEXT COLLATE "C" NOT NULL,
  lapses_at BIGINT NOT NULL,
  ended_at BIGINT,
  ended_by TEXT COLLATE "C",
  ending TEXT COLLATE "C" CHECK (ending IN ('confirmed', 'withdrawn')),
  CHECK ((outcome = 'accepted') = (code IS NULL)),
  CHECK ((ended_at IS NULL) = (ended_by IS NULL)),
  CHECK ((ended_at IS NULL) = (ending IS NULL)),
  CHECK (ending IS NULL OR ending <> 'confirmed' OR ended_by <> proposed_by)
);
CREATE INDEX scheme_proposal_of_credit ON scheme_proposal (message_id, payment_index);
CREATE INDEX scheme_proposal_open ON scheme_proposal (lapses_at, id) WHERE ended_at IS NULL;
CREATE INDEX scheme_proposal_open_of_payment ON scheme_proposal (payment_id, id)
  WHERE ended_at IS NULL;
CREATE INDEX scheme_proposal_newest ON scheme_proposal (proposed_at, id);

CREATE TABLE scheme_recall (
  id TEXT COLLATE "C" PRIMARY KEY,
  message_id TEXT COLLATE "C" NOT NULL REFERENCES scheme_message (id),
  payment_index BIGINT NOT NULL,
  instrument TEXT COLLATE "C" NOT NULL,
  end_to_end_id TEXT COLLATE "C" NOT NULL,
  uetr TEXT COLLATE "C" NOT NULL,
  amount_minor BIGINT NOT NULL CHECK (amount_minor > 0),
  currency TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C" NOT NULL,
  note TEXT COLLATE "C",
  requested_at BIGINT NOT NULL,
  requested_by TEXT COLLATE "C" NOT NULL,
  requested_by_kind TEXT COLLATE "C" NOT NULL
    CHECK (requested_by_kind IN ('customer', 'operator')),
  content TEXT COLLATE "C" NOT NULL,
  handed_over_at BIGINT,
  attempts BIGINT NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  try_at BIGINT NOT NULL,
  problem TEXT COLLATE "C",
  state TEXT COLLATE "C" NOT NULL DEFAULT 'open'
    CHECK (state IN ('open', 'pending', 'accepted', 'refused', 'returned')),
  answer_code TEXT COLLATE "C",
  answered_at BIGINT,
  CHECK ((state = 'open') = (answered_at IS NULL)),
  CHECK (problem IS NULL OR handed_over_at IS NULL)
);
CREATE INDEX scheme_recall_of_credit ON scheme_recall (message_id, payment_index, requested_at, id);
CREATE UNIQUE INDEX scheme_recall_unended ON scheme_recall (message_id, payment_index)
  WHERE state IN ('open', 'pending', 'accepted');
CREATE INDEX scheme_recall_open ON scheme_recall (requested_at, id)
  WHERE state IN ('open', 'pending', 'accepted');
CREATE INDEX scheme_recall_to_hand_over ON scheme_recall (instrument, try_at, id)
  WHERE handed_over_at IS NULL AND state = 'open';
CREATE INDEX scheme_recall_newest ON scheme_recall (requested_at, id);

CREATE TABLE scheme_stop (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  instrument TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C" NOT NULL,
  stopped_at BIGINT NOT NULL,
  stopped_by TEXT COLLATE "C" NOT NULL,
  resumed_at BIGINT,
  resumed_by TEXT COLLATE "C",
  CHECK ((resumed_at IS NULL) = (resumed_by IS NULL))
);
CREATE UNIQUE INDEX scheme_stop_current ON scheme_stop (instrument) WHERE resumed_at IS NULL;

-- Exchanges whose settlement accounts were reported. The row is locked while entries are taken.
CREATE TABLE settlement_exchange (
  name TEXT COLLATE "C" PRIMARY KEY,
  instruments TEXT COLLATE "C" NOT NULL DEFAULT ''
);

-- Booked entries of the bank's settlement accounts (camt.053, camt.054; docs/decisions, 131). The same
-- entry of a notification and of a statement is one row.
-- delivery, position: the first document that reported it. reference: AcctSvcrRef. is_return: 1 if it is
-- about money that came back. message_id, payment_index, transactions: what it settles, if it is known.
-- problem: why it does not count. resolved_at: when an operator closed it.
CREATE TABLE settlement_entry (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  delivery TEXT COLLATE "C" NOT NULL REFERENCES scheme_delivery (sha256),
  position BIGINT NOT NULL,
  exchange TEXT COLLATE "C" NOT NULL,
  account TEXT COLLATE "C" NOT NULL,
  reference TEXT COLLATE "C" NOT NULL,
  direction TEXT COLLATE "C" NOT NULL CHECK (direction IN ('DBIT', 'CRDT')),
  is_reversal BIGINT NOT NULL,
  is_return BIGINT NOT NULL,
  amount_minor BIGINT NOT NULL CHECK (amount_minor >= 0),
  currency TEXT COLLATE "C" NOT NULL,
  booking_date TEXT COLLATE "C",
  value_date TEXT COLLATE "C",
  message_id TEXT COLLATE "C" REFERENCES scheme_message (id),
  payment_index BIGINT,
  transactions BIGINT NOT NULL,
  problem TEXT COLLATE "C",
  received_at BIGINT NOT NULL,
  resolved_at BIGINT,
  UNIQUE (exchange, account, reference, direction, is_reversal)
);
CREATE INDEX settlement_entry_of_message ON settlement_entry (message_id, payment_index, is_return)
  WHERE message_id IS NOT NULL;
CREATE INDEX settlement_entry_unexpected ON settlement_entry (id)
  WHERE problem IS NOT NULL AND resolved_at IS NULL;

-- Statements of the settlement accounts (camt.053). opening_minor, closing_minor: balances.
-- break: why it does not continue the previous statement: 'gap' or 'opening'.
CREATE TABLE settlement_statement (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  delivery TEXT COLLATE "C" NOT NULL REFERENCES scheme_delivery (sha256),
  exchange TEXT COLLATE "C" NOT NULL,
  account TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  sequence BIGINT NOT NULL,
  statement_id TEXT COLLATE "C" NOT NULL,
  from_time TEXT COLLATE "C",
  to_time TEXT COLLATE "C",
  opening_minor BIGINT NOT NULL,
  closing_minor BIGINT NOT NULL,
  entries BIGINT NOT NULL,
  received_at BIGINT NOT NULL,
  break TEXT COLLATE "C" CHECK (break IN ('gap', 'opening')),
  resolved_at BIGINT,
  UNIQUE (exchange, account, currency, sequence)
);
CREATE INDEX settlement_statement_broken ON settlement_statement (id)
  WHERE break IS NOT NULL AND resolved_at IS NULL;

-- Differences that operators have closed. name: of the difference (domain/schemes/reconciliation.ts).
-- credits, amount_minor: the difference at that time. No money has moved.
CREATE TABLE settlement_resolution (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  credits BIGINT NOT NULL,
  amount_minor BIGINT NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C" NOT NULL,
  resolved_at BIGINT NOT NULL,
  resolved_by TEXT COLLATE "C" NOT NULL
);


-- 6. Access

CREATE TABLE token (
  hash TEXT COLLATE "C" PRIMARY KEY,
  client_id TEXT COLLATE "C" NOT NULL REFERENCES client (id),
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('client', 'customer')),
  consent_id TEXT COLLATE "C" REFERENCES consent (id),
  expires_at BIGINT NOT NULL,
  certificate TEXT COLLATE "C",
  grant_id TEXT COLLATE "C",
  payload TEXT COLLATE "C",
  CHECK ((kind = 'customer') = (consent_id IS NOT NULL))
);
CREATE INDEX token_by_expiry ON token (expires_at);
CREATE INDEX token_of_grant ON token (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX token_of_consent ON token (consent_id) WHERE consent_id IS NOT NULL;

CREATE TABLE authorisation_item (
  model TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  grant_id TEXT COLLATE "C",
  payload TEXT COLLATE "C" NOT NULL,
  expires_at BIGINT NOT NULL,
  consumed_at BIGINT,
  client_id TEXT COLLATE "C",
  PRIMARY KEY (model, id)
);
CREATE INDEX authorisation_item_of_grant ON authorisation_item (grant_id)
  WHERE grant_id IS NOT NULL;
CREATE INDEX authorisation_item_by_expiry ON authorisation_item (expires_at);
CREATE INDEX authorisation_item_of_client ON authorisation_item (client_id, model, expires_at)
  WHERE client_id IS NOT NULL;

CREATE TABLE credential (
  user_id TEXT COLLATE "C" PRIMARY KEY REFERENCES customer_user (id),
  password_hash TEXT COLLATE "C" NOT NULL,
  totp_secret TEXT COLLATE "C" NOT NULL,
  failures BIGINT NOT NULL DEFAULT 0 CHECK (failures >= 0),
  locked_until BIGINT,
  last_step BIGINT,
  lockouts BIGINT NOT NULL DEFAULT 0 CHECK (lockouts >= 0)
) WITH (fillfactor = 80);

CREATE TABLE passkey (
  id TEXT COLLATE "C" PRIMARY KEY,
  user_id TEXT COLLATE "C" NOT NULL REFERENCES credential (user_id),
  public_key BYTEA NOT NULL,
  counter BIGINT NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
  name TEXT COLLATE "C" NOT NULL,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT
);
CREATE INDEX passkey_of_user ON passkey (user_id, created_at);

CREATE TABLE customer_session (
  hash TEXT COLLATE "C" PRIMARY KEY,
  interaction_uid TEXT COLLATE "C" NOT NULL,
  user_id TEXT COLLATE "C" REFERENCES credential (user_id),
  stage TEXT COLLATE "C" NOT NULL CHECK (stage IN ('code', 'identified', 'signedIn')),
  password_right BIGINT NOT NULL CHECK (password_right IN (0, 1)),
  account TEXT COLLATE "C",
  grant_id TEXT COLLATE "C",
  active_until BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  started_at BIGINT,
  address TEXT COLLATE "C",
  factors_taken BIGINT NOT NULL DEFAULT 0 CHECK (factors_taken >= 0),
  factors_failed BIGINT NOT NULL DEFAULT 0 CHECK (factors_failed >= 0),
  CHECK (user_id IS NOT NULL OR password_right = 0),
  CHECK (stage = 'code' OR password_right = 1),
  CHECK (stage <> 'code' OR (account IS NULL AND grant_id IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX customer_session_by_expiry ON customer_session (expires_at);
CREATE INDEX customer_session_of_user ON customer_session (user_id) WHERE stage = 'signedIn';

-- Operators of the console, their passkeys and their sessions (docs/decisions, 161).
CREATE TABLE operator (
  id TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  roles TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL CHECK (state IN ('active', 'ended')),
  created_at BIGINT NOT NULL,
  enrol_hash TEXT COLLATE "C" UNIQUE,
  enrol_until BIGINT,
  subject TEXT COLLATE "C" UNIQUE,
  CHECK ((enrol_hash IS NULL) = (enrol_until IS NULL)),
  CHECK (state = 'active' OR enrol_hash IS NULL),
  CHECK (subject IS NULL OR enrol_hash IS NULL)
);

CREATE TABLE operator_passkey (
  id TEXT COLLATE "C" PRIMARY KEY,
  operator_id TEXT COLLATE "C" NOT NULL REFERENCES operator (id),
  public_key BYTEA NOT NULL,
  counter BIGINT NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
  created_at BIGINT NOT NULL
);
CREATE INDEX operator_passkey_of_operator ON operator_passkey (operator_id, created_at);

CREATE TABLE operator_session (
  hash TEXT COLLATE "C" PRIMARY KEY,
  operator_id TEXT COLLATE "C" NOT NULL REFERENCES operator (id),
  active_until BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX operator_session_by_expiry ON operator_session (expires_at);
CREATE INDEX operator_session_of_operator ON operator_session (operator_id);

-- Actions that one operator proposes and another one confirms (docs/decisions, 163).
CREATE TABLE operator_proposal (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  action TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  facts TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C" NOT NULL,
  proposed_at BIGINT NOT NULL,
  proposed_by TEXT COLLATE "C" NOT NULL,
  lapses_at BIGINT NOT NULL,
  ended_at BIGINT,
  ended_by TEXT COLLATE "C",
  ending TEXT COLLATE "C" CHECK (ending IN ('confirmed', 'withdrawn', 'lapsed')),
  CHECK ((ended_at IS NULL) = (ending IS NULL)),
  CHECK ((ended_by IS NULL) = (ending IS NULL OR ending = 'lapsed')),
  CHECK (ending IS NULL OR ending <> 'confirmed' OR ended_by <> proposed_by)
);
CREATE UNIQUE INDEX operator_proposal_of_subject ON operator_proposal (action, subject)
  WHERE ended_at IS NULL;
CREATE INDEX operator_proposal_by_subject ON operator_proposal (subject);
CREATE INDEX operator_proposal_open ON operator_proposal (lapses_at, id) WHERE ended_at IS NULL;
CREATE INDEX operator_proposal_newest ON operator_proposal (proposed_at, id);

-- Subscriptions of TPPs to events about their resources (docs/decisions, 143). event_types: a JSON
-- array, as the TPP sent it. Null: all types. unresponsive_since: since then, nothing is pushed to
-- callback_url. succeeded_at, failed_at and problem: the last push that the TPP accepted, and the
-- last that failed.
CREATE TABLE event_subscription (
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  client_id TEXT COLLATE "C" PRIMARY KEY REFERENCES client (id),
  version TEXT COLLATE "C" NOT NULL,
  callback_url TEXT COLLATE "C",
  event_types TEXT COLLATE "C",
  created_at BIGINT NOT NULL,
  unresponsive_since BIGINT,
  succeeded_at BIGINT,
  failed_at BIGINT,
  problem TEXT COLLATE "C"
);

-- Events for TPPs. The transaction that changes a resource writes its events. sequence: the order
-- in which TPPs receive them. subscription_id: the subscription may be deleted before its events.
-- txn: id of the first event about the same change. retry_at: after an error that the TPP reported,
-- when the event is returned again. push_tries: failed pushes. push_at: when it may be pushed.
-- push_failed_at: time of the first of these failures.
CREATE TABLE event (
  sequence BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  subscription_id TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  family TEXT COLLATE "C" NOT NULL,
  resource TEXT COLLATE "C" NOT NULL CHECK (resource IN ('consent', 'payment')),
  resource_id TEXT COLLATE "C" NOT NULL,
  txn TEXT COLLATE "C" NOT NULL,
  at BIGINT NOT NULL,
  reason TEXT COLLATE "C",
  state TEXT COLLATE "C" NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'acknowledged', 'setAside')),
  errors BIGINT NOT NULL DEFAULT 0 CHECK (errors >= 0),
  error TEXT COLLATE "C",
  error_description TEXT COLLATE "C",
  retry_at BIGINT NOT NULL DEFAULT 0,
  expires_at BIGINT NOT NULL,
  push_tries BIGINT NOT NULL DEFAULT 0 CHECK (push_tries >= 0),
  push_at BIGINT NOT NULL DEFAULT 0,
  push_failed_at BIGINT
) WITH (fillfactor = 70);
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


-- 7. Audit log (docs/decisions, 101 and 114). A command writes its entries to the inbox, in its own
-- transaction. One node at a time seals them: it gives each entry its place in the hash chain. The
-- triggers protect against mistakes of the owner. The role of the service has no rights to change
-- or delete entries.

-- The chain. writer, number: the series of the node that wrote the entry, and the place in it.
CREATE TABLE audit_entry (
  sequence BIGINT PRIMARY KEY,
  at BIGINT NOT NULL,
  recorded_at BIGINT NOT NULL,
  actor_kind TEXT COLLATE "C" NOT NULL
    CHECK (actor_kind IN ('tpp', 'customer', 'operator', 'service')),
  actor_id TEXT COLLATE "C" NOT NULL,
  certificate TEXT COLLATE "C",
  interaction_id TEXT COLLATE "C",
  address TEXT COLLATE "C",
  action TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  detail TEXT COLLATE "C",
  hash BYTEA NOT NULL CHECK (length(hash) = 32),
  writer TEXT COLLATE "C",
  number BIGINT
);
CREATE INDEX audit_entry_of_sign_in ON audit_entry (subject, sequence)
  WHERE action IN ('signInSucceeded', 'customerIdentified', 'signInFailed', 'signInLockedOut');
CREATE UNIQUE INDEX audit_entry_of_writer ON audit_entry (writer, number)
  WHERE writer IS NOT NULL;

-- The last entry of the chain, in one row. A node that seals locks it.
CREATE TABLE audit_head (
  sequence BIGINT NOT NULL,
  hash BYTEA NOT NULL CHECK (length(hash) = 32)
) WITH (fillfactor = 10);
INSERT INTO audit_head VALUES (0, decode(repeat('00', 32), 'hex'));

-- Entries that are not sealed yet. mac: authentication code of all other columns except id, with a
-- key of the nodes, so that the sealing node detects a forged entry.
CREATE TABLE audit_inbox (
  id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  at BIGINT NOT NULL,
  recorded_at BIGINT NOT NULL,
  actor_kind TEXT COLLATE "C" NOT NULL,
  actor_id TEXT COLLATE "C" NOT NULL,
  certificate TEXT COLLATE "C",
  interaction_id TEXT COLLATE "C",
  address TEXT COLLATE "C",
  action TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  detail TEXT COLLATE "C",
  mac BYTEA NOT NULL CHECK (length(mac) = 32),
  writer TEXT COLLATE "C",
  number BIGINT,
  -- The largest integer that a JavaScript number holds exactly.
  CONSTRAINT audit_inbox_id_is_exact CHECK (id BETWEEN 1 AND 9007199254740991),
  -- A node reads up to 4096 entries at once. Those of the service have at most a few kilobytes.
  CONSTRAINT audit_inbox_entry_is_small CHECK (octet_length(actor_kind || actor_id || action ||
    subject || COALESCE(certificate, '') || COALESCE(interaction_id, '') || COALESCE(address, '') ||
    COALESCE(detail, '') || COALESCE(writer, '')) <= 65536)
);

-- Entries of the inbox that were not sealed, unchanged. reason: `mark` if the mac is wrong,
-- `repeated` if the chain already has this or a later number of the writer.
CREATE TABLE audit_set_aside (
  place BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  set_aside_at BIGINT NOT NULL,
  reason TEXT COLLATE "C" NOT NULL CHECK (reason IN ('mark', 'repeated')),
  id BIGINT NOT NULL,
  at BIGINT NOT NULL,
  recorded_at BIGINT NOT NULL,
  actor_kind TEXT COLLATE "C" NOT NULL,
  actor_id TEXT COLLATE "C" NOT NULL,
  certificate TEXT COLLATE "C",
  interaction_id TEXT COLLATE "C",
  address TEXT COLLATE "C",
  action TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  detail TEXT COLLATE "C",
  writer TEXT COLLATE "C",
  number BIGINT,
  mac BYTEA NOT NULL
);

CREATE FUNCTION audit_entry_is_kept() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN RAISE EXCEPTION 'audit entries cannot be changed or deleted'; END $$;
CREATE TRIGGER audit_entry_is_kept BEFORE UPDATE OR DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION audit_entry_is_kept();
CREATE TRIGGER audit_entry_is_whole BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_is_kept();
CREATE TRIGGER audit_set_aside_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_set_aside
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_is_kept();
CREATE TRIGGER audit_head_is_kept BEFORE INSERT OR DELETE OR TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_is_kept();

-- Only `audit_seal` may delete from the inbox.
CREATE FUNCTION audit_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('audit_log.is_sealing', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'audit entries cannot be changed or deleted';
END $$;
CREATE TRIGGER audit_inbox_is_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_inbox
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_kept();

-- Returns the head and locks it until the end of the transaction. Returns no row while another
-- transaction holds it.
CREATE FUNCTION audit_take_head() RETURNS TABLE (sequence BIGINT, hash BYTEA)
  LANGUAGE sql VOLATILE SECURITY DEFINER AS
  $$ SELECT sequence, hash FROM audit_head FOR UPDATE SKIP LOCKED $$;

-- Moves entries of the inbox into the chain, in this order and with these hashes, and others into
-- audit_set_aside. Returns the number of sealed entries. The caller holds the head and has computed
-- the hashes. Fails unless exactly the named entries are moved. Each statement sees rows that were
-- committed meanwhile, so the caller could otherwise delete entries by guessing their id. Functions
-- that accept any array type are called with their schema: a better match in another schema would
-- run with the owner's rights.
CREATE FUNCTION audit_seal(
  sealed BIGINT[], hashes BYTEA[], aside BIGINT[], reasons TEXT[], aside_at BIGINT
) RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
  before BIGINT;
  moved BIGINT;
  put_aside BIGINT;
  removed BIGINT;
BEGIN
  SELECT sequence INTO STRICT before FROM audit_head FOR UPDATE;
  INSERT INTO audit_entry (sequence, at, recorded_at, actor_kind, actor_id, certificate,
      interaction_id, address, action, subject, detail, writer, number, hash)
    SELECT before + given.place, at, recorded_at, actor_kind, actor_id, certificate,
      interaction_id, address, action, subject, detail, writer, number, given.hash
    FROM unnest(sealed, hashes) WITH ORDINALITY AS given (id, hash, place)
    JOIN audit_inbox USING (id);
  GET DIAGNOSTICS moved = ROW_COUNT;
  IF moved IS DISTINCT FROM pg_catalog.cardinality(sealed)::BIGINT THEN
    RAISE EXCEPTION 'an entry to seal is not in the inbox';
  END IF;
  IF moved > 0 THEN
    UPDATE audit_head SET sequence = before + moved, hash = hashes[moved];
  END IF;
  INSERT INTO audit_set_aside (set_aside_at, reason, id, at, recorded_at, actor_kind, actor_id,
      certificate, interaction_id, address, action, subject, detail, writer, number, mac)
    SELECT aside_at, given.reason, id, at, recorded_at, actor_kind, actor_id,
      certificate, interaction_id, address, action, subject, detail, writer, number, mac
    FROM unnest(aside, reasons) AS given (id, reason) JOIN audit_inbox USING (id);
  GET DIAGNOSTICS put_aside = ROW_COUNT;
  IF put_aside IS DISTINCT FROM pg_catalog.cardinality(aside)::BIGINT THEN
    RAISE EXCEPTION 'an entry to set aside is not in the inbox';
  END IF;
  -- A SET clause of the function would do the same, but only superusers may use one for such a name.
  PERFORM pg_catalog.set_config('audit_log.is_sealing', 'yes', true);
  DELETE FROM audit_inbox WHERE id = ANY (sealed) OR id = ANY (aside);
  GET DIAGNOSTICS removed = ROW_COUNT;
  PERFORM pg_catalog.set_config('audit_log.is_sealing', 'no', true);
  IF removed <> moved + put_aside THEN
    RAISE EXCEPTION 'an entry of the inbox was given twice';
  END IF;
  RETURN moved;
END $$;

-- A function that runs with its owner's rights looks for tables in this schema only.
DO $$
DECLARE own TEXT;
BEGIN
  FOREACH own IN ARRAY ARRAY['audit_take_head()',
      'audit_seal(bigint[], bytea[], bigint[], text[], bigint)'] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', own, current_schema());
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', own);
  END LOOP;
END $$;


-- 8. Search index

-- Segments of the index of all payments (docs/decisions, 159). The entries of each are in a stored
-- file. first_sequence, last_sequence: the audit entries that it covers. The ranges are contiguous
-- from 1. from_at, to_at: the earliest and latest time of these entries and their payments, by the
-- business clock. sources, entries: their numbers in the file.
CREATE TABLE search_segment (
  first_sequence BIGINT PRIMARY KEY,
  last_sequence BIGINT NOT NULL,
  from_at BIGINT NOT NULL,
  to_at BIGINT NOT NULL,
  sha256 TEXT COLLATE "C" NOT NULL,
  bytes BIGINT NOT NULL,
  sources BIGINT NOT NULL,
  entries BIGINT NOT NULL,
  CHECK (first_sequence BETWEEN 1 AND last_sequence)
);
CREATE INDEX search_segment_by_content ON search_segment (sha256);

CREATE TABLE trace_context (
  subject TEXT COLLATE "C" PRIMARY KEY,
  traceparent TEXT COLLATE "C" NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX trace_context_by_expiry ON trace_context (expires_at);

CREATE TABLE api_day (
  day TEXT COLLATE "C" NOT NULL,
  node TEXT COLLATE "C" NOT NULL,
  endpoints TEXT COLLATE "C" NOT NULL CHECK (endpoints IN ('payments', 'funds', 'other')),
  requests BIGINT NOT NULL,
  errors BIGINT NOT NULL,
  late BIGINT NOT NULL,
  total_us BIGINT NOT NULL,
  PRIMARY KEY (day, node, endpoints)
) WITH (fillfactor = 50);

CREATE TABLE node_run (
  run TEXT COLLATE "C" NOT NULL,
  started_at BIGINT NOT NULL,
  seen_at BIGINT NOT NULL,
  stopped BIGINT NOT NULL CHECK (stopped IN (0, 1)),
  PRIMARY KEY (run, started_at)
);
CREATE INDEX node_run_by_end ON node_run (seen_at);


-- 9. State that nodes share (docs/decisions, 103). Instants are of the database's clock. Unlogged
-- tables lose their rows if the database crashes.

-- Tasks that one node at a time does for all. taken_from: the node whose lease had ended.
CREATE TABLE task_lease (
  task TEXT COLLATE "C" PRIMARY KEY,
  owner TEXT COLLATE "C" NOT NULL,
  held_until BIGINT NOT NULL,
  taken_from TEXT COLLATE "C"
) WITH (fillfactor = 10);

-- Token buckets of the rate limits. full_at: when the bucket is full again, in microseconds.
CREATE UNLOGGED TABLE bucket (
  name TEXT COLLATE "C" PRIMARY KEY,
  full_at BIGINT NOT NULL,
  given BIGINT NOT NULL
) WITH (fillfactor = 50);

-- Submitted forms of customers, so that one that reaches several nodes is answered by one.
-- until: how long that node may take, or how long the answer is kept.
CREATE UNLOGGED TABLE form (
  name TEXT COLLATE "C" PRIMARY KEY,
  until BIGINT NOT NULL,
  answer TEXT COLLATE "C"
);

-- The transaction that last changed the directory. Nodes poll it, to reload what they cache.
CREATE TABLE directory_version (
  changed_by BIGINT NOT NULL
) WITH (fillfactor = 10);
INSERT INTO directory_version VALUES (0);

CREATE FUNCTION directory_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE directory_version SET changed_by = pg_current_xact_id()::text::bigint
    WHERE changed_by <> pg_current_xact_id()::text::bigint;
  RETURN NULL;
END $$;
CREATE TRIGGER organisation_changed AFTER INSERT OR UPDATE OR DELETE ON organisation
  FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
CREATE TRIGGER software_changed AFTER INSERT OR UPDATE OR DELETE ON software
  FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
CREATE TRIGGER certificate_changed AFTER INSERT OR UPDATE OR DELETE ON certificate
  FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
