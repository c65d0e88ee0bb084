import { expect, it } from 'vitest';
import { TEST_ACCOUNTS } from '../../../../src/simulators/hub/outcomes.ts';
import { createSchemes } from '../../../../src/schemes/simulated/schemes.ts';
import { assert } from '../../../../src/shared/assert.ts';
import { DAY_MS, type Instant } from '../../../../src/shared/time.ts';

it('the test accounts have the same meaning as in the schemes that the service simulates', async () => {
  const answersAt = async (now: Instant) => {
    const request = { sentAt: 0, now, from: 0, limit: 10, only: null };
    const answers = await createSchemes().ask({} as never, request);
    assert(answers.kind === 'answered', 'the simulated schemes always answer');
    return answers.byCreditor;
  };
  const first = await answersAt(1);
  const last = await answersAt(0 + DAY_MS);
  for (const [account, { answer }] of Object.entries(first)) {
    const outcome = TEST_ACCOUNTS[account];
    expect(outcome?.isPendingFirst, account).toBe(answer === 'pending');
    const final = last[account];
    expect(outcome?.status, account).toBe(final?.answer === 'rejected' ? 'RJCT' : 'ACSC');
    expect(outcome?.reason ?? undefined, account).toBe(final?.reason);
  }
  const added = Object.entries(TEST_ACCOUNTS)
    .filter(([account, { recallBehaviour }]) => {
      return !(account in first) && recallBehaviour === 'accepted';
    })
    .map(([account]) => account);
  expect(added).toEqual(['99999900000070', '99999900000071']);
});
