import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { familyNamed } from '../../../src/families/index.ts';
import { eventually } from '../../helpers/eventually.ts';
import { endWithHub, TestHub, type HubMessage } from '../../helpers/hub.ts';
import { detailsOf } from '../../helpers/orders.ts';
import { account, BAKERY, fileOf, payment } from '../../helpers/payment-file.ts';
import { startService, type RunningService } from '../../helpers/service.ts';
import { Tpp } from '../../helpers/tpp.ts';

/* Bacs submissions through a folder, answered by the reports of Bacs itself. */

let hub: TestHub;
let service: RunningService;
let tpp: Tpp;

beforeEach(async () => {
  hub = new TestHub();
  service = await startService({ config: { ...hub.settings, bacsAccepted: true } });
  tpp = await Tpp.signIn(service.origin);
});

afterEach(() => endWithHub(service, hub));

const ELSEWHERE = '20000012345678';
const testAccount = (ending: string): string => `999999000000${ending}`;

/** Returns a Bacs file of payments to these creditors. Equal creditors give equal credits. */
function fileTo(creditors: readonly string[]): Buffer {
  return fileOf(
    creditors.map((creditor, index) =>
      payment(index, {
        LocalInstrument: 'UK.OBIE.BACS',
        CreditorAccount: account(creditor, 'Fresco & Sons'),
        InstructedAmount: { Amount: '1.50', Currency: 'GBP' },
        RemittanceInformation: { Reference: 'SALARY 11' },
      }),
    ),
  );
}

/** Returns the status of each payment of a file, or the reason of a rejection. */
async function statusesOf(paymentId: string, page = 1): Promise<readonly string[]> {
  const details = await detailsOf(tpp, familyNamed('file-payments'), paymentId, page);
  return details.map(({ StatusDetail }) => StatusDetail.Status);
}

/** Waits until the hub has answered the only message, and the service has taken all documents. */
async function settled(): Promise<readonly HubMessage[]> {
  await eventually(() => {
    expect(hub.messages()).toHaveLength(1);
    expect(hub.isQuiet()).toBe(true);
  });
  return hub.messages();
}

/** Returns the number of answers that the service set aside. */
function unusableAnswers(): number {
  return service.events.reduce(
    (sum, event) => sum + (event.kind === 'answersTaken' ? event.unusable : 0),
    0,
  );
}

describe('the reports of Bacs', () => {
  test('reject, accept and return the credits of a submission', async () => {
    hub.start({ bacsReports: true });
    const endings = ['01', '70', '71', '70'].map(testAccount);
    const paymentId = await tpp.pay(fileTo([ELSEWHERE, BAKERY, ...endings, ELSEWHERE]));
    await eventually(async () => {
      const ended = ['ACSC', 'ACSC', 'NARR', 'AC04', 'ACSC', 'AC04', 'ACSC'];
      expect(await statusesOf(paymentId)).toEqual(ended);
    });
    await settled();
    expect(unusableAnswers()).toBe(0);
    await eventually(async () => {
      const advices = await service.store.listBacsAdvices(10);
      expect(advices.map(({ outcome, code, index }) => [outcome, code, index]).sort()).toEqual([
        ['moved', '3', 4],
        ['returned', 'B', 3],
        ['returned', 'B', 5],
      ]);
    });
    const [moved] = (await service.store.listBacsAdvices(10)).filter(
      ({ outcome }) => outcome === 'moved',
    );
    expect(moved).toMatchObject({
      ...{ paymentId, newAccount: '99999800000071' },
      record: { destination: testAccount('71'), name: 'FRESCO & SONS', reference: 'SALARY 11' },
    });
  });

  test.each(['rough', 'hostile'] as const)(
    'of a %s hub return as much money as the hub, although credits are equal',
    async (mood) => {
      hub.start({ mood, seed: 11, bacsReports: true, returned: 0.3, onlyWhenAsked: 0 });
      const rejected = [testAccount('04'), testAccount('04'), testAccount('51')];
      const equal = Array.from({ length: 40 }, () => ELSEWHERE);
      const paymentId = await tpp.pay(fileTo([...rejected, ...equal]));
      const [message] = await settled();
      const returned = message?.credits.filter(({ returnReason }) => returnReason !== null) ?? [];
      expect(returned.length).toBeGreaterThan(1);
      await eventually(async () => {
        const statuses = await statusesOf(paymentId);
        expect(statuses.slice(0, 3)).toEqual(['NARR', 'NARR', 'NARR']);
        // The first equal credits come back, because they cannot be distinguished.
        const first = equal.map((_, at) => (at < returned.length ? 'AC04' : 'ACSC'));
        expect(statuses.slice(3)).toEqual(first);
      });
      const problems = await service.store.listHubProblems('open', 100);
      const expected = mood === 'rough' ? [] : ['malformed', 'unmatchedRecord'];
      expect(problems.map(({ code }) => code).every((code) => expected.includes(code))).toBe(true);
    },
  );
});

describe('an operator', () => {
  test('sees which document is no report about a submission of this bank', async () => {
    hub.start({ bacsReports: true, unknown: 1, malformed: 1 });
    const paymentId = await tpp.pay(fileTo([ELSEWHERE]));
    await eventually(async () => {
      expect(await statusesOf(paymentId)).toEqual(['ACSC']);
      const problems = await service.store.listHubProblems('open', 10);
      expect(problems.map(({ kind, code }) => `${kind} ${code}`).sort()).toEqual([
        'answer unmatchedRecord',
        'document malformed',
      ]);
    });
    await settled();
  });
});
