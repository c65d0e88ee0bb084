import { formatPaymentType } from '../../../domain/messages/operator-text.ts';
import { FILE_STATES, type ListedFile } from '../../../domain/records/listed-file.ts';
import type { LedgerAccountDay, LedgerEntry } from '../../../domain/records/ledger-day.ts';
import type { ListPlace } from '../../../domain/records/list-place.ts';
import type { ListedTpp } from '../../../domain/records/tpps.ts';
import type { WaitingApproval } from '../../../domain/records/waiting-approval.ts';
import { formatAmount } from '../../../shared/money.ts';
import { formatInstant, type LocalDate } from '../../../shared/time.ts';
import { RecordMissing, type OperatorRequest } from '../../console-context.ts';
import { csvDownload, type Columns, type Download } from '../../csv.tsx';
import {
  APPROVALS_PATH,
  csvPath,
  ENTRIES_PATH,
  FILES_PATH,
  LEDGER_PATH,
  TPPS_PATH,
} from '../../paths.ts';
import { MAX_CSV_ROWS } from '../lists.ts';
import { accessOf } from '../tpps/tpps.tsx';
import { fileQueryIn } from './files.tsx';
import { entriesQueryIn } from './ledger-entries.tsx';
import { ledgerIn } from './ledger.tsx';

/*
 * The lists of files, ledger entries, approvals and TPPs as CSV. Each one begins at the first row
 * of its list. Times are in UTC, and amounts are in pounds.
 */

const FILE_COLUMNS: Columns<ListedFile> = {
  Submitted: ({ createdAt }) => formatInstant(createdAt),
  Payment: ({ id }) => id,
  Consent: ({ consentId }) => consentId,
  Client: ({ clientId }) => clientId,
  Customer: ({ customerId }) => customerId,
  'From account': ({ debtorAccount }) => debtorAccount,
  Kind: ({ kind }) => kind,
  Total: ({ totalPence }) => formatAmount(totalPence),
  Payments: ({ payments }) => payments,
  Paid: ({ paid }) => paid,
  Failed: ({ failed }) => failed,
  Open: ({ open }) => open,
  Status: ({ state }) => FILE_STATES[state],
  Reason: ({ reason }) => reason,
};

/** An account of the bank in the ledger of a day. */
type AccountOfDay = LedgerAccountDay & { readonly day: LocalDate; readonly scheme: string | null };

// Balances have two columns, because a spreadsheet reads a neutralised negative number as text.
const ACCOUNT_COLUMNS: Columns<AccountOfDay> = {
  Day: ({ day }) => day,
  Account: ({ account }) => account,
  Scheme: ({ scheme }) => scheme,
  Debits: ({ debitPence }) => formatAmount(debitPence),
  Credits: ({ creditPence }) => formatAmount(creditPence),
  'Debit balance now': ({ balancePence }) => balanceOf(balancePence, -1),
  'Credit balance now': ({ balancePence }) => balanceOf(balancePence, 1),
};

/** Returns the absolute value of a balance with the given sign. Otherwise zero. */
function balanceOf(balancePence: number | null, sign: 1 | -1): string | null {
  return balancePence === null ? null : formatAmount(Math.max(0, sign * balancePence));
}

const ENTRY_COLUMNS: Columns<LedgerEntry> = {
  Entry: ({ id }) => id,
  Time: ({ at }) => formatInstant(at),
  Kind: ({ kind }) => kind,
  From: ({ from }) => from,
  To: ({ to }) => to,
  Amount: ({ amountPence }) => formatAmount(amountPence),
  Payment: ({ paymentId }) => paymentId,
  Row: ({ index }) => (index === null ? null : index + 1),
  'First message': ({ messageId }) => messageId,
};

const APPROVAL_COLUMNS: Columns<WaitingApproval> = {
  Submitted: ({ createdAt }) => formatInstant(createdAt),
  Payment: ({ id }) => id,
  Consent: ({ consentId }) => consentId,
  'Payment type': ({ family }) => formatPaymentType(family),
  Client: ({ clientId }) => clientId,
  Customer: ({ customerId }) => customerId,
  Amount: ({ amount }) => amount,
  'Approvals received': ({ approval }) => approval.received,
  'Approvals required': ({ approval }) => approval.required,
  Deadline: ({ approval }) => formatInstant(approval.approveBy),
  'Can approve': ({ approvers }) => approvers.join(', '),
  'Cannot approve': ({ refused }) =>
    refused.map(({ userId, problem }) => `${userId}: ${problem}`).join(' '),
  'Too few users can approve': ({ isBlocked }) => (isBlocked ? 'yes' : 'no'),
};

const TPP_COLUMNS: Columns<ListedTpp> = {
  Organisation: ({ id }) => id,
  Name: ({ name }) => name,
  Access: accessOf,
  'Suspended since': ({ suspension }) => suspension && formatInstant(suspension.at),
  'Suspended by': ({ suspension }) => suspension?.by ?? null,
  'Reason of the suspension': ({ suspension }) => suspension?.reason ?? null,
  Clients: ({ clients }) => clients,
  'Open consents': ({ openConsents }) => openConsents,
  'Last consent or payment': ({ lastActivityAt }) =>
    lastActivityAt === null ? null : formatInstant(lastActivityAt),
  'Unresponsive callback addresses': ({ failingCallbacks }) => failingCallbacks,
};

/** Rows of a list, with the place at which the next ones begin. Null at the end. */
interface Rows<Row, Place> {
  readonly rows: readonly Row[];
  readonly next: Place | null;
}

/** Returns the first `MAX_CSV_ROWS` rows of a list. `read` gets the place of each page. */
async function readPages<Row, Place>(
  read: (after: Place | null) => Promise<Rows<Row, Place>>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let after: Place | null = null;
  do {
    const page: Rows<Row, Place> = await read(after);
    rows.push(...page.rows);
    after = page.next;
  } while (after !== null && rows.length < MAX_CSV_ROWS);
  return rows.slice(0, MAX_CSV_ROWS);
}

function readFiles(request: OperatorRequest): Promise<readonly ListedFile[]> {
  const { day, state } = fileQueryIn(request);
  return readPages<ListedFile, ListPlace>(async (after) => {
    const page = await request.parts.useCases.listFiles({ day, state, after });
    return { rows: page.files, next: page.next };
  });
}

/** Returns all accounts of the bank. They contain no data of customers. */
async function readAccounts(request: OperatorRequest): Promise<readonly AccountOfDay[]> {
  const { day, schemes, others } = await ledgerIn(request);
  return [
    ...schemes.flatMap(({ instrument: scheme, clearing, settlement }) => [
      { ...clearing, day, scheme },
      { ...settlement, day, scheme },
    ]),
    ...others.map((account) => ({ ...account, day, scheme: null })),
  ];
}

function readEntries(request: OperatorRequest): Promise<readonly LedgerEntry[]> {
  const { account, day } = entriesQueryIn(request);
  return readPages<LedgerEntry, ListPlace>(async (after) => {
    const page = await request.parts.useCases.ledgerEntries(account, day, after);
    if (page === undefined) throw new RecordMissing('unknownAccount');
    return { rows: page.entries, next: page.next };
  });
}

async function readApprovals(request: OperatorRequest): Promise<readonly WaitingApproval[]> {
  const { useCases, clock } = request.parts;
  return (await useCases.listWaitingApprovals(clock())).listed;
}

function readTpps({ parts }: OperatorRequest): Promise<readonly ListedTpp[]> {
  return readPages<ListedTpp, string>(async (after) => {
    const { listed, next } = await parts.useCases.listTpps(after ?? '');
    return { rows: listed, next };
  });
}

/** The downloads of these lists, keyed by path. */
export const OVERVIEW_DOWNLOADS: Readonly<Record<string, Download>> = {
  [csvPath(FILES_PATH)]: csvDownload('files', FILE_COLUMNS, readFiles, (request) => {
    const { day, state: status } = fileQueryIn(request);
    return { day, status };
  }),
  [csvPath(LEDGER_PATH)]: csvDownload('ledger', ACCOUNT_COLUMNS, readAccounts),
  [csvPath(ENTRIES_PATH)]: csvDownload('ledger-entries', ENTRY_COLUMNS, readEntries, (request) => {
    const { account, day } = entriesQueryIn(request);
    return { account, day };
  }),
  [csvPath(APPROVALS_PATH)]: csvDownload('approvals', APPROVAL_COLUMNS, readApprovals),
  [csvPath(TPPS_PATH)]: csvDownload('tpps', TPP_COLUMNS, readTpps),
};
