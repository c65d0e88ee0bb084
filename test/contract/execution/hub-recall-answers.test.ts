import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ListedRecall } from '../../../src/domain/ports/recall-store.ts';
import { writeMessageReject } from '../../../src/simulators/hub/documents/admi002.ts';
import {
  writeResolution,
  type Resolution,
} from '../../../src/simulators/hub/documents/compose-recall.ts';
import { writeReturns } from '../../../src/simulators/hub/documents/pacs004.ts';
import { eventually } from '../../helpers/eventually.ts';
import { NORTHWIND } from '../../helpers/payment-file.ts';
import { ELSEWHERE, RecallingBank } from './recalling-bank.ts';

/* The answers to a recall, in any order: camt.029 and pacs.004. */

let bank: RecallingBank;

beforeEach(async () => {
  bank = await RecallingBank.start();
});

afterEach(() => bank.end());

async function balance(): Promise<string> {
  const reply = await bank.tpp.get(`/sandbox/accounts/${NORTHWIND}/entries?limit=1000`);
  const entries = reply.json?.['entries'] as { kind: string; amount: string }[];
  return entries.map(({ kind, amount }) => `${kind} ${amount}`).join(', ');
}

let documents = 0;

/** Delivers a document, and waits until it was taken. */
async function deliver(contentOf: (id: string) => string): Promise<void> {
  documents += 1;
  const name = `${String(documents)}.xml`;
  writeFileSync(join(bank.hub.folder, 'from-hub', name), contentOf(`DOC${String(documents)}`));
  await eventually(() => {
    const taken = { kind: 'answersTaken', document: name };
    expect(bank.service.events).toContainEqual(expect.objectContaining(taken));
  });
}

/** Delivers the answer to a recall. */
function answer(
  { id, messageId, index }: ListedRecall,
  status: Resolution['status'],
  changes: Partial<Resolution> = {},
): Promise<void> {
  const creditId = `${messageId}-${String(index)}`;
  const ids = { instructionId: creditId, transactionId: creditId, endToEndId: null, uetr: null };
  const code = status === 'RJCR' ? 'LEGL' : null;
  const given = { caseId: id, messageId, ...ids, status, code, amount: null, ...changes };
  return deliver((documentId) => writeResolution({ id: documentId, createdAt: 0, ...given }));
}

/** Delivers the return of a recalled credit. */
function bringBack({ messageId, index, amount }: ListedRecall): Promise<void> {
  const ids = { endToEndId: null, transactionId: null, uetr: null };
  const one = { id: 'RETURN', amountMinor: amount.minor, reason: 'FOCR', ...ids };
  const header = { createdAt: 0, messageId, currency: 'GBP', credits: 1, totalMinor: amount.minor };
  return deliver((id) =>
    [
      ...writeReturns({ id, ...header }, [
        [{ ...one, instructionId: `${messageId}-${String(index)}` }],
      ]),
    ].join(''),
  );
}

describe('the answers to a recall', () => {
  /** Pays and recalls one credit, and returns its recall. */
  async function started(): Promise<ListedRecall> {
    const paymentId = await bank.payAndStopHub([ELSEWHERE]);
    await bank.recall(paymentId, 0);
    const [one] = await bank.recallsOf(paymentId);
    if (one === undefined) throw new Error('Expected a recall.');
    return one;
  }

  const ACCEPT = (one: ListedRecall) => answer(one, 'ACCR');
  const PEND = (one: ListedRecall) => answer(one, 'PDCR');

  test.each([
    ['acceptance, return', [ACCEPT, bringBack]],
    ['return, acceptance', [bringBack, ACCEPT]],
    ['return alone', [bringBack]],
    ['everything twice', [PEND, PEND, ACCEPT, bringBack, ACCEPT, bringBack, PEND]],
  ])('bring the money back once: %s', async (_, steps) => {
    const one = await started();
    const before = await balance();
    for (const step of steps) await step(one);
    await bank.recalled(one.paymentId, ['returned']);
    await eventually(async () => {
      expect(await bank.statusesOf(one.paymentId)).toEqual(['FOCR']);
    });
    const after = await balance();
    expect(after.slice(before.length)).toMatch(/^, returned-credit \d+\.\d\d$/);
    expect(await bank.problems()).toEqual([]);
    await expect(bank.recall(one.paymentId, 0)).rejects.toThrow('came back already.');
  });

  test('move no money without a return', async () => {
    const one = await started();
    const before = await balance();
    await answer(one, 'ACCR');
    await bank.recalled(one.paymentId, ['accepted']);
    expect(await balance()).toBe(before);
    expect(await bank.statusesOf(one.paymentId)).toEqual(['ACSC']);
    await expect(bank.recall(one.paymentId, 0)).rejects.toThrow(
      'has a recall that is not refused.',
    );
  });

  test('are set aside if they contradict earlier ones', async () => {
    const one = await started();
    await answer(one, 'RJCR');
    await answer(one, 'ACCR');
    await answer(one, 'PDCR');
    await bank.recalled(one.paymentId, ['refused LEGL']);
    await bringBack(one);
    await bank.recalled(one.paymentId, ['returned']);
    await answer(one, 'RJCR');
    await bank.recalled(one.paymentId, ['returned']);
    expect(await bank.problems()).toEqual([
      'recallAcceptedAfterRefusal',
      'recallRefusedAfterReturn',
    ]);
    const problems = await bank.service.store.listHubProblems('open', 10);
    expect(problems).toMatchObject([{ paymentId: one.paymentId, index: 0 }, {}]);
  });

  test('are set aside if they do not belong to the recall', async () => {
    const one = await started();
    await answer(one, 'ACCR', { caseId: 'R00000000000000000000000' });
    await answer(one, 'ACCR', { instructionId: `${one.messageId}-1` });
    await answer(one, 'ACCR', { amount: 'GBP 0.01' });
    await answer(one, 'ACCR', { amount: 'EUR 1.00' });
    await answer(one, 'ACCR', { caseId: null, instructionId: null, transactionId: null });
    await bank.recalled(one.paymentId, ['open']);
    const amount = ['wrongRecallAmount', 'wrongRecallAmount'];
    expect(await bank.problems()).toEqual(['unknownRecall', 'idsDisagree', ...amount, 'noId']);
  });

  test('end it if the hub rejects it as a message, so that it can be requested again', async () => {
    const one = await started();
    await deliver(() => writeMessageReject(one.id, 0, 'Unknown message type'));
    await bank.recalled(one.paymentId, ['refused InvalidMessage']);
    expect(await bank.problems()).toEqual([]);
    await bank.recall(one.paymentId, 0);
    expect(await bank.recallsOf(one.paymentId)).toHaveLength(2);
  });
});
