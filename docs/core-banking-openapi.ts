/** Describes the API of a core banking system in OpenAPI 3.1, from the schemas of its client. */
import { z } from 'zod';
import { CORE_MESSAGES, CORE_PARTS, MAX_ITEMS } from '../src/connections/core-contract.ts';

type Json = Readonly<Record<string, unknown>>;
type Message = keyof typeof CORE_MESSAGES;

const TITLES: Readonly<Record<string, string>> = {
  400: 'The request is not valid. Nothing was done.',
  401: 'The client certificate is not accepted. Nothing was done.',
  413: 'The request is too large. Nothing was done.',
  429: 'Too many requests. Nothing was done. The service repeats the request after `Retry-After`.',
  503: 'Unavailable. Nothing was done. The service repeats the request after `Retry-After`.',
};

const EXAMPLES: Readonly<Partial<Record<Message, unknown>>> = {
  OperationsRequest: {
    operations: [
      {
        ...{ id: 'fp-01kd7z.0.17.125000', type: 'hold', account: '11280001234567' },
        ...{ customerId: 'northwind', amountPence: 125_000 },
        ...{ reference: 'INV 4711', counterparty: 'Acme Ltd' },
      },
      { id: 'post.fp-01kd7z.0.9.4000', type: 'post', holdId: 'fp-01kd7z.0.9.4000' },
      { id: 'release.fp-01kd7z.0.18.50', type: 'release', holdId: 'fp-01kd7z.0.18.50' },
    ],
  },
  OperationsAnswer: {
    results: [
      {
        ...{ id: 'fp-01kd7z.0.17.125000', outcome: 'refused', reason: 'insufficientFunds' },
        detail: 'The available balance is too low.',
      },
      { id: 'post.fp-01kd7z.0.9.4000', outcome: 'done', bookedOn: '2026-12-01' },
      { id: 'release.fp-01kd7z.0.18.50', outcome: 'notDone' },
    ],
  },
  FundsRequest: { account: '11280001234567', amountPence: 125_000 },
  FundsAnswer: { fundsAvailable: true },
  AccountsRequest: { accounts: ['11280001234567'] },
  AccountsAnswer: { accounts: [{ account: '11280001234567', availablePence: 500_000 }] },
  ChangesAnswer: {
    changes: [
      {
        kind: 'user',
        user: {
          id: 'clara',
          customerId: 'northwind',
          mayUploadFiles: true,
          userLimitPence: null,
          subject: null,
        },
      },
      {
        kind: 'account',
        account: {
          ...{ number: '11280001234567', customerId: 'northwind', kind: 'current' },
          ...{ closed: false, mandate: [{ fromPence: 100_000, approvals: 2 }] },
        },
      },
    ],
    ...{ cursor: '2041', hasMore: false },
  },
  HoldsAnswer: {
    holds: [
      {
        ...{ id: 'fp-01kd7z.0.17.125000', account: '11280001234567', amountPence: 125_000 },
        placedAt: '2026-12-01T09:30:00Z',
      },
    ],
    next: null,
  },
  TotalsAnswer: {
    ...{ date: '2026-12-01', isFinal: true },
    totals: [{ type: 'post', count: 2, sumPence: 250_000 }],
  },
  EntriesAnswer: {
    entries: [
      {
        ...{ id: 'post.fp-01kd7z.0.17.125000', type: 'post' },
        ...{ account: '11280001234567', amountPence: 125_000 },
      },
    ],
    next: null,
  },
};

const DATE = {
  ...{ name: 'date', in: 'path', required: true, description: 'Booking day in London.' },
  schema: { type: 'string', format: 'date' },
};
const AFTER = {
  ...{ name: 'after', in: 'query', required: false },
  description: 'Cursor of the last page. Without it, the answer is the first page.',
  schema: { type: 'string' },
};

const BEFORE = {
  ...{ name: 'before', in: 'query', required: true, description: 'A time, RFC 3339 in UTC.' },
  schema: { type: 'string', format: 'date-time' },
};

const PATHS = {
  '/v1/operations': {
    post: operation({
      ...{ id: 'performOperations', summary: 'Holds, posts, releases and credits' },
      description:
        'Returns one result for each operation, in the same order. Operations are independent: a ' +
        'refused one does not stop others. Operations on one account are performed in their ' +
        'order. If one is `notDone`, all later ones on its account are `notDone` too.\n\nThe core ' +
        'performs each id at most once and keeps its first result, also a refusal. A repeated id ' +
        'returns that result if `type`, `account`, `amountPence` and `holdId` are the same. ' +
        'Otherwise it is refused with `idReused`. `reference` and `counterparty` may differ.',
      ...{ request: 'OperationsRequest', answer: 'OperationsAnswer' },
    }),
  },
  '/v1/funds-confirmations': {
    post: operation({
      ...{ id: 'confirmFunds', summary: 'Confirmation of funds' },
      description:
        'Returns true if the account could pay the amount now. Holds nothing. Returns false for an ' +
        'account that is closed, blocked or unknown.',
      ...{ request: 'FundsRequest', answer: 'FundsAnswer' },
    }),
  },
  '/v1/accounts/lookup': {
    post: operation({
      ...{ id: 'lookUpAccounts', summary: 'Available balances' },
      description: 'Returns the available balances of accounts. Unknown accounts are left out.',
      ...{ request: 'AccountsRequest', answer: 'AccountsAnswer' },
    }),
  },
  '/v1/holds': {
    get: operation({
      ...{ id: 'listHolds', summary: 'Open holds' },
      description:
        'Returns the holds that were placed before a time and are neither posted nor released, in ' +
        'pages. The service asks once an hour, and releases those that no payment needs.',
      ...{ answer: 'HoldsAnswer', parameters: [BEFORE, AFTER] },
    }),
  },
  '/v1/changes': {
    get: operation({
      ...{ id: 'listChanges', summary: 'Changes of customers, users and accounts' },
      description:
        'Returns changes after a cursor, in their order. Each change contains the whole new state. ' +
        'Without a cursor, the first pages contain all current data: customers before their users ' +
        'and accounts. The same change may be returned several times.',
      ...{ answer: 'ChangesAnswer', parameters: [AFTER] },
    }),
  },
  '/v1/reconciliation/{date}': {
    get: operation({
      ...{ id: 'readTotals', summary: 'Totals of a day' },
      description:
        'Returns the number and the sum of the operations that the core booked on a day for this ' +
        'service, by type. Types without operations may be left out.',
      ...{ answer: 'TotalsAnswer', parameters: [DATE] },
    }),
  },
  '/v1/reconciliation/{date}/entries': {
    get: operation({
      ...{ id: 'listEntries', summary: 'Entries of a day' },
      description: 'Returns the operations behind the totals of a day, in pages.',
      ...{ answer: 'EntriesAnswer', parameters: [DATE, AFTER] },
    }),
  },
};

interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly request?: Message;
  readonly answer: Message;
  readonly parameters?: readonly Json[];
}

function operation({ id, summary, description, request, answer, parameters }: Operation): Json {
  const problems = Object.entries(TITLES).map(([status, title]) => [
    status,
    {
      description: title,
      ...(Number(status) >= 429 && {
        headers: {
          'Retry-After': { schema: { type: 'string' }, description: 'Seconds or a date.' },
        },
      }),
      content: { 'application/problem+json': { schema: reference('Problem') } },
    },
  ]);
  return {
    ...{ operationId: id, summary, description },
    ...(parameters && { parameters }),
    ...(request && { requestBody: { required: true, content: content(request) } }),
    responses: {
      200: { description: 'The result.', content: content(answer) },
      ...Object.fromEntries(problems),
      default: {
        description: 'Another status. From 500 on, the service does not know what was done.',
        content: { 'application/problem+json': { schema: reference('Problem') } },
      },
    },
  };
}

function content(message: Message): Json {
  const example = EXAMPLES[message];
  return {
    'application/json': { schema: reference(message), ...(example !== undefined && { example }) },
  };
}

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns the API description. */
export function coreBankingOpenApi(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...CORE_MESSAGES, ...CORE_PARTS })) {
    registry.add(schema, { id });
  }
  const { schemas } = z.toJSONSchema(registry, {
    ...{ io: 'input', uri: (id) => `#/components/schemas/${id}` },
  });
  const described = Object.entries(schemas).map(([id, schema]): [string, Json] => {
    const members = Object.entries(schema).filter(([name]) => name !== '$schema' && name !== '$id');
    return [id, Object.fromEntries(members)];
  });
  return {
    openapi: '3.1.1',
    info: {
      ...{
        title: 'Core banking API',
        version: '1.0.0',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      summary: 'The API that a bank provides for the payment initiation service.',
      description:
        'The service calls this API of the core banking system. The guide core-banking.md explains ' +
        `it. Amounts are in pence. A request has at most ${String(MAX_ITEMS)} operations or ` +
        'accounts. Messages contain only the members that are described here.',
    },
    servers: [{ url: 'https://core.bank.example' }],
    security: [{ clientCertificate: [] }],
    paths: PATHS,
    components: {
      schemas: Object.fromEntries(described),
      securitySchemes: {
        clientCertificate: {
          type: 'mutualTLS',
          description: 'TLS 1.2 or newer. The service presents a client certificate.',
        },
      },
    },
  };
}
