import type { Ajv, ValidateFunction } from 'ajv';
import type { Exchange } from './exchanges.ts';

export type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI description (3.0 or 3.1), with only the parts that validation needs. */
export interface Description extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Renames every parameter in a path to `id`, as in the service's routes. */
export function templateOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{id}');
}

/**
 * Returns a function that validates responses against a description and returns the differences.
 * `error` is the name of the schema for all error bodies.
 */
export function judgeBy(
  description: Description,
  ajv: Pick<Ajv, 'addSchema' | 'compile'>,
  error: string,
): (exchange: Exchange) => readonly string[] {
  ajv.addSchema(description, 'description');
  const validators = new Map<string, ValidateFunction>();

  function validatorOf(schema: object): ValidateFunction {
    const absolute = JSON.stringify(schema).replaceAll('"#/', '"description#/');
    const validator = validators.get(absolute) ?? ajv.compile(JSON.parse(absolute) as object);
    validators.set(absolute, validator);
    return validator;
  }

  return ({ route, reply }) => {
    const answer = answerOf(description, route, reply.status);
    if (answer === undefined) return [`${String(reply.status)} is not described`];
    const described = contentOf(answer);
    const schema = reply.status >= 400 ? { $ref: `#/components/schemas/${error}` } : described;
    if (reply.json === undefined) {
      const isOwed = reply.status < 400 && described !== undefined && reply.text === '';
      return isOwed ? ['there is no body'] : [];
    }
    if (schema === undefined) return ['no body is described'];
    const validate = validatorOf(schema);
    validate(reply.json);
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${instancePath} ${message ?? ''}`,
    );
  };
}

function answerOf(
  description: Description,
  { path, operation }: Exchange['route'],
  status: number,
): Json | undefined {
  const [, methods] =
    Object.entries(description.paths).find(([written]) => templateOf(written) === path) ?? [];
  const described = methods?.[operation.method.toLowerCase()] as
    { readonly responses: Readonly<Record<string, Json>> } | undefined;
  const answer = described?.responses[String(status)];
  const reference = answer?.['$ref'];
  return typeof reference === 'string' ? resolve(description, reference) : answer;
}

function contentOf(answer: Json): object | undefined {
  const content = answer['content'] as Readonly<Record<string, { schema: object }>> | undefined;
  return content?.['application/json']?.schema;
}

function resolve(document: Json, reference: string): Json {
  let at = document;
  for (const name of reference.slice(2).split('/')) at = at[name] as Json;
  return at;
}
