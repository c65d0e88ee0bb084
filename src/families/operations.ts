/**
 * What the standard lets a TPP do, one row each. Grant, signing and idempotency depend on the
 * operation alone, never on the family (endpoints of v3.1.9). A path is made of the family's two
 * resource names: `{consents}` and `{payments}`.
 */
export const OPERATIONS = {
  createConsent: {
    method: 'POST',
    path: '/{consents}',
    grant: 'client',
    idempotent: true,
    body: 'json',
    success: 201,
    answers: 'application/json',
  },
  readConsent: {
    method: 'GET',
    path: '/{consents}/{id}',
    grant: 'client',
    idempotent: false,
    body: 'none',
    success: 200,
    answers: 'application/json',
  },
  uploadFile: {
    method: 'POST',
    path: '/{consents}/{id}/file',
    grant: 'client',
    idempotent: true,
    body: 'file',
    success: 200,
    answers: 'nothing',
  },
  readFile: {
    method: 'GET',
    path: '/{consents}/{id}/file',
    grant: 'client',
    idempotent: false,
    body: 'none',
    success: 200,
    answers: 'application/json',
  },
  createPayment: {
    method: 'POST',
    path: '/{payments}',
    grant: 'customer',
    idempotent: true,
    body: 'json',
    success: 201,
    answers: 'application/json',
  },
  readPayment: {
    method: 'GET',
    path: '/{payments}/{id}',
    grant: 'client',
    idempotent: false,
    body: 'none',
    success: 200,
    answers: 'application/json',
  },
  readReport: {
    method: 'GET',
    path: '/{payments}/{id}/report-file',
    grant: 'client',
    idempotent: false,
    body: 'none',
    success: 200,
    answers: 'application/xml',
  },
  readPaymentDetails: {
    method: 'GET',
    path: '/{payments}/{id}/payment-details',
    grant: 'client',
    idempotent: false,
    body: 'none',
    success: 200,
    answers: 'application/json',
  },
} as const satisfies Record<string, Operation>;

export interface Operation {
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
