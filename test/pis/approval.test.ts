import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { decide } from '../client/sandbox.ts';
import { eventually } from '../helpers/eventually.ts';
import { NORTHWIND } from '../helpers/payment-file.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { run } from '../../pis/src/program.ts';
import { fileOf, TODAY } from './fixtures.ts';
import { sandboxProfile } from './sandbox.ts';

const service = useSecureService();
const CHOICE = { debtorAccount: NORTHWIND };

/** Starts `pis pay` of a file without a shortcut, and returns what it shows. */
async function start(signal = new AbortController().signal) {
  const folder = await sandboxProfile(service());
  const path = await fileOf(
    `Name,Sort code,Account number,Amount,Text\nHarrow Steel,20-05-17,60000000,1.00,${randomUUID()}\n`,
  );
  const shown = { out: '', err: '' };
  const output = (name: 'out' | 'err') => ({
    ...{ isTerminal: name === 'err', hasColours: false },
    write: (text: string) => void (shown[name] += text),
  });
  const questions: PromiseWithResolvers<string>[] = [];
  const code = run(
    {
      ...{ out: output('out'), err: output('err'), today: TODAY, now: Date.now, folder, signal },
      ask: () => {
        const question = Promise.withResolvers<string>();
        questions.push(question);
        return question.promise;
      },
    },
    ['pay', path, '--yes'],
  );
  const url = await eventually(() =>
    expectDefined(/https:\S+\/as\/authorize\S+/.exec(shown.err)?.[0], 'a link'),
  );
  return { shown, code, url, questions };
}

/** Posts a callback address to the port of pis, as the callback page does. */
async function handOver(address: string): Promise<number> {
  const port = /pis-(\d+)-/.exec(address)?.[1] ?? '';
  const { status } = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: address });
  return status;
}

/** Sends a part of a request to the port of pis, then closes the connection. */
async function breakOff(address: string): Promise<void> {
  const port = Number(/pis-(\d+)-/.exec(address)?.[1]);
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: pis\r\nContent-Length: 100\r\n\r\nabc');
  await once(socket, 'connect');
  await pause(50);
  socket.destroy();
  await pause(50);
}

it('shows a link with a QR code, and continues when the callback page passes the address on', async () => {
  const { shown, code, url } = await start();
  expect(shown.err).toContain('▀');
  const address = await decide(service(), url, CHOICE);
  expect(await handOver(address.replace(/(state=pis-\d+-)[\w-]+/, '$1guessed'))).toBe(404);
  await breakOff(address);
  expect(await handOver(address)).toBe(204);
  expect(await code).toBe(0);
  expect(JSON.parse(shown.out)).toMatchObject({ paid: 1 });
});

it('continues when the address is pasted, and asks again after a wrong one', async () => {
  const { shown, code, url, questions } = await start();
  const address = await decide(service(), url, CHOICE);
  questions[0]?.resolve('https://tpp-one.example/callback#code=1');
  await eventually(() => expectDefined(questions[1], 'a second question'));
  expect(shown.err).toContain('Expected the whole address');
  questions[1]?.resolve(` ${address} `);
  expect(await code).toBe(0);
});

it('ends with 3 if the customer declines', async () => {
  const { code, url, shown } = await start();
  await handOver(await decide(service(), url, { ...CHOICE, decision: 'reject' }));
  expect(await code).toBe(3);
  expect(shown.err).toContain('declined');
});

it('ends with 130 if it is interrupted while it waits', async () => {
  const interrupted = new AbortController();
  const { code } = await start(interrupted.signal);
  interrupted.abort();
  expect(await code).toBe(130);
});
