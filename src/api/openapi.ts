import { z } from 'zod';
import { SIGNATURE_HEADER } from '../domain/signatures.ts';
import { PAGE_PARAMETER } from '../engine/payment-details.ts';
import type { Family } from '../families/family.ts';
import { AmountAnswer, AmountRequest, FundsAnswer } from '../families/funds.ts';
import type { Operation } from '../families/operations.ts';
import { PaymentDetails } from '../families/shared.ts';
import type { RefusalStatus } from '../kernel/errors.ts';
import type { Route } from './call.ts';

type Json = Record<string, unknown>;

const HEADERS = {
  'x-fapi-interaction-id': 'An RFC 4122 id that correlates request and answer.',
  'x-fapi-auth-date': 'When the customer last signed in with the TPP, as an HTTP date.',
  'x-fapi-customer-ip-address': "The customer's IP address, when the customer is present.",
} as const;

/** The statuses that an operation may refuse with. */
const REFUSALS: Readonly<Record<RefusalStatus, string>> = {
  400: 'The request breaks a rule, or the id does not exist. Every fault is listed.',
  401: 'The token is missing, unknown or expired.',
  403: 'The token is of the wrong grant, or the resource is not yours.',
  404: 'There is no such address.',
  405: 'The address does not have that method.',
  406: 'The answer cannot be of the type that `Accept` asks for.',
  408: 'The request took too long to arrive.',
  413: 'The body is larger than allowed.',
  415: 'The body is of another type or encoding.',
  417: 'Something is expected of the service that it does not do.',
  421: 'The service does not answer for that host.',
  429: 'Too many requests; `Retry-After` tells when to try again.',
  431: 'The headers are larger than allowed.',
  500: 'Something went wrong on our side.',
  503: 'The service cannot take this at the moment; try again.',
};

const BEARER =
  "A token of the TPP's own (in the sandbox: POST /sandbox/token); for submitting and for " +
  "confirming funds the token of the customer's approval (in the sandbox: POST " +
  '/sandbox/consents/{ConsentId}/decision).';

const ErrorAnswer = z.strictObject({
  Code: z.string().min(1).max(40),
  Id: z.string().min(1).max(40),
  Message: z.string().min(1).max(500),
  Errors: z
    .array(
      z.strictObject({
        ErrorCode: z.string(),
        Message: z.string().min(1).max(500),
        Path: z.string().min(1).max(500).optional(),
      }),
    )
    .min(1),
});

/** An OpenAPI 3.1 description of the routes, made from the very schemas that validate. */
export function describeApi(routes: readonly (Route & { path: string })[], root: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const servers = route.family.bases.map((base) => ({ url: `${root}/${base}` }));
    const path = (paths[route.path] ??= servers.length > 1 ? { servers } : {});
    path[route.operation.method.toLowerCase()] = describeOperation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Payment Initiation',
      version: '3.1.9',
      description: "UK Open Banking Payment Initiation, the bank's side.",
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${root}/pisp` }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: BEARER } },
      schemas: { Error: schemaOf(ErrorAnswer) },
    },
  };
}

function describeOperation(route: Route): Json {
  const { operation, family, name } = route;
  const { request, answer } = schemasOf(family, operation.resource);
  const answered = operation.answers === 'nothing' ? {} : contentOf(operation.answers, answer);
  return {
    operationId: `${family.name}.${name}`,
    summary: operation.summary,
    tags: [family.name],
    parameters: parametersOf(operation),
    ...(operation.body === 'none'
      ? {}
      : { requestBody: { required: true, ...contentOf('application/json', request) } }),
    responses: {
      [String(operation.success)]: { description: 'Done.', ...answered },
      ...refusalsOf(operation),
    },
  };
}

function contentOf(type: string, schema: Json): Json {
  return { content: { [type]: { schema } } };
}

/** What is sent and what is answered; an empty schema where nothing is. */
function schemasOf(
  { schemas }: Family,
  resource: Operation['resource'],
): { readonly request: Json; readonly answer: Json } {
  switch (resource) {
    case 'consent':
    case 'payment': {
      const { request, answer } = schemas[resource];
      return { request: schemaOf(request), answer: schemaOf(answer) };
    }
    case 'funds':
      return { request: {}, answer: schemaOf(FundsAnswer) };
    case 'amount':
      return { request: schemaOf(AmountRequest), answer: schemaOf(AmountAnswer) };
    case 'nothing':
      return { request: {}, answer: {} };
    case 'file':
      return { request: { type: 'object' }, answer: { type: 'object' } };
    case 'report':
      return { request: {}, answer: { type: 'string', description: 'pacs.002.001.10' } };
    case 'details':
      return { request: {}, answer: schemaOf(PaymentDetails) };
  }
}

function parametersOf(operation: Operation): Json[] {
  const header = (title: string, description: string, required: boolean): Json => ({
    name: title,
    in: 'header',
    description,
    required,
    schema: { type: 'string' },
  });
  const parameters = Object.entries(HEADERS).map(([title, text]) => header(title, text, false));
  if (operation.idempotent) {
    const text = 'Makes the request safe to repeat for 24 hours: 1 to 40 characters.';
    parameters.push(header('x-idempotency-key', text, true));
  }
  if (operation.body !== 'none') {
    const text =
      'A detached JWS (PS256) of the exact bytes of the body. The sandbox asks for none.';
    parameters.push(header(SIGNATURE_HEADER, text, false));
  }
  if (operation.path.includes('{id}')) {
    parameters.push({ name: 'id', in: 'path', required: true, schema: { type: 'string' } });
  }
  if (operation.paged) {
    parameters.push({ name: PAGE_PARAMETER, in: 'query', schema: { type: 'integer', minimum: 1 } });
  }
  return parameters;
}

function refusalsOf(operation: Operation): Json {
  const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    Object.entries(REFUSALS)
      .filter(([status]) => operation.body !== 'none' || (status !== '413' && status !== '415'))
      .map(([status, description]) => [
        status,
        status === '401' ? { description } : { description, content: error },
      ]),
  );
}

function schemaOf(schema: z.ZodType): Json {
  const described: Json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  delete described['$schema'];
  return described;
}
