import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deployed } from './deployed.ts';
import { makeFile, makeFolder } from './own.ts';

/** Files that a machine of the database has from make-certificates. */
const FILES = ['ca.crt', 'server.crt', 'server.key', 'etcd.crt', 'etcd.key'];

/**
 * Makes an authority and the certificates of machines in a new folder, with the script of deploy/.
 *
 * @param machines for each machine its names, the first of which names its folder too
 */
export function makeCertificates(folder: string, machines: readonly (readonly string[])[]): string {
  const script = `${folder}.sh`;
  writeFileSync(script, deployed('database/make-certificates'));
  chmodSync(script, 0o700);
  execFileSync(script, [folder, ...machines.map((names) => names.join(','))], { stdio: 'pipe' });
  return folder;
}

/** Puts a machine's certificates, out of a folder of `makeCertificates`, into its own folder. */
export function installCertificates(certificates: string, machine: string, home: string): void {
  makeFolder(home);
  for (const file of FILES) {
    makeFile(join(home, file), readFileSync(join(certificates, machine, file), 'utf8'));
  }
}
