import { z } from 'zod';
import type { Operation } from '../families/operations.ts';
import type { Route } from './call.ts';
import { PAGE_PARAMETER } from '../engine/payment-details.ts';

type Json = Record<string, unknown>;

const HEADERS = {
  'x-fapi-interaction-id': 'An RFC 4122 id that correlates request and answer.',
  'x-fapi-auth-date': 'When the customer last signed in with the TPP, as an HTTP date.',
  'x-fapi-customer-ip-address': "The customer's IP address, when the customer is present.",
} as const;

/** The statuses that an operation may refuse with. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: 'The request breaks a rule, or the id does not exist. Every fault is listed.',
  401: 'The token is missing, unknown or expired.',
  403: 'The token is of the wrong grant, or the resource is not yours.',
  404: 'There is no such address.',
  405: 'The address does not have that method.',
  406: 'The answer cannot be of the type that `Accept` asks for.',
  413: 'The body is larger than allowed.',
  415: 'The body is of another type or encoding.',
  429: 'Too many requests; `Retry-After` tells when to try again.',
  500: 'Something went wrong on our side.',
  503: 'The service cannot take this at the moment; try again.',
};

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

const PaymentDetails = z.strictObject({
  Data: z.strictObject({
    PaymentStatus: z.array(
      z.strictObject({
        PaymentTransactionId: z.string().min(1).max(210),
        Status: z.string(),
        StatusUpdateDateTime: z.string().meta({ format: 'date-time' }),
        StatusDetail: z.strictObject({
          LocalInstrument: z.string(),
          Status: z.string().min(1).max(128),
          StatusReason: z.string().optional(),
          StatusReasonDescription: z.string().min(1).max(256),
        }),
      }),
    ),
  }),
  Links: z.record(z.string(), z.string()),
  Meta: z.strictObject({ TotalPages: z.int32() }),
});

/** An OpenAPI 3.1 description of the routes, made from the very schemas that validate. */
export function describeApi(routes: readonly (Route & { path: string })[], base: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
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
    servers: [{ url: base }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: schemaOf(ErrorAnswer) },
    },
  };
}

function describeOperation(route: Route): Json {
  const { operation, family, name } = route;
  return {
    operationId: `${family.name}.${name}`,
    summary: SUMMARIES[name],
    tags: [family.name],
    parameters: parametersOf(route),
    ...(operation.body === 'none' ? {} : { requestBody: requestOf(route) }),
    responses: { [String(operation.success)]: answerOf(route), ...refusalsOf(operation) },
  };
}

const SUMMARIES: Record<Route['name'], string> = {
  createConsent: 'Register a consent',
  readConsent: 'Read a consent',
  uploadFile: 'Upload the payment file of a consent',
  readFile: 'Read the uploaded file, byte for byte',
  createPayment: 'Submit the payment of an authorised consent',
  readPayment: 'Read a payment and its status',
  readReport: 'Read the pacs.002 report of a file payment (group status only)',
  readPaymentDetails: 'Read the status of every single payment, a page at a time',
};

function parametersOf({ operation, name }: Route): Json[] {
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
  if (operation.path.includes('{id}')) {
    parameters.push({ name: 'id', in: 'path', required: true, schema: { type: 'string' } });
  }
  if (name === 'readPaymentDetails') {
    parameters.push({ name: PAGE_PARAMETER, in: 'query', schema: { type: 'integer', minimum: 1 } });
  }
  return parameters;
}

function requestOf({ operation, family, name }: Route): Json {
  const { schemas } = family;
  const json = name === 'createConsent' ? schemas.consent : schemas.payment;
  const schema = operation.body === 'file' ? { type: 'object' } : schemaOf(json);
  return { required: true, content: { 'application/json': { schema } } };
}

function answerOf({ operation, family, name }: Route): Json {
  if (operation.answers === 'nothing') return { description: 'Done.' };
  if (operation.answers === 'application/xml') {
    const schema = { type: 'string', description: 'pacs.002.001.10' };
    return { description: 'The report.', content: { 'application/xml': { schema } } };
  }
  const { schemas } = family;
  const schema =
    name === 'readFile'
      ? { type: 'object' }
      : name === 'readPaymentDetails'
        ? schemaOf(PaymentDetails)
        : schemaOf(
            operation.path.startsWith('/{consents}')
              ? schemas.consentAnswer
              : schemas.paymentAnswer,
          );
  return { description: 'Done.', content: { 'application/json': { schema } } };
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
