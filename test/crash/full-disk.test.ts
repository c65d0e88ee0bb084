import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bulkFile } from '../helpers/payment-file.ts';
import { consentBody, dataOf, Tpp, type Reply } from '../helpers/tpp.ts';
import { auditBooks } from './audit-disk.ts';
import { ServiceProcess } from './service-process.ts';

/**
 * Maximum file size, which simulates a full disk. It is a soft limit of the process, so that the
 * test can raise it while the process runs. It is below the size at which the write-ahead log
 * starts again from its beginning.
 */
const LIMIT_KIB = 1280;
/** Maximum number of consents to create. It is more than fit on the disk. */
const MAX_CONSENTS = 5000;
/** Maximum number of readiness probes. It is more than fit when a consent no longer fits. */
const MAX_PROBES = 100;
/**
 * A module that makes the process ignore SIGXFSZ. Otherwise this signal would end it at the limit.
 * A full disk sends no signal.
 */
const IGNORE_SIGNAL = 'data:text/javascript,process.on("SIGXFSZ",()=>{})';

const limited = (program: string): readonly [string, ...string[]] => [
  'bash',
  '-c',
  `ulimit -S -f ${String(LIMIT_KIB)}; exec "$0" --import "$1" "$2"`,
  process.execPath,
  IGNORE_SIGNAL,
  program,
];

/** The program of util-linux that changes the limits of a running process. */
const LIFT_LIMIT = 'prlimit';

const canLimit = spawnSync(LIFT_LIMIT, ['--version']).status === 0;

test.skipIf(!canLimit)(
  'the service still reads with a full disk, and writes again with free space',
  async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'pis-full-'));
    const service = await ServiceProcess.start({ dataDirectory, command: limited });
    try {
      const tpp = await Tpp.signIn(service.origin);
      const small = bulkFile(5);
      const { consentId, token } = await tpp.approved(small);
      const large = bulkFile(4000);
      const waiting = await tpp.consentFor(large);
      const refused = await tpp.upload(waiting, large, { key: 'large' });
      expect(refused.status).toBe(503);
      // The search index is written at the same time.
      await expect.poll(() => readdirSync(`${dataDirectory}/files/tmp`)).toEqual([]);

      const { stored, last } = await fill(tpp);
      expect(last.status).toBe(503);
      expect(last.headers.get('retry-after')).toBe('1');
      expect(last.text).not.toMatch(/SQLITE|EFBIG/);
      const unpaid = await tpp.submit(consentId, token, { key: 'payment' });
      expect(unpaid.status).toBe(503);
      await probeUntilFull(service);
      expect(await healthOf(service)).toEqual({ live: 200, ready: 503 });
      for (const id of [stored.at(0), stored.at(-1)]) {
        expect((await tpp.get(`/file-payment-consents/${id ?? ''}`)).status).toBe(200);
      }
      const file = await tpp.get(`/file-payment-consents/${consentId}/file`);
      expect(file.text).toBe(small.toString());

      execFileSync(LIFT_LIMIT, ['--pid', String(service.pid), '--fsize=unlimited']);
      expect(await healthOf(service)).toEqual({ live: 200, ready: 200 });
      expect((await tpp.upload(waiting, large, { key: 'large' })).status).toBe(200);
      const paid = await tpp.submit(consentId, token, { key: 'payment' });
      const paymentId = String(dataOf(paid)['FilePaymentId']);
      expect(await tpp.finished(paymentId)).toMatchObject({ Status: 'InitiationCompleted' });
      for (const id of stored) {
        expect((await tpp.get(`/file-payment-consents/${id}`)).status).toBe(200);
      }
    } finally {
      await service.stop();
    }
    await auditBooks(dataDirectory);
    rmSync(dataDirectory, { recursive: true });
  },
);

/**
 * Creates consents until the service refuses one. Returns the ids of the accepted consents, and the
 * last response.
 */
async function fill(tpp: Tpp): Promise<{ stored: readonly string[]; last: Reply }> {
  const body = JSON.stringify(consentBody(bulkFile(1)));
  const stored: string[] = [];
  for (;;) {
    const last = await tpp.call('POST', '/file-payment-consents', { body });
    if (last.status !== 201 || stored.length === MAX_CONSENTS) return { stored, last };
    stored.push(String(dataOf(last)['ConsentId']));
  }
}

/**
 * Sends readiness probes until the service is not ready. A probe writes less than a consent, so
 * several are needed to fill the rest of the disk.
 */
async function probeUntilFull(service: ServiceProcess): Promise<void> {
  for (let probes = 0; probes < MAX_PROBES; probes += 1) {
    if ((await healthOf(service)).ready !== 200) return;
  }
}

async function healthOf({ origin }: ServiceProcess): Promise<{ live: number; ready: number }> {
  const [live, ready] = await Promise.all([
    fetch(`${origin}/health/live`),
    fetch(`${origin}/health/ready`),
  ]);
  return { live: live.status, ready: ready.status };
}
