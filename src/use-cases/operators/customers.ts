import { formatOperatorStatus } from '../../domain/messages/operator-text.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { Customer, CustomerReport } from '../../domain/records/customer-report.ts';
import type { Payment } from '../../domain/records/records.ts';
import type { ListedPayment } from '../../domain/records/tpps.ts';
import type { UseCaseParts } from '../dependencies.ts';

type Parts = Pick<UseCaseParts, 'store'>;

/** Maximum number of users and of accounts that a report lists. */
const MAX_LISTED = 100;

/** Maximum number of payments and of permissions that a report lists. */
const MAX_NEWEST = 20;

/** Maximum length of a text to search for, in characters. */
const MAX_TEXT = 128;

/**
 * Returns customers that have an id, a user id or an account number. Spaces and dashes in a number
 * are ignored. Each of them is recorded in the audit log as viewed, because their names are shown.
 */
export async function findCustomers(
  { store }: Parts,
  text: string,
  act: Act,
): Promise<readonly Customer[]> {
  const written = text.trim();
  const digits = written.replaceAll(/[\s-]/g, '');
  const sought = /^\d{14}$/.test(digits) ? digits : written;
  if (sought === '' || sought.length > MAX_TEXT) return [];
  const found = await store.findCustomers(sought);
  for (const { id } of found) {
    const detail = { search: true };
    await store.record(act, { action: 'customerViewed', subject: id, detail });
  }
  return found;
}

/**
 * Returns a customer with users, accounts, permissions and payments. The view is recorded in the
 * audit log first. Undefined if there is no such customer.
 */
export async function viewCustomer(
  { store }: Parts,
  id: string,
  act: Act,
): Promise<CustomerReport | undefined> {
  const customer = await store.findCustomer(id);
  if (customer === undefined) return undefined;
  await store.record(act, { action: 'customerViewed', subject: id });
  const users = await store.usersOfCustomer(id, MAX_LISTED + 1, act.at);
  const accounts = await store.accountsOf(id, MAX_LISTED + 1);
  const permissions = await store.permissionsOf(id, MAX_NEWEST + 1);
  const payments = await store.paymentsOfCustomer(id, null, MAX_NEWEST + 1);
  return {
    ...customer,
    users: users.slice(0, MAX_LISTED),
    accounts: accounts.slice(0, MAX_LISTED).map(({ number, kind, state, mandate }) => {
      return { number, kind, state, mandate };
    }),
    permissions: permissions.slice(0, MAX_NEWEST).map(({ consent, grantedBy }) => {
      const { family, status, createdAt, clientId } = consent;
      return { id: consent.id, family, status, createdAt, clientId, grantedBy };
    }),
    payments: payments.slice(0, MAX_NEWEST).map(listed),
    isShortened:
      Math.max(users.length, accounts.length) > MAX_LISTED ||
      Math.max(permissions.length, payments.length) > MAX_NEWEST,
  };
}

/** Returns a payment as lists for operators show it. */
export function listed(payment: Payment): ListedPayment {
  const { id, consentId, family, createdAt, groupStatus } = payment;
  return { id, consentId, family, createdAt, groupStatus, status: formatOperatorStatus(payment) };
}
