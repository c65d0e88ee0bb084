import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import type {
  ActionProposal,
  RecallPlanRefusal,
  RecallProposal,
  RecallProposalResult,
} from '../../../../src/domain/records/action-proposals.ts';
import { recallRoutes } from '../../../../src/ops/commands/recalls.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { readAuditLog } from '../../../../src/store/sqlite/database/inspection.ts';
import { LATER } from '../../../contract/store/fixtures.ts';
import {
  beginDocument,
  BY_OLGA,
  documentOf,
  sendMessage,
  sliceOf,
} from '../../../contract/store/hub-messages.ts';
import { run, withData, type Data } from '../fixtures.ts';
import { AFTER, P } from './hub-world.ts';

interface World extends Data {
  readonly ask: (...args: string[]) => Promise<string>;
  readonly requests: readonly RecallProposal[];
}

/** A running service whose proposals of recalls have this result. */
function withRecalls(use: (world: World) => Promise<void>, result: RecallProposalResult) {
  return withData(async (data) => {
    const { folder, store } = data;
    const requests: RecallProposal[] = [];
    const proposeRecall = (request: RecallProposal) => {
      requests.push(request);
      return Promise.resolve(result);
    };
    const clock = () => LATER;
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [recallRoutes({ store, useCases: { proposeRecall } })],
      ...{ store, clock, observe: () => undefined },
    });
    try {
      await use({ ...data, requests, ask: (...args) => run('hub', args, folder) });
    } finally {
      await control.close();
    }
  });
}

const PROPOSAL: ActionProposal = {
  ...{ id: 3, action: 'recallCredit', subject: 'p-1/8', reason: 'They called.', end: null },
  facts: { Payment: 'p-1', Row: 8, Payee: 'Fresco Ltd', Amount: '£10.50' },
  ...{ proposedAt: LATER, proposedBy: 'claimed:olga/1000', lapsesAt: LATER },
};
const PROPOSED = { kind: 'proposed', proposal: PROPOSAL } as const;
const SIMULATED = { kind: 'simulated' } as const;

describe('pisctl hub recall', () => {
  it(
    'proposes a recall, and records the command',
    withRecalls(async ({ ask, requests, folder, store }) => {
      const why = ['--reason', 'They called.'];
      const printed = await ask('recall', 'p-1', '--code', 'AM09', ...why);
      expect(printed).toContain('    Payee: Fresco Ltd\n    Amount: £10.50');
      expect(printed).toContain('confirms it with: npx pisctl proposal confirm 3');
      await ask('recall', 'p-1', '--row', '8', '--code', 'CUST', '--note', ' paid twice ', ...why);
      const common = { paymentId: 'p-1', why: 'They called.', seen: null };
      expect(requests).toEqual([
        { ...common, index: null, reason: 'AM09', note: null },
        { ...common, index: 7, reason: 'CUST', note: 'paid twice' },
      ]);
      await store.close();
      const recorded = readAuditLog(dataFolder(folder).database, (rows) => [...rows]);
      expect(JSON.stringify(recorded)).toContain('hub-recall');
    }, PROPOSED),
  );

  it(
    'refuses an unknown reason, a wrong index and a long note',
    withRecalls(async ({ ask, requests }) => {
      const asked = (...args: string[]) => ask('recall', 'p', '--reason', 'r', '--code', ...args);
      await expect(asked('NARR')).rejects.toThrow('Allowed choices are DUPL, TECH, FRAD');
      await expect(asked('DUPL', '--row', '0')).rejects.toThrow('Expected a whole number');
      await expect(asked('DUPL', '--note', 'x'.repeat(106))).rejects.toThrow(
        'a note of at most 105 characters',
      );
      await expect(ask('recall', 'p', '--code', 'DUPL')).rejects.toThrow('--reason');
      await expect(ask('recall', 'p', '--reason', 'r')).rejects.toThrow('--code');
      await expect(ask('recall', '../p', '--code', 'DUPL', '--reason', 'r')).rejects.toThrow(
        'by its id',
      );
      expect(requests).toEqual([]);
    }, PROPOSED),
  );

  it.each<[RecallPlanRefusal, string]>([
    ['unknownPayment', 'There is no payment p.'],
    ['unknownCredit', 'Row 3 of payment p does not exist'],
    ['indexMissing', 'Payment p has several credits.'],
    ['own', 'Row 3 of payment p is to an account at this bank.'],
    ['noRecalls', 'Row 3 of payment p is by Bacs, which has no recalls (Standard 18).'],
    ['notAccepted', 'The scheme has not accepted row 3 of payment p'],
    ['rejected', 'The scheme rejected row 3 of payment p.'],
    ['cameBack', 'Row 3 of payment p came back already.'],
    ['recalled', 'has a recall that is not refused. See: npx pisctl hub recalls --payment p'],
  ])('explains the refusal %s', async (kind, message) => {
    await withRecalls(
      async ({ ask }) => {
        const asked = ask('recall', 'p', '--row', '3', '--code', 'DUPL', '--reason', 'r');
        await expect(asked).rejects.toThrow(message);
      },
      { kind },
    )();
  });

  it(
    'is refused while the schemes are simulated',
    withRecalls(async ({ ask }) => {
      await expect(ask('recall', 'p', '--code', 'DUPL', '--reason', 'r')).rejects.toThrow(
        'The schemes are simulated (PIS_SCHEMES)',
      );
    }, SIMULATED),
  );
});

describe('pisctl hub recalls', () => {
  it(
    'shows each recall with its state',
    withRecalls(async ({ ask, store }) => {
      expect(await ask('recalls')).toBe('No recall.');
      await sendMessage(store, 'p', 1);
      await beginDocument(store, 'a');
      const credit = { messageId: P, index: 0, position: 0, reason: 'NARR' } as const;
      const answers = [{ ...credit, amount: 100, meaning: 'accepted', returned: null }] as const;
      await store.takeAnswers(documentOf('a'), sliceOf({ answers }), LATER);
      const name = {
        messageId: P,
        index: 0,
        instrument: 'FPS',
        endToEndId: 'E',
        uetr: 'U',
      } as const;
      const recall = { id: 'R1', reason: 'CUST', note: 'paid\u001B[2J', content: '<a/>' } as const;
      const amount = { minor: 1050, currency: 'GBP' };
      await store.addRecall({ ...recall, credit: { ...name, amount } }, BY_OLGA);
      await store.postponeRecall('R1', { problem: 'away', tryAt: LATER });
      expect((await ask('recalls', '--open')).split('\n')).toEqual([
        'R1  requested',
        `    FPS, payment p, index 0, message ${P}, 10.50 GBP`,
        `    requested ${AFTER} by operator ${BY_OLGA.by.id}, reason CUST: paid\uFFFD[2J`,
        '    not handed over, 1 failed attempt',
        '    away',
        '1 listed.',
      ]);
      await store.markRecallHandedOver('R1', LATER);
      expect(await ask('recalls', '--payment', 'p')).toContain('R1  handed over\n');
      await beginDocument(store, 'b');
      const refused = { ...name, position: 0, recallId: 'R1', meaning: 'refused' } as const;
      const recalls = [{ ...refused, code: 'LEGL' }];
      await store.takeAnswers(documentOf('b'), sliceOf({ recalls }), LATER);
      expect(await ask('recalls')).toContain(`R1  refused (LEGL) since ${AFTER}\n`);
      expect(await ask('recalls', '--open')).toBe('No recall.');
    }, SIMULATED),
  );
});
