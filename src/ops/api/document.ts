import { z } from 'zod';
import { CODES } from '../control.ts';
import stored from './answer-schemas.json' with { type: 'json' };
import { API_ROUTES, type ApiRoute } from './routes.ts';
import type { AnswerSchemas } from './answers.ts';

/** Reasons of the error statuses. */
const PROBLEMS: Readonly<Record<number, string>> = {
  400: 'A parameter, a member of the body or a header is not valid. The message names it.',
  401: 'There is no valid access token.',
  403: 'The operator may not use the API, or does not have the role.',
  404: 'The path names an unknown record.',
  409: 'The state does not allow the action, or the Idempotency-Key was used before.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  500: 'The request failed. The reason is in the log of the service.',
  503: 'The service or the OpenID Provider cannot answer now. Try again.',
};

/** Returns the description of the API in OpenAPI 3.1. */
export function describeOperatorApi(schemas: AnswerSchemas = stored): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, route] of Object.entries(API_ROUTES)) {
    const [method = '', path = ''] = name.split(' ');
    const described = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[described] ??= {};
    paths[described][method.toLowerCase()] = operationOf(
      name,
      route,
      schemas.answers[name] ?? null,
    );
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Operations',
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
      summary: 'The API of the operators of the service.',
      description:
        'Times are in milliseconds since 1970, and amounts in minor units of their currency. Every ' +
        'view and every action is recorded in the audit log with the operator and the reason.',
    },
    servers: [{ url: '/api/v1' }],
    security: [{ accessToken: [] }],
    paths,
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: "An access token of the bank's OpenID Provider (RFC 9068).",
        },
      },
      responses: Object.fromEntries(
        Object.entries(PROBLEMS).map(([status, description]) => [
          `Problem${status}`,
          { description, content: json({ $ref: '#/components/schemas/Problem' }) },
        ]),
      ),
      schemas: { Problem: PROBLEM, ...schemas.definitions },
    },
  };
}

const PROBLEM = {
  type: 'object',
  properties: {
    code: { type: 'string', enum: [...Object.values(CODES), 'internal_error'] },
    message: { type: 'string', description: 'It begins with the name of a wrong parameter.' },
  },
  required: ['code', 'message'],
  additionalProperties: false,
};

function operationOf(name: string, route: ApiRoute, answer: object | null): object {
  const { summary, role, roleOfAction, query, body, once } = route;
  const content = answer === null ? BINARY : json(answer);
  const needed = roleOfAction ? 'the role of the action' : `the role \`${role}\``;
  return {
    operationId: operationIdOf(name),
    summary,
    description: `Needs ${needed}.`,
    parameters: [
      ...[...name.matchAll(/:(\w+)/g)].map(([, parameter]) => {
        return { name: parameter, in: 'path', required: true, schema: { type: 'string' } };
      }),
      ...(query === undefined ? [] : queryOf(query)),
      ...(once === true ? [KEY] : []),
    ],
    ...(body && { requestBody: { required: true, content: json(schemaOf(body)) } }),
    responses: {
      200: { description: 'The request was successful.', content },
      ...Object.fromEntries(
        Object.keys(PROBLEMS).map((status) => [
          status,
          { $ref: `#/components/responses/Problem${status}` },
        ]),
      ),
    },
  };
}

const BINARY = { 'application/zip': { schema: { type: 'string', format: 'binary' } } };

const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'A new random value. A repeated request with the same value has no effect.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,128}$' },
};

/** Returns an id such as `postPaymentsHold`. */
function operationIdOf(name: string): string {
  const words = name
    .split(/[^A-Za-z]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const joined = words.map((word, index) => (index === 0 ? word.toLowerCase() : word)).join('');
  return joined;
}

function queryOf(query: z.ZodObject): readonly object[] {
  const { properties = {}, required = [] } = schemaOf(query);
  return Object.entries(properties).map(([name, schema]) => {
    return { name, in: 'query', required: required.includes(name), schema };
  });
}

function schemaOf(schema: z.ZodType) {
  return { ...z.toJSONSchema(schema, { io: 'input' }), $schema: undefined };
}

function json(schema: object): object {
  return { 'application/json': { schema } };
}
