import { domesticPayments } from '../../src/families/domestic-payments.ts';
import { approve, submitOrder } from '../helpers/orders.ts';
import { account, fileOf, NORTHWIND, payment } from '../helpers/payment-file.ts';
import type { Tpp } from '../helpers/tpp.ts';
import { askForPayment, askForVrp, payForTwo } from './requests.ts';
import type { PageScenario } from './page-scenarios.ts';

/** Returns the scenario of a page about a payment that the second approver must approve. */
function approval(name: string, heading: string, rest: string): PageScenario {
  return {
    name,
    heading,
    user: 'dave',
    reach: async (customer, tpp) => {
      const id = await payForTwo(tpp, 'dora');
      await customer.open(`/my/approvals/${id}${rest}`);
    },
  };
}

/** Returns the scenario of a page about a permission that is still valid. */
function permission(name: string, heading: string, rest: string): PageScenario {
  return {
    name,
    heading,
    user: 'clara',
    reach: async (customer, tpp) => {
      const consentId = await askForVrp(tpp);
      await approve(tpp, consentId, NORTHWIND);
      await customer.open(`/my/permissions/${consentId}${rest}`);
    },
  };
}

async function pay(tpp: Tpp): Promise<string> {
  const consentId = await askForPayment(tpp);
  const token = await approve(tpp, consentId, NORTHWIND);
  const submission = await submitOrder(tpp, domesticPayments, consentId, token);
  return submission['DomesticPaymentId'] as string;
}

/** The pages of the portal, for screenshots and accessibility tests. */
export const PORTAL_SCENARIOS: readonly PageScenario[] = [
  {
    name: 'portal-sign-in',
    heading: 'Sign in to your own pages',
    reach: (customer) => customer.open('/my'),
  },
  {
    name: 'portal-sign-in-problem',
    heading: 'Sign in to your own pages',
    reach: async (customer) => {
      await customer.open('/my');
      await customer.enterPassword('clara', 'a guess');
      await customer.enterCode('123456');
    },
  },
  {
    name: 'portal-waiting',
    heading: 'Waiting for you',
    user: 'dave',
    reach: async (customer, tpp) => {
      await payForTwo(tpp, 'dora');
      await customer.open('/my');
    },
  },
  approval('portal-approval', 'Check and decide', ''),
  approval('portal-approve', 'Approve with a code', '/approve'),
  approval('portal-approve-problem', 'Approve with a code', '/approve?problem=factor'),
  approval('portal-reject', 'Reject this payment?', '/reject'),
  {
    name: 'portal-rejected',
    heading: 'You rejected this',
    user: 'dave',
    reach: async (customer, tpp) => {
      const id = await payForTwo(tpp, 'dora');
      await customer.open(`/my/approvals/${id}/reject`);
      await customer.press('Reject it');
    },
  },
  permission('portal-permission', 'A permission', ''),
  permission('portal-permission-limits', 'Lower the limits', '/limits'),
  permission('portal-permission-end', 'End this permission?', '/end'),
  {
    name: 'portal-permissions',
    heading: 'Permissions',
    user: 'clara',
    reach: async (customer, tpp) => {
      await approve(tpp, await askForVrp(tpp), NORTHWIND);
      await customer.open('/my/permissions');
    },
  },
  {
    name: 'portal-payments',
    heading: 'Payments',
    user: 'clara',
    reach: async (customer, tpp) => {
      await pay(tpp);
      await customer.open('/my/payments');
    },
  },
  {
    name: 'portal-payment',
    heading: 'A payment',
    user: 'clara',
    reach: async (customer, tpp) => {
      const id = await pay(tpp);
      await customer.open(`/my/payments/${id}`);
    },
  },
  {
    name: 'portal-file',
    heading: 'A payment',
    user: 'clara',
    reach: async (customer, tpp) => {
      const id = await tpp.pay(fileOf([payment(0), payment(1), payment(2)]));
      await tpp.finished(id);
      await customer.open(`/my/payments/${id}`);
    },
  },
  {
    name: 'portal-file-payments',
    heading: 'All payments of the file',
    user: 'clara',
    reach: async (customer, tpp) => {
      await tpp.pay(fileOf([payment(0), payment(1), payment(2)]));
      const changed = { CreditorAccount: account('99999900000004', 'Fresco Ltd') };
      const added = { CreditorAccount: account('20000000000009', 'Oakwell Dairy') };
      const id = await tpp.pay(fileOf([payment(0), payment(1, changed), payment(2, added)]));
      await tpp.finished(id);
      await customer.open(`/my/payments/${id}/all?sort=amount`);
    },
  },
  {
    name: 'portal-receipt',
    heading: 'Receipt',
    user: 'clara',
    reach: async (customer, tpp) => {
      const id = await tpp.pay(fileOf([payment(0), payment(1)]));
      await tpp.finished(id);
      await customer.open(`/my/payments/${id}/receipt`);
    },
  },
  {
    name: 'portal-account',
    heading: 'Account and sign-in',
    user: 'clara',
    reach: async (customer) => {
      await customer.open('/my/account');
    },
  },
  {
    name: 'portal-passkey-add',
    heading: 'Add a passkey',
    user: 'clara',
    reach: async (customer) => {
      await customer.open('/my/account/passkeys/add');
    },
  },
  {
    name: 'portal-nothing',
    heading: 'Page not found',
    user: 'clara',
    reach: async (customer) => {
      await customer.open('/my/payments/none');
    },
  },
];
