import { hashSecret } from '../auth/tokens.ts';
import type { Client } from '../domain/records.ts';
import type { BankSeed, SeedAccount } from '../domain/seed.ts';
import type { Pence } from '../kernel/money.ts';

/** Sort codes of the bank's own accounts. */
export const OWN_SORT_CODES: readonly string[] = ['112800'];

/**
 * The TPPs and the bank of the sandbox: what a newcomer, the tests, the bench and the demo use.
 * Amounts are in pence, written so that the last two digits stand apart.
 */
export const SANDBOX_SEED: BankSeed = {
  clients: [
    client('tpp-one', 'PISP', true),
    client('tpp-two', 'PISP', true),
    client('tpp-lapsed', 'PISP', false),
    client('tpp-aisp', 'AISP', true),
  ],

  customers: [
    {
      id: 'northwind',
      name: 'Northwind Components plc',
      segment: 'corporate',
      companyLimitPence: 20_000_000_00,
    },
    {
      id: 'bright-bakes',
      name: 'Bright Bakes Ltd',
      segment: 'small business',
      companyLimitPence: 50_000_00,
    },
    { id: 'rita-shah', name: 'Rita Shah', segment: 'retail', companyLimitPence: null },
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
  ],

  accounts: [
    current('11280001234567', 'northwind', 25_000_000_00),
    current('11280001234568', 'northwind', 1_000_000_00), // payroll
    current('11280001234569', 'northwind', 500_00), // nearly empty
    { ...current('11280001234570', 'northwind', 0), closed: true }, // not eligible
    { ...current('11280001234571', 'northwind', 90_000_00), kind: 'deposit' }, // not eligible
    current('11280007654321', 'bright-bakes', 60_000_00),
    current('11280009876543', 'rita-shah', 2_500_00),
  ],
};

/** A TPP whose secret is its id and `-secret`. Only the secret's hash is kept. */
function client(id: string, role: Client['role'], active: boolean) {
  return { id, role, active, secretHash: hashSecret(`${id}-secret`) };
}

function current(number: string, customerId: string, openingPence: Pence): SeedAccount {
  return { number, customerId, kind: 'current', closed: false, openingPence };
}
