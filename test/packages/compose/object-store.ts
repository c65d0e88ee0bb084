import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { realTime } from '../../helpers/real-time.ts';
import { answerTo, refusal } from '../../helpers/s3/answers.ts';
import { TestBucket } from '../../helpers/s3/bucket.ts';
import { faultOfSignature } from '../../helpers/s3/judge.ts';

// A simulated S3 server in place of MinIO, with the settings and the port of its image. It stores
// objects in memory.

const account = {
  accessKey: process.env['MINIO_ROOT_USER'] ?? '',
  secretKey: process.env['MINIO_ROOT_PASSWORD'] ?? '',
  region: 'us-east-1',
};
const bucket = new TestBucket();

createServer((request, response) => {
  void buffer(request).then((body) => {
    const { method = '', headers } = request;
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://objects');
    const [, name, ...parts] = pathname.split('/');
    const now = realTime();
    const fault =
      faultOfSignature(request, body, account, now) ??
      (name === 'payment-files' ? undefined : 'NoSuchBucket');
    const key = parts.join('/');
    const {
      status,
      headers: others,
      body: content = Buffer.of(),
    } = fault === undefined
      ? answerTo(bucket, { method, key, query, headers, body }, now)
      : refusal(fault);
    response.writeHead(status, { ...others, 'content-length': String(content.length) });
    response.end(method === 'HEAD' ? undefined : content);
  });
}).listen(9000, '0.0.0.0');
