import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { readRaw, sendRaw, type RawReply } from '../../helpers/raw.ts';
import { sendSecurely } from '../../helpers/secure-raw.ts';
import { useSecureService } from '../../helpers/secure-service.ts';

const service = useSecureService();

const GIVEN = '93bac548-d2de-4546-b106-880a5018460d';
const CLOSE = 'connection: close\n';
const LONG = 'x'.repeat(20_000);

type Ask = (lines: string) => Promise<RawReply>;

const LISTENERS: readonly (readonly [string, Ask])[] = [
  ["TPPs'", (lines) => sendSecurely(service(), service().apiUrl, lines, 'tpp-one')],
  ["customers'", (lines) => sendSecurely(service(), service().issuerUrl, lines)],
  [
    'internal',
    (lines) => sendRaw(service().origin, lines.replaceAll('HOST', new URL(service().origin).host)),
  ],
];

/** Requests that Node itself would answer without a body. */
const BARE: readonly (readonly [string, number, string])[] = [
  ['no host', 400, `GET / HTTP/1.1\n${CLOSE}\n`],
  ['an invalid host', 421, `GET / HTTP/1.1\nhost: a b\n${CLOSE}\n`],
  ['a host with an invalid port', 421, `GET / HTTP/1.1\nhost: localhost:99999\n${CLOSE}\n`],
  ['a URL as host', 421, `GET / HTTP/1.1\nhost: http://localhost/\n${CLOSE}\n`],
  ['a backslash', 400, `GET /a\\b HTTP/1.1\nhost: HOST\n${CLOSE}\n`],
  ['an expectation', 417, `GET / HTTP/1.1\nhost: HOST\nexpect: tea\n${CLOSE}\n`],
  ['too long headers', 431, `GET / HTTP/1.1\nhost: HOST\nx: ${LONG}\n\n`],
  ['a too long target', 431, `GET /${LONG} HTTP/1.1\nhost: HOST\n\n`],
  ['bytes that are not HTTP', 400, 'hello\n\n'],
  ['an unknown method', 400, `BREW / HTTP/1.1\nhost: HOST\n\n`],
  ['another version', 400, `GET / HTTP/1.9\nhost: HOST\n\n`],
  ['the HTTP/2 preface', 400, 'PRI * HTTP/2.0\n\nSM\n\n'],
  ['a control character', 400, `GET /a\u0001b HTTP/1.1\nhost: HOST\n\n`],
  ['characters outside ASCII', 400, `GET /é HTTP/1.1\nhost: HOST\n\n`],
  ['a blank before a colon', 400, `GET / HTTP/1.1\nhost : HOST\n\n`],
  ['two lengths', 400, `POST / HTTP/1.1\nhost: HOST\ncontent-length: 1\ncontent-length: 2\n\n`],
  ['CONNECT', 400, `CONNECT evil.example:443 HTTP/1.1\nhost: HOST\n\n`],
  ['the target *', 400, `OPTIONS * HTTP/1.1\nhost: HOST\n${CLOSE}\n`],
];

describe.each(LISTENERS)('the %s listener', (_door, ask) => {
  test.each(BARE)(
    'answers a request with %s in the error format of the standard',
    async (...asked) => {
      const [, status, lines] = asked;
      const reply = await ask(lines);
      const id = reply.headers['x-fapi-interaction-id'];
      expect(reply.status).toBe(status);
      expect(reply.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(reply.body)),
        connection: 'close',
      });
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(JSON.parse(reply.body)).toEqual({
        Code: expect.stringMatching(`^${String(status)} [A-Z]`) as string,
        Id: id,
        Message: expect.any(String) as string,
        Errors: [expect.anything()],
      });
      expect(reply.body).toContain('"ErrorCode":"UK.OBIE.');
    },
  );

  test.each([
    ['host', 421, 'host: evil.example'],
    ['expectation', 417, 'host: HOST\nexpect: tea'],
  ])('returns the interaction ID of a request that it refuses for its %s', async (...asked) => {
    const [, status, header] = asked;
    const id = `x-fapi-interaction-id: ${GIVEN}`;
    const reply = await ask(`GET / HTTP/1.1\n${header}\n${id}\n${CLOSE}\n`);
    expect([reply.status, reply.headers['x-fapi-interaction-id']]).toEqual([status, GIVEN]);
  });

  test('ignores a request to upgrade the protocol', async () => {
    const upgrade = 'connection: upgrade, close\nupgrade: websocket\nsec-websocket-key: eA==\n';
    const { status } = await ask(`GET /nowhere HTTP/1.1\nhost: HOST\n${upgrade}\n`);
    expect(status).toBe(404);
  });

  test('answers valid requests afterwards', async () => {
    expect((await ask(`GET /nowhere HTTP/1.1\nhost: HOST\n${CLOSE}\n`)).status).toBe(404);
  });
});

test('a client that sends its headers too slowly gets 408', async () => {
  const { port } = new URL(service().origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: ');
  const { status, body } = await readRaw(socket);
  expect([status, JSON.parse(body)]).toEqual([
    408,
    expect.objectContaining({ Code: '408 RequestTimeout' }),
  ]);
});

test('metrics count refused requests per listener', async () => {
  const figures = await (await fetch(`${service().origin}/metrics`)).text();
  for (const listener of ['plain', 'tpps', 'customers']) {
    for (const reason of ['target', 'host', 'expectation', 'malformed', 'large']) {
      expect(figures).toContain(
        `pis_requests_refused_total{listener="${listener}",reason="${reason}"}`,
      );
    }
  }
});
