/** Describes the API of a bank's screening in OpenAPI 3.1, from the schemas of its client. */
import { z } from 'zod';
import {
  CaseDecisionsResponse,
  ScreeningRequest,
  ScreeningResponse,
} from '../src/connections/screening-contract.ts';

const EXAMPLES = {
  ScreeningRequest: {
    deadlineMs: 2000,
    context: {
      ...{ paymentId: 'dp-01kd7z', family: 'domestic-payments', clientId: 'larkfield' },
      ...{ organisationId: '0015800000jfQ9aAAE', customerId: 'northwind' },
      receivedAt: '2026-12-01T14:02:14.000Z',
      approvals: [
        {
          ...{ userId: 'clara', at: '2026-12-01T14:02:11.000Z', factor: 'passkey' },
          address: '192.0.2.7',
        },
      ],
      risk: { PaymentContextCode: 'TransferToThirdParty' },
      velocity: { submissions: 2, totalPence: 31_000 },
    },
    items: [
      {
        ...{ id: 'dp-01kd7z.0.0', instrument: 'FPS', amountMinor: 16_588, currency: 'GBP' },
        ...{ debtorAccount: '11280001234567', creditorName: 'ACME Inc' },
        ...{ creditorAccount: '20304012345678', creditorCountry: 'GB', reference: 'INV 4711' },
        ...{ requestedDate: null, payeeAnswer: 'closeMatch', payeeNews: 'newAccount' },
      },
    ],
  },
  ScreeningResponse: {
    results: [
      {
        ...{ id: 'dp-01kd7z.0.0', decision: 'hold', class: 'fraud', reasons: ['payee_reported'] },
        ...{ caseId: 'C-20261201-17', tellPayer: 'delay' },
      },
    ],
  },
  CaseDecisionsResponse: {
    decisions: [{ id: 'dp-01kd7z.0.0', decision: 'release', by: ['eve', 'fred'] }],
    ...{ next: '18', hasMore: false },
  },
};

const SCHEMAS = { ScreeningRequest, ScreeningResponse, CaseDecisionsResponse };

const OTHER_STATUSES: Readonly<Record<string, string>> = {
  400: 'The request is not valid.',
  401: 'The client certificate is not accepted.',
  413: 'The request is too large.',
  429: 'Too many requests. The service repeats the request after `Retry-After`.',
  503: 'Unavailable. The service repeats the request after `Retry-After`.',
};

/** Returns the description of the API. */
export function screeningOpenApi(): object {
  return {
    openapi: '3.1.0',
    info: {
      ...{ title: 'Screening connection', version: '1.0.0' },
      license: { name: 'MIT', identifier: 'MIT' },
      summary: 'The API that a bank offers, so that its screening decides about payments.',
      description: 'See screening.md.',
    },
    servers: [
      { url: 'https://screening.bank.example', description: 'The address in `PIS_SCREENING`' },
    ],
    security: [{ mutualTLS: [] }],
    paths: {
      '/v1/screenings': {
        post: {
          operationId: 'screenPayments',
          summary: 'Decides about up to 1,000 payments of one submission',
          description:
            'The screening keeps its first decision about an id and repeats it. The service does ' +
            'not use an answer that arrives after `deadlineMs`.',
          requestBody: { required: true, ...contentOf('ScreeningRequest') },
          responses: responsesOf('ScreeningResponse', 'A decision for each payment'),
        },
      },
      '/v1/case-decisions': {
        get: {
          operationId: 'getCaseDecisions',
          summary: 'Decisions about held payments in the case system of the bank',
          parameters: [
            {
              ...{ name: 'after', in: 'query', required: false, schema: { type: 'string' } },
              description: '`next` of the last answer. Without it, the first decisions.',
            },
            {
              ...{ name: 'limit', in: 'query', required: true },
              schema: { type: 'integer', minimum: 1, maximum: 1000 },
            },
          ],
          responses: responsesOf('CaseDecisionsResponse', 'Decisions in their order'),
        },
      },
    },
    components: {
      securitySchemes: { mutualTLS: { type: 'mutualTLS' } },
      schemas: {
        ...Object.fromEntries(
          Object.entries(SCHEMAS).map(([name, schema]) => {
            const described = z.toJSONSchema(schema, { io: 'input' });
            delete described.$schema;
            return [name, described];
          }),
        ),
        Problem: {
          ...{ type: 'object', description: 'RFC 9457', required: ['title', 'status'] },
          properties: {
            ...{ title: { type: 'string' }, status: { type: 'integer' } },
            detail: { type: 'string' },
          },
        },
      },
    },
  };
}

function contentOf(name: keyof typeof SCHEMAS): object {
  const schema = { $ref: `#/components/schemas/${name}` };
  return { content: { 'application/json': { schema, example: EXAMPLES[name] } } };
}

function responsesOf(name: keyof typeof SCHEMAS, description: string): object {
  const problem = { schema: { $ref: '#/components/schemas/Problem' } };
  const others = Object.entries(OTHER_STATUSES).map(([status, description]) => {
    return [status, { description, content: { 'application/problem+json': problem } }] as const;
  });
  return { 200: { description, ...contentOf(name) }, ...Object.fromEntries(others) };
}
