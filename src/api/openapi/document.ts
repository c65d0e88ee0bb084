import type { z } from 'zod';
import { FILE_FORMS } from '../../contract/file-forms.ts';
import { JsonPatch } from '../../contract/json-patch.ts';
import { type Operation, PAGE_PARAMETER } from '../../contract/operations.ts';
import { FILE_MEDIA_TYPES, FILE_TYPES, fileTypesOf } from '../../domain/records/file-types.ts';
import { SIGNATURE_HEADER } from '../../domain/ports/signatures.ts';
import { FundsAnswer } from '../../families/common/funds.ts';
import type { FamilyVersion } from '../../families/common/family-version.ts';
import type { RefusalStatus } from '../../shared/errors.ts';
import type { Version } from '../../versions/version.ts';
import { mediaTypesOf } from '../middleware/check-content.ts';
import type { Route } from '../request-context.ts';
import { routesOf } from '../routes.ts';
import { type Components, ErrorAnswer, type Json, nameComponents } from './components.ts';

const HEADERS = {
  'x-fapi-interaction-id': 'An RFC 4122 UUID that correlates request and response.',
  'x-fapi-auth-date': 'When the customer last signed in with the TPP, as an HTTP date.',
  'x-fapi-customer-ip-address': "The customer's IP address, when the customer is present.",
} as const;

/** Headers of the responses to requests with a valid token. */
const RATE_LIMIT_HEADERS = {
  'RateLimit-Policy': {
    description: 'The rate limit: `q` requests in `w` seconds.',
    schema: { type: 'string', examples: ['"default";q=200;w=1'] },
  },
  RateLimit: {
    description: 'The TPP may send `r` requests now. The number is back at its maximum in `t` s.',
    schema: { type: 'string', examples: ['"default";r=73;t=1'] },
  },
} as const;

const SIGNATURE_PARAMETER = {
  name: SIGNATURE_HEADER,
  in: 'header',
  description: 'A detached JWS (PS256) of the exact bytes of the body. Optional in the sandbox.',
  required: false,
  schema: { type: 'string' },
} as const;

/** The descriptions of the error statuses that an operation may return. */
const REFUSALS: Readonly<Record<RefusalStatus, string>> = {
  400: 'The request is invalid, or the id does not exist. The answer lists every fault.',
  401: 'The token is missing, unknown or expired.',
  403: 'The token is of the wrong grant, or the resource is not yours.',
  404: 'Unknown path.',
  405: 'The path does not support this method. See `Allow`.',
  406: 'The service cannot answer with the type that `Accept` requires.',
  408: 'The request took too long to arrive.',
  409: 'The resource exists already.',
  413: 'The body is larger than allowed.',
  415: 'The body is not JSON in UTF-8, or is encoded.',
  417: 'The service supports no expectation but `100-continue`.',
  421: 'The service does not serve this host.',
  429: 'Too many requests. Retry after the seconds in `Retry-After`.',
  431: 'The headers are larger than allowed.',
  500: 'Something went wrong on our side.',
  501: 'The transfer coding is not `chunked`.',
  503: 'The service cannot process the request at the moment. Try again.',
};

const BEARER =
  "The TPP's own token (in the sandbox: POST /sandbox/token). To submit a payment and to confirm " +
  "funds, the token of the customer's approval (in the sandbox: POST " +
  '/sandbox/consents/{ConsentId}/decision).';

/** A route outside the standard, as the API description shows it. */
export interface OtherAddress {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** True if the route requires the TPP's own token. */
  readonly takesToken: boolean;
  /** True if the route creates a resource that may exist already. */
  readonly mayExist?: true;
  readonly parameters?: readonly Parameter[];
  readonly request?: Content;
  /** The type and the schema are absent if the response has no body. */
  readonly answer: Partial<Content> & { readonly status: number };
}

export interface Parameter {
  readonly name: string;
  readonly in: 'header' | 'path' | 'query';
  readonly description?: string;
  /** Parameters in the path are always required. */
  readonly required?: boolean;
  readonly schema: Json;
}

interface Content {
  readonly type: string;
  readonly schema: z.ZodType;
}

/** The title and the summary of the API. */
export const API_INFO = {
  title: 'Payment Initiation',
  description: "UK Open Banking Payment Initiation, the bank's side.",
} as const;

/** The routes and schemas that the API description contains. */
export interface ApiDescriptionParts {
  /** The described version of the standard. */
  readonly version: Version;
  readonly others: readonly OtherAddress[];
  /** The named schemas of the other routes. */
  readonly named: Readonly<Record<string, z.ZodType>>;
}

/**
 * Creates the OpenAPI 3.1 description. It is built from the same schemas that validate the
 * requests.
 */
export function describeApi({ version, others, named }: ApiDescriptionParts): Json {
  const { root, release } = version;
  const components = nameComponents(version, named);
  const paths: Record<string, Json> = {};
  for (const route of routesOf(version)) {
    const servers = route.version.bases.map((base) => ({ url: `${root}/${base}` }));
    const idName = nameOfId(route);
    const name = route.path.replace('{id}', `{${idName}}`);
    const path = (paths[name] ??= servers.length > 1 ? { servers } : {});
    path[route.operation.method.toLowerCase()] = describeOperation(route, idName, components);
  }
  const ofVersion = others.filter(
    ({ path }) => !path.startsWith('/open-banking/') || path.startsWith(`${root}/`),
  );
  for (const other of ofVersion) {
    const path = (paths[other.path] ??= { servers: [{ url: '/' }] });
    path[other.method] = describeOther(other, components);
  }
  return {
    openapi: '3.1.0',
    info: { ...API_INFO, version: release, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: `${root}/pisp` }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: BEARER } },
      schemas: components.schemas,
    },
  };
}

/** Returns the name that the standard gives to the id in a path. */
function nameOfId({ operation, family }: Route): string {
  return operation.path.startsWith('/{consents}') ? 'ConsentId' : family.paymentIdName;
}

function describeOperation(route: Route, idName: string, components: Components): Json {
  const { operation, family, name } = route;
  const { request, answer } = schemasOf(route, components);
  const { answers } = operation;
  const answered =
    answers === 'nothing'
      ? {}
      : contentOf(answers === 'file' ? FILE_MEDIA_TYPES : [answers], answer);
  return {
    operationId: `${family.name}.${name}`,
    summary: operation.summary,
    tags: [family.name],
    parameters: parametersOf(operation, idName),
    ...(operation.body === 'none'
      ? {}
      : { requestBody: { required: true, ...contentOf(mediaTypesOf(operation), request) } }),
    responses: {
      [String(operation.success)]: {
        description: 'Done.',
        headers: RATE_LIMIT_HEADERS,
        ...answered,
      },
      ...refusalsOf(operation.body !== 'none', components),
    },
  };
}

function describeOther(other: OtherAddress, components: Components): Json {
  const { request, answer } = other;
  const content = ({ type, schema }: Partial<Content>): Json =>
    type === undefined || schema === undefined
      ? {}
      : contentOf([type], components.schemaOf(schema));
  return {
    summary: other.summary,
    ...(other.description === undefined ? {} : { description: other.description }),
    tags: [other.tag],
    ...(other.takesToken ? {} : { security: [] }),
    parameters: (other.parameters ?? []).map((parameter) => ({
      ...parameter,
      required: parameter.in === 'path' || parameter.required === true,
    })),
    ...(request === undefined ? {} : { requestBody: { required: true, ...content(request) } }),
    responses: {
      [String(answer.status)]: { description: 'Done.', ...content(answer) },
      ...refusalsOf(request !== undefined, components, other.mayExist === true),
    },
  };
}

/** Returns the content of a body. The schema describes JSON. Files can also be XML. */
function contentOf(types: readonly string[], schema: Json): Json {
  const isMixed = types.length > 1;
  const schemaOf = (type: string): Json =>
    isMixed && type.endsWith('/xml') ? { type: 'string', description: 'pain.001' } : schema;
  return {
    content: Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }])),
  };
}

/** Returns the schemas of the request and the response. A schema is empty if there is no body. */
function schemasOf(
  { version, operation: { resource, body } }: Route,
  components: Components,
): { readonly request: Json; readonly answer: Json } {
  const { schemaOf } = components;
  switch (resource) {
    case 'consent':
    case 'payment': {
      const { request, answer } = version.schemas[resource];
      return {
        request: schemaOf(body === 'patch' ? JsonPatch : request),
        answer: schemaOf(answer),
      };
    }
    case 'funds':
      return { request: {}, answer: schemaOf(FundsAnswer) };
    case 'amount':
      return { request: schemaOf(version.amount.request), answer: schemaOf(version.amount.answer) };
    case 'nothing':
      return { request: {}, answer: {} };
    case 'file':
      return { request: fileSchema(version, components), answer: fileSchema(version, components) };
    case 'report':
      return {
        request: {},
        answer: { type: 'string', description: 'pacs.002.001.10 or pain.002.001.10' },
      };
    case 'details':
      return { request: {}, answer: schemaOf(version.details.schema) };
  }
}

/** Returns the schema of the JSON payment files that a version of the standard accepts. */
function fileSchema({ apiVersion }: FamilyVersion, { schemaOf }: Components): Json {
  const [first = {}, ...others] = fileTypesOf(apiVersion)
    .filter((type) => FILE_TYPES[type].mediaTypes.includes('application/json'))
    .map((type) => schemaOf(FILE_FORMS[type].file));
  return others.length === 0 ? first : { oneOf: [first, ...others] };
}

function parametersOf(operation: Operation, idName: string): Json[] {
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
  if (operation.body !== 'none') parameters.push(SIGNATURE_PARAMETER);
  if (operation.path.includes('{id}')) {
    parameters.push({ name: idName, in: 'path', required: true, schema: { type: 'string' } });
  }
  if (operation.paged) {
    parameters.push({ name: PAGE_PARAMETER, in: 'query', schema: { type: 'integer', minimum: 1 } });
  }
  return parameters;
}

function refusalsOf(hasBody: boolean, { schemaOf }: Components, mayExist = false): Json {
  const content = contentOf(['application/json'], schemaOf(ErrorAnswer));
  return Object.fromEntries(
    Object.entries(REFUSALS)
      .filter(([status]) => hasBody || (status !== '413' && status !== '415'))
      .filter(([status]) => mayExist || status !== '409')
      .map(([status, description]) => [
        status,
        status === '401' ? { description } : { description, ...content },
      ]),
  );
}
