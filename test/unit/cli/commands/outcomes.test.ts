import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { actorOf } from '../../../../src/domain/records/audit.ts';
import type { ActionPlan } from '../../../../src/domain/ports/action-store.ts';
import type { OutcomeRequest } from '../../../../src/domain/schemes/proposals.ts';
import { actionRoutes } from '../../../../src/ops/commands/action-proposals.ts';
import { outcomeRoutes } from '../../../../src/ops/commands/outcomes.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { readAuditLog } from '../../../../src/store/sqlite/database/inspection.ts';
import { LATER, NOW } from '../../../contract/store/fixtures.ts';
import {
  beginDocument,
  documentOf,
  sendMessage,
  sliceOf,
} from '../../../contract/store/hub-messages.ts';
import type { UseCaseParts } from '../../../../src/use-cases/dependencies.ts';
import { confirmAction } from '../../../../src/use-cases/operators/action-facts.ts';
import {
  factsOfOutcome,
  proposeOutcome,
} from '../../../../src/use-cases/operators/propose-outcome.ts';
import { postAs } from '../../../helpers/control-request.ts';
import { outcomeProposal } from '../../../helpers/proposals.ts';
import { run, withData, type Data } from '../fixtures.ts';
import { AFTER, BY, P } from './hub-world.ts';

interface World extends Data {
  /** Runs `pisctl hub`. */
  readonly ask: (...args: string[]) => Promise<string>;
  /** Runs `pisctl proposal`. */
  readonly decide: (...args: string[]) => Promise<string>;
  readonly requests: readonly OutcomeRequest[];
  /** Number of times at which due work was started. */
  readonly woken: () => number;
}

const BY_OLGA = { at: LATER, by: actorOf({ kind: 'operator', id: 'claimed:olga/999999' }) };

const DECIDED = { messageId: P, index: 0, amount: 100, outcome: 'rejected', code: 'AC04' } as const;
const PROPOSAL = outcomeProposal(DECIDED, 'p', 'The scheme\u001B[2J called.');

/** The use cases of a service that hands credits over to a hub. They read no payment file. */
function hubUseCases(store: Data['store'], requests: OutcomeRequest[]) {
  let plan: ActionPlan = PROPOSAL.plan;
  const propose: OutcomeUseCase = ({ creditId, reason, outcome, code }, act) => {
    requests.push({ creditId, outcome, code });
    const proposal = outcomeProposal({ ...DECIDED, outcome, code }, 'p', reason);
    plan = proposal.plan;
    return store.proposeAction(proposal, act);
  };
  const confirm: ConfirmUseCase = (id, act) => store.confirmAction(id, plan, act);
  return { proposeOutcome: propose, confirmAction: confirm };
}

type OutcomeUseCase = Parameters<typeof outcomeRoutes>[0]['useCases']['proposeOutcome'];
type ConfirmUseCase = Parameters<typeof actionRoutes>[0]['useCases']['confirmAction'];

/** The use cases of a service whose schemes are simulated. */
function simulatedUseCases(store: Data['store']) {
  const parts = { store, recallWriter: null } as unknown as UseCaseParts;
  return {
    proposeOutcome: proposeOutcome.bind(null, parts),
    confirmAction: confirmAction.bind(null, parts),
  };
}

/** A running service that hands credits over to a hub, or whose schemes are simulated. */
function withProposals(use: (world: World) => Promise<void>, hasHub = true) {
  return withData(async (data) => {
    const { folder, store } = data;
    const requests: OutcomeRequest[] = [];
    let woken = 0;
    const useCases = {
      ...(hasHub ? hubUseCases(store, requests) : simulatedUseCases(store)),
      currentFacts: factsOfOutcome.bind(null, { store }),
    };
    const wake = (): void => void (woken += 1);
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [
        outcomeRoutes({ useCases }),
        actionRoutes({ store, useCases, wake, clock: () => LATER }),
      ],
      ...{ store, clock: () => LATER, observe: () => undefined },
    });
    try {
      const ask = (...args: string[]) => run('hub', args, folder);
      const decide = (...args: string[]) => run('proposal', args, folder);
      await use({ ...data, requests, woken: () => woken, ask, decide });
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
      const { ask, decide, requests, woken } = world;
      await handOver(world);
      const printed = await ask(...PROPOSE);
      expect(printed).toContain(`1  Decide the outcome of a credit, ${CREDIT}: can be confirmed`);
      expect(printed).toContain(
        'Nothing has changed. Another operator confirms it with: npx pisctl proposal confirm 1',
      );
      expect(printed).toContain(': by phone');
      expect(requests).toEqual([{ creditId: CREDIT, outcome: 'rejected', code: 'AC04' }]);
      await expect(decide('confirm', '1')).rejects.toThrow(
        'Proposal 1 must be confirmed by another',
      );
      await expect(ask(...PROPOSE)).rejects.toThrow('Proposal 1 is about this already.');
      expect(woken()).toBe(0);
      expect(await decide('withdraw', '1')).toBe(
        'Proposal 1 is withdrawn. Nothing else has changed.',
      );
      await expect(decide('confirm', '1')).rejects.toThrow('Proposal 1 has ended.');
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
      await world.store.proposeAction(PROPOSAL, BY_OLGA);
      await expect(world.decide('confirm', '1')).rejects.toThrow('is not possible any more');
    }, false),
  );
});

describe('pisctl proposal confirm', () => {
  it(
    'confirms the outcome that another operator proposed, and records both',
    withProposals(async (world) => {
      const { decide, store, folder, woken } = world;
      await handOver(world);
      await store.proposeAction(PROPOSAL, BY_OLGA);
      expect(await decide('list', '--open')).toBe(
        [
          `1  Decide the outcome of a credit, ${CREDIT}: can be confirmed before 2026-03-09 10:00:01 GMT`,
          ...[
            '    Payment: p',
            '    Row: 1',
            '    Amount: £1.00',
            '    Outcome: rejected',
            '    Reason code: AC04',
          ],
          `    proposed ${AFTER} by claimed:olga/999999: The scheme\uFFFD[2J called.`,
          '1 listed.',
        ].join('\n'),
      );
      expect(await decide('confirm', '1')).toBe('Proposal 1 is confirmed.');
      expect(woken()).toBe(1);
      expect(await decide('list', '--open')).toBe('No proposal.');
      expect(await decide('list')).toContain(`${CREDIT}: confirmed ${AFTER} by ${BY}\n`);
      await store.close();
      const entries = readAuditLog(dataFolder(folder).database, (rows) => [...rows]);
      const decided = entries.filter(({ action }) => /^action(?:Prop|Conf)/.test(action));
      const detail = {
        ...{ proposal: 1, action: 'decideOutcome', proposedBy: BY_OLGA.by.id },
        ...{ factsSha256: expect.any(String) as string, paymentId: 'p', row: 1, index: 0 },
        ...{ outcome: 'rejected', code: 'AC04', amount: '£1.00' },
      };
      expect(decided).toMatchObject([
        { action: 'actionProposed', subject: CREDIT, actorId: BY_OLGA.by.id },
        { action: 'actionConfirmed', subject: CREDIT, actorId: BY },
      ]);
      const details = decided.map((entry) => JSON.parse(entry.detail ?? '') as unknown);
      expect(details).toEqual([detail, detail]);
      const command = { action: 'operatorCommand', subject: 'proposal-confirm', actorId: BY };
      expect(entries).toContainEqual(
        expect.objectContaining({ ...command, detail: '{"argument":"1"}' }),
      );
    }),
  );

  it(
    'refuses an outcome that the credit cannot have any more, which the list shows',
    withProposals(async (world) => {
      const { decide, store } = world;
      await handOver(world);
      await store.proposeAction(PROPOSAL, BY_OLGA);
      await beginDocument(store, 'a');
      const answer = { messageId: P, index: 0, position: 0, amount: 100, returned: null };
      const answers = [{ ...answer, meaning: 'accepted', reason: 'NARR' }] as const;
      await store.takeAnswers(documentOf('a'), sliceOf({ answers }), LATER);
      await expect(decide('confirm', '1')).rejects.toThrow('The credit is accepted.');
      expect(await decide('list', '--open')).toContain('THE FACTS HAVE CHANGED');
    }),
  );

  it(
    'refuses an unknown proposal, and a request without a name',
    withProposals(async ({ decide, folder }) => {
      await expect(decide('confirm', '7')).rejects.toThrow('There is no proposal 7.');
      await expect(decide('withdraw', '7')).rejects.toThrow('There is no proposal 7.');
      await expect(decide('confirm', 'x')).rejects.toThrow('Name the proposal by its number.');
      expect(await decide('list')).toBe('No proposal.');
      const unnamed = await postAs(null, folder, '/proposals/7/confirm');
      expect(unnamed).toMatchObject({ status: 400 });
      expect(unnamed.body).toContain('Name the operator in x-operator');
    }),
  );
});
