import { readFile, writeFile } from 'node:fs/promises';
import { parseJwks, verifyCaseFile, type CaseManifest } from '../../auth/case-files/case-file.ts';
import type { AuditProof } from '../../domain/records/audit-proof.ts';
import { counted } from '../../shared/text.ts';
import { faultsOfProof } from '../../store/repositories/audit/audit-proof.ts';
import { download } from '../control-client.ts';
import { CliError, IntegrityError, type CliContext } from '../program.ts';
import { checkSubject } from './show.ts';

/** Writes the case file of a payment to a new file that only its owner can read. */
export async function exportCase(
  context: CliContext,
  id: string,
  { out, row }: { readonly out: string; readonly row?: string },
): Promise<{ readonly file: string; readonly bytes: number }> {
  checkSubject(id, row);
  const query = row === undefined ? '' : `?row=${row}`;
  const bytes = await download(context, `GET /payments/${id}/case${query}`);
  await writeFile(out, bytes, { flag: 'wx', mode: 0o600 });
  context.print(`Wrote ${out}, ${counted(bytes.byteLength, 'byte')}.`);
  context.print(`Verify it with: npx pisctl case verify ${out} --jwks <published keys>`);
  return { file: out, bytes: bytes.byteLength };
}

/** Result of a verification without faults, for `--json`. */
interface Verified {
  readonly manifest: CaseManifest;
  readonly signedBy: string;
  /** False if the keys of the bank were not given. */
  readonly isSignerVerified: boolean;
}

/** Verifies a case file. It needs no service and no data folder. */
export async function verifyCase(
  { print }: CliContext,
  file: string,
  { jwks }: { readonly jwks?: string },
): Promise<Verified> {
  const trusted = jwks === undefined ? null : parseJwks(await readFile(jwks, 'utf8'));
  if (trusted === undefined) throw new CliError(`${String(jwks)} is not a JWKS (RFC 7517).`);
  const { manifest, members, kid, faults } = await verifyCaseFile(await readFile(file), trusted);
  const all = [...faults, ...(manifest === null ? [] : auditFaults(manifest, members))];
  if (manifest === null || kid === null || all.length > 0) {
    throw new IntegrityError(all.join('\n'), { result: { faults: all } });
  }
  const { paymentId, consentId, row, exportedAt, auditHead, auditEntries } = manifest;
  const name = paymentId === null ? `consent ${consentId}` : `payment ${paymentId}`;
  print(`Case file of ${row === null ? '' : `row ${String(row)} of `}${name}, of ${exportedAt}.`);
  print(`${counted(manifest.members.length, 'member')} unchanged, signed with the key ${kid}.`);
  print(
    `Audit entries: ${String(auditEntries.length)}, all in the log that ends at entry ` +
      `${String(auditHead.sequence)}, hash ${auditHead.hash}.`,
  );
  if (trusted === null) {
    print('The signer is not verified. Give the published keys of the bank with --jwks.');
  }
  return { manifest, signedBy: kid, isSignerVerified: trusted !== null };
}

/** Compares the proof of the audit entries with itself and with the manifest. */
function auditFaults(
  { auditHead, auditEntries }: CaseManifest,
  members: ReadonlyMap<string, Uint8Array>,
): readonly string[] {
  const proof = parseProof(members.get('audit.json'));
  if (proof === undefined) return ['audit.json is missing or is not a proof of audit entries.'];
  const found = new Set(proof.entries.map(({ sequence }) => sequence));
  const { head } = proof;
  const isOther = head.sequence !== auditHead.sequence || head.hash !== auditHead.hash;
  return [
    ...(isOther ? ['audit.json ends at another entry than manifest.json says.'] : []),
    ...auditEntries
      .filter((sequence) => !found.has(sequence))
      .map((sequence) => `Entry ${String(sequence)} of the audit log was removed.`),
    ...faultsOfProof(proof),
  ];
}

/** Parses a proof. The text may be anything, so each part is checked before it is used. */
function parseProof(bytes: Uint8Array | undefined): AuditProof | undefined {
  try {
    const proof = JSON.parse(Buffer.from(bytes ?? []).toString('utf8')) as AuditProof;
    faultsOfProof(proof);
    return proof;
  } catch {
    return undefined;
  }
}
