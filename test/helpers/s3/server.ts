import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import type { Bucket } from '../../../src/store/files/s3/bucket.ts';
import { answerTo, refusal, type Answer } from './answers.ts';
import { TestBucket } from './bucket.ts';
import { faultOfSignature, type Account } from './judge.ts';

/** What befalls the object store; each is set back by setting it again. */
interface Faults {
  /** Connections are cut off before a word is said. */
  isAway: boolean;
  /** Milliseconds before each answer. */
  slowMs: number;
  /** Answers wait for it. */
  until: Promise<void> | null;
  /** So many answers yet say that it is too busy. */
  busyAnswers: number;
  /** So many bodies yet break off in their middle. */
  cutBodies: number;
}

/** An S3 server of one bucket that takes nothing that is not signed as it must be. */
export interface TestObjectStore {
  /** As the service is told of it. */
  readonly place: Bucket;
  /** The same, as it is written for PIS_FILES. */
  readonly address: string;
  readonly bucket: TestBucket;
  readonly faults: Faults;
  /** `PUT 200`, for each request that was answered; emptied by whoever looks at it. */
  readonly answered: string[];
  close(): Promise<void>;
}

const ACCOUNT: Account = { accessKey: 'files', secretKey: 'secret of files', region: 'eu-west-2' };
const BUCKET = 'bank-files';
const PREFIX = 'live/files';

export async function startObjectStore(): Promise<TestObjectStore> {
  const bucket = new TestBucket();
  const faults: Faults = {
    ...{ isAway: false, slowMs: 0, until: null, busyAnswers: 0, cutBodies: 0 },
  };
  const answered: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', socket } = request;
    if (faults.isAway) {
      socket.destroy();
      return;
    }
    const given = await judged(request, bucket, faults);
    if (faults.slowMs > 0) await wait(faults.slowMs);
    await faults.until;
    const { status, headers, body = Buffer.of() } = given;
    const isCut = faults.cutBodies > 0 && method === 'GET' && body.length > 1;
    answered.push(`${method} ${String(status)}`);
    response.writeHead(status, { 'content-length': String(body.length), ...headers });
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
  return {
    ...{ bucket, faults, answered },
    place: { ...ACCOUNT, endpoint, bucket: BUCKET, prefix: PREFIX },
    address: `s3://${BUCKET}/${PREFIX}?region=${ACCOUNT.region}&endpoint=${endpoint}`,
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
  faults: Faults,
): Promise<Answer> {
  const body = await buffer(request);
  // S3 too goes by the machine's time, whatever the service takes for now.
  const now = Math.floor(performance.timeOrigin + performance.now());
  const fault = faultOfSignature(request, body, ACCOUNT, now);
  if (fault !== undefined) return refusal(fault);
  if (faults.busyAnswers > 0) {
    faults.busyAnswers -= 1;
    return refusal('SlowDown');
  }
  const { method = '', headers } = request;
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
  const [, name, ...parts] = pathname.split('/');
  if (name !== BUCKET) return refusal('NoSuchBucket');
  return answerTo(bucket, { method, key: parts.join('/'), query, headers, body }, now);
}
