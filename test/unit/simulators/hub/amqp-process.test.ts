import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { printReport } from '../../../../src/simulators/hub/report.ts';
import { openAmqpExchange } from '../../../../src/schemes/exchange/amqp.ts';
import { messageOf } from '../../../contract/exchange/messages.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { HubPki } from '../../../helpers/hub-pki.ts';
import type { HubMessage } from '../../../helpers/hub.ts';
import { missingBroker, TestBroker } from '../../../helpers/rabbitmq.ts';
import { pacs008 } from './messages.ts';

const MAIN = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url));

function start(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [MAIN, 'hub-simulator', ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function errorOf(...args: readonly string[]): Promise<string> {
  const child = start(...args);
  let text = '';
  child.stderr?.on('data', (piece: Buffer) => (text += piece.toString()));
  await once(child, 'close');
  expect(child.exitCode).toBe(2);
  return text;
}

describe('pisctl hub-simulator --amqp', () => {
  const url = 'amqps://127.0.0.1:1/v';

  test('names options that are missing, wrong or cannot be combined', async () => {
    expect(await errorOf('--data', '/tmp/x', '--amqp', url)).toContain(
      '--amqp needs --certificate',
    );
    expect(await errorOf('--amqp', 'amqp://127.0.0.1')).toContain('Expected a broker such as');
    expect(await errorOf('--amqp', url, '--folder', '/tmp/x')).toContain('cannot be used with');
  });
});

describe.skipIf(missingBroker() !== null)('a hub simulator with a broker', () => {
  let pki: HubPki;
  let broker: TestBroker;

  beforeAll(async () => {
    pki = await HubPki.create();
    broker = await TestBroker.start(pki);
  });

  afterAll(async () => {
    await broker.end();
    pki.remove();
  });

  test('executes each message once and answers it, although it is killed', async () => {
    const data = mkdtempSync(join(tmpdir(), 'hub-data-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const url = broker.freshUrl();
    const { certificate, key, authorities } = broker.hubFiles;
    const tls = ['--certificate', certificate, '--key', key, '--ca', authorities];
    const run = (): ChildProcess => start('--data', data, '--amqp', url, ...tls, '--mood', 'rough');
    const exchange = await openAmqpExchange({ url, ...(await pki.bank()), timeoutMs: 30_000 });
    onTestFinished(() => exchange.close());
    const ids = Array.from({ length: 30 }, (_, at) => `M${String(at).padStart(25, '0')}`);
    for (const id of ids) await exchange.handOver(messageOf(id, pacs008(id, [{}])));

    const answered = new Set<string>();
    /** Takes the documents that have arrived. */
    const take = async (): Promise<void> => {
      for (const document of await exchange.arrived(50)) {
        let xml = '';
        const pieces = document.open().iterator({ destroyOnReturn: true });
        for await (const piece of pieces) xml += String(piece);
        for (const id of ids) if (xml.includes(`<OrgnlMsgId>${id}<`)) answered.add(id);
        await document.remove();
      }
    };
    for (const least of [1, 10, 20]) {
      const hub = run();
      await eventually(async () => {
        await take();
        expect(answered.size).toBeGreaterThanOrEqual(least);
      });
      hub.kill('SIGKILL');
      await once(hub, 'close');
    }
    run();
    await eventually(async () => {
      await take();
      expect(answered.size).toBe(ids.length);
    });

    const lines: string[] = [];
    printReport(data, (line) => lines.push(line));
    const { messages } = JSON.parse(lines.join('\n')) as { messages: readonly HubMessage[] };
    expect(messages).toHaveLength(ids.length);
    expect(messages.every(({ conflicts }) => conflicts === 0)).toBe(true);
  });
});
