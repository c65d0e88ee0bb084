import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { dataFolder } from '../../src/config/data-folder.ts';
import { contentPath } from '../../src/store/files/content.ts';
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
  const isToFail = (descriptor) => {
    const path = fs.readlinkSync('/proc/self/fd/' + String(descriptor));
    const pattern = fs.readFileSync(process.env.FAULTS_FILE, 'utf8');
    return pattern !== '' && new RegExp(pattern).test(path);
  };
  const failed = (syscall) =>
    Object.assign(new Error('EIO: i/o error, ' + syscall), { code: 'EIO', syscall });
  for (const name of ['fsyncSync', 'fdatasyncSync']) {
    const real = fs[name];
    fs[name] = (descriptor) => {
      if (isToFail(descriptor)) throw failed(name);
      return real(descriptor);
    };
  }
  const handle = await fs.promises.open('/');
  const { sync } = Object.getPrototypeOf(handle);
  Object.getPrototypeOf(handle).sync = async function () {
    if (isToFail(this.fd)) throw failed('fsync');
    return sync.call(this);
  };
  await handle.close();
  syncBuiltinESMExports();`;

let directory = '';
let faultsFile = '';
let faultsProgram = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'pis-sync-'));
  faultsFile = join(directory, 'faults');
  writeFileSync(faultsFile, '');
  faultsProgram = join(directory, 'faults.mjs');
  writeFileSync(faultsProgram, FAULTS);
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** What a first start would take long to make. */
function layKeys(): void {
  cpSync(inject('pki'), dataFolder(join(directory, 'data')).pki, { recursive: true });
}

function start(): Promise<ServiceProcess> {
  return ServiceProcess.start({
    dataDirectory: join(directory, 'data'),
    settings: { FAULTS_FILE: faultsFile },
    command: (program) => [process.execPath, '--import', faultsProgram, program],
  });
}

/** The last line of the log that there is among a process's words. */
function lastLineOf(words: string): unknown {
  const last = words.trim().split('\n').at(-1) ?? '';
  return JSON.parse(last.slice(last.indexOf('{')));
}

const ENDED = {
  level: FATAL,
  msg: 'exited: the disk failed to sync data',
  err: { type: 'SyncFailed' },
};

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
      layKeys();
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
      await expect(answer).rejects.toThrow('got no answer');
      expect(await isUnderWayOver).toBe('broken off');
      expect(await first.gone(60_000)).toMatchObject({ code: EXIT_DISK_NOT_TRUSTED, signal: null });
      expect(lastLineOf(first.lastWords)).toMatchObject(ENDED);

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

describe.skipIf(!existsSync('/proc/self/fd'))('a start whose sync fails', () => {
  /** Ends with the same code and a line of the log. It was 2, and "Not started" alone. */
  async function expectEnded(what: string): Promise<void> {
    writeFileSync(faultsFile, what);
    const error: unknown = await start().catch((reason: unknown) => reason);
    expect([what, error]).toMatchObject([what, { code: EXIT_DISK_NOT_TRUSTED }]);
    expect(lastLineOf(String(error))).toMatchObject(ENDED);
    writeFileSync(faultsFile, '');
  }

  test("of the database's log or a folder ends, and so does each after it until none fails", async () => {
    layKeys();
    await (await start()).kill();
    for (const what of ['service\\.db-wal$', 'data$', 'files$']) await expectEnded(what);
    expect((await (await start()).stop()).code).toBe(0);
  });

  test('of a key ends', async () => {
    await expectEnded('pki/');
    expect((await (await start()).stop()).code).toBe(0);
  });
});
