import type { MandatedAccount } from '../../domain/ports/customer-store.ts';
import type { Passkey } from '../../domain/ports/sign-in-store.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Approval, PaymentApproval } from '../../domain/records/records.ts';
import type { Clock } from '../../shared/time.ts';
import { CommandRefused, type ControlCommand } from '../control.ts';
import { operatorAct } from './operator.ts';

interface Parts {
  readonly store: Pick<
    Store,
    | 'unlockUser'
    | 'mandates'
    | 'findPayment'
    | 'approvalsOf'
    | 'findCredential'
    | 'passkeysOf'
    | 'removePasskey'
  >;
  readonly clock: Clock;
}

/** Result of `bank-unlock`. */
export interface UnlockResult {
  readonly wasLocked: boolean;
}

/** Result of `bank-approvals`: each customer's decision and the resulting status of the payment. */
export interface ApprovalsReport {
  readonly approvals: readonly Approval[];
  /** Null if one approval is sufficient. */
  readonly needed: PaymentApproval | null;
}

/** A passkey as the commands about passkeys return it. */
export type PasskeyReport = Pick<Passkey, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>;

/** Commands that show approvals, mandates and passkeys, and that unlock users. */
export function bankCommands({ store, clock }: Parts): Readonly<Record<string, ControlCommand>> {
  const result = (
    value: UnlockResult | ApprovalsReport | readonly MandatedAccount[] | readonly PasskeyReport[],
  ) => ({ kind: 'result', value }) as const;
  const passkeysOf = async (userId: string): Promise<readonly PasskeyReport[]> => {
    if ((await store.findCredential(userId)) === undefined) throw unknown(userId);
    const passkeys = await store.passkeysOf(userId);
    return passkeys.map(({ id, name, createdAt, lastUsedAt }) => {
      return { id, name, createdAt, lastUsedAt };
    });
  };
  return {
    'bank-unlock': async (userId, caller) => {
      const outcome = await store.unlockUser(userId, operatorAct(clock, caller));
      if (outcome === 'unknown') throw unknown(userId);
      caller.send(result({ wasLocked: outcome === 'unlocked' }));
    },
    'bank-mandates': async (_, { send }) => {
      send(result(await store.mandates()));
    },
    'bank-approvals': async (paymentId, { send }) => {
      const payment = await store.findPayment(paymentId);
      if (payment === undefined) throw new CommandRefused(`There is no payment ${paymentId}.`);
      const approvals = await store.approvalsOf(payment.consentId);
      send(result({ approvals, needed: payment.approval }));
    },
    'bank-passkeys': async (userId, { send }) => {
      send(result(await passkeysOf(userId)));
    },
    'bank-remove-passkeys': async (userId, caller) => {
      const passkeys = await passkeysOf(userId);
      const act = operatorAct(clock, caller);
      for (const { id } of passkeys) await store.removePasskey(userId, id, act);
      caller.send(result(passkeys));
    },
  };
}

function unknown(userId: string): CommandRefused {
  return new CommandRefused(`There is no user ${userId} with credentials.`);
}
