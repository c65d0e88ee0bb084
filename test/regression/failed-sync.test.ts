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
 * Regression: after a failed sync, the upload was answered 503 and its repetition 200. A power cut
 * then lost the file, because a kernel may discard data that it could not write.
 */

/** Exit code of the process, as documented in docs/operations.md. */
const EXIT_DISK_NOT_TRUSTED = 70;

/** Level `fatal` of a log line. */
const FATAL = 60;

/**
 * Preloaded into the service and its threads. Makes syncs fail if the name of the file matches a
 * pattern. The pattern is in a file, so that the disk can fail while the service runs.
 */
const FAULTS = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const mustFail = (descriptor) => {
    const path = fs.readlinkSync('/proc/self/fd/' + String(descriptor));
    const pattern = fs.readFileSync(process.env.FAULTS_FILE, 'utf8');
    return pattern !== '' && new RegExp(pattern).test(path);
  };
  const failed = (syscall) =>
    Object.assign(new Error('EIO: i/o error, ' + syscall), { code: 'EIO', syscall });
  for (const name of ['fsyncSync', 'fdatasyncSync']) {
    const real = fs[name];
    fs[name] = (descriptor) => {
      if (mustFail(descriptor)) throw failed(name);
      return real(descriptor);
    };
  }
  const handle = await fs.promises.open('/');
  const { sync } = Object.getPrototypeOf(handle);
  Object.getPrototypeOf(handle).sync = async function () {
    if (mustFail(this.fd)) throw failed('fsync');
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

/** Copies keys that a first start would take long to generate. */
function copyKeys(): void {
  cpSync(inject('pki'), dataFolder(join(directory, 'data')).pki, { recursive: true });
}

function start(): Promise<ServiceProcess> {
  return ServiceProcess.start({
    dataDirectory: join(directory, 'data'),
    settings: { FAULTS_FILE: faultsFile },
    command: (program) => [process.execPath, '--import', faultsProgram, program],
  });
}

/** Returns the last log line in the output of a process. */
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
    ['the folder that it is stored in', 'files/[0-9a-f]{2}$'],
    ['the folder of all files', 'files$'],
  ] as const;

  test.each(FAILING)('%s ends the service at once, and a restart recovers', async (_, what) => {
    const file = bulkFile(3);
    const sha256 = createHash('sha256').update(file).digest('hex');
    const { files } = dataFolder(join(directory, 'data'));
    const path = contentPath(files, sha256);
    copyKeys();
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
    // The folder whose sync failed was removed, so nothing relies on it.
    expect(existsSync(contentPath(files, sha256).slice(0, -sha256.length))).toBe(false);
    const again = await Tpp.signIn(second.origin);
    expect((await again.upload(consentId, file, { key: 'once' })).status).toBe(200);
    expect(readFileSync(path).equals(file)).toBe(true);
    expect((await second.stop()).code).toBe(0);
    await auditBooks(join(directory, 'data'));
  });
});

describe.skipIf(!existsSync('/proc/self/fd'))('a start with a failed sync of', () => {
  /**
   * Expects the same exit code and a log line. Previously, the exit code was
   * 2 and the output only "Not started".
   */
  async function expectEnded(what: string): Promise<void> {
    writeFileSync(faultsFile, what);
    const error: unknown = await start().catch((reason: unknown) => reason);
    expect([what, error]).toMatchObject([what, { code: EXIT_DISK_NOT_TRUSTED }]);
    expect(lastLineOf(String(error))).toMatchObject(ENDED);
    writeFileSync(faultsFile, '');
  }

  test("the database's log or a folder ends, and so does every start until no sync fails", async () => {
    copyKeys();
    await (await start()).kill();
    for (const what of ['service\\.db-wal$', 'data$', 'files$']) await expectEnded(what);
    expect((await (await start()).stop()).code).toBe(0);
  });

  test('a key ends', async () => {
    await expectEnded('pki/');
    expect((await (await start()).stop()).code).toBe(0);
  });
});
