import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { displayAmount } from '../../../src/shared/money.ts';
import { BANK_ORGANISATION_ID, BANK_SORT_CODES, SANDBOX_SEED } from '../../../src/sandbox/seed.ts';

const { accounts, clients, customers, directory, users } = SANDBOX_SEED;

function display(pence: number | null): string {
  return pence === null ? '' : displayAmount(pence);
}

describe('the sandbox data', () => {
  it('has four TPPs, two of which are admitted', () => {
    const lines = directory.map(({ id, status, roles, software }) =>
      [id, status, ...roles, ...software.map((one) => `${one.id} ${one.status}`)].join('; '),
    );
    expect(lines).toEqual([
      'tpp-one; Active; PISP; tpp-one Active',
      'tpp-two; Active; PISP; tpp-two Active',
      'tpp-lapsed; Withdrawn; PISP; tpp-lapsed Active',
      'tpp-aisp; Active; AISP; tpp-aisp Active',
    ]);
  });

  it("has an organisation id of the bank in the directory's format: 18 letters and digits", () => {
    expect(BANK_ORGANISATION_ID).toMatch(/^[A-Za-z0-9]{18}$/);
  });

  it('has one client of each TPP, with the hash of its secret', () => {
    expect(clients.map(({ softwareId }) => softwareId)).toEqual(directory.map(({ id }) => id));
    const secret = createHash('sha256').update('tpp-one-secret').digest('hex');
    expect(clients[0]?.secretHash).toBe(secret);
  });

  it('has seven users with their customers and limits', () => {
    const lines = users.map((user) => {
      const customer = customers.find(({ id }) => id === user.customerId);
      return [
        user.id,
        customer?.name,
        customer?.segment,
        user.mayUploadFiles,
        display(user.userLimitPence),
        display(customer?.companyLimitPence ?? null),
      ].join('; ');
    });
    expect(lines).toEqual([
      'clara; Northwind Components plc; corporate; true; 5,000,000.00; 20,000,000.00',
      'colin; Northwind Components plc; corporate; false; ; 20,000,000.00',
      'sam; Bright Bakes Ltd; small business; true; 50,000.00; 50,000.00',
      'rita; Rita Shah; retail; false; ; ',
      ...['dora', 'dave', 'dina'].map(
        (id) => `${id}; Harbour Holdings plc; corporate; true; 10,000,000.00; 20,000,000.00`,
      ),
    ]);
  });

  it('has nine accounts, all of its customers and with its sort code', () => {
    const lines = accounts.map(({ number, customerId, openingPence, kind, state, mandate }) =>
      [
        ...[number, customerId, display(openingPence), kind, state],
        ...mandate.map(
          ({ fromPence, approvals }) => `${String(approvals)} from ${display(fromPence)}`,
        ),
      ].join('; '),
    );
    expect(lines).toEqual([
      '11280001234567; northwind; 25,000,000.00; current; open',
      '11280001234568; northwind; 1,000,000.00; current; open',
      '11280001234569; northwind; 500.00; current; open',
      '11280001234570; northwind; 0.00; current; closed',
      '11280001234571; northwind; 90,000.00; deposit; open',
      '11280007654321; bright-bakes; 60,000.00; current; open',
      '11280009876543; rita-shah; 2,500.00; current; open',
      '11280005550001; harbour; 10,000,000.00; current; open; 2 from 0.01',
      '11280005550002; harbour; 10,000,000.00; current; open; 2 from 10,000.01; 3 from 1,000,000.01',
    ]);
    const strangers = accounts.filter(
      ({ number, customerId }) =>
        !BANK_SORT_CODES.includes(number.slice(0, 6)) ||
        !customers.some(({ id }) => id === customerId),
    );
    expect(strangers).toEqual([]);
  });
});
