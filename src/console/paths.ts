/** Path to which the browser continues after the sign-in at the bank's OpenID Provider. */
export const RETURN_PATH = '/signed-in';

/** Format of the ids of payments and consents. */
export const PAYMENT_ID = /^[\w-]{1,128}$/;

/** Returns the path of the page about a payment, or about one row of its file or order. */
export function paymentPath(id: string, row: number | null = null): string {
  return `/payments/${id}${row === null ? '' : `?row=${String(row)}`}`;
}

/** Returns the path of the page with the rows of a file. */
export function rowsPath(id: string): string {
  return `/payments/${id}/rows`;
}

/** Returns the path of the case file of a payment, or of one row of its file or order. */
export function casePath(id: string, row: number | null): string {
  return `/payments/${id}/case${row === null ? '' : `?row=${String(row)}`}`;
}

/** Returns the path of the audit log that begins with an entry. */
export function auditEntryPath(sequence: number): string {
  return `/audit?before=${String(sequence + 1)}`;
}

/** Returns the path of the audit entries about an id. */
export function auditSubjectPath(subject: string): string {
  return `/audit?${new URLSearchParams({ subject }).toString()}`;
}

/** Path of the list of TPPs. */
export const TPPS_PATH = '/tpps';

/** Returns the path of the page about a TPP, by the id of its organisation. */
export function tppPath(organisationId: string): string {
  return `${TPPS_PATH}/${encodeURIComponent(organisationId)}`;
}

/** Path of the form that searches customers. */
export const CUSTOMERS_PATH = '/customers';

/** Returns the path of the page about a customer. */
export function customerPath(id: string): string {
  return `${CUSTOMERS_PATH}/${encodeURIComponent(id)}`;
}

/** Path of the page with the payments that wait for approvals. */
export const APPROVALS_PATH = '/approvals';

/** Path of the page with the submitted files. */
export const FILES_PATH = '/files';

/** Path of the page with the ledger of a day. */
export const LEDGER_PATH = '/ledger';

/** Path of the page with the entries of an account of the bank. */
export const ENTRIES_PATH = '/ledger/entries';

/** Path of the page with availability and response times of the API. */
export const REGULATOR_PATH = '/regulator';

type Query = Readonly<Record<string, string | null>>;

/** Returns the path of submitted files. */
export function filesPath(query: Query): string {
  return withQuery(FILES_PATH, query);
}

/** Returns the path of the ledger of a day. */
export function ledgerPath(query: Query): string {
  return withQuery(LEDGER_PATH, query);
}

/** Returns the path of the entries of an account. */
export function entriesPath(query: Query): string {
  return withQuery(ENTRIES_PATH, query);
}

/** Returns the path of a list as CSV, from the path of its page. */
export function csvPath(path: string): string {
  return path.replace(/(?=\?|$)/, '/csv');
}

function withQuery(path: string, query: Query): string {
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null) fields.set(name, value);
  }
  return fields.size === 0 ? path : `${path}?${fields.toString()}`;
}
