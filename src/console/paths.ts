/** Returns the path of the page about a payment, or about one row of its file or order. */
export function paymentPath(id: string, row: number | null = null): string {
  return `/payments/${id}${row === null ? '' : `?row=${String(row)}`}`;
}

/** Returns the path of the page with the rows of a file. */
export function rowsPath(id: string): string {
  return `/payments/${id}/rows`;
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
