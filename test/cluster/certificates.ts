import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deployed } from './deployed.ts';
import { makeFile, makeFolder } from './folders.ts';

/** The files that the script make-certificates creates for a database machine. */
const FILES = ['ca.crt', 'server.crt', 'server.key', 'etcd.crt', 'etcd.key'];

/**
 * Runs the script of deploy/ that creates an authority and the machines' certificates. It writes
 * them to a new folder.
 * @param machines the host names of each machine. The first name of a machine also names its
 * folder.
 */
export function makeCertificates(folder: string, machines: readonly (readonly string[])[]): string {
  const script = `${folder}.sh`;
  writeFileSync(script, deployed('database/make-certificates'));
  chmodSync(script, 0o700);
  execFileSync(script, [folder, ...machines.map((names) => names.join(','))], { stdio: 'pipe' });
  return folder;
}

/**
 * Copies a machine's certificates from a folder of `makeCertificates` to the machine's own folder.
 */
export function installCertificates(certificates: string, machine: string, home: string): void {
  makeFolder(home);
  for (const file of FILES) {
    makeFile(join(home, file), readFileSync(join(certificates, machine, file), 'utf8'));
  }
}
