import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { actorOf } from '../../../../src/domain/records/audit.ts';
import type { NewProposal, ProposalRequest } from '../../../../src/domain/schemes/proposals.ts';
import { proposalRoutes } from '../../../../src/ops/commands/proposals.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { readAuditLog } from '../../../../src/store/sqlite/database/inspection.ts';
import { LATER, NOW } from '../../../contract/store/fixtures.ts';
import { sendMessage } from '../../../contract/store/hub-messages.ts';
import { postAs } from '../../../helpers/control-request.ts';
import { run, withData, type Data } from '../fixtures.ts';
import { AFTER, BY, P } from './hub-world.ts';

interface World extends Data {
  readonly ask: (...args: string[]) => Promise<string>;
  readonly requests: readonly ProposalRequest[];
  /** Number of times at which due work was started. */
  readonly woken: () => number;
}

const BY_OLGA = { at: LATER, by: actorOf({ kind: 'operator', id: 'claimed:olga/999999' }) };

const PROPOSAL: NewProposal = {
  ...{ messageId: P, index: 0, amount: 100, outcome: 'rejected', code: 'AC04' },
  reason: 'The scheme\u001B[2J called.',
};

/** A running service that hands credits over to a hub, or whose schemes are simulated. */
function withProposals(use: (world: World) => Promise<void>, hasHub = true) {
  return withData(async (data) => {
    const { folder, store } = data;
    const requests: ProposalRequest[] = [];
    let woken = 0;
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [
        proposalRoutes({
          ...{ store, clock: () => LATER, wake: () => void (woken += 1) },
          proposeOutcome: hasHub
            ? ({ creditId, ...proposed }, act) => {
                requests.push({ creditId, ...proposed });
                return store.addProposal({ ...PROPOSAL, ...proposed }, act);
              }
            : null,
        }),
      ],
      ...{ store, clock: () => LATER, observe: () => undefined },
    });
    try {
      const ask = (...args: string[]) => run('hub', args, folder);
      await use({ ...data, requests, woken: () => woken, ask });
    } finally {
      await control.close();
    }
  });
}

/** Hands over a message with one credit. */
async function handOver({ store }: Data): Promise<void> {
  await sendMessage(store, 'p', 1);
  await store.markHandedOver(P, NOW);
}

const CREDIT = `${P}-0`;
const PROPOSE = ['propose', CREDIT, 'rejected', '--code', 'AC04', '--reason', ' by phone '];

describe('pisctl hub propose', () => {
  it(
    'stores a proposal, which the same operator cannot confirm',
    withProposals(async (world) => {
      const { ask, requests, woken } = world;
      await handOver(world);
      expect(await ask(...PROPOSE)).toBe(
        'Proposal 1 is stored. No money has moved. Another operator confirms it with: ' +
          'npx pisctl hub confirm 1',
      );
      expect(requests).toEqual([
        { creditId: CREDIT, outcome: 'rejected', code: 'AC04', reason: 'by phone' },
      ]);
      await expect(ask('confirm', '1')).rejects.toThrow('Proposal 1 must be confirmed by another');
      await expect(ask(...PROPOSE)).rejects.toThrow('Proposal 1 is about this credit.');
      expect(woken()).toBe(0);
      expect(await ask('withdraw', '1')).toBe('Proposal 1 is withdrawn. No money has moved.');
      await expect(ask('confirm', '1')).rejects.toThrow('Proposal 1 was confirmed or withdrawn.');
    }),
  );

  it(
    'refuses a wrong outcome, code or credit, and requires a reason',
    withProposals(async ({ ask, requests }) => {
      const asked = (...args: string[]) => ask('propose', CREDIT, ...args, '--reason', 'r');
      await expect(asked('paid')).rejects.toThrow('Allowed choices are accepted, rejected');
      await expect(asked('rejected', '--code', 'AM04')).rejects.toThrow('Allowed choices are AC01');
      await expect(asked('rejected')).rejects.toThrow('also need a code (AC01, AC04');
      await expect(asked('accepted', '--code', 'AC04')).rejects.toThrow('"accepted" has none');
      await expect(ask('propose', CREDIT, 'accepted')).rejects.toThrow('--reason');
      const long = ['propose', CREDIT, 'accepted', '--reason', 'x'.repeat(501)];
      await expect(ask(...long)).rejects.toThrow('a reason of 1 to 500 characters');
      await expect(ask('propose', '../p', 'accepted', '--reason', 'r')).rejects.toThrow(
        'Name the credit by its id: the message, a hyphen and its index.',
      );
      expect(requests).toEqual([]);
      await expect(asked('accepted')).rejects.toThrow(
        `This service handed over no credit ${CREDIT}.`,
      );
      const bacs = ['propose', `${P}-#2`, 'accepted', '--reason', 'r'];
      await expect(ask(...bacs)).rejects.toThrow(`handed over no credit ${P}-#2.`);
    }),
  );

  it(
    'explains why an outcome is impossible',
    withProposals(async (world) => {
      const { ask, store } = world;
      await sendMessage(store, 'p', 1);
      await expect(ask(...PROPOSE)).rejects.toThrow(
        'The hub has not confirmed the message with this credit, so it may still be sent.',
      );
      await store.markHandedOver(P, NOW);
      await expect(
        ask('propose', CREDIT, 'returned', '--code', 'AC04', '--reason', 'r'),
      ).rejects.toThrow('The credit is not accepted, so it cannot come back.');
    }),
  );

  it(
    'is refused while the schemes are simulated',
    withProposals(async (world) => {
      await expect(world.ask(...PROPOSE)).rejects.toThrow(
        'The schemes are simulated (PIS_SCHEMES)',
      );
      await handOver(world);
      await world.store.addProposal(PROPOSAL, BY_OLGA);
      await expect(world.ask('confirm', '1')).rejects.toThrow('The schemes are simulated');
    }, false),
  );
});

describe('pisctl hub confirm', () => {
  it(
    'confirms the proposal of another operator, and records both',
    withProposals(async (world) => {
      const { ask, store, folder, woken } = world;
      await handOver(world);
      await store.addProposal(PROPOSAL, BY_OLGA);
      expect(await ask('proposals', '--open')).toBe(
        [
          '1  rejected (AC04), 1.00 GBP: can be confirmed before 2026-03-09 10:00:01 GMT',
          `    FPS, payment p, index 0, credit ${CREDIT}`,
          `    proposed ${AFTER} by claimed:olga/999999: The scheme\uFFFD[2J called.`,
          '1 listed.',
        ].join('\n'),
      );
      expect(await ask('confirm', '1')).toBe(
        'Proposal 1 is confirmed. See: npx pisctl hub problems',
      );
      expect(woken()).toBe(1);
      expect(await ask('proposals', '--open')).toBe('No proposal.');
      expect(await ask('proposals')).toContain(`1.00 GBP: confirmed ${AFTER} by ${BY}\n`);
      await store.close();
      const entries = readAuditLog(dataFolder(folder).database, (rows) => [...rows]);
      const decided = entries.filter(({ action }) => action.startsWith('outcome'));
      const credit = { paymentId: 'p', messageId: P, index: 0, amountMinor: 100, currency: 'GBP' };
      const detail = { ...credit, outcome: 'rejected', code: 'AC04', proposedBy: BY_OLGA.by.id };
      expect(decided).toMatchObject([
        { action: 'outcomeProposed', subject: '1', actorId: BY_OLGA.by.id },
        { action: 'outcomeConfirmed', subject: '1', actorId: BY },
      ]);
      const details = decided.map((entry) => JSON.parse(entry.detail ?? '') as unknown);
      expect(details).toEqual([detail, detail]);
      const command = { action: 'operatorCommand', subject: 'hub-confirm', actorId: BY };
      expect(entries).toContainEqual(
        expect.objectContaining({ ...command, detail: '{"argument":"1"}' }),
      );
    }),
  );

  it(
    'refuses an unknown proposal, and a request without a name',
    withProposals(async ({ ask, folder }) => {
      await expect(ask('confirm', '7')).rejects.toThrow('There is no proposal 7.');
      await expect(ask('withdraw', '7')).rejects.toThrow('There is no proposal 7.');
      await expect(ask('confirm', 'x')).rejects.toThrow('Name the proposal by its number.');
      expect(await ask('proposals')).toBe('No proposal.');
      const unnamed = await postAs(null, folder, '/hub/proposals/7/confirm');
      expect(unnamed).toMatchObject({ status: 400 });
      expect(unnamed.body).toContain('Name the operator in x-operator');
    }),
  );
});
