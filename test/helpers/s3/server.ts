import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import type { Bucket } from '../../../src/store/files/s3/bucket.ts';
import { answerTo, refusal, type Answer } from './answers.ts';
import { TestBucket } from './bucket.ts';
import { faultOfSignature, type Account } from './judge.ts';

/** Faults that the object store simulates. A test sets a field to start or end a fault. */
interface Faults {
  /** True if the store closes connections without a response. */
  isAway: boolean;
  /** Delay before each response, in milliseconds. */
  slowMs: number;
  /** A promise that all responses wait for. Null if they are sent at once. */
  until: Promise<void> | null;
  /** Number of coming responses that report SlowDown (503). */
  busyAnswers: number;
  /** Number of coming response bodies that the store cuts off in the middle. */
  cutBodies: number;
  /** Number of coming response bodies of which the store sends a byte every 20 ms. */
  slowBodies: number;
  /** True if responses have no ETag. */
  hasNoEtags: boolean;
  /** True if the store answers every conditional PUT with NotImplemented (501). */
  hasNoConditions: boolean;
}

/** A simulated S3 server with one bucket. It refuses requests that have no valid signature. */
export interface TestObjectStore {
  /** The bucket, in the format of the service's configuration. */
  readonly place: Bucket;
  /** The bucket's address, in the format of PIS_FILES. */
  readonly address: string;
  /** The settings of a service whose payment files are in the bucket. */
  readonly settings: Readonly<Record<string, string>>;
  readonly bucket: TestBucket;
  readonly faults: Faults;
  /**
   * The requests so far with the response status, such as `PUT 200`. Tests that read the list also
   * clear it.
   */
  readonly answered: string[];
  close(): Promise<void>;
}

const ACCOUNT: Account = { accessKey: 'files', secretKey: 'secret of files', region: 'eu-west-2' };
const BUCKET = 'bank-files';
const PREFIX = 'live/files';

/**
 * Starts a simulated object store.
 * @param sessionToken the token of temporary credentials. If given, every request must contain it.
 */
export async function startObjectStore(sessionToken?: string): Promise<TestObjectStore> {
  const account = { ...ACCOUNT, sessionToken };
  const bucket = new TestBucket();
  const faults: Faults = {
    ...{ isAway: false, slowMs: 0, until: null, busyAnswers: 0, cutBodies: 0 },
    ...{ slowBodies: 0, hasNoEtags: false, hasNoConditions: false },
  };
  const answered: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', socket } = request;
    if (faults.isAway) {
      socket.destroy();
      return;
    }
    const given = await judged(request, bucket, { faults, account });
    if (faults.slowMs > 0) await wait(faults.slowMs);
    await faults.until;
    const { status, body = Buffer.of() } = given;
    const { etag, ...others } = given.headers ?? {};
    const headers = etag === undefined || faults.hasNoEtags ? others : { ...others, etag };
    const isCut = faults.cutBodies > 0 && method === 'GET' && body.length > 1;
    answered.push(`${method} ${String(status)}`);
    response.writeHead(status, { 'content-length': String(body.length), ...headers });
    if (faults.slowBodies > 0 && method === 'GET') {
      faults.slowBodies -= 1;
      for (const byte of body) {
        if (socket.destroyed) return;
        response.write(Buffer.of(byte));
        await wait(20);
      }
    }
    if (!isCut) {
      response.end(method === 'HEAD' ? undefined : body);
      return;
    }
    faults.cutBodies -= 1;
    response.write(body.subarray(0, body.length / 2), () => {
      socket.destroy();
    });
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const { region, accessKey: accessKeyId, secretKey: secretAccessKey } = ACCOUNT;
  const address = `s3://${BUCKET}/${PREFIX}?region=${region}&endpoint=${endpoint}`;
  const credentials = { accessKeyId, secretAccessKey };
  return {
    ...{ bucket, faults, answered, address },
    place: { region, credentials, endpoint, bucket: BUCKET, prefix: PREFIX },
    settings: {
      PIS_FILES: address,
      PIS_S3_ACCESS_KEY: accessKeyId,
      PIS_S3_SECRET_KEY: secretAccessKey,
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function judged(
  request: IncomingMessage,
  bucket: TestBucket,
  { faults, account }: { readonly faults: Faults; readonly account: Account },
): Promise<Answer> {
  const body = await buffer(request);
  // The server checks signatures at the machine's real time, as S3 does, and ignores the service's
  // clock.
  const now = Math.floor(performance.timeOrigin + performance.now());
  const fault = faultOfSignature(request, body, account, now);
  if (fault !== undefined) return refusal(fault);
  if (faults.busyAnswers > 0) {
    faults.busyAnswers -= 1;
    return refusal('SlowDown');
  }
  const { method = '', headers } = request;
  if (faults.hasNoConditions && headers['if-none-match'] !== undefined) {
    return refusal('NotImplemented');
  }
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
  const [, name, ...parts] = pathname.split('/');
  if (name !== BUCKET) return refusal('NoSuchBucket');
  return answerTo(bucket, { method, key: parts.join('/'), query, headers, body }, now);
}
