import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { expectStatus, tokenIn } from '../../../test-client/answer.ts';
import { StoredFileDamaged } from '../../../src/domain/ports/storage-errors.ts';
import type { ListedMessage } from '../../../src/domain/ports/hub-admin-store.ts';
import { uetrOf } from '../../../src/domain/schemes/uetr.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { FAMILIES } from '../../../src/families/index.ts';
import { filePayments } from '../../../src/families/file-payments/index.ts';
import { domesticPayments } from '../../../src/families/domestic-payments.ts';
import {
  auditBlocksIn,
  auditEntriesOf,
} from '../../../src/use-cases/operators/timeline/audit-trail.ts';
import { account, fileOf, hashOf, payment } from '../../helpers/payment-file.ts';
import { useStepwiseBank } from '../../helpers/stepwise-bank.ts';
import { casePaying } from '../families/case-paying.ts';
import { FamilyClient } from '../families/family-client.ts';
import { caseOf } from '../families/family-cases.ts';

const bank = useStepwiseBank();

function find(text: string, limit = 100, range: { from?: number; before?: number } = {}) {
  const { from = null, before = null } = range;
  const query = { text, from, before, limit };
  return bank().useCases.findPayments(query, bank().service.clock.now());
}

/** Adds all audit entries to the index. */
async function index(): Promise<void> {
  while (await bank().useCases.extendSearchIndex());
}

/** Submits a file with these payments. */
async function submitFile(payments: readonly Record<string, unknown>[], reference: string) {
  const file = fileOf(payments);
  const found = caseOf('file-payments');
  const familyCase = {
    ...{ ...found, file },
    initiation: {
      FileType: found.initiation['FileType'],
      FileHash: hashOf(file),
      FileReference: reference,
    },
  };
  const client = new FamilyClient(bank().tpp, filePayments, familyCase);
  const approved = await client.approved();
  const paymentId = client.paymentIdOf(await client.submit(approved));
  return { ...approved, paymentId };
}

describe.each(FAMILIES.map((family, number) => ({ family, name: family.name, number })))(
  'a payment of $name',
  ({ family, number }) => {
    test('is found before and after it is in the index, by its ids and its payee', async () => {
      const creditor = `2000000000010${String(number)}`;
      const client = new FamilyClient(bank().tpp, family, casePaying(family.name, creditor));
      const approved = await client.approved();
      const paymentId = client.paymentIdOf(await client.submit(approved));
      const row = family === filePayments ? 1 : null;
      const expected = {
        ...{ consentId: approved.consentId, paymentId, paymentType: family.name, row },
        creditorAccount: creditor,
      };
      for (const isIndexed of [false, true]) {
        if (isIndexed) await index();
        const byAccount = await find(`${creditor.slice(0, 6)}-${creditor.slice(6)}`);
        expect(byAccount.payments).toMatchObject([expected]);
        expect(byAccount.isComplete).toBe(true);
        for (const id of [approved.consentId, paymentId]) {
          const [first] = (await find(id)).payments;
          expect(first).toMatchObject({ paymentType: family.name });
        }
        expect((await find(paymentId)).payments[0]).toMatchObject({ paymentId });
        const [found] = byAccount.payments;
        for (const text of [found?.creditorName, found?.endToEndIdentification]) {
          const { payments } = await find(text ?? '', 1000);
          expect(payments.map((one) => one.paymentId)).toContain(paymentId);
        }
        const { minor = 0, currency } = found?.amount ?? {};
        const amount = await find(`${(minor / 100).toFixed(2)} ${currency ?? ''}`, 1000);
        expect(amount.payments.map((one) => one.paymentId)).toContain(paymentId);
      }
    });
  },
);

describe('a payment in a file', () => {
  const payments = [
    payment(0, { InstructionIdentification: 'FIRST.1' }),
    payment(1, {
      ...{ InstructionIdentification: 'SECOND.2', EndToEndIdentification: 'E2E-second' },
      InstructedAmount: { Amount: '123456.78', Currency: 'GBP' },
      CreditorAccount: account('20000000000777', 'Müller & O’Neill Söhne'),
      RemittanceInformation: { Reference: 'Invoice 4711' },
    }),
  ];

  test('is found by each of its fields, with its row and status', async () => {
    const { consentId, paymentId } = await submitFile(payments, 'November salaries');
    await index();
    const expected = {
      ...{ consentId, paymentId, row: 2, payments: 1, creditorAccount: '20000000000777' },
      ...{ amount: { minor: 12_345_678, currency: 'GBP' }, reference: 'Invoice 4711' },
      ...{ instructionIdentification: 'SECOND.2', endToEndIdentification: 'E2E-second' },
    };
    const texts = [
      'second.2',
      'E2E-second',
      '123,456.78',
      '£123456.78',
      '123456.78 GBP',
      '20-00-00 00000777',
    ];
    for (const text of [...texts, 'Muller oneill', 'SOHNE', 'invoice 4711', '4711']) {
      const { payments: found, isComplete } = await find(text);
      expect(found, text).toMatchObject([expected]);
      expect(isComplete).toBe(true);
    }
    const [whole, ...others] = (await find('november salaries')).payments;
    expect(whole).toMatchObject({ consentId, row: null, payments: 2, creditorName: null });
    expect(others).toEqual([]);
  });

  test('is found only on the days that are searched', async () => {
    const now = bank().service.clock.now();
    expect((await find('SECOND.2', 9, { before: now - 3_600_000 })).payments).toEqual([]);
    expect((await find('SECOND.2', 9, { from: now + 1 })).payments).toEqual([]);
    const range = { from: now - 3_600_000, before: now + 1 };
    expect((await find('SECOND.2', 9, range)).payments).toHaveLength(1);
  });

  test('is left out if it is not in the time that is searched', async () => {
    const creditor = { CreditorAccount: account('20000000000999', 'Daylight Ltd') };
    await submitFile([payment(0, creditor)], 'one');
    await submitFile([payment(1, creditor)], 'two');
    await index();
    const [second, first] = (await find('daylight')).payments;
    const [from, before] = [(first?.at ?? 0) + 1, second?.at ?? 0];
    expect((await find('daylight', 9, { before })).payments).toEqual([first]);
    expect((await find('daylight', 9, { from })).payments).toEqual([second]);
  });

  test('is one of many, and the search stops at the limit and says so', async () => {
    await submitFile(
      Array.from({ length: 300 }, (_, row) =>
        payment(row, { CreditorAccount: account('20000000000888', 'Smithson Ltd') }),
      ),
      'many',
    );
    await index();
    const { payments: found, isComplete } = await find('smith', 20);
    expect(found.map(({ row }) => row)).toEqual(Array.from({ length: 20 }, (_, row) => row + 1));
    expect(isComplete).toBe(false);
    const all = await find('smith', 1000);
    expect([all.payments.length, all.isComplete]).toEqual([300, true]);
  });
});

test.each(['%', '*', 'FIRST%', '_IRST.1', '\0', "'; DROP TABLE consent; --", 'no such text', ' '])(
  'the text %j finds nothing and breaks nothing',
  async (text) => {
    expect((await find(text)).payments).toEqual([]);
  },
);

test('two nodes that extend the index at once write one index', async () => {
  const client = new FamilyClient(bank().tpp, domesticPayments);
  await client.approved();
  const { store } = bank().service;
  const { useCases } = bank();
  await Promise.all([useCases.extendSearchIndex(), useCases.extendSearchIndex()]);
  await index();
  let next = 1;
  for (const { firstSequence, lastSequence } of await store.listSearchSegments()) {
    expect(firstSequence).toBe(next);
    next = lastSequence + 1;
  }
  expect(next - 1).toBe((await store.auditHead()).sequence);
});

test('a crash between writing and recording a segment leaves no gap', async () => {
  await index();
  const { store } = bank().service;
  const before = await store.listSearchSegments();
  const { paymentId } = await submitFile([payment(0, { EndToEndIdentification: 'CRASH' })], 'c');
  vi.spyOn(store, 'addSearchSegment').mockRejectedValueOnce(new Error('crash'));
  await expect(bank().useCases.extendSearchIndex()).rejects.toThrow('crash');
  expect(await store.listSearchSegments()).toEqual(before);
  expect((await find('CRASH')).payments).toMatchObject([{ paymentId, row: 1 }]);
  await index();
  expect((await find('CRASH')).payments).toMatchObject([{ paymentId, row: 1 }]);
});

test('a damaged file is left out of the index and of the result, which says so', async () => {
  const { searchIndex, service } = bank();
  await index();
  const damaged = await submitFile([payment(0, { EndToEndIdentification: 'DAMAGED' })], 'd');
  const whole = await submitFile([payment(0, { EndToEndIdentification: 'WHOLE' })], 'w');
  const sha256 = (await service.store.findFile(damaged.consentId))?.sha256 ?? '';
  const writeSegment = searchIndex.writeSegment.bind(searchIndex);
  const written = vi.spyOn(searchIndex, 'writeSegment');
  written.mockImplementation((sources) => writeSegment(sources));
  written.mockRejectedValueOnce(new StoredFileDamaged(sha256));
  await index();
  written.mockRestore();
  expect((await find('WHOLE')).payments).toMatchObject([{ consentId: whole.consentId }]);
  expect((await find('DAMAGED')).payments).toEqual([]);
  vi.spyOn(searchIndex, 'locate').mockRejectedValueOnce(new StoredFileDamaged(sha256));
  const found = { payments: [], isComplete: false, isDamaged: true };
  expect(await find('WHOLE')).toMatchObject(found);
});

test('an id of a message about a damaged file finds nothing, and the result says so', async () => {
  const { consentId, paymentId } = await submitFile([payment(0)], 'message');
  const { store } = bank().service;
  const facts = expectDefined(await store.findFile(consentId), 'the file');
  const message = { paymentId, transactions: 1, firstIndex: 0 } as ListedMessage;
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(store, 'listMessages').mockResolvedValue([message]);
  expect((await find('MESSAGE-1')).payments).toMatchObject([{ paymentId, row: 1 }]);
  vi.spyOn(store, 'findFile').mockResolvedValueOnce({ ...facts, sha256: '0'.repeat(64) });
  expect(await find('MESSAGE-1')).toMatchObject({ payments: [], isComplete: false });
});

test('a UETR finds a row of its message, and nothing for Bacs or another row', async () => {
  const { paymentId } = await submitFile([payment(0), payment(1)], 'uetr');
  const sent = { paymentId, instrument: 'FPS', transactions: 2, firstIndex: 0, lastIndex: 0 };
  const messages = vi.spyOn(bank().service.store, 'listMessages');
  onTestFinished(() => messages.mockRestore());
  const findCredit = async (index: number, instrument: string) => {
    messages.mockResolvedValue([{ ...sent, instrument } as ListedMessage]);
    return (await find(uetrOf({ messageId: 'M'.padEnd(24, '0'), index }))).payments;
  };
  expect(await findCredit(0, 'FPS')).toMatchObject([{ paymentId, row: 1 }]);
  expect(await findCredit(1, 'FPS')).toEqual([]);
  expect(await findCredit(0, 'BACS')).toEqual([]);
});

test('an index that was removed is built again', async () => {
  await index();
  const { store } = bank().service;
  expect(await store.clearSearchSegments()).toBeGreaterThan(0);
  await index();
  expect((await find('SECOND.2')).payments).toHaveLength(1);
});

test('the audit entries about an id are found in the index and after it', async () => {
  const client = new FamilyClient(bank().tpp, domesticPayments);
  const consentId = await client.prepared();
  await index();
  const token = tokenIn(expectStatus(await client.decide(consentId), 200));
  const paymentId = client.paymentIdOf(await client.submit({ consentId, token }));
  const { store } = bank().service;
  const searchIndex = bank().searchIndex;
  const findBlocks = auditBlocksIn({ store, searchIndex, observe: () => undefined });
  const { entries, isComplete } = await auditEntriesOf(store, findBlocks, [[consentId]]);
  const actions = entries.map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(['consentCreated', 'consentAuthorised', 'paymentSubmitted']),
  );
  expect(entries.at(0)?.action).toBe('consentCreated');
  expect(isComplete).toBe(true);
  expect(paymentId).not.toBe('');
});
