import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { BankData } from '../../../../src/domain/records/seed.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import { inFolder, NOW } from '../../../contract/store/fixtures.ts';

const NUMBER = '20304012345678';

const LEEDS = { TownName: 'Leeds', Country: 'GB' };

const BANK = {
  customers: [
    { id: 'acme', name: 'Acme', segment: 'corporate', companyLimitPence: 100, address: null },
  ],
  users: [{ id: 'ada', customerId: 'acme', mayUploadFiles: false, userLimitPence: 50 }],
  accounts: [
    {
      number: NUMBER,
      customerId: 'acme',
      kind: 'current',
      state: 'open',
      mandate: [],
      openingPence: 700,
    },
  ],
} as const satisfies BankData;

it('adoptBank stores changed data, books each opening balance once and deletes nothing', () =>
  inFolder(async (directory) => {
    const store = openSqliteStore(join(directory, 'bank.db'), () => NOW);
    await store.adoptBank(BANK, NOW);
    const [customer] = BANK.customers;
    const [user] = BANK.users;
    const [account] = BANK.accounts;
    await store.adoptBank(
      {
        customers: [{ ...customer, name: 'Acme Ltd', companyLimitPence: null, address: LEEDS }],
        users: [{ ...user, mayUploadFiles: true }],
        accounts: [{ ...account, state: 'closed', openingPence: 9_999 }],
      },
      NOW,
    );
    await store.adoptBank({ customers: [], users: [], accounts: [] }, NOW);
    expect(await store.findUser('ada')).toMatchObject({
      customerName: 'Acme Ltd',
      companyLimitPence: null,
      mayUploadFiles: true,
    });
    expect(await store.findAccount(NUMBER)).toMatchObject({ state: 'closed', balancePence: 700 });
    expect(await store.findHolder(NUMBER)).toEqual({ name: 'Acme Ltd', address: LEEDS });
    expect(await store.auditBooks()).toEqual([]);
    await store.close();
  }));
