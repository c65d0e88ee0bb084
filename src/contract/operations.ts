/**
 * What the standard lets a TPP do, one row each. Grant, signing and idempotency depend on the
 * operation alone, never on the family (endpoints of v3.1.9). A path is made of the family's two
 * resource names: `{consents}` and `{payments}`.
 */
export const OPERATIONS = {
  createConsent: {
    summary: 'Register a consent',
    resource: 'consent',
    paged: false,
    method: 'POST',
    path: '/{consents}',
    grant: 'client',
    idempotent: true,
    body: 'json',
    success: 201,
    answers: 'application/json',
  },
  readConsent: {
    summary: 'Read a consent',
    resource: 'consent',
    paged: false,
    method: 'GET',
    path: '/{consents}/{id}',
    grant: 'client',
    idempotent: false,
    body: 'none',
    success: 200,
    answers: 'application/json',
  },
  deleteConsent: {
    summary: 'Revoke a consent',
    resource: 'nothing',
    paged: false,
    method: 'DELETE',
    path: '/{consents}/{id}',
    grant: 'client',
    idempotent: false,
    body: 'none',
    success: 204,
    answers: 'nothing',
  },
  confirmFunds: {
    summary: 'Ask whether the account has the consented amount',
    resource: 'funds',
    paged: false,
    method: 'GET',
    path: '/{consents}/{id}/funds-confirmation',
    grant: 'customer',
    idempotent: false,
    body: 'none',
    success: 200,
    answers: 'application/json',
  },
  confirmAmount: {
    summary: 'Ask whether the account has an amount',
    resource: 'amount',
    paged: false,
    method: 'POST',
    path: '/{consents}/{id}/funds-confirmation',
    grant: 'customer',
    idempotent: false,
    body: 'json',
    success: 201,
    answers: 'application/json',
  },
  uploadFile: {
    summary: 'Upload the payment file of a consent',
    resource: 'file',
    paged: false,
    method: 'POST',
    path: '/{consents}/{id}/file',
    grant: 'client',
    idempotent: true,
    body: 'file',
    success: 200,
    answers: 'nothing',
  },
  readFile: {
    summary: 'Read the uploaded file, byte for byte',
    resource: 'file',
    paged: false,
    method: 'GET',
    path: '/{consents}/{id}/file',
    grant: 'client',
    idempotent: false,
    body: 'none',
    success: 200,
    answers: 'application/json',
  },
  createPayment: {
    summary: 'Submit the payment of an authorised consent',
    resource: 'payment',
    paged: false,
    method: 'POST',
    path: '/{payments}',
    grant: 'customer',
    idempotent: true,
    body: 'json',
    success: 201,
    answers: 'application/json',
  },
  readPayment: {
    summary: 'Read a payment and its status',
    resource: 'payment',
    paged: false,
    method: 'GET',
    path: '/{payments}/{id}',
    grant: 'client',
    idempotent: false,
    body: 'none',
    success: 200,
    answers: 'application/json',
  },
  readReport: {
    summary: 'Read the pacs.002 report of a file payment (group status only)',
    resource: 'report',
    paged: false,
    method: 'GET',
    path: '/{payments}/{id}/report-file',
    grant: 'client',
    idempotent: false,
    body: 'none',
    success: 200,
    answers: 'application/xml',
  },
  readPaymentDetails: {
    summary: 'Read the status of every single payment, a page at a time',
    resource: 'details',
    paged: true,
    method: 'GET',
    path: '/{payments}/{id}/payment-details',
    grant: 'client',
    idempotent: false,
    body: 'none',
    success: 200,
    answers: 'application/json',
  },
} as const satisfies Record<string, Operation>;

/** A row of the table. */
export interface Operation {
  readonly summary: string;
  /** What it is about: what its body holds, and its answer if it has one. */
  readonly resource:
    'consent' | 'nothing' | 'funds' | 'amount' | 'file' | 'payment' | 'report' | 'details';
  /** Whether it answers with one page of several. */
  readonly paged: boolean;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** The token it takes: the TPP's own, or the one bound to the customer's approval. */
  readonly grant: 'client' | 'customer';
  /** Whether it takes an `x-idempotency-key`. */
  readonly idempotent: boolean;
  readonly body: 'json' | 'file' | 'none';
  readonly success: 200 | 201 | 204;
  readonly answers: 'application/json' | 'application/xml' | 'nothing';
}

export type OperationName = keyof typeof OPERATIONS;

/** The query parameter that names a page of payment-details; pages count from 1. */
export const PAGE_PARAMETER = 'page';
