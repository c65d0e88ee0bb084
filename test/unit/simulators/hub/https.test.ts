import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Documents } from '../../../../src/simulators/hub/https/documents.ts';
import { createFaults } from '../../../../src/simulators/hub/https/faults.ts';
import { runHub } from '../../../../src/simulators/hub/hub.ts';
import type { Step } from '../../../../src/simulators/hub/hub-parts.ts';
import { SCENARIOS } from '../../../../src/simulators/hub/scenario.ts';
import { HttpsConnection } from '../../../../src/connections/https-connection.ts';
import { openHttpsExchange } from '../../../../src/schemes/exchange/https.ts';
import { HUB_NAMES } from '../../../../src/schemes/exchange/hub-names.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { HubPki } from '../../../helpers/hub-pki.ts';
import { TestHub } from '../../../helpers/hub.ts';
import { realTime } from '../../../helpers/real-time.ts';
import { messageOf } from '../../../contract/exchange/messages.ts';
import { AT_ONCE, createExchange } from './fixtures.ts';
import { pacs008 } from './messages.ts';

const ID = 'M0000000000000000000000001';

let pki: HubPki;

beforeAll(async () => {
  pki = await HubPki.create();
});

afterAll(() => pki.remove());

/** Options of a hub with HTTPS on a free port, and its URL. */
function httpsOptions() {
  let url: string | undefined;
  const { hub, authority } = pki;
  const tls = { certificate: hub.certificate, key: hub.key, authorities: authority.certificate };
  const listening = (chosen: string): void => void (url = chosen);
  return {
    https: { host: '127.0.0.1', port: 0, ...tls, listening },
    url: () => eventually(() => url ?? Promise.reject(new Error('The hub does not listen.'))),
  };
}

async function openExchange(url: string) {
  const exchange = await openHttpsExchange({ url, ...(await pki.bank()), timeoutMs: 5000 });
  onTestFinished(() => exchange.close());
  return exchange;
}

describe('the hub simulator over HTTPS', () => {
  it.each(['copied', 'stored'] as const)(
    'confirms nothing if it ends after the step "%s", and continues',
    async (step: Step) => {
      const data = mkdtempSync(join(tmpdir(), 'hub-data-'));
      onTestFinished(() => rmSync(data, { recursive: true }));
      const { https, url } = httpsOptions();
      const reached = (at: Step): void => {
        if (at === step) throw new Error('simulated crash');
      };
      const parts = { scenario: AT_ONCE, once: false, clock: realTime, print: () => undefined };
      const options = { folder: null, data, https, ...parts };
      const running = runHub({ ...options, reached }, new AbortController().signal);
      const ended = expect(running).rejects.toThrow('simulated crash');
      const exchange = await openExchange(await url());
      const content = pacs008(ID, [{}]);
      await expect(exchange.handOver(messageOf(ID, content))).rejects.toThrow('failed');
      await ended;

      const again = httpsOptions();
      const stop = new AbortController();
      const second = runHub({ ...options, https: again.https }, stop.signal);
      const repeated = await openExchange(await again.url());
      await repeated.handOver(messageOf(ID, content));
      await eventually(async () => {
        expect(await repeated.arrived(10)).toHaveLength(1);
      });
      stop.abort();
      await second;
    },
  );

  it('shares its messages and documents with the exchange of files', async () => {
    const files = createExchange();
    const { https, url } = httpsOptions();
    const stop = new AbortController();
    const running = runHub(
      {
        ...{ folder: files.folder, data: files.data, https, scenario: AT_ONCE, once: false },
        ...{ clock: realTime, print: () => undefined },
      },
      stop.signal,
    );
    const exchange = await openExchange(await url());
    const content = pacs008(ID, [{}]);
    await exchange.handOver(messageOf(ID, content));
    files.send(`${ID}.xml`, content);
    await eventually(() => {
      expect(files.report()).toMatchObject([{ id: ID, repeats: 1, waiting: 0 }]);
    });
    const [document] = await eventually(async () => {
      const arrived = await exchange.arrived(10);
      expect(arrived).toHaveLength(1);
      return arrived;
    });
    expect(files.fromHub()).toEqual([document?.name]);
    await document?.remove();
    expect(files.fromHub()).toEqual([]);
    stop.abort();
    await running;
  });

  it('answers requests that it cannot execute with a problem', async () => {
    const hub = new TestHub(pki);
    onTestFinished(() => hub.end());
    hub.start();
    const exchange = await openExchange(await hub.url());
    const message = messageOf(ID, 'content');
    for (const [wrong, problem] of [
      [{ id: 'not_an_id' }, 'status 400. Invalid message id: Use 1 to 26 letters'],
      [{ sha256: '0'.repeat(64) }, 'status 400. Wrong digest'],
    ] as const) {
      const handed = exchange.handOver({ ...messageOf(ID, 'content'), ...wrong });
      await expect(handed).rejects.toThrow(problem);
    }
    await expect(exchange.arrived(0)).rejects.toThrow('status 400. Invalid limit');
    // The exchange of the bank never requests so many documents.
    const options = { url: await hub.url(), files: await pki.bank(), timeoutMs: 5000 };
    const connection = new HttpsConnection({ ...options, names: HUB_NAMES });
    onTestFinished(() => connection.close());
    const tooMany = await connection.send({ method: 'GET', path: '/documents?limit=1000' });
    expect(tooMany.status).toBe(400);
    expect(hub.messages()).toEqual([]);
    await exchange.handOver(message);
  });
});

describe('the faults of the HTTPS API', () => {
  const faultsFor = (seed: number) => {
    const next = createFaults({ ...SCENARIOS.rough, seed });
    return Array.from({ length: 200 }, next);
  };

  it('are the same for the same seed', () => {
    expect(faultsFor(7)).toEqual(faultsFor(7));
    expect(faultsFor(8)).not.toEqual(faultsFor(7));
    expect(new Set(faultsFor(7).map(({ kind }) => kind)).size).toBe(4);
  });

  it('are absent in the calm mood', () => {
    const next = createFaults(SCENARIOS.calm);
    for (let time = 0; time < 100; time += 1) expect(next()).toEqual({ kind: 'none', delayMs: 0 });
  });
});

describe('the list of waiting documents', () => {
  it('is not empty if the oldest document is removed while others wait', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hub-documents-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const names = Array.from(
      { length: 200 },
      (_, index) => `${String(index).padStart(3, '0')}.xml`,
    );
    for (const [index, name] of names.entries()) {
      writeFileSync(join(folder, name), name);
      utimesSync(join(folder, name), index + 1, index + 1);
    }
    const documents = new Documents(folder);
    for (const oldest of names.slice(0, -1)) {
      const [listed] = await Promise.all([documents.list('1'), documents.remove(oldest)]);
      expect(listed).toMatchObject({ status: 200, content: { documents: [{}] } });
    }
  });
});
