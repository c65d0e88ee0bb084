import { parseAccept } from 'hono/utils/accept';
import type { IncomingHttpHeaders } from 'node:http';
import { FILE_MEDIA_TYPES } from '../../domain/records/file-types.ts';
import type { Operation } from '../../contract/operations.ts';
import { refuse, type Refusal } from '../../shared/errors.ts';
import { shorten } from '../../shared/text.ts';

/** Returns the media types that a request body may have. */
export function mediaTypesOf({ body }: Pick<Operation, 'body'>): readonly string[] {
  if (body === 'file') return FILE_MEDIA_TYPES;
  return [body === 'patch' ? 'application/json-patch+json' : 'application/json'];
}

/** Returns true if a Content-Type header means one of these types in UTF-8. */
function isOneOf(mediaTypes: readonly string[], contentType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  if (!mediaTypes.includes(type.trim())) return false;
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=');
    if (parameter.trim() === '') return true;
    return name.trim() === 'charset' && ['utf-8', '"utf-8"'].includes(value.trim());
  });
}

/** Rejects a body of another type or encoding with 415, before the body is read (rules, 1.7). */
export function checkContentType(
  headers: IncomingHttpHeaders,
  operation: Operation,
): Refusal | undefined {
  if (operation.body === 'none') return undefined;
  const refused = checkMediaType(headers, mediaTypesOf(operation));
  if (refused !== undefined) return refused;
  const encoding = headers['content-encoding'];
  if (encoding !== undefined) {
    const message = 'Send the body without a content encoding.';
    return refuse(415, 'headerInvalid', message, { path: 'Content-Encoding' });
  }
  return undefined;
}

/** Rejects a body with 415 if it has none of these media types. */
export function checkMediaType(
  headers: IncomingHttpHeaders,
  mediaTypes: readonly string[],
): Refusal | undefined {
  if (isOneOf(mediaTypes, headers['content-type'] ?? '')) return undefined;
  const found = shorten(headers['content-type'] ?? 'none');
  const message = `Found ${found}. Expected ${mediaTypes.join(' or ')} in UTF-8.`;
  return refuse(415, 'headerInvalid', message, { path: 'Content-Type' });
}

/** Rejects a request with 406 if its Accept header excludes the type of the response. */
export function checkAccept(
  accept: string | undefined,
  { answers }: Pick<Operation, 'answers'> | { readonly answers: string },
): Refusal | undefined {
  if (accept === undefined || accept === '' || accept === '*/*' || accept === answers)
    return undefined;
  if (answers === 'nothing') return undefined;
  const types = answers === 'file' ? FILE_MEDIA_TYPES : [answers];
  if (types.some((type) => isAccepted(accept, type))) return undefined;
  const message = `This operation returns only ${types.join(' or ')}.`;
  return refuse(406, 'headerInvalid', message, { path: 'Accept' });
}

/**
 * Returns true if an Accept header allows a media type. The most specific range that matches
 * decides (RFC 9110, 12.5.1). A quality of 0 excludes the type.
 */
function isAccepted(accept: string, type: string): boolean {
  const wanted = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
  const ranges = parseAccept(accept);
  for (const pattern of wanted) {
    const range = ranges.find(
      (candidate) =>
        candidate.type.toLowerCase() === pattern &&
        (candidate.params['charset'] ?? 'utf-8').toLowerCase() === 'utf-8',
    );
    if (range !== undefined) return range.q > 0;
  }
  return false;
}
