import { expect, it } from 'vitest';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { readAuditLog } from '../../../../src/store/sqlite/database/inspection.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import { ACT, BANK, bankFileOf, inFolder, NOW } from '../../../contract/store/fixtures.ts';

it('the audit entry of a bank file lists at most 20 ids per list and no whole account number', () =>
  inFolder(async (directory) => {
    const path = `${directory}/bank.db`;
    const store = openSqliteStore(path, () => NOW);
    await store.seed(BANK, NOW);
    const [known] = BANK.accounts;
    const accounts = Array.from({ length: 21 }, (_, n) => ({
      ...expectDefined(known, 'an account'),
      number: `112800555500${String(n).padStart(2, '0')}`,
    }));
    const changed = { ...expectDefined(known, 'an account'), state: 'closed' as const };
    const file = bankFileOf(1, []);
    const data = { ...file.data, accounts: [...accounts, changed] };
    await store.applyBankFile({ ...file, data }, ACT);
    await store.close();
    const entries = readAuditLog(path, (rows) => [...rows]).filter(
      ({ action }) => action === 'bankChanged',
    );
    const details = entries.map(({ detail }) => JSON.parse(detail ?? '') as unknown);
    expect(details).toMatchObject([
      {
        ...{ accountsAdded: 21, accountsChanged: 1, accountsChangedIds: 'north:4567' },
        accountsAddedIds: accounts
          .slice(0, 20)
          .map(({ number }) => `north:${number.slice(-4)}`)
          .join(' '),
      },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/\d{14}/);
  }));
