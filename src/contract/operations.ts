/**
 * The operations of the standard. Grant, signing and idempotency are the same in every family
 * (endpoints of v3.1.9). In a path, `{consents}` and `{payments}` are the resource names of the
 * family, for example `domestic-payment-consents` and `domestic-payments`.
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
  replaceConsent: {
    summary: 'Migrate a consent of an earlier version: send it in the form of this version',
    resource: 'consent',
    paged: false,
    method: 'PUT',
    path: '/{consents}/{id}',
    grant: 'client',
    idempotent: true,
    body: 'json',
    success: 200,
    answers: 'application/json',
  },
  patchConsent: {
    summary: 'Migrate a consent of an earlier version: send the changes of its form',
    resource: 'consent',
    paged: false,
    method: 'PATCH',
    path: '/{consents}/{id}',
    grant: 'client',
    idempotent: true,
    body: 'patch',
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
    answers: 'file',
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

/** An operation of the API, independent of the family. */
export interface Operation {
  readonly summary: string;
  /** The resource that the request and the response contain. */
  readonly resource:
    'consent' | 'nothing' | 'funds' | 'amount' | 'file' | 'payment' | 'report' | 'details';
  /** True if the response is one page of several. */
  readonly paged: boolean;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /**
   * The access token that the operation requires: the TPP's own, or one from the customer's
   * approval.
   */
  readonly grant: 'client' | 'customer';
  /** True if the operation requires an `x-idempotency-key` header. */
  readonly idempotent: boolean;
  readonly body: 'json' | 'patch' | 'file' | 'none';
  /** True if neither the request nor the response is signed. */
  readonly unsigned?: true;
  readonly success: 200 | 201 | 204;
  /** The media type of the response. `file`: that of the type of the payment file. */
  readonly answers: 'application/json' | 'application/xml' | 'file' | 'nothing';
}

export type OperationName = keyof typeof OPERATIONS;

/** Query parameter with the page number of payment-details. The first page is 1. */
export const PAGE_PARAMETER = 'page';
