import { describe, expect, it } from 'vitest';
import type {
  ActionProposal,
  OutcomeProposalResult,
} from '../../src/domain/records/action-proposals.ts';
import type { OutcomeRequest } from '../../src/domain/schemes/proposals.ts';
import { useConsole } from './console-bank.ts';
import { tokenIn } from './http-browser.ts';

const bank = useConsole({ hub: true, core: false, screening: false });
const PATH = '/actions/outcome';
const PROPOSED = { kind: 'proposed', proposal: {} as ActionProposal } as const;
const FIELDS = { credit: ' MSG-1 ', outcome: 'rejected', code: 'AC04', reason: 'They called.' };

describe('the form that proposes the outcome of a credit', () => {
  it('sends the proposal, and names what is wrong', async () => {
    const browser = await bank().signedIn('proposer', 'approve');
    const { text } = await browser.open('/actions');
    expect(text).toContain(`action="${PATH}"`);
    const requests: OutcomeRequest[] = [];
    const send = async (answer: OutcomeProposalResult, changed: Partial<typeof FIELDS> = {}) => {
      bank().outcomeFor = (request) => {
        requests.push(request);
        return answer;
      };
      // The same form is answered once, so each one has a reason of its own.
      const reason = `They called (${String(requests.length)}).`;
      const fields = { ...FIELDS, reason, ...changed, token: tokenIn(text) };
      return (await browser.post(PATH, fields)).location;
    };
    expect(await send(PROPOSED)).toBe('/decisions?action=decideOutcome&done=proposed');
    const expected = { creditId: 'MSG-1', outcome: 'rejected', code: 'AC04' };
    expect(requests).toEqual([{ ...expected, reason: 'They called (0).' }]);
    expect(await send({ kind: 'alreadyProposed', id: 3 })).toBe(
      '/decisions?problem=alreadyProposed',
    );
    for (const [kind, problem] of [
      ['unknownCredit', 'unknownCredit'],
      ['notHandedOver', 'notHandedOver'],
      ['accepted', 'outcomeKnown'],
      ['cameBack', 'cameBack'],
      ['simulated', 'notOpen'],
    ] as const) {
      expect(await send({ kind })).toBe(`/actions?problem=${problem}`);
    }
    const count = requests.length;
    for (const changed of [{ outcome: 'accepted' }, { code: '' }, { outcome: 'lost' }]) {
      expect(await send(PROPOSED, changed)).toBe('/actions?problem=outcomeCode');
    }
    expect(await send(PROPOSED, { reason: ' ' })).toBe('/actions?problem=noReason');
    expect(requests).toHaveLength(count);
  });

  it('is refused without the role', async () => {
    const browser = await bank().signedIn('worker', 'operate');
    const { text } = await browser.open('/actions');
    expect(text).not.toContain(`action="${PATH}"`);
    expect((await browser.post(PATH, { ...FIELDS, token: tokenIn(text) })).status).toBe(403);
  });
});
