import { parseAccept } from 'hono/utils/accept';
import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../../contract/operations.ts';
import { refuse, type Refusal } from '../../shared/errors.ts';
import { shorten } from '../../shared/text.ts';

/** Whether a content type is JSON in UTF-8, in any of its spellings. */
function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  if (type.trim() !== 'application/json') return false;
  return parameters.every((parameter) => {
    const [name = '', value = ''] = parameter.split('=');
    if (parameter.trim() === '') return true;
    return name.trim() === 'charset' && ['utf-8', '"utf-8"'].includes(value.trim());
  });
}

/** Refuses a body of another type or encoding with 415, before any of it is read (rules, 1.7). */
export function checkContentType(
  headers: IncomingHttpHeaders,
  operation: Operation,
): Refusal | undefined {
  if (operation.body === 'none') return undefined;
  if (!isJson(headers['content-type'] ?? '')) {
    const found = shorten(headers['content-type'] ?? 'none');
    const message = `Found ${found}. Expected application/json in UTF-8.`;
    return refuse(415, 'headerInvalid', message, { path: 'Content-Type' });
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined) {
    const message = 'Send the body as it is, not encoded.';
    return refuse(415, 'headerInvalid', message, { path: 'Content-Encoding' });
  }
  return undefined;
}

/** Refuses with 406 a caller who will not take what this operation answers with. */
export function checkAccept(accept: string | undefined, operation: Operation): Refusal | undefined {
  const { answers } = operation;
  if (accept === undefined || accept === '' || accept === '*/*' || accept === answers)
    return undefined;
  if (answers === 'nothing' || isAccepted(accept, answers)) return undefined;
  const message = `This address answers with ${answers}.`;
  return refuse(406, 'headerInvalid', message, { path: 'Accept' });
}

/** The most specific range that fits decides (RFC 9110, 12.5.1); a quality of 0 forbids. */
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
