import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { get, held, heard, open, send, underWay } from '../../../helpers/held-listener.ts';
import { eventually } from '../../../helpers/eventually.ts';

describe('a body that the response does not wait for', () => {
  const head = 'POST / HTTP/1.1\nhost: here\n';

  test.each([
    ['rejected by the listener, chunked', `${head}transfer-encoding: chunked\n\n`, true],
    ['rejected by the listener, large', `${head}content-length: 100000\n\n`, true],
    ['answered by the handler, chunked', `${head}transfer-encoding: chunked\n\n`, false],
    ['answered by the handler, large', `${head}content-length: 100000\n\n`, false],
  ])('ends the connection soon after the response: %s', async (_, request, isRejected) => {
    await open({}, isRejected ? { originOf: () => undefined } : {});
    const socket = send(request);
    const all = heard(socket);
    const more = setInterval(() => socket.write('5\r\nhello\r\n'), 20);
    if (!isRejected) {
      await underWay(1);
      held[0]?.answer();
    }
    // The connection may be reset, which `once` would report as an error.
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(more);
    expect(all.text.match(/HTTP\/1.1 (?:421|200)/g)).toHaveLength(1);
    if (!isRejected) expect(held[0]?.incoming.complete).toBe(false);
  });

  test('keeps the connection if it arrives before or soon after the response', async () => {
    await open();
    const chunked = `${head}transfer-encoding: chunked\n\n5\nhello\n0\n\n`;
    for (const [index, request] of [`${head}content-length: 5\n\n`, chunked].entries()) {
      const socket = send(request);
      const all = heard(socket);
      await underWay(2 * index + 1);
      held[2 * index]?.answer();
      await eventually(() => {
        expect(all.text).toContain('200 OK');
      });
      socket.write(index === 0 ? 'hello' : '');
      await wait(600);
      socket.write(get('/next').replaceAll('\n', '\r\n'));
      await underWay(2 * index + 2);
    }
  });
});

describe('a client that sends Expect: 100-continue', () => {
  const head = 'POST / HTTP/1.1\nhost: HOST\nexpect: 100-continue\ncontent-length: 2\n\n';

  test('gets 100 Continue when its request is admitted', async () => {
    await open();
    const socket = send(head.replace('HOST', 'here'));
    const all = heard(socket);
    await eventually(() => {
      expect(all.text).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    });
    socket.write('ok');
    held[0]?.answer();
    await eventually(() => {
      expect(all.text).toContain('200 OK');
    });
  });

  test('gets no 100 Continue when its request is rejected', async () => {
    await open({}, { originOf: () => undefined });
    const all = heard(send(head.replace('HOST', 'elsewhere')));
    await eventually(() => {
      expect(all.text).toContain('421 MisdirectedRequest');
    });
    expect(all.text).not.toContain('Continue');
  });
});
