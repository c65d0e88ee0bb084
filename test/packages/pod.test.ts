import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ensureSandboxPki } from '../../src/sandbox/pki/index.ts';
import { BANK_ORGANISATION_ID } from '../../src/sandbox/seed.ts';
import { eventually } from '../helpers/eventually.ts';
import { realTime } from '../helpers/real-time.ts';
import { CHART, Helm } from './helm.ts';
import { mountSecret, podOf, type Pod } from './pod.ts';
import { isPaidIn, payIn, runPodman } from './podman.ts';
import { FOR_POD, whatIsMissing } from './tools.ts';

/** Name of the Secret in the values. */
const SECRET = 'payments-files';
/** Folder of the Secret's files in the container. */
const FILES = '/etc/payment-initiation-service';

/** A bank file without users. */
const BANK = {
  version: 1,
  sortCodes: ['112800'],
  ...{ customers: [], users: [], accounts: [] },
};

/** Returns the files that the values of the chart name, with the keys of a new sandbox. */
async function secretFiles(folder: string): Promise<Record<string, string>> {
  const pki = await ensureSandboxPki({ folder, now: realTime(), hosts: [] });
  const paths = {
    'tls.pem': pki.server.certificate,
    'tls-key.pem': pki.server.key,
    'client-ca.pem': pki.chain,
    'client-crl.pem': pki.crl,
    'signing-keys.json': pki.bankKeys,
    'directory-keys.json': pki.directoryKeys,
    'directory.json': pki.directory,
  };
  const files: Record<string, string> = { 'bank.json': JSON.stringify(BANK) };
  for (const [name, path] of Object.entries(paths)) files[name] = readFileSync(path, 'utf8');
  return files;
}

describe.skipIf(whatIsMissing(FOR_POD) !== null)('a pod of the chart, in podman', () => {
  let helm: Helm;
  let folder = '';
  let file = '';
  beforeAll(() => {
    helm = new Helm();
    folder = mkdtempSync(join(tmpdir(), 'pis-pod-'));
    file = join(folder, 'pod.yaml');
  });
  afterEach(() => {
    runPodman('kube', 'down', file);
    runPodman('volume', 'rm', '--all', '--force');
  });
  afterAll(() => {
    helm.remove();
    rmSync(folder, { recursive: true });
  });

  /** Starts the pod, and waits until all its probes succeed. */
  const play = async (...options: readonly string[]): Promise<Pod> => {
    const pod = podOf(helm.render(...options), folder);
    writeFileSync(file, pod.yaml);
    runPodman('kube', 'play', file);
    for (const probe of pod.probes) {
      await eventually(() => runPodman('exec', pod.container, ...probe));
    }
    return pod;
  };
  const inPod = ({ container }: Pod, script: string): string =>
    runPodman('exec', container, 'node', '-p', script).trim();

  test('pays a file with SQLite, and keeps it on the volume of the claim', async () => {
    const sandbox = ['--values', join(CHART, 'ci/sqlite-values.yaml')];
    const pod = await play(...sandbox);
    expect(pod.probes).toEqual([['healthcheck', 'live'], ['healthcheck', 'live'], ['healthcheck']]);
    const paymentId = payIn(pod.container);
    runPodman('kube', 'down', file);
    expect(isPaidIn((await play(...sandbox)).container, paymentId)).toBe(true);
  });

  test('runs the secure profile with the files of a Secret, without any privilege', async () => {
    mountSecret(join(folder, SECRET), await secretFiles(join(folder, 'pki')));
    const settings = {
      PIS_ISSUER_URL: 'https://localhost:8444',
      PIS_API_URL: 'https://localhost:8443',
      PIS_ORGANISATION_ID: BANK_ORGANISATION_ID,
      PIS_DIRECTORY: `${FILES}/directory.json`,
      PIS_BANK_TITLE: 'Northbank',
    };
    const pod = await play(
      ...['--set', `secrets.files=${SECRET}`],
      ...Object.entries(settings).flatMap(([name, value]) => [
        '--set',
        `settings.${name}=${value}`,
      ]),
    );
    const status = inPod(pod, "fs.readFileSync('/proc/self/status', 'utf8')");
    expect(status).toMatch(/^Uid:\t10001\t10001\t10001\t10001$/m);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(status).toMatch(/^Seccomp:\t2$/m);
    for (const path of ['/file', `${FILES}/file`]) {
      const write = `try { fs.writeFileSync('${path}', '') } catch (error) { error.code }`;
      expect(inPod(pod, write)).toBe('EROFS');
    }
  });
});
