import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Exchange } from '../../../../src/domain/ports/hub.ts';
import { createDice } from '../../../../src/simulators/hub/dice.ts';
import { printReport } from '../../../../src/simulators/hub/report.ts';
import { openHttpsExchange } from '../../../../src/schemes/exchange/https.ts';
import { messageOf } from '../../../contract/exchange/messages.ts';
import { freePort } from '../../../helpers/free-port.ts';
import { HubPki } from '../../../helpers/hub-pki.ts';
import type { HubMessage } from '../../../helpers/hub.ts';
import { answersIn } from './documents.ts';
import { pacs008 } from './messages.ts';

const MAIN = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url));

let pki: HubPki;

beforeAll(async () => {
  pki = await HubPki.create();
});

afterAll(() => pki.remove());

/** Returns the options with the files of the hub's certificate. */
function tlsOptions(): readonly string[] {
  const files = {
    certificate: pki.hub.certificate,
    key: pki.hub.key,
    ca: pki.authority.certificate,
  };
  return Object.entries(files).flatMap(([name, content]) => {
    const path = join(pki.folder, `hub-${name}.pem`);
    writeFileSync(path, content);
    return [`--${name}`, path];
  });
}

function start(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [MAIN, 'hub-simulator', ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function outputOf(child: ChildProcess): Promise<{ code: number | null; err: string }> {
  let err = '';
  child.stderr?.on('data', (text: Buffer) => (err += text.toString()));
  await once(child, 'close');
  return { code: child.exitCode, err };
}

function dataFolder(): string {
  const data = mkdtempSync(join(tmpdir(), 'hub-data-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return data;
}

/** Plays the bank until every message is confirmed. Returns the documents that it took. */
async function playBank(exchange: Exchange, ids: readonly string[], isOver: () => boolean) {
  const documents: string[] = [];
  const unconfirmed = new Set(ids);
  while (!isOver() || unconfirmed.size > 0) {
    for (const id of unconfirmed) {
      const content = pacs008(id, [{}, { account: '99999900000070' }]);
      await exchange.handOver(messageOf(id, content)).then(
        () => unconfirmed.delete(id),
        () => undefined,
      );
    }
    for (const document of await exchange.arrived(10).catch(() => [])) {
      try {
        let xml = '';
        const pieces = document.open().iterator({ destroyOnReturn: true });
        for await (const piece of pieces) xml += String(piece);
        documents.push(xml);
        await document.remove();
      } catch {
        // The connection was lost. The document is offered again.
      }
    }
    await sleep(20);
  }
  return documents;
}

describe('pisctl hub-simulator --listen', () => {
  it('executes each credit once, although it is killed again and again', async () => {
    const [data, port] = [dataFolder(), await freePort()];
    const options = ['--data', data, '--listen', `127.0.0.1:${String(port)}`, ...tlsOptions()];
    const ids = Array.from({ length: 12 }, (_, index) => `MESSAGE-${String(index)}`);
    const url = `https://127.0.0.1:${String(port)}`;
    const exchange = await openHttpsExchange({ url, ...(await pki.bank()), timeoutMs: 3000 });
    onTestFinished(() => exchange.close());
    const reported = (): readonly HubMessage[] => {
      const lines: string[] = [];
      printReport(data, (line) => lines.push(line));
      return (JSON.parse(lines.join('\n')) as { messages: readonly HubMessage[] }).messages;
    };
    let isQuiet = false;
    const bank = playBank(exchange, ids, () => isQuiet);
    const dice = createDice(1, 'kills over HTTPS');
    for (let round = 0; round < 6; round += 1) {
      const hub = start(...options, '--mood', 'rough', '--seed', String(round));
      await sleep(dice.between(400, 1200));
      hub.kill('SIGKILL');
      await once(hub, 'close');
    }
    const hub = start(...options);
    await expect
      .poll(async () => {
        // A message has no waiting documents before it is decided. A document that is delivered
        // meanwhile is not waiting either, so the list of documents comes last.
        const decided = reported().filter(({ state }) => state === 'decided');
        const ended = decided.filter(({ waiting }) => waiting === 0);
        return [ended.length, (await exchange.arrived(1)).length];
      })
      .toEqual([ids.length, 0]);
    isQuiet = true;
    const returns = (await bank)
      .filter((xml) => xml.includes('pacs.004'))
      .flatMap((xml) => answersIn(xml).map(({ id }) => id));
    expect([...new Set(returns)].sort()).toEqual(ids.map((id) => `${id}-1`).sort());
    for (const { credits, conflicts } of reported()) {
      expect(conflicts).toBe(0);
      expect(credits.map(({ returned }) => returned)).toEqual(['0.00', '10.00']);
    }
    hub.kill('SIGTERM');
    await once(hub, 'close');
    expect(hub.exitCode).toBe(0);
  });

  it('prints its address, and ends at SIGTERM', async () => {
    const hub = start('--data', dataFolder(), '--listen', '127.0.0.1:0', ...tlsOptions());
    let out = '';
    hub.stdout?.on('data', (text: Buffer) => (out += text.toString()));
    await expect.poll(() => out).toMatch(/The hub listens on https:\/\/127\.0\.0\.1:\d+\./);
    hub.kill('SIGTERM');
    await once(hub, 'close');
    expect(hub.exitCode).toBe(0);
  });

  it('says what to do if an option is wrong', async () => {
    const listen = ['--data', dataFolder(), '--listen', '127.0.0.1:0'];
    const tls = tlsOptions();
    const swapped = ['--certificate', tls[3] ?? '', '--key', tls[1] ?? '', '--ca', tls[5] ?? ''];
    const failures: readonly (readonly [string, readonly string[]])[] = [
      ['--listen needs --certificate, --key, --ca', listen],
      ['has an effect only with --listen', ['--folder', dataFolder(), ...tls]],
      ['Expected an IP address and a port', ['--listen', 'localhost']],
      ['Name the data folder of the hub with --data', ['--listen', '127.0.0.1:0', ...tls]],
      ['cannot be used for TLS', [...listen, ...swapped]],
      ['cannot be used with option', [...listen, ...tls, '--once']],
    ];
    for (const [message, args] of failures) {
      const { code, err } = await outputOf(start(...args));
      expect(err).toContain(message);
      expect(code).toBe(2);
    }
  });
});
