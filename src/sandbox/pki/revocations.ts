// The package @peculiar/x509 requires this import.
import 'reflect-metadata';
import { X509Certificate, X509Crl, X509CrlGenerator, X509CrlReason } from '@peculiar/x509';
import { pemOfRevocationList, revocationListsOf } from '../../auth/certificates/certificates.ts';
import { readIfExists, writePrivateFile } from '../../auth/keys/private-file.ts';
import { DAY_MS, type Instant } from '../../shared/time.ts';
import { ALGORITHM, signingKeyOf, type Issued } from './certificates.ts';

/**
 * Revocation lists are valid from this long before they are created, in milliseconds, because
 * clocks differ.
 */
const BEFORE_MS = DAY_MS;

/**
 * Makes sure that the file contains a revocation list of each authority. If a list is missing or
 * from another authority, empty lists are written.
 */
export async function ensureRevocations(
  file: string,
  authorities: readonly Issued[],
  now: Instant,
): Promise<void> {
  const lists = await readLists(file);
  const isGood = await Promise.all(
    authorities.map((authority, index) => isIssuedBy(authority, lists[index])),
  );
  if (!isGood.every(Boolean)) await writeLists(file, authorities, [], now);
}

/**
 * Adds a certificate to the revocation list of the first authority, which issued the certificate.
 */
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
  const lists = revocationListsOf((await readIfExists(file)) ?? '');
  return lists.map((der) => new X509Crl(der));
}

async function isIssuedBy(authority: Issued, list: X509Crl | undefined): Promise<boolean> {
  return list?.verify({ publicKey: new X509Certificate(authority.certificate) }) ?? false;
}

/**
 * Writes one revocation list for each authority. The first authority's list contains the serial
 * numbers, which are in hex.
 */
async function writeLists(
  file: string,
  authorities: readonly Issued[],
  serialNumbers: readonly string[],
  now: Instant,
): Promise<void> {
  const lists = authorities.map((authority, index) =>
    makeList(authority, index === 0 ? serialNumbers : [], now),
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
    // The lists are not renewed while the sandbox runs. If one expired, TLS would refuse every
    // client.
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
