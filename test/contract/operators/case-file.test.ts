import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  readArchive,
  writeArchive,
  verifyCaseFile,
} from '../../../src/auth/case-files/case-file.ts';
import { generateKey, publicPart } from '../../../src/auth/keys/key-file.ts';
import type { AuditProof } from '../../../src/domain/records/audit-proof.ts';
import { actorOf } from '../../../src/domain/records/audit.ts';
import type { PaymentTimeline } from '../../../src/domain/records/payment-timeline.ts';
import { withoutHoldReasons } from '../../../src/use-cases/operators/case/case-content.ts';
import { IntegrityError } from '../../../src/cli/program.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { eventually } from '../../helpers/eventually.ts';
import { TestHub } from '../../helpers/hub.ts';
import { account, fileOf, payment } from '../../helpers/payment-file.ts';
import { startSecureService, type SecureService } from '../../helpers/secure-service.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { run } from '../../unit/cli/fixtures.ts';

/* Case files of payments (docs/decisions, 167). */

/** Creditors at another bank, and their names. */
const CREDITORS = ['20000012345671', '20000012345672', '20000012345673'];
const NAMES = ['Aspen Ltd', 'Birch Ltd', 'Cedar Ltd'];

const FILE = fileOf(
  CREDITORS.map((creditor, index) =>
    payment(index, { CreditorAccount: account(creditor, expectDefined(NAMES[index], 'a name')) }),
  ),
);

let folder: string;
let exports = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'case-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Exports a case file with `pisctl`. Returns its path. */
async function exportCase(service: SecureService, id: string, row?: number): Promise<string> {
  exports += 1;
  const path = join(folder, `${String(exports)}.zip`);
  const rows = row === undefined ? [] : ['--row', String(row)];
  await run('case', ['export', id, '--out', path, ...rows], service.directory);
  return path;
}

function membersOf(archive: Uint8Array): Map<string, Uint8Array> {
  const read = expectDefined(readArchive(archive), 'the members');
  return new Map(read.map(({ name, bytes }) => [name, bytes]));
}

function textOf(members: ReadonlyMap<string, Uint8Array>, name: string): string {
  return Buffer.from(expectDefined(members.get(name), name)).toString('utf8');
}

/** Writes an archive with these members. */
function archiveOf(members: ReadonlyMap<string, Uint8Array>): Buffer {
  return Buffer.from(writeArchive([...members].map(([name, bytes]) => ({ name, bytes }))));
}

/** Verifies an archive with `pisctl`. Returns the faults, or the output if there are none. */
async function verify(archive: Uint8Array, ...options: string[]): Promise<string> {
  const path = join(folder, 'verified.zip');
  writeFileSync(path, archive);
  // The data folder does not exist.
  const verified = run('case', ['verify', path, ...options], join(folder, 'no-data'));
  return verified.catch((error: unknown) => {
    expect(error).toBeInstanceOf(IntegrityError);
    return `FAULTS ${(error as Error).message}`;
  });
}

describe('the case file of a payment', () => {
  let service: SecureService;
  let tpp: Tpp;
  let paymentId: string;
  let archive: Buffer;

  beforeAll(async () => {
    service = await startSecureService();
    tpp = await Tpp.signIn(service.origin);
    paymentId = await tpp.pay(FILE);
    await tpp.finished(paymentId);
  });

  beforeEach(async () => {
    archive = readFileSync(await exportCase(service, paymentId, 2));
  });

  afterAll(() => service.end());

  test('of one row contains no data of other rows', async () => {
    const members = membersOf(archive);
    expect([...members.keys()].sort()).toEqual([
      ...['README.txt', 'approvals.json', 'audit.json', 'consent.json', 'file.json'],
      ...['keys.json', 'manifest.json', 'manifest.jws', 'payment.json', 'row.json'],
      ...['timeline.json', 'timeline.txt'],
    ]);
    const text = archive.toString('latin1');
    expect(text).toContain('Birch Ltd');
    expect(text).toContain(CREDITORS[1]);
    for (const other of ['Aspen', 'Cedar', CREDITORS[0], CREDITORS[2]]) {
      expect(text).not.toContain(other);
    }
    expect(await verify(archive)).toContain('Case file of row 2 of payment');
  });

  test('contains no audit entry that names other payments or is about other rows', async () => {
    const { store, clock } = service;
    const act = { at: clock.now(), by: actorOf({ kind: 'operator', id: 'olga' }) };
    const detail = { id1: paymentId, id2: 'fp-other' };
    await store.record(act, { action: 'paymentsSearched', subject: 'payments', detail });
    for (const row of [2, 3]) {
      const viewed = { action: 'paymentViewed', subject: paymentId, detail: { row } } as const;
      await store.record(act, viewed);
    }
    const held = { caseId: 1, batch: 1, payments: 3, reason: 'Cedar Ltd called.' };
    await store.record(act, { action: 'paymentHeld', subject: paymentId, detail: held });
    for (const row of [2, 3]) {
      const recalled = { proposal: row, action: 'recallCredit', paymentId, row, index: row - 1 };
      const subject = `${paymentId}/${String(row)}`;
      await store.record(act, { action: 'actionProposed', subject, detail: recalled });
    }
    const members = membersOf(readFileSync(await exportCase(service, paymentId, 2)));
    const text = textOf(members, 'audit.json');
    expect(text).not.toContain('fp-other');
    expect(text).not.toContain('Cedar');
    expect(text).toContain(`${paymentId}/2`);
    expect(text).not.toContain(`${paymentId}/3`);
    expect(textOf(members, 'timeline.txt')).toContain('recall row 2');
    expect(textOf(members, 'timeline.txt')).not.toContain('recall row 3');
    const whole = membersOf(readFileSync(await exportCase(service, paymentId)));
    expect(textOf(whole, 'audit.json')).toContain('Cedar Ltd called.');
    const { entries } = JSON.parse(text) as AuditProof;
    const viewed = entries.filter(({ action }) => action === 'paymentViewed');
    expect(viewed.map((one) => one.detail)).toEqual(['{"row":2}']);
  });

  test('of the whole payment contains the file', async () => {
    const members = membersOf(readFileSync(await exportCase(service, paymentId)));
    expect(textOf(members, 'file/payments')).toBe(FILE.toString());
    const report = textOf(members, 'pain.002.xml');
    expect(report).toContain('urn:iso:std:iso:20022:tech:xsd:pain.002.001.10');
    expect(report.match(/<TxInfAndSts>/g)).toHaveLength(CREDITORS.length);
    expect(textOf(members, 'timeline.txt')).toContain('approved it');
    const { entries } = JSON.parse(textOf(members, 'audit.json')) as AuditProof;
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['consentCreated', 'consentAuthorised', 'paymentSubmitted']),
    );
  });

  test('is recorded in the audit log, with the actor of the command', async () => {
    const { sequence } = await service.store.auditHead();
    const entries = await service.store.listAuditEntries({ from: 1, limit: sequence });
    expect(entries.at(-1)).toMatchObject({ action: 'caseExported', subject: paymentId });
    expect(entries.at(-1)?.by.id).toMatch(/^claimed:/);
  });

  test('detects a change of any byte', async () => {
    const members = membersOf(archive);
    const places = new Set<number>();
    for (const bytes of members.values()) {
      const start = archive.indexOf(bytes);
      for (const place of [0, bytes.length >> 1, bytes.length - 1]) places.add(start + place);
    }
    for (let place = 0; place < archive.length; place += 97) places.add(place);
    for (let place = archive.length - 1200; place < archive.length; place += 3) places.add(place);
    for (const place of places) {
      const changed = Buffer.from(archive);
      changed[place] = (changed[place] ?? 0) ^ 1;
      const { faults } = await verifyCaseFile(changed, null);
      expect(faults, `byte ${String(place)} of ${String(archive.length)}`).not.toEqual([]);
    }
  });

  test('names each member that was changed, removed or added', async () => {
    for (const name of membersOf(archive).keys()) {
      const changed = membersOf(archive);
      const bytes = Buffer.from(expectDefined(changed.get(name), name));
      changed.set(name, Buffer.concat([bytes, Buffer.from(' ')]));
      expect(await verify(archiveOf(changed))).toMatch(new RegExp(`^FAULTS [^]*${name}`));
      const removed = membersOf(archive);
      removed.delete(name);
      expect(await verify(archiveOf(removed))).toMatch(new RegExp(`^FAULTS [^]*${name}`));
    }
    const more = membersOf(archive).set('more.txt', Buffer.from('more'));
    expect(await verify(archiveOf(more))).toContain('more.txt was added');
  });

  test('names an audit entry that was removed or changed', async () => {
    const members = membersOf(archive);
    const proof = JSON.parse(textOf(members, 'audit.json')) as AuditProof;
    const [first] = proof.entries;
    const sequence = String(first?.sequence);
    const audit = (entries: AuditProof['entries']) =>
      archiveOf(
        new Map(members).set('audit.json', Buffer.from(JSON.stringify({ ...proof, entries }))),
      );
    const without = await verify(audit(proof.entries.slice(1)));
    expect(without).toContain('audit.json was changed.');
    expect(without).toContain(`Entry ${sequence} of the audit log was removed.`);
    const other = { ...expectDefined(first, 'an entry'), actorId: 'somebody' };
    expect(await verify(audit(proof.entries.with(0, other)))).toContain(
      `Entry ${sequence} of the audit log does not match its hash`,
    );
  });

  test('is compared with the published keys of the bank', async () => {
    const own = join(folder, 'own.json');
    writeFileSync(own, textOf(membersOf(archive), 'keys.json'));
    expect(await verify(archive, '--jwks', own)).not.toContain('The signer is not verified');
    const others = join(folder, 'others.json');
    writeFileSync(others, JSON.stringify({ keys: [publicPart(await generateKey())] }));
    expect(await verify(archive, '--jwks', others)).toBe(
      'FAULTS manifest.jws is not a signature of manifest.json by any of the given keys.',
    );
    expect(await verify(archive)).toContain('The signer is not verified');
  });

  test('leads to the head of the audit log', async () => {
    const { auditHead } = JSON.parse(textOf(membersOf(archive), 'manifest.json')) as {
      auditHead: { sequence: number; hash: string };
    };
    const { sequence } = await service.store.auditHead();
    expect(auditHead.sequence).toBeGreaterThan(sequence - 3);
  });

  test('is refused for unknown ids and rows, and for an existing file', async () => {
    await expect(exportCase(service, 'unknown')).rejects.toThrow('No consent and no payment');
    await expect(exportCase(service, paymentId, 4)).rejects.toThrow('has no row 4');
    const path = join(folder, 'taken.zip');
    writeFileSync(path, 'taken');
    const again = run('case', ['export', paymentId, '--out', path], service.directory);
    await expect(again).rejects.toThrow('EEXIST');
  });
});

test('the history of a row contains no reason of a hold', () => {
  const text = 'An operator held £3.00 (case 1). Reason: Cedar Ltd called.';
  const entry = { at: 0, actor: { kind: 'operator', id: 'olga' }, code: null, links: {} } as const;
  const entries = [
    { ...entry, kind: 'screening', text },
    { ...entry, kind: 'payment', text: 'It ended. Reason: AC04.' },
  ] as const;
  const timeline = { entries } as unknown as PaymentTimeline;
  expect(withoutHoldReasons(timeline).entries.map((one) => one.text)).toEqual([
    'An operator held £3.00 (case 1).',
    'It ended. Reason: AC04.',
  ]);
});

test('the case file of a row contains its element of a message with other payments', async () => {
  const hub = new TestHub();
  const service = await startSecureService({ config: hub.settings });
  const tpp = await Tpp.signIn(service.origin);
  const paymentId = await tpp.pay(FILE);
  await eventually(async () => {
    expect(await service.store.listMessages({ by: 'payment', id: paymentId }, 9)).toHaveLength(1);
  });
  const row = membersOf(readFileSync(await exportCase(service, paymentId, 2)));
  const [message] = [...row.keys()].filter((name) => name.startsWith('messages/'));
  const extract = textOf(row, expectDefined(message, 'the message'));
  expect(extract).toMatch(/^<CdtTrfTxInf>.*Birch Ltd.*<\/CdtTrfTxInf>$/s);
  expect(extract.match(/<CdtTrfTxInf>/g)).toHaveLength(1);
  for (const bytes of row.values()) {
    expect(Buffer.from(bytes).toString('utf8')).not.toMatch(/Aspen|Cedar/);
  }
  const whole = membersOf(readFileSync(await exportCase(service, paymentId)));
  const [complete] = [...whole.keys()].filter((name) => name.startsWith('messages/'));
  expect(textOf(whole, expectDefined(complete, 'the message'))).toMatch(/Aspen.*Birch.*Cedar/s);
  await service.end();
  await hub.end();
});
