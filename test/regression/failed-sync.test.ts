import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contentPath } from '../../src/domain/content.ts';
import { dataFolder } from '../../src/domain/data-folder.ts';
import { auditBooks } from '../crash/audit-disk.ts';
import { ServiceProcess } from '../crash/service-process.ts';
import { bulkFile } from '../helpers/payment-file.ts';
import { beginRequest } from '../helpers/raw.ts';
import { Tpp } from '../helpers/tpp.ts';

/*
 * A failed sync was forgiven: the upload was answered 503, its repeat 200, and a power cut lost the
 * file, because a kernel may forget what it could not write.
 */

/** What the process ends with, as docs/operations.md says. */
const EXIT_DISK_NOT_TRUSTED = 70;

/** Level `fatal` of a log line. */
const FATAL = 60;

/**
 * Loaded into the service, and so into its threads: syncs of what has a name that matches fail.
 * The pattern is in a file, so that the disk can go bad while the service runs.
 */
const FAULTS = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  for (const name of ['fsyncSync', 'fdatasyncSync']) {
    const real = fs[name];
    fs[name] = (descriptor) => {
      const path = fs.readlinkSync('/proc/self/fd/' + String(descriptor));
      const pattern = fs.readFileSync(process.env.FAULTS_FILE, 'utf8');
      if (pattern === '' || !new RegExp(pattern).test(path)) return real(descriptor);
      const error = new Error('EIO: i/o error, ' + name);
      throw Object.assign(error, { code: 'EIO', syscall: name });
    };
  }
  syncBuiltinESMExports();`;

const withFaults = (program: string): readonly [string, ...string[]] => [
  process.execPath,
  '--import',
  `data:text/javascript,${encodeURIComponent(FAULTS)}`,
  program,
];

let directory = '';
let faultsFile = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pis-sync-'));
  faultsFile = join(directory, 'faults');
  writeFileSync(faultsFile, '');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

function start(): Promise<ServiceProcess> {
  return ServiceProcess.start({
    dataDirectory: join(directory, 'data'),
    settings: { FAULTS_FILE: faultsFile },
    command: withFaults,
  });
}

describe.skipIf(!existsSync('/proc/self/fd'))('a failed sync of', () => {
  const FAILING = [
    ['the bytes of an upload', 'files/tmp/[0-9a-f-]+$'],
    ['the folder that it is kept in', 'files/[0-9a-f]{2}$'],
    ['the folder of all files', 'files$'],
  ] as const;

  test.each(FAILING)(
    '%s ends the service at once, and starting again mends it',
    async (_, what) => {
      const file = bulkFile(3);
      const sha256 = createHash('sha256').update(file).digest('hex');
      const { files } = dataFolder(join(directory, 'data'));
      const path = contentPath(files, sha256);
      const first = await start();
      const tpp = await Tpp.signIn(first.origin);
      const consentId = await tpp.consentFor(file);
      const [other, url] = [
        await tpp.consentFor(bulkFile(5)),
        `${first.origin}/open-banking/v3.1/pisp`,
      ];
      const underWay = beginRequest(`${url}/file-payment-consents/${other}/file`, {
        authorization: `Bearer ${tpp.token}`,
        'content-type': 'application/json',
        'x-idempotency-key': 'under-way',
      });
      await underWay.write('{');
      const isUnderWayOver = underWay.answer.catch(() => 'broken off');

      writeFileSync(faultsFile, what);
      const answer = tpp.upload(consentId, file, { key: 'once' });
      await expect(answer).rejects.toThrow('fetch failed');
      expect(await isUnderWayOver).toBe('broken off');
      expect(await first.stop()).toMatchObject({ code: EXIT_DISK_NOT_TRUSTED, signal: null });
      const lines = first.lastWords.trim().split('\n');
      const last = JSON.parse(lines.at(-1) ?? '') as object;
      expect(last).toMatchObject({
        level: FATAL,
        msg: 'ended: the disk cannot be trusted',
        err: { type: 'SyncFailed' },
      });

      writeFileSync(faultsFile, '');
      const second = await start();
      // The name whose sync failed is not there to be believed.
      expect(existsSync(contentPath(files, sha256).slice(0, -sha256.length))).toBe(false);
      const again = await Tpp.signIn(second.origin);
      expect((await again.upload(consentId, file, { key: 'once' })).status).toBe(200);
      expect(readFileSync(path).equals(file)).toBe(true);
      expect((await second.stop()).code).toBe(0);
      await auditBooks(join(directory, 'data'));
    },
  );
});
