import { domesticPayments } from '../../src/families/domestic-payments.ts';
import { approve, submitOrder } from '../helpers/orders.ts';
import { account, fileOf, NORTHWIND, payment } from '../helpers/payment-file.ts';
import type { Tpp } from '../helpers/tpp.ts';
import type { Customer } from './customer.ts';
import { askForPayment, askForVrp, payForTwo } from './requests.ts';

/** A page of the customer's own, and the way there. */
interface OwnStation {
  readonly name: string;
  readonly heading: string;
  readonly reach: (customer: Customer, tpp: Tpp) => Promise<void>;
}

/** A page of one payment that waits, as it looks to the second approver. */
function approval(name: string, heading: string, rest: string): OwnStation {
  return {
    name,
    heading,
    reach: async (customer, tpp) => {
      const id = await payForTwo(tpp, 'dora');
      await customer.signInAtOwn('dave');
      await customer.open(`/my/approvals/${id}${rest}`);
    },
  };
}

/** A page of one permission that runs. */
function permission(name: string, heading: string, rest: string): OwnStation {
  return {
    name,
    heading,
    reach: async (customer, tpp) => {
      const consentId = await askForVrp(tpp);
      await approve(tpp, consentId, NORTHWIND);
      await customer.signInAtOwn();
      await customer.open(`/my/permissions/${consentId}${rest}`);
    },
  };
}

async function pay(tpp: Tpp): Promise<string> {
  const consentId = await askForPayment(tpp);
  const token = await approve(tpp, consentId, NORTHWIND);
  const taken = await submitOrder(tpp, domesticPayments, consentId, token);
  return taken['DomesticPaymentId'] as string;
}

/** The pages of the customer's own. */
export const OWN_STATIONS: readonly OwnStation[] = [
  {
    name: 'own-sign-in',
    heading: 'Sign in to your own pages',
    reach: (customer) => customer.open('/my'),
  },
  {
    name: 'own-sign-in-problem',
    heading: 'Sign in to your own pages',
    reach: async (customer) => {
      await customer.open('/my');
      await customer.enterPassword('clara', 'a guess');
      await customer.enterCode('123456');
    },
  },
  {
    name: 'own-waiting',
    heading: 'Waiting for you',
    reach: async (customer, tpp) => {
      await payForTwo(tpp, 'dora');
      await customer.signInAtOwn('dave');
    },
  },
  approval('own-approval', 'Check and decide', ''),
  approval('own-approve', 'Approve with a code', '/approve'),
  approval('own-approve-problem', 'Approve with a code', '/approve?problem=factor'),
  approval('own-reject', 'Reject this payment?', '/reject'),
  {
    name: 'own-rejected',
    heading: 'You rejected this',
    reach: async (customer, tpp) => {
      const id = await payForTwo(tpp, 'dora');
      await customer.signInAtOwn('dave');
      await customer.open(`/my/approvals/${id}/reject`);
      await customer.press('Reject it');
    },
  },
  permission('own-permission', 'A permission', ''),
  permission('own-permission-end', 'End this permission?', '/end'),
  {
    name: 'own-permissions',
    heading: 'Permissions',
    reach: async (customer, tpp) => {
      await approve(tpp, await askForVrp(tpp), NORTHWIND);
      await customer.signInAtOwn();
      await customer.open('/my/permissions');
    },
  },
  {
    name: 'own-payments',
    heading: 'Payments',
    reach: async (customer, tpp) => {
      await pay(tpp);
      await customer.signInAtOwn();
      await customer.open('/my/payments');
    },
  },
  {
    name: 'own-payment',
    heading: 'A payment',
    reach: async (customer, tpp) => {
      const id = await pay(tpp);
      await customer.signInAtOwn();
      await customer.open(`/my/payments/${id}`);
    },
  },
  {
    name: 'own-file',
    heading: 'A payment',
    reach: async (customer, tpp) => {
      const id = await tpp.pay(fileOf([payment(0), payment(1), payment(2)]));
      await tpp.finished(id);
      await customer.signInAtOwn();
      await customer.open(`/my/payments/${id}`);
    },
  },
  {
    name: 'own-file-payments',
    heading: 'All payments of the file',
    reach: async (customer, tpp) => {
      await tpp.pay(fileOf([payment(0), payment(1), payment(2)]));
      const changed = { CreditorAccount: account('99999900000004', 'Fresco Ltd') };
      const added = { CreditorAccount: account('20000000000009', 'Oakwell Dairy') };
      const id = await tpp.pay(fileOf([payment(0), payment(1, changed), payment(2, added)]));
      await tpp.finished(id);
      await customer.signInAtOwn();
      await customer.open(`/my/payments/${id}/all?sort=amount`);
    },
  },
  {
    name: 'own-receipt',
    heading: 'Receipt',
    reach: async (customer, tpp) => {
      const id = await tpp.pay(fileOf([payment(0), payment(1)]));
      await tpp.finished(id);
      await customer.signInAtOwn();
      await customer.open(`/my/payments/${id}/receipt`);
    },
  },
  {
    name: 'own-account',
    heading: 'Account and sign-in',
    reach: async (customer) => {
      await customer.signInAtOwn();
      await customer.open('/my/account');
    },
  },
  {
    name: 'own-passkey-add',
    heading: 'Add a passkey',
    reach: async (customer) => {
      await customer.signInAtOwn();
      await customer.open('/my/account/passkeys/add');
    },
  },
  {
    name: 'own-nothing',
    heading: 'There is nothing here',
    reach: async (customer) => {
      await customer.signInAtOwn();
      await customer.open('/my/payments/none');
    },
  },
];
