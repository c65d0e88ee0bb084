import { z } from 'zod';
import type { OtherAddress, Parameter } from '../api/openapi/document.ts';
import { MultiAuthorisation } from '../families/common/multi-authorisation.ts';
import { Return } from './credit-returns.ts';
import { Decision, Ending, FurtherDecision } from './customer-actions.ts';

const time = z.string().meta({ format: 'date-time' });
const json = 'application/json';
const tag = 'sandbox';

const TokenRequest = z.object({
  grant_type: z.literal('client_credentials'),
  client_id: z.string(),
  client_secret: z.string(),
  scope: z.literal('payments'),
});

const TokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  scope: z.literal('payments'),
});

const DecisionAnswer = z.union([
  z.object({
    status: z.literal('Authorised'),
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
  }),
  z.object({
    status: z.string(),
    error: z.enum(['access_denied', 'invalid_request']),
    error_description: z.string(),
  }),
]);

const FurtherAnswer = z.object({
  status: MultiAuthorisation.shape.Status,
  received: z.int(),
  required: z.int(),
});

const Ended = z.object({ status: z.string() });

const Statement = z.object({
  account: z.string(),
  balance: z.string(),
  entries: z.array(
    z.object({
      id: z.int(),
      bookedAt: time,
      amount: z.string(),
      currency: z.literal('GBP'),
      reference: z.string(),
      counterparty: z.string(),
      kind: z.string(),
    }),
  ),
  next: z.int().nullable(),
});

/** The schema of a user's current code. It allows further fields. */
const Code = z.looseObject({ code: z.string() });

const Time = z.object({ now: time });

const inPath = (name: string, description: string): Parameter => ({
  name,
  in: 'path',
  description,
  schema: { type: 'string' },
});

const inQuery = (name: string, description: string, bounds: object): Parameter => ({
  name,
  in: 'query',
  description,
  schema: { type: 'integer', ...bounds },
});

/** The descriptions of the sandbox's own endpoints in the published OpenAPI document. */
export const SANDBOX_ADDRESSES: readonly OtherAddress[] = [
  {
    method: 'post',
    path: '/sandbox/token',
    tag,
    takesToken: false,
    summary: 'Get a token of the TPP with its client secret',
    request: { type: 'application/x-www-form-urlencoded', schema: TokenRequest },
    answer: { status: 200, type: json, schema: TokenAnswer },
  },
  {
    method: 'post',
    path: '/sandbox/consents/{ConsentId}/decision',
    tag,
    takesToken: true,
    summary: 'Approve or reject a consent as the customer, with the same checks',
    parameters: [inPath('ConsentId', 'A consent of the TPP.')],
    request: { type: json, schema: Decision },
    answer: { status: 200, type: json, schema: DecisionAnswer },
  },
  {
    method: 'post',
    path: '/sandbox/consents/{ConsentId}/revocation',
    tag,
    takesToken: true,
    summary: 'Revoke a consent for variable recurring payments as the customer, at the bank',
    parameters: [inPath('ConsentId', 'A consent of the TPP that is in force.')],
    request: { type: json, schema: Ending },
    answer: { status: 200, type: json, schema: Ended },
  },
  {
    method: 'post',
    path: '/sandbox/payments/{PaymentId}/approvals',
    tag,
    takesToken: true,
    summary: 'Approve or reject a payment that needs several approvals, as another user',
    parameters: [inPath('PaymentId', 'A payment of the TPP, of any family.')],
    request: { type: json, schema: FurtherDecision },
    answer: { status: 200, type: json, schema: FurtherAnswer },
  },
  {
    method: 'post',
    path: '/sandbox/payments/{PaymentId}/cancellation',
    tag,
    takesToken: true,
    summary: 'Cancel the pending part of a payment as the customer, at the bank',
    parameters: [inPath('PaymentId', 'A payment of the TPP, of any family.')],
    request: { type: json, schema: Ending },
    answer: { status: 200, type: json, schema: Ended },
  },
  {
    method: 'post',
    path: '/sandbox/payments/{PaymentId}/returns',
    tag,
    takesToken: true,
    summary: "Return an accepted payment as the creditor's bank could do later",
    parameters: [inPath('PaymentId', 'A payment of the TPP, of any family.')],
    request: { type: json, schema: Return },
    answer: { status: 200, type: json, schema: Ended },
  },
  {
    method: 'get',
    path: '/sandbox/accounts/{Account}/entries',
    tag,
    takesToken: false,
    summary: "Read an account's statement",
    parameters: [
      inPath('Account', 'Sort code and account number, 14 digits.'),
      inQuery('after', 'Return entries after the entry with this id.', { minimum: 0 }),
      inQuery('limit', 'Maximum number of entries. Default: 100.', { minimum: 1, maximum: 1000 }),
    ],
    answer: { status: 200, type: json, schema: Statement },
  },
  {
    method: 'get',
    path: '/sandbox/accounts/{Account}/camt.053',
    tag,
    takesToken: false,
    summary: "Read an account's statement of one day as a camt.053",
    description:
      'A camt.053.001.08 (BankToCustomerStatement) with the booked balances at the begin and the end ' +
      'of the day, and the entries between them. The statement of the current day is incomplete.',
    parameters: [
      inPath('Account', 'Sort code and account number, 14 digits.'),
      {
        name: 'date',
        in: 'query',
        required: true,
        description: 'A past or the current day.',
        schema: { type: 'string', format: 'date' },
      },
    ],
    answer: { status: 200, type: 'application/xml', schema: z.string() },
  },
  {
    method: 'get',
    path: '/sandbox/users/{User}/code',
    tag,
    takesToken: false,
    summary: "Read a user's current one-time code",
    parameters: [inPath('User', 'The id of a user, such as `clara`.')],
    answer: { status: 200, type: json, schema: Code },
  },
  {
    method: 'get',
    path: '/sandbox/clock',
    tag,
    takesToken: false,
    summary: "Read the sandbox's clock",
    answer: { status: 200, type: json, schema: Time },
  },
  {
    method: 'put',
    path: '/sandbox/clock',
    tag,
    takesToken: false,
    summary: "Move the sandbox's clock forward and execute the work that falls due",
    request: { type: json, schema: Time },
    answer: { status: 200, type: json, schema: Time },
  },
];
