import type { Tpp } from '../helpers/tpp.ts';
import type { Customer } from './customer.ts';
import {
  askForFile,
  askForPayment,
  askForPaymentAbroad,
  askForStandingOrder,
  askForVrp,
} from './requests.ts';

/** A page of the bank, with the steps that lead to it. */
export interface PageScenario {
  /** Name of the page's screenshot. */
  readonly name: string;
  readonly heading: string;
  /** The user to sign in to the portal first. Undefined if no user signs in. */
  readonly user?: string;
  readonly reach: (customer: Customer, tpp: Tpp) => Promise<void>;
}

const NORTHWIND = '11-28-00 01234567';

/**
 * Opens a consent and signs in. Chooses an account if `chooses` is true. Returns the interaction's
 * uid.
 */
async function read(customer: Customer, consentId: string, chooses: boolean): Promise<string> {
  const uid = await customer.arrive(consentId);
  await customer.signIn();
  if (chooses) await customer.choose(NORTHWIND);
  return uid;
}

/** The home page and every page of the consent journey, for screenshots and accessibility tests. */
export const PAGE_SCENARIOS: readonly PageScenario[] = [
  {
    name: 'home',
    heading: 'Here you approve payments',
    reach: (customer) => customer.goHome(),
  },
  {
    name: 'sign-in',
    heading: 'Sign in',
    reach: async (customer, tpp) => {
      await customer.arrive(await askForPayment(tpp));
    },
  },
  {
    name: 'sign-in-problem',
    heading: 'Sign in',
    reach: async (customer, tpp) => {
      await customer.arrive(await askForPayment(tpp));
      await customer.enterPassword('clara', 'a guess');
    },
  },
  {
    name: 'account',
    heading: 'Choose the account',
    reach: async (customer, tpp) => {
      await read(customer, await askForPayment(tpp), false);
    },
  },
  {
    name: 'account-problem',
    heading: 'Choose the account',
    reach: async (customer, tpp) => {
      await read(customer, await askForPayment(tpp), false);
      await customer.press('Continue');
    },
  },
  {
    name: 'payment',
    heading: 'Check and decide',
    reach: async (customer, tpp) => {
      await read(customer, await askForPayment(tpp), true);
    },
  },
  {
    name: 'code',
    heading: 'Approve with a code',
    reach: async (customer, tpp) => {
      await read(customer, await askForPayment(tpp), true);
      await customer.goOn();
    },
  },
  {
    name: 'code-problem',
    heading: 'Approve with a code',
    reach: async (customer, tpp) => {
      await read(customer, await askForPayment(tpp), true);
      await customer.goOn();
      await customer.page.getByLabel('One-time code').fill('1');
      await customer.press('Approve');
    },
  },
  {
    name: 'code-for-file',
    heading: 'Approve with a code',
    reach: async (customer, tpp) => {
      await read(customer, await askForFile(tpp, 120), false);
      await customer.goOn();
    },
  },
  {
    name: 'payment-with-warnings',
    heading: 'Check and decide',
    reach: async (customer, tpp) => {
      const InstructedAmount = { Amount: '1250000.00', Currency: 'GBP' };
      await customer.arrive(await askForPayment(tpp, { InstructedAmount }));
      await customer.signIn();
      await customer.choose('11-28-00 01234569');
    },
  },
  {
    name: 'standing-order',
    heading: 'Check and decide',
    reach: async (customer, tpp) => {
      await read(customer, await askForStandingOrder(tpp), true);
    },
  },
  {
    name: 'payment-abroad',
    heading: 'Check and decide',
    reach: async (customer, tpp) => {
      await read(customer, await askForPaymentAbroad(tpp), true);
    },
  },
  {
    name: 'vrp',
    heading: 'Check and decide',
    reach: async (customer, tpp) => {
      await read(customer, await askForVrp(tpp), true);
    },
  },
  {
    name: 'file',
    heading: 'Check and decide',
    reach: async (customer, tpp) => {
      await read(customer, await askForFile(tpp, 120), false);
    },
  },
  {
    name: 'file-payments',
    heading: 'All payments of the file',
    reach: async (customer, tpp) => {
      const uid = await read(customer, await askForFile(tpp, 130), false);
      await customer.goTo(uid, '/payments?page=2');
    },
  },
  {
    name: 'refused',
    heading: 'We cannot make this payment',
    reach: async (customer, tpp) => {
      await customer.arrive(await askForFile(tpp, 3));
      await customer.signIn('colin');
    },
  },
  {
    name: 'over',
    heading: 'This session has ended',
    reach: (customer) => customer.goTo('gone'),
  },
];
