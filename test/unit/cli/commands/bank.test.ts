import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { bankRoutes } from '../../../../src/ops/commands/bank.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { findCustomers, viewCustomer } from '../../../../src/use-cases/operators/customers.ts';
import {
  ACT,
  approvedWith,
  authorise,
  codeStep,
  consentOf,
  enteredBy,
  LATER,
  LATER_ACT,
  NOW,
  RICH,
  keyOf,
  paymentOf,
  tokenOf,
} from '../../../contract/store/fixtures.ts';
import { run, withData, type Data } from '../fixtures.ts';

interface World extends Data {
  readonly ask: (...args: string[]) => Promise<string>;
}

/** A store with the commands about the bank's customers of a running service. */
function withBank(use: (world: World) => Promise<void>) {
  return withData(async (data) => {
    const { folder, store } = data;
    const useCases = {
      findCustomers: findCustomers.bind(null, { store }),
      viewCustomer: viewCustomer.bind(null, { store }),
    };
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [bankRoutes({ store, useCases })],
      store,
      clock: () => LATER,
      observe: () => undefined,
    });
    try {
      await use({ ...data, ask: (...args) => run('bank', args, folder) });
    } finally {
      await control.close();
    }
  });
}

describe('pisctl bank', () => {
  it(
    'shows a customer by an id, a user or an account, and records the view without the account',
    withBank(async ({ ask, store }) => {
      await store.putCredentials([{ userId: 'clara', passwordHash: 'h', totpSecret: 's' }]);
      const shown = await ask('customer', 'north');
      expect(shown).toContain('north  Northwind (corporate), limit of a file: £20,000.00');
      expect(shown).toContain('user clara: may approve files, limit £9,000.00, 0 passkeys');
      expect(shown).toContain(`account ${RICH} (current, open)`);
      expect(await ask('customer', 'clara')).toBe(shown);
      expect(await ask('customer', '11-28-00 01234567')).toBe(shown);
      await expect(ask('customer', 'nobody')).rejects.toThrow('No customer has this id');
      const entries = await store.listAuditEntries({ from: 1, limit: 100 });
      const viewed = entries.filter(({ action }) => action === 'customerViewed');
      expect(new Set(viewed.map(({ subject }) => subject))).toEqual(new Set(['north']));
      expect(viewed).toHaveLength(6);
      expect(JSON.stringify(entries)).not.toContain('01234567');
    }),
  );

  it(
    'proposes to unlock a user, which another operator confirms',
    withBank(async ({ ask, store }) => {
      await store.putCredentials([{ userId: 'clara', passwordHash: 'h', totpSecret: 's' }]);
      const unlock = (user: string) => ask('unlock', user, '--reason', 'She called.');
      await expect(unlock('clara')).rejects.toThrow('clara is not locked out.');
      const limits = { maxMilliseconds: 60_000, quietMilliseconds: 60_000 };
      const lockout = { maxFailures: 1, milliseconds: 60_000, ...limits };
      const life = { interactionUid: 'visit', activeUntil: LATER, expiresAt: LATER };
      const session = { ...life, hash: 'pending' };
      await store.beginSession(session, enteredBy('clara', false), null, ACT, NOW);
      const successor = { hash: 'next', activeUntil: LATER };
      await store.endSignIn(
        { hash: 'pending', proof: codeStep(null), successor },
        lockout,
        ACT,
        NOW,
      );
      expect((await store.findCredential('clara'))?.lockedUntil).not.toBeNull();
      const before = await store.auditHead();
      expect(await unlock('clara')).toContain('npx pisctl proposal confirm 1');
      expect((await store.findCredential('clara'))?.lockedUntil).not.toBeNull();
      expect(await store.confirmAction(1, null, ACT)).toMatchObject({ kind: 'done' });
      const unlocked = { lockedUntil: null, lockouts: 0 };
      expect(await store.findCredential('clara')).toMatchObject(unlocked);
      await expect(unlock('nobody')).rejects.toThrow('There is no user nobody with credentials.');
      // Both commands, the proposal, its confirmation and the unlocking.
      expect((await store.auditHead()).sequence).toBe(before.sequence + 5);
    }),
  );

  it(
    'proposes to end a permission, which another operator confirms',
    withBank(async ({ ask, store }) => {
      const end = () => ask('end-permission', 'vrp', '--reason', 'The customer asked.');
      await expect(end()).rejects.toThrow('vrp is not an authorised consent for VRPs.');
      const waits = { family: 'domestic-vrps', status: 'AwaitingAuthorisation' } as const;
      await store.createConsent({ ...consentOf('vrp'), ...waits }, keyOf('vrp'), ACT);
      const token = tokenOf('vrp token', { kind: 'customer', consentId: 'vrp' });
      await store.authoriseConsent('vrp', approvedWith(RICH), { token }, ACT);
      expect(await end()).toContain('npx pisctl proposal confirm 1');
      expect(await store.findConsent('vrp')).toMatchObject({ status: 'Authorised' });
      expect(await store.confirmAction(1, null, LATER_ACT)).toMatchObject({ kind: 'done' });
      expect(await store.findConsent('vrp')).toMatchObject({ status: 'Revoked' });
    }),
  );

  it(
    'lists and removes the passkeys of a user and records it in the audit log',
    withBank(async ({ ask, store }) => {
      await expect(ask('passkeys', 'nobody')).rejects.toThrow(
        'There is no user nobody with credentials.',
      );
      const secrets = { passwordHash: 'h', totpSecret: 's' };
      await store.putCredentials(['clara', 'sam'].map((userId) => ({ userId, ...secrets })));
      expect(await ask('passkeys', 'clara')).toBe('clara has no passkey.');
      expect(await ask('passkeys', 'clara', '--json')).toBe('[]');
      const passkey = { userId: 'clara', publicKey: new Uint8Array(1), counter: 0 };
      await store.addPasskey({ ...passkey, id: 'one', name: 'Telephone' }, ACT);
      await store.addPasskey({ ...passkey, id: 'two', name: 'Key' }, ACT);
      await store.addPasskey({ ...passkey, userId: 'sam', id: 'three', name: 'Laptop' }, ACT);
      const listed = [
        'one  Telephone, added 2026-03-02 10:00:00 GMT, never used',
        'two  Key, added 2026-03-02 10:00:00 GMT, never used',
      ];
      expect((await ask('passkeys', 'clara')).split('\n')).toEqual(listed);
      const before = await store.auditHead();
      const removed = await ask('remove-passkeys', 'clara');
      expect(removed.split('\n')).toEqual(listed.map((line) => `Removed: ${line}`));
      expect(await store.passkeysOf('clara')).toEqual([]);
      expect(await store.passkeysOf('sam')).toHaveLength(1);
      // The command, and each passkey.
      expect((await store.auditHead()).sequence).toBe(before.sequence + 3);
    }),
  );

  it(
    'lists the accounts that need more than one approval',
    withBank(async ({ ask, store }) => {
      expect(await ask('mandates')).toBe('Every account needs only one approval.');
      const mandate = [
        { fromPence: 10_000_01, approvals: 2 },
        { fromPence: 1_000_000_01, approvals: 3 },
      ];
      const account = { customerId: 'north', kind: 'current', state: 'open' } as const;
      const accounts = [{ ...account, number: '20304012345678', openingPence: 0, mandate }];
      await store.adoptBank({ customers: [], users: [], accounts }, NOW);
      expect((await ask('mandates')).split('\n')).toEqual([
        '20304012345678  Northwind',
        '    2 approvals from £10,000.01',
        '    3 approvals from £1,000,000.01',
      ]);
    }),
  );

  it(
    'shows who approved a payment, when and from where, and what is missing',
    withBank(async ({ ask, store }) => {
      const colin = { customerId: 'north', mayUploadFiles: false, userLimitPence: null };
      const users = [{ id: 'colin', ...colin }];
      await store.adoptBank({ customers: [], users, accounts: [] }, NOW);
      await authorise(store, 'p', { debtorAccount: RICH });
      const awaiting = { required: 3, approveBy: LATER };
      await store.submitPayment({ ...paymentOf('p', []), awaiting }, keyOf('pay p'), ACT);
      const by = { ...ACT.by, address: '192.0.2.7' };
      const approval = { decision: 'approve', factor: 'code', dynamicLinkingHash: 'x' } as const;
      const release = { batches: [], booking: null };
      const question = {
        name: 'Fresco',
        account: RICH,
        secondary: '',
        kind: null,
        currency: 'GBP',
      };
      const answer = { outcome: 'closeMatch', actualName: 'Fresco Ltd', kind: null } as const;
      const payeeCheck = { askedAt: NOW, payees: [{ question, answer }], isComplete: true };
      const decided = { ...approval, userId: 'colin', payeeCheck };
      await store.approvePayment('p', decided, release, { at: NOW, by });
      expect((await ask('approvals', 'p')).split('\n')).toEqual([
        expect.stringMatching(/^clara approved 2026-03-02 10:00:00 GMT/),
        'colin approved 2026-03-02 10:00:00 GMT from 192.0.2.7, with a code',
        `    2026-03-02 10:00:00 GMT  ${RICH} Fresco: Close match: the name of the account is Fresco Ltd`,
        '2 of 3 approvals, pending until 2026-03-02 10:00:01 GMT.',
      ]);
      await store.expireApproval('p', LATER);
      expect(await ask('approvals', 'p')).toContain('2 of 3 approvals, expired at');
      await expect(ask('approvals', 'q')).rejects.toThrow('There is no payment q.');
    }),
  );

  it(
    'rejects unknown commands and missing arguments',
    withBank(async ({ ask }) => {
      for (const args of [
        [],
        ['unlock'],
        ['unlock', 'clara'],
        ['mandates', 'x'],
        ['approve', 'p'],
        ['passkeys'],
      ]) {
        await expect(ask(...args)).rejects.toThrow(CommanderError);
      }
      await expect(ask('approvals')).rejects.toThrow('Name a payment, or use --waiting');
    }),
  );
});
