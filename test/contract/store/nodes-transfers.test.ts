import { describe, expect, it } from 'vitest';
import { expectDefined } from '../../../src/shared/assert.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import { ACT, approvedWith, BANK, consentOf, keyOf, NOW, POOR, RICH } from './fixtures.ts';
import { overNodes, tally, TIMES } from './four-nodes.ts';

/** Returns a bank file that transfers an account of Northwind to Bright Bakes. */
function fileTransferring(number: string) {
  const account = expectDefined(
    BANK.accounts.find((one) => one.number === number),
    number,
  );
  const transfers = [{ kind: 'account', id: number, from: 'north', to: 'bakes' } as const];
  return { customers: [], users: [], accounts: [{ ...account, customerId: 'bakes' }], transfers };
}

describe.skipIf(!hasPostgres())('four nodes at once', () => {
  it(
    'leave no consent of the former customer authorised when they transfer its account',
    overNodes(async ({ first, atOnce }) => {
      for (const number of [RICH, POOR]) {
        const ids = Array.from({ length: TIMES }, (_, n) => `${number}-${String(n)}`);
        const status = 'AwaitingAuthorisation' as const;
        for (const id of ids) {
          const consent = { ...consentOf(id), debtorAccount: number, status };
          await first.createConsent(consent, keyOf(`create ${id}`), ACT);
        }
        await atOnce(async (store, n) => {
          const id = expectDefined(ids[n], 'an id');
          if (n === TIMES / 2) await store.adoptBank(fileTransferring(number), NOW);
          else await store.authoriseConsent(id, approvedWith(number), { grantId: id }, ACT);
        });
        const consents = await Promise.all(ids.map((id) => first.findConsent(id)));
        expect(tally(consents.map((consent) => consent?.status))).not.toHaveProperty('Authorised');
      }
    }),
  );
});
