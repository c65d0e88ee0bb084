import { describe, expect, it } from 'vitest';
import { BAKER, RICH, withStore, type OpenStore } from './fixtures.ts';

export function customersSuite(open: OpenStore): void {
  describe('a customer', () => {
    it(
      'is found by its id, the id of a user and an account number',
      withStore(open, async (store) => {
        const north = await store.findCustomer('north');
        expect(north).toEqual({
          ...{ id: 'north', name: 'Northwind', segment: 'corporate' },
          companyLimitPence: 2_000_000,
        });
        for (const text of ['north', 'clara', RICH]) {
          expect(await store.findCustomers(text)).toEqual([north]);
        }
        expect(await store.findCustomers(BAKER)).toMatchObject([{ id: 'bakes' }]);
        expect(await store.findCustomers('opening')).toEqual([]);
        expect(await store.findCustomers('nort')).toEqual([]);
        expect(await store.findCustomer('clara')).toBeUndefined();
        expect(await store.usersOfCustomer('north', 10)).toEqual([
          { id: 'clara', mayUploadFiles: true, userLimitPence: 900_000 },
        ]);
        expect(await store.usersOfCustomer('north', 0)).toEqual([]);
        expect(await store.usersOfCustomer('bakes', 10)).toMatchObject([{ mayUploadFiles: false }]);
      }),
    );
  });
}
