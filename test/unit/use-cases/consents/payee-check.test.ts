import { expect, it } from 'vitest';
import type { PayeeQuestion } from '../../../../src/domain/parties/payee-check.ts';
import { checkPayees } from '../../../../src/use-cases/consents/payee-check.ts';

type Arguments = Parameters<typeof checkPayees>;

/** Returns the questions about a VRP consent with this Risk, which names its payee. */
async function askedFor(risk: object | null): Promise<readonly PayeeQuestion[]> {
  const asked: PayeeQuestion[] = [];
  const payee = { name: 'Jo', account: '20000000000001', secondary: 'ROLL 1' };
  const parts = {
    store: { findItem: () => Promise.resolve(undefined), saveItem: () => Promise.resolve(true) },
    paymentSource: { ofConsent: () => ({ kind: 'none', maxPence: null, payee }) },
    payeeConfirmation: {
      confirm: (questions: readonly PayeeQuestion[]) => {
        asked.push(...questions);
        return Promise.resolve(questions.map(() => ({ outcome: 'noMatch' })));
      },
    },
  } as unknown as Arguments[0];
  const consent = { id: 'vrpc-1', risk: risk === null ? null : JSON.stringify(risk) };
  const user = { id: 'clara', customerId: 'northwind' };
  const toCheck = { consent, user, file: undefined, position: null } as unknown as Arguments[1];
  await checkPayees(parts, toCheck, 0);
  return asked;
}

it.each([
  [null, null],
  [{}, null],
  [{ BeneficiaryAccountType: 'Personal' }, 'personal'],
  [{ BeneficiaryAccountType: 'JointPersonal' }, 'personal'],
  [{ BeneficiaryAccountType: 'Business' }, 'business'],
  [{ BeneficiaryAccountType: 'Charity' }, 'business'],
  [{ BeneficiaryAccountType: 'Ewallet' }, null],
] as const)('with the Risk %o, the expected kind of account is %s', async (risk, kind) => {
  expect(await askedFor(risk)).toEqual([
    { name: 'Jo', account: '20000000000001', secondary: 'ROLL 1', kind, currency: 'GBP' },
  ]);
});
