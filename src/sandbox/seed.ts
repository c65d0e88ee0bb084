import { hashSecret } from '../auth/tokens.ts';
import { DEFAULT_PORTS } from '../config/default-ports.ts';
import type { DirectoryOrganisation, DirectoryRole } from '../domain/records/access.ts';
import type { BankSeed, SeedAccount, SeedClient } from '../domain/records/seed.ts';
import type { Pence } from '../shared/money.ts';
import { callbackAddress } from './callback.ts';

/**
 * The bank's organisation id in the directory. Like every id there, it has 18 letters and digits.
 */
export const BANK_ORGANISATION_ID = '0015800000SandBank';

/**
 * The callback page of the sandbox. The TPPs that the sandbox provides use it, because they have no
 * pages of their own.
 */
const SANDBOX_CALLBACK = callbackAddress(DEFAULT_PORTS.pages);

/** The sort codes of accounts at the sandbox bank. */
export const BANK_SORT_CODES: readonly string[] = ['112800'];

/**
 * The initial data of the sandbox: TPPs, customers, users and accounts. New users of the service,
 * the tests, the benchmarks and the demo use it. Amounts are in pence, with an underscore before
 * the last two digits.
 */
export const SANDBOX_SEED: BankSeed = {
  directory: [
    organisation('tpp-one', 'Larkfield Payments Ltd', 'PISP'),
    organisation('tpp-two', 'Brindle Treasury Ltd', 'PISP'),
    { ...organisation('tpp-lapsed', 'Fernhill Finance Ltd', 'PISP'), status: 'Withdrawn' },
    organisation('tpp-aisp', 'Copperbeech Insights Ltd', 'AISP'),
  ],

  clients: [client('tpp-one'), client('tpp-two'), client('tpp-lapsed'), client('tpp-aisp')],

  customers: [
    {
      id: 'northwind',
      name: 'Northwind Components plc',
      segment: 'corporate',
      companyLimitPence: 20_000_000_00,
      address: address('Ropewalk', '12', 'NG1 5DU', 'Nottingham'),
    },
    {
      id: 'bright-bakes',
      name: 'Bright Bakes Ltd',
      segment: 'small business',
      companyLimitPence: 50_000_00,
      address: address('Fore Street', '3', 'EX4 3AT', 'Exeter'),
    },
    {
      id: 'rita-shah',
      name: 'Rita Shah',
      segment: 'retail',
      companyLimitPence: null,
      address: address('Mill Lane', '27', 'LS2 7HY', 'Leeds'),
    },
    {
      id: 'harbour',
      name: 'Harbour Holdings plc',
      segment: 'corporate',
      companyLimitPence: 20_000_000_00,
      address: address('Dock Road', '1', 'L3 4BX', 'Liverpool'),
    },
  ],

  users: [
    {
      id: 'clara',
      customerId: 'northwind',
      mayUploadFiles: true,
      userLimitPence: 5_000_000_00,
    },
    { id: 'colin', customerId: 'northwind', mayUploadFiles: false, userLimitPence: null },
    { id: 'sam', customerId: 'bright-bakes', mayUploadFiles: true, userLimitPence: 50_000_00 },
    { id: 'rita', customerId: 'rita-shah', mayUploadFiles: false, userLimitPence: null },
    ...['dora', 'dave', 'dina'].map((id) => ({
      id,
      customerId: 'harbour',
      mayUploadFiles: true,
      userLimitPence: 10_000_000_00,
    })),
  ],

  accounts: [
    current('11280001234567', 'northwind', 25_000_000_00),
    current('11280001234568', 'northwind', 1_000_000_00), // payroll
    current('11280001234569', 'northwind', 500_00), // nearly empty
    { ...current('11280001234570', 'northwind', 0), state: 'closed' }, // not eligible
    { ...current('11280001234571', 'northwind', 90_000_00), kind: 'deposit' }, // not eligible
    current('11280007654321', 'bright-bakes', 60_000_00),
    current('11280009876543', 'rita-shah', 2_500_00),
    {
      ...current('11280005550001', 'harbour', 10_000_000_00),
      mandate: [{ fromPence: 1, approvals: 2 }],
    },
    {
      ...current('11280005550002', 'harbour', 10_000_000_00),
      mandate: [
        { fromPence: 10_000_01, approvals: 2 },
        { fromPence: 1_000_000_01, approvals: 3 },
      ],
    },
  ],
};

/**
 * Returns an organisation with one piece of software that has the same id. Keys and certificates
 * are generated later.
 */
function organisation(id: string, name: string, role: DirectoryRole): DirectoryOrganisation {
  const roles = [role];
  const redirectUris = [`https://${id}.example/callback`, SANDBOX_CALLBACK];
  const nothingYet = { keys: [], certificates: [] };
  const software = { id, name, status: 'Active', roles, redirectUris, ...nothingYet } as const;
  return { id, name, status: 'Active', roles, software: [software] };
}

/**
 * Returns a client with the same id as its software. Its secret is that id followed by `-secret`.
 */
function client(id: string): SeedClient {
  return { id, softwareId: id, secretHash: hashSecret(`${id}-secret`) };
}

function current(number: string, customerId: string, openingPence: Pence): SeedAccount {
  return { number, customerId, kind: 'current', state: 'open', mandate: [], openingPence };
}

function address(StreetName: string, BuildingNumber: string, PostCode: string, TownName: string) {
  return { StreetName, BuildingNumber, PostCode, TownName, Country: 'GB' };
}
