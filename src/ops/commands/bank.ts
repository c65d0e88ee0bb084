import type { MandatedAccount } from '../../domain/ports/customer-store.ts';
import type { Store } from '../../domain/ports/store.ts';
import type { Approval, PaymentApproval } from '../../domain/records/records.ts';
import type { Clock } from '../../kernel/time.ts';
import { CommandRefused, type ControlCommand } from '../control.ts';
import { operatorAct } from './operator.ts';

interface Parts {
  readonly store: Pick<Store, 'unlockUser' | 'mandates' | 'findPayment' | 'approvalsOf'>;
  readonly clock: Clock;
}

/** What `bank-unlock` tells: whether the user was locked out. */
export interface Unlocked {
  readonly wasLocked: boolean;
}

/** What `bank-approvals` tells: who decided what, and how the payment stands by that. */
export interface ToldApprovals {
  readonly approvals: readonly Approval[];
  /** Null where one approval suffices. */
  readonly needed: PaymentApproval | null;
}

/** Looks at who has to approve what, and lets users sign in again. */
export function bankCommands({ store, clock }: Parts): Readonly<Record<string, ControlCommand>> {
  const told = (what: Unlocked | ToldApprovals | readonly MandatedAccount[]) =>
    ({ kind: 'told', what }) as const;
  return {
    'bank-unlock': async (userId, { tell }) => {
      const outcome = await store.unlockUser(userId, operatorAct(clock));
      if (outcome === 'unknown') throw new CommandRefused(`No user ${userId} can sign in here.`);
      tell(told({ wasLocked: outcome === 'unlocked' }));
    },
    'bank-mandates': async (_, { tell }) => {
      tell(told(await store.mandates()));
    },
    'bank-approvals': async (paymentId, { tell }) => {
      const payment = await store.findPayment(paymentId);
      if (payment === undefined) throw new CommandRefused(`There is no payment ${paymentId}.`);
      const approvals = await store.approvalsOf(payment.consentId);
      tell(told({ approvals, needed: payment.approval }));
    },
  };
}
