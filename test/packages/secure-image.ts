import { chmodSync, chownSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { prepareBank } from '../contract/access/real-bank.ts';
import { freePort } from '../helpers/free-port.ts';
import { paySecurely } from './secure-bank.ts';
import { startReady } from './started.ts';
import { run } from './tools.ts';

const ETC = '/etc/payment-initiation-service';
const DATA = '/var/lib/payment-initiation-service';

/** Group of the service in the image. */
const GROUP = 10_001;

/**
 * Runs the image with the secure profile by the steps of docs/installation.md, and pays. Returns
 * the final statuses of the payments.
 *
 * @param runImage returns the command that runs the image with options of podman and a command
 */
export async function paySecurelyInContainer(
  runImage: (options: readonly string[], ...command: readonly string[]) => string[],
): Promise<readonly string[]> {
  const bank = await prepareBank();
  const folder = join(bank.directory, 'files');
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const settings = Object.entries(bank.settings).map(([name, value]) => {
    if (!value.startsWith('/') || name === 'PIS_SIGNING_KEYS_FILE') return [name, value] as const;
    const copy = join(folder, basename(value));
    copyFileSync(value, copy);
    chownSync(copy, 0, GROUP);
    chmodSync(copy, 0o440);
    return [name, `${ETC}/${basename(value)}`] as const;
  });
  const environment = join(bank.directory, 'payments.env');
  const all = {
    ...Object.fromEntries(settings),
    ...{ PIS_LISTEN_ADDRESS: '127.0.0.1', PIS_HTTP_PORT: String(await freePort()) },
    PIS_SIGNING_KEYS_FILE: `${DATA}/keys/signing-keys.json`,
  };
  const lines = Object.entries(all).map((setting) => setting.join('='));
  writeFileSync(environment, `${lines.join('\n')}\n`);
  const volumes = [`${folder}:${ETC}:ro`, `payments:${DATA}`];
  const options = [
    '--rm',
    '--env-file',
    environment,
    ...volumes.flatMap((one) => ['--volume', one]),
  ];
  const [program = '', ...args] = runImage(options, 'pisctl', 'keys', 'add');
  run(program, args);
  const service = await startReady(runImage(options));
  try {
    return await paySecurely(bank);
  } finally {
    await service.stop();
    rmSync(bank.directory, { recursive: true });
  }
}
