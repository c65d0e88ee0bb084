import type { IncomingMessage } from 'node:http';
import type { TestBucket } from './bucket.ts';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

export interface Request {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/**
 * Maximum number of versions on a page of a listing. It is low, so that tests need several pages.
 */
const PAGE_VERSIONS = 3;

const STATUS_OF: Readonly<Record<string, number>> = {
  NoSuchBucket: 404,
  NoSuchKey: 404,
  MissingContentLength: 411,
  PreconditionFailed: 412,
  InvalidRange: 416,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
  AuthorizationHeaderMalformed: 400,
  NotImplemented: 501,
};

export function refusal(code: string): Answer {
  const body = Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
  return { status: STATUS_OF[code] ?? 403, headers: { 'content-type': 'application/xml' }, body };
}

/** Returns the response that S3 sends to a request with a valid signature. */
export function answerTo(bucket: TestBucket, request: Request, now: number): Answer {
  const { method, key, query } = request;
  if (key === '') return ofBucket(bucket, request);
  switch (method) {
    case 'PUT': {
      if (request.headers['content-length'] === undefined) return refusal('MissingContentLength');
      const isConditional = request.headers['if-none-match'] === '*';
      if (isConditional && bucket.newest(key) !== undefined) return refusal('PreconditionFailed');
      const { etag, id } = bucket.put(key, request.body, now);
      return { status: 200, headers: { etag, 'x-amz-version-id': id } };
    }
    case 'HEAD':
    case 'GET':
      return ofObject(bucket, request);
    case 'DELETE': {
      const id = query.get('versionId');
      if (id === null) bucket.put(key, null, now);
      else bucket.removeVersion(key, id);
      return { status: 204 };
    }
    default:
      return refusal('NotImplemented');
  }
}

function ofObject(bucket: TestBucket, { method, key, headers }: Request): Answer {
  const found = bucket.newest(key);
  if (found === undefined) return method === 'HEAD' ? { status: 404 } : refusal('NoSuchKey');
  const { content, etag, id, putAt } = found;
  const told = {
    ...{ etag, 'x-amz-version-id': id },
    'last-modified': new Date(putAt).toUTCString(),
  };
  if (method === 'HEAD') {
    return { status: 200, headers: { ...told, 'content-length': String(content.length) } };
  }
  if (headers.range === undefined) return { status: 200, headers: told, body: content };
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range) ?? [];
  if (Number(from) >= content.length) return refusal('InvalidRange');
  const body = content.subarray(Number(from), Number(to) + 1);
  const last = Number(from) + body.length - 1;
  const range = `bytes ${from}-${String(last)}/${String(content.length)}`;
  return { status: 206, headers: { ...told, 'content-range': range }, body };
}

function ofBucket(bucket: TestBucket, { method, query }: Request): Answer {
  if (method !== 'GET') return refusal('NotImplemented');
  if (query.has('versioning')) {
    const status = bucket.versioning === null ? '' : `<Status>${bucket.versioning}</Status>`;
    return xml(`<VersioningConfiguration>${status}</VersioningConfiguration>`);
  }
  return query.has('versions') ? listing(bucket, query) : refusal('NotImplemented');
}

function listing(bucket: TestBucket, query: URLSearchParams): Answer {
  const all = bucket.list(query.get('prefix') ?? '');
  const [keyMarker, idMarker] = ['key-marker', 'version-id-marker'].map((name) => query.get(name));
  const marked = all.findIndex(({ version }) => version.id === idMarker);
  // If the version was removed meanwhile, the listing continues at its former position.
  const after = all.filter(({ key }) => key < (keyMarker ?? '')).length;
  const begin = marked < 0 ? after : marked + 1;
  const page = all.slice(begin, begin + PAGE_VERSIONS);
  const isMore = begin + page.length < all.length;
  const last = page.at(-1);
  const next =
    isMore && last !== undefined
      ? `<NextKeyMarker>${last.key}</NextKeyMarker>` +
        `<NextVersionIdMarker>${last.version.id}</NextVersionIdMarker>`
      : '';
  const entries = page.map(({ key, version: { id, putAt, content } }) => {
    const kind = content === null ? 'DeleteMarker' : 'Version';
    const at = new Date(putAt).toISOString();
    return `<${kind}><Key>${key}</Key><VersionId>${id}</VersionId><LastModified>${at}</LastModified></${kind}>`;
  });
  return xml(
    `<ListVersionsResult><IsTruncated>${String(isMore)}</IsTruncated>${next}${entries.join('')}</ListVersionsResult>`,
  );
}

function xml(written: string): Answer {
  const body = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${written}`);
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}
