// @peculiar/x509 cannot do without it.
import 'reflect-metadata';
import { X509Certificate, X509Crl, X509CrlGenerator, X509CrlReason } from '@peculiar/x509';
import { pemOfRevocationList, revocationListsOf } from '../../auth/certificates/certificates.ts';
import { readIfThere, writePrivateFile } from '../../auth/keys/private-file.ts';
import { DAY_MS, type Instant } from '../../shared/time.ts';
import { ALGORITHM, signingKeyOf, type Issued } from './certificates.ts';

/** Clocks differ: a list is good from a little before it is made, in milliseconds. */
const BEFORE_MS = DAY_MS;

/** Keeps a file with a list of what each authority has taken back; made anew for another one. */
export async function ensureRevocations(
  file: string,
  authorities: readonly Issued[],
  now: Instant,
): Promise<void> {
  const lists = await readLists(file);
  const isGood = await Promise.all(authorities.map((authority, at) => isBy(authority, lists[at])));
  if (!isGood.every(Boolean)) await writeLists(file, authorities, [], now);
}

/** Puts a certificate on the list of the first authority, which issued it. */
export async function revoke(
  file: string,
  authorities: readonly Issued[],
  certificate: string,
  now: Instant,
): Promise<void> {
  const { serialNumber } = new X509Certificate(certificate);
  const [list] = await readLists(file);
  const before = (list?.entries ?? []).map((entry) => entry.serialNumber);
  await writeLists(file, authorities, [...new Set([...before, serialNumber])], now);
}

async function readLists(file: string): Promise<readonly X509Crl[]> {
  const lists = revocationListsOf((await readIfThere(file)) ?? '');
  return lists.map((der) => new X509Crl(der));
}

async function isBy(authority: Issued, list: X509Crl | undefined): Promise<boolean> {
  return list?.verify({ publicKey: new X509Certificate(authority.certificate) }) ?? false;
}

/** One list for each authority; the serial numbers, in hex, are on that of the first one. */
async function writeLists(
  file: string,
  authorities: readonly Issued[],
  serialNumbers: readonly string[],
  now: Instant,
): Promise<void> {
  const lists = authorities.map((authority, place) =>
    makeList(authority, place === 0 ? serialNumbers : [], now),
  );
  await writePrivateFile(file, (await Promise.all(lists)).join(''));
}

async function makeList(
  authority: Issued,
  serialNumbers: readonly string[],
  now: Instant,
): Promise<string> {
  const { subjectName, notAfter } = new X509Certificate(authority.certificate);
  const list = await X509CrlGenerator.create({
    issuer: subjectName,
    thisUpdate: new Date(now - BEFORE_MS),
    // Nobody renews it while the sandbox runs, and an old list would shut everybody out.
    nextUpdate: notAfter,
    signingAlgorithm: ALGORITHM,
    signingKey: await signingKeyOf(authority.key),
    entries: serialNumbers.map((serialNumber) => ({
      serialNumber,
      revocationDate: new Date(now),
      reason: X509CrlReason.cessationOfOperation,
    })),
  });
  return pemOfRevocationList(Buffer.from(list.rawData));
}
