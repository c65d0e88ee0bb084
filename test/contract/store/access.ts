import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../../src/domain/ports/storage-errors.ts';
import {
  ACT,
  BAKER,
  balanceOf,
  BANK,
  consentOf,
  keyOf,
  LATER,
  NOW,
  POOR,
  RICH,
  RICH_PENCE,
  SHUT,
  tokenOf,
  withStore,
  type OpenStore,
} from './fixtures.ts';

export function accessSuite(open: OpenStore): void {
  describe('access tokens and clients', () => {
    it(
      'return the grant of a token only for an active PISP',
      withStore(open, async (store) => {
        for (const clientId of ['tpp-one', 'tpp-lapsed', 'tpp-aisp']) {
          await store.saveToken(tokenOf(`token of ${clientId}`, { clientId }));
        }
        expect(await store.findGrant('token of tpp-one')).toMatchObject(tokenOf('').grant);
        expect(await store.findGrant('token of tpp-lapsed')).toBeUndefined();
        expect(await store.findGrant('token of tpp-aisp')).toBeUndefined();
        expect(await store.findGrant('token of nobody')).toBeUndefined();
      }),
    );

    it(
      'are deleted once they have expired',
      withStore(open, async (store) => {
        await store.saveToken(tokenOf('expired'));
        await store.saveToken(tokenOf('good', { expiresAt: LATER + 1 }));
        await store.clearExpired(LATER - 1);
        expect(await store.findGrant('expired')).toBeDefined();
        await store.clearExpired(LATER);
        expect(await store.findGrant('expired')).toBeUndefined();
        expect(await store.findGrant('good')).toBeDefined();
      }),
    );

    it(
      'return the software and secret of each client',
      withStore(open, async (store) => {
        for (const { id, softwareId, secretHash } of BANK.clients) {
          expect(await store.findSoftwareOf(id)).toEqual(await store.findSoftware(softwareId));
          expect(await store.findSoftwareOf(id)).toHaveProperty('software.id', softwareId);
          expect(await store.findSandboxSecret(id)).toBe(secretHash);
        }
        expect(await store.findSoftwareOf('nobody')).toBeUndefined();
        expect(await store.findSandboxSecret('nobody')).toBeUndefined();
      }),
    );
  });

  describe('the bank data', () => {
    it(
      'is seeded once',
      withStore(open, async (store) => {
        expect(await store.seed(BANK, LATER)).toBe(false);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'returns users and customer accounts, but no internal accounts',
      withStore(open, async (store) => {
        expect(await store.findUser('clara')).toEqual({
          id: 'clara',
          customerId: 'north',
          customerName: 'Northwind',
          segment: 'corporate',
          mayUploadFiles: true,
          subject: 'clara',
          userLimitPence: 900_000,
          companyLimitPence: 2_000_000,
        });
        expect(await store.findUser('sam')).toMatchObject({
          mayUploadFiles: false,
          companyLimitPence: null,
        });
        expect(await store.findUser('nobody')).toBeUndefined();
        expect(await store.findHolder(SHUT)).toEqual({
          name: 'Northwind',
          address: { TownName: 'Leeds', Country: 'GB' },
        });
        expect(await store.findHolder('nobody')).toBeUndefined();
        expect(await store.findAccount(SHUT)).toEqual({
          number: SHUT,
          customerId: 'north',
          holderName: 'Northwind',
          kind: 'current',
          state: 'closed',
          mandate: [],
          balancePence: 700,
        });
        expect(await store.findAccount(BAKER)).toMatchObject({ holderName: 'Bright Bakes' });
        const numbers = (await store.accountsOf('north')).map(({ number }) => number);
        expect(numbers).toEqual([RICH, POOR, SHUT]);
        expect(await store.accountsOf('bakes')).toEqual([await store.findAccount(BAKER)]);
        expect(await store.accountsOf('nobody')).toEqual([]);
        for (const number of ['opening', 'clearing:FPS', 'settlement:SWIFT', 'charges']) {
          expect(await store.findAccount(number)).toBeUndefined();
        }
      }),
    );

    it(
      'starts a statement with the opening balance',
      withStore(open, async (store) => {
        const [entry, ...rest] = await store.statement(POOR, 0, 10);
        expect(entry).toMatchObject({
          bookedAt: NOW,
          amountPence: 500,
          reference: 'Opening balance',
          kind: 'credit',
        });
        expect(rest).toEqual([]);
      }),
    );
  });

  describe('the store', () => {
    it(
      'stores settings',
      withStore(open, async (store) => {
        expect(await store.readSetting('clock')).toBeUndefined();
        await store.writeSetting('clock', '1');
        await store.writeSetting('clock', '2');
        expect(await store.readSetting('clock')).toBe('2');
      }),
    );

    it(
      'adds a setting once if several callers add it concurrently',
      withStore(open, async (store) => {
        const pending = ['a', 'b', 'c', 'd'].map((value) => store.addSetting('first', value));
        const found = new Set(await Promise.all(pending));
        expect(found.size).toBe(1);
        expect(found).toContain(await store.readSetting('first'));
        await store.writeSetting('first', 'changed');
        expect(await store.addSetting('first', 'again')).toBe('changed');
      }),
    );

    it(
      'is ready until it is closed, and then rejects with StoreUnavailable',
      withStore(open, async (store) => {
        expect(await store.isReady()).toBe(true);
        await store.close();
        expect(await store.isReady()).toBe(false);
        const reading = store.findConsent('c');
        await expect(reading).rejects.toBeInstanceOf(StoreUnavailable);
        const writing = store.createConsent(consentOf('c'), keyOf('k'), ACT);
        await expect(writing).rejects.toBeInstanceOf(StoreUnavailable);
      }),
    );
  });
}
