import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readBankFile } from '../../../src/bank/bank-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'bank-'));
const path = join(directory, 'bank.json');

afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** Returns an encoded password hash whose salt and key have the given lengths in bytes. */
function hashOf(cost: string, saltBytes = 16, keyBytes = 32): string {
  const [salt, key] = [saltBytes, keyBytes].map((bytes) =>
    Buffer.alloc(bytes, 7).toString('base64').replace(/=+$/, ''),
  );
  return `$scrypt$${cost}$${String(salt)}$${String(key)}`;
}

const USER = {
  id: 'ada@example',
  customerId: 'acme',
  mayUploadFiles: true,
  userLimit: '5000.00',
  passwordHash: hashOf('ln=15,r=8,p=3'),
  totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEH',
};
const ACCOUNT = { number: '20304012345678', customerId: 'acme', kind: 'current', opening: '1.50' };
const BANK = {
  version: 7,
  sortCodes: ['203040'],
  customers: [
    {
      ...{ id: 'acme', name: 'Acme Ltd', segment: 'corporate', companyLimit: '20000000.00' },
      address: { street: 'Fore Street', postCode: 'EX4 3AT', town: 'Exeter', country: 'GB' },
    },
  ],
  users: [USER],
  accounts: [ACCOUNT],
};

function read(bank: object) {
  writeFileSync(path, JSON.stringify(bank));
  return readBankFile(path, 'here');
}

describe("the bank's file", () => {
  test('reports problems between rows together with those of single rows', () => {
    const { kind, ...without } = ACCOUNT;
    expect(kind).toBe('current');
    const users = [{ ...USER, customerId: 'nobody' }];
    const accounts = [without, { ...ACCOUNT, number: '99999912345678' }];
    expect(() => read({ ...BANK, users, accounts })).toThrow(
      /accounts\[0\]\.kind is missing\..*users\[0\]\.customerId: .*accounts\[1\]\.number: /s,
    );
  });

  test('contains customers, users, accounts and credentials, with amounts in pence', () => {
    expect(read(BANK)).toEqual({
      version: 7,
      digest: createHash('sha256').update(JSON.stringify(BANK)).digest('hex'),
      sortCodes: ['203040'],
      data: {
        transfers: [],
        customers: [
          {
            ...{ id: 'acme', name: 'Acme Ltd', segment: 'corporate' },
            companyLimitPence: 2_000_000_000,
            address: {
              ...{ StreetName: 'Fore Street', PostCode: 'EX4 3AT', TownName: 'Exeter' },
              Country: 'GB',
            },
          },
        ],
        users: [
          {
            ...{ id: 'ada@example', customerId: 'acme', subject: null },
            ...{ mayUploadFiles: true, userLimitPence: 500_000 },
          },
        ],
        accounts: [
          {
            number: '20304012345678',
            customerId: 'acme',
            kind: 'current',
            state: 'open',
            openingPence: 150,
            mandate: [],
          },
        ],
      },
      credentials: [
        {
          userId: 'ada@example',
          passwordHash: USER.passwordHash,
          totpSecret: USER.totpSecret,
        },
      ],
    });
  });

  test.each([
    ['an account of another bank', { accounts: [{ ...ACCOUNT, number: '99999912345678' }] }],
    ['an account of nobody', { accounts: [{ ...ACCOUNT, customerId: 'nobody' }] }],
    ['a user of nobody', { users: [{ ...USER, customerId: 'nobody' }] }],
    ['a password as it is', { users: [{ ...USER, passwordHash: 'correct horse' }] }],
    ['a short secret', { users: [{ ...USER, totpSecret: 'JBSWY3DP' }] }],
    ['an amount that is a number', { accounts: [{ ...ACCOUNT, opening: 1.5 }] }],
    ['an amount with a third digit', { accounts: [{ ...ACCOUNT, opening: '1.505' }] }],
    [
      'the id of another user as subject',
      { users: [USER, { ...USER, id: 'bea', subject: USER.id }] },
    ],
    ['a member that nobody knows', { users: [{ ...USER, admin: true }] }],
    ['no sort code', { sortCodes: [] }],
  ])('with %s is refused with the location of the problem', (_, change) => {
    const [member] = Object.keys(change);
    expect(() => read({ ...BANK, ...change })).toThrow(
      new RegExp(`bank\\.json: .*${String(member)}`, 's'),
    );
  });

  test.each(['Acme \u202edtL', 'Ac\u00adme Ltd', '\u3164', 'Acme\nLtd', ''])(
    'with a customer named %j is refused with the location of the name',
    (name) => {
      const [customer] = BANK.customers;
      const other = { ...customer, id: 'other', name };
      expect(() => read({ ...BANK, customers: [customer, other] })).toThrow(
        /bank\.json: customers\[1\]\.name: [ -~]+$/,
      );
    },
  );

  test('accepts names of customers in any script', () => {
    const [customer] = BANK.customers;
    const named = (name: string) => read({ ...BANK, customers: [{ ...customer, name }] });
    for (const name of ['שרה כהן', 'فاطمة الزهراء', 'Zoë Müller', 'प्रिया शर्मा']) {
      expect(named(name).data.customers[0]?.name).toBe(name);
    }
  });

  test('that is not JSON is refused without quoting its contents', () => {
    writeFileSync(path, JSON.stringify(BANK).replace(`"${USER.totpSecret}"`, USER.totpSecret));
    expect(() => readBankFile(path, 'here')).toThrow(/^.*bank\.json: It is not valid JSON\.$/);
  });

  test('reports both locations of a repeated ID together with other problems', () => {
    const [customer] = BANK.customers;
    const twice = {
      ...BANK,
      customers: [customer, customer],
      users: [USER, { ...USER, passwordHash: undefined }],
      accounts: [ACCOUNT, { ...ACCOUNT, number: '20304087654321' }, ACCOUNT],
    };
    const refused = [
      'users[1].passwordHash: It is missing. npx pisctl password creates it. Only with PIS_SIGN_IN it can be left out.',
      'customers[1].id: acme is already at customers[0].id. Keep only one of the two.',
      'users[1].id: ada@example is already at users[0].id. Keep only one of the two.',
      'accounts[2].number: 20304012345678 is already at accounts[0].number. Keep only one of the two.',
    ];
    expect(() => read(twice)).toThrow(`${path}: ${refused.join(' ')}`);
  });

  test.each([
    [{ closed: false }, 'open'],
    [{ blocked: true }, 'blocked'],
    [{ closed: true }, 'closed'],
    [{ closed: true, blocked: true }, 'closed'],
  ])('an account with %j is %s', (marks, state) => {
    const { data } = read({ ...BANK, accounts: [{ ...ACCOUNT, ...marks }] });
    expect(data.accounts).toMatchObject([{ state }]);
  });

  test.each([
    [{ accounts: 'none' }, 'accounts: Expected a list, found a text.'],
    [{ accounts: [{ ...ACCOUNT, closed: 'no' }] }, 'closed: Expected true or false, found a text.'],
    [{ accounts: [{ ...ACCOUNT, kind: 'gold' }] }, 'kind: Expected one of current, deposit.'],
    [{ users: [{ ...USER, admin: 1 }] }, 'users[0]: Unknown field admin. Remove it'],
    [
      { users: [{ ...USER, ['x'.repeat(1000)]: 1 }] },
      `users[0]: Unknown field ${'x'.repeat(59)}…. Remove it`,
    ],
    [
      { users: [{ ...USER, customerId: 'x'.repeat(1000) }] },
      `users[0].customerId: customers has no entry with the id ${'x'.repeat(59)}….`,
    ],
    [
      { users: [{ ...USER, id: 'unknown' }] },
      'users[0].id: This ID is reserved for unknown users in the audit log.',
    ],
    [{ sortCodes: [] }, 'sortCodes: Expected at least 1 entry.'],
    [{ users: null }, 'users: Expected a list, found null.'],
  ])('is refused with a clear message: %j', (change, words) => {
    expect(() => read({ ...BANK, ...change })).toThrow(words);
  });

  test.each([
    ['$scrypt$broken', 'Expected the passwordHash that npx pisctl password prints'],
    [hashOf('ln=1,r=8,p=3'), 'Found ln=1. Expected ln of at least 15.'],
    [hashOf('ln=15,r=7,p=0'), 'Found r=7. Expected r of at least 8.'],
    [hashOf('ln=15,r=7,p=0'), 'Found p=0. Expected p of at least 3.'],
    [hashOf('ln=15,r=8,p=2'), 'Found p=2. Expected p of at least 3.'],
    [hashOf('ln=15,r=8,p=3', 15), 'Found a salt of 15 bytes. Expected at least 16.'],
    [hashOf('ln=15,r=8,p=3', 16, 31), 'Found a hash of 31 bytes. Expected 32.'],
    [hashOf('ln=16,r=8,p=1'), 'Found ln and r that take 67111936 bytes of memory.'],
    [hashOf('ln=99,r=99,p=1'), 'bytes of memory. Expected at most 67108864'],
    [hashOf('ln=15,r=8,p=11'), 'Found p=11. Expected p of at most 10.'],
  ])('refuses the password hash %s, and does not repeat it', (passwordHash, words) => {
    const reading = () => read({ ...BANK, users: [{ ...USER, passwordHash }] });
    expect(reading).toThrow(`users[0].passwordHash: `);
    expect(reading).toThrow(words);
    const key = passwordHash.split('$').at(-1) ?? '';
    expect(reading).not.toThrow(key);
  });

  test('accepts password hashes of the lowest and the highest cost', () => {
    for (const cost of ['ln=15,r=8,p=3', 'ln=15,r=8,p=10', 'ln=15,r=15,p=3']) {
      expect(() =>
        read({ ...BANK, users: [{ ...USER, passwordHash: hashOf(cost) }] }),
      ).not.toThrow();
    }
  });

  test.each([
    ['A'.repeat(25), 'Found 25 characters. Expected 26 to 128.'],
    ['a'.repeat(26), 'Expected base32: A to Z and 2 to 7 only.'],
  ])('refuses the TOTP secret %s', (totpSecret, words) => {
    expect(() => read({ ...BANK, users: [{ ...USER, totpSecret }] })).toThrow(
      `users[0].totpSecret: ${words}`,
    );
  });

  const mandated = (...tiers: readonly (readonly [from: string, approvals: number])[]) => ({
    ...ACCOUNT,
    mandate: tiers.map(([from, approvals]) => ({ from, approvals })),
  });
  const USERS = ['ada', 'bob', 'cy'].map((id) => ({ ...USER, id, userLimit: null }));

  test('refuses approvals that fall as amounts rise, in whatever order the tiers are', () => {
    const accounts = [mandated(['1000.00', 1], ['1.00', 3], ['500.00', 2])];
    const refused = [
      'accounts[0].mandate[0].approvals: Found 1 from 1000.00. ' +
        'Expected at least 3, as 1.00 already needs 3.',
      'accounts[0].mandate[2].approvals: Found 2 from 500.00. ' +
        'Expected at least 3, as 1.00 already needs 3.',
    ];
    expect(() => read({ ...BANK, users: USERS, accounts })).toThrow(refused.join(' '));
  });

  test('refuses two tiers with the same amount, and names both locations', () => {
    const accounts = [mandated(['1.00', 2], ['1', 3])];
    expect(() => read({ ...BANK, users: USERS, accounts })).toThrow(
      'accounts[0].mandate[1].from: 1.00 is already at accounts[0].mandate[0].from',
    );
  });

  test('refuses more approvals than the customer has users who may approve the amount', () => {
    const [ada, bob, cy] = USERS;
    const users = [ada, { ...bob, userLimit: '999.99' }, { ...cy, customerId: 'other' }];
    const [customer] = BANK.customers;
    const customers = [customer, { ...customer, id: 'other' }];
    const accounts = [mandated(['1.00', 2], ['1000.00', 2])];
    const others = { ...ACCOUNT, number: '20304087654321', customerId: 'other' };
    const bank = { ...BANK, customers, users, accounts: [...accounts, others] };
    expect(() => read(bank)).toThrow(
      'bank.json: accounts[0].mandate[1].approvals: ' +
        'Found 2. Expected at most 1, the number of users of acme who may approve 1000.00.',
    );
    expect(() => read({ ...bank, accounts: [mandated(['1.00', 1], ['999.99', 2])] })).not.toThrow();
  });

  test('reports problems of hashes, secrets and mandates together with all others', () => {
    const users = [{ ...USER, id: '', passwordHash: 'x', totpSecret: 'A' }];
    const accounts = [{ ...mandated(['1.00', 2], ['2.00', 1]), kind: 'gold' }];
    expect(() => read({ ...BANK, users, accounts })).toThrow(
      /users\[0\]\.id.*passwordHash.*totpSecret.*kind.*mandate\[0\]\.approvals.*mandate\[1\]/s,
    );
  });

  test.each([undefined, 0, 1.5, '1', null])(
    'refuses the version %j, and says how to add one',
    (version) => {
      expect(() => read({ ...BANK, version })).toThrow(
        'version: Expected "version": 1 in the first file',
      );
    },
  );

  test('reports all problems at once', () => {
    const wrong = {
      ...BANK,
      users: [{ ...USER, id: '' }],
      accounts: [{ ...ACCOUNT, kind: 'gold' }],
    };
    expect(() => read(wrong)).toThrow(/users.*accounts/s);
  });
});
