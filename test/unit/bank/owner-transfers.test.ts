import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { adoptBank } from '../../../src/bank/adopt-bank.ts';
import { readBankFile } from '../../../src/bank/bank-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'transfers-'));
const path = join(directory, 'bank.json');

afterAll(() => {
  rmSync(directory, { recursive: true });
});

const NUMBER = '20304012345678';
const customer = { name: 'Some Ltd', segment: 'corporate' };
const BANK = {
  version: 1,
  sortCodes: ['203040'],
  customers: [
    { ...customer, id: 'alpha' },
    { ...customer, id: 'beta' },
  ],
  users: [],
  accounts: [{ number: NUMBER, customerId: 'beta', kind: 'current', opening: '1.50' }],
};

function read(transfers: readonly object[]) {
  writeFileSync(path, JSON.stringify({ ...BANK, transfers }));
  return readBankFile(path, 'here').data.transfers;
}

describe('the transfers of the bank’s file', () => {
  test('name an account or a user, and the two customers', () => {
    const transfer = { account: NUMBER, from: 'alpha', to: 'beta' };
    expect(read([transfer])).toEqual([{ kind: 'account', id: NUMBER, from: 'alpha', to: 'beta' }]);
  });

  test.each([
    ['of an account that is not listed', { account: '1', from: 'alpha', to: 'beta' }, '0].account'],
    ['of a user who is not listed', { user: 'ada', from: 'alpha', to: 'beta' }, '0].user'],
    ['to another than the file names', { account: NUMBER, from: 'beta', to: 'alpha' }, '0].to'],
    ['to the same customer', { account: NUMBER, from: 'beta', to: 'beta' }, '0].to'],
    ['of nothing', { from: 'alpha', to: 'beta' }, '0]: Expected either account or user'],
  ])('are refused %s', (_, transfer, where) => {
    expect(() => read([transfer])).toThrow(`transfers[${where}`);
  });

  test('are refused if two name the same account', () => {
    const transfer = { account: NUMBER, from: 'alpha', to: 'beta' };
    expect(() => read([transfer, { ...transfer, from: 'gamma' }])).toThrow('transfers[1].account');
  });
});

describe('changes of owner without a transfer', () => {
  test('are refused in one message, with the transfers to add', async () => {
    const change = { from: 'alpha', to: 'beta' };
    const ordered = { kind: 'user', id: 'ada', from: 'gamma', to: 'beta' } as const;
    const conflicts = [
      { kind: 'account', id: NUMBER, ...change, ordered: null },
      { kind: 'user', id: 'ada', ...change, ordered },
    ] as const;
    const store = { adoptBank: () => Promise.resolve(conflicts) };
    const data = { customers: [], users: [], accounts: [] };
    await expect(adoptBank(store, data, 0, 'bank.json')).rejects.toThrow(
      `bank.json: The account ${NUMBER} belongs to customer alpha, and the file names beta. ` +
        `Restore alpha, or add {"account":"${NUMBER}","from":"alpha","to":"beta"} to transfers. ` +
        'The user ada belongs to customer alpha, and the file names beta. Its entry in transfers ' +
        'is from gamma. Restore alpha, or write {"user":"ada","from":"alpha","to":"beta"}.',
    );
  });
});
