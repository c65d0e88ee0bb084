import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicPart } from '../../../src/auth/keys/key-file.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { bulkFile } from '../../helpers/payment-file.ts';
import { startSigningService, type SigningService } from '../../helpers/signing-service.ts';
import { verifiedHeader } from '../../helpers/signing.ts';
import { eventually } from '../../helpers/eventually.ts';
import { Tpp, type Reply } from '../../helpers/tpp.ts';

/** A file that is too large for the socket buffers on both sides, if the client does not read. */
const FILE = bulkFile(20_000);

let service: SigningService;
let tpp: Tpp;
let other: Tpp;
const sockets: Socket[] = [];

beforeAll(async () => {
  service = await startSigningService({ fileMaxBytes: 64 * 1024 * 1024, downloadsPerTpp: 2 });
  [tpp, other] = await Promise.all([
    Tpp.signIn(service.origin),
    Tpp.signIn(service.origin, 'tpp-two'),
  ]);
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await service.end();
});

/** Uploads the file under a new consent. Returns the path of the download, relative to the API. */
async function uploaded(owner: Tpp): Promise<string> {
  const consentId = await owner.consentFor(FILE);
  expect((await owner.upload(consentId, FILE)).status).toBe(200);
  return `/file-payment-consents/${consentId}/file`;
}

/** Downloads a file from the listener that signs its responses. */
function download({ token }: Tpp, path: string): Promise<Reply> {
  return Tpp.withToken(service.strictOrigin, token).get(path);
}

/** Starts a download and reads only the start of the response. */
async function leaveUnread({ token }: Tpp, path: string): Promise<Socket> {
  const { hostname, port, host } = new URL(service.strictOrigin);
  const socket = connect(Number(port), hostname);
  sockets.push(socket.on('error', () => undefined));
  const target = `/open-banking/v3.1/pisp${path}`;
  socket.write(`GET ${target} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n\r\n`);
  await new Promise((resolve) => socket.once('readable', resolve));
  return socket;
}

test('a download of a large file has its length and a signature of its bytes', async () => {
  const reply = await download(tpp, await uploaded(tpp));
  expect([reply.status, reply.headers.get('content-length')]).toEqual([200, String(FILE.length)]);
  expect(reply.bytes.equals(FILE)).toBe(true);
  const signature = expectDefined(reply.headers.get('x-jws-signature'), 'the signature');
  const keys = service.keys.jwks().keys.map(publicPart);
  expect(await verifiedHeader(signature, FILE, keys)).toMatchObject({ cty: 'application/json' });
});

test('stalled downloads count towards the limit: more get 429, and other TPPs are served', async () => {
  const [mine, userText] = await Promise.all([uploaded(tpp), uploaded(other)]);
  const [first] = [await leaveUnread(tpp, mine), await leaveUnread(tpp, mine)];
  const refused = await download(tpp, mine);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await download(other, userText)).bytes.equals(FILE)).toBe(true);
  first.destroy();
  await eventually(async () => {
    expect((await download(tpp, mine)).status).toBe(200);
  });
});
