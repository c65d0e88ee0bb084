import type { Instant } from '../../shared/time.ts';
import type { Customer, CustomerUserReport } from '../records/customer-report.ts';

/** Customers of the bank as operators see them. */
export interface CustomerReportStore {
  /** Returns customers that have this id, a user with this id, or an account with this number. */
  findCustomers(text: string): Promise<readonly Customer[]>;
  findCustomer(id: string): Promise<Customer | undefined>;
  /** Returns at most `limit` users of a customer in the order of their ids. */
  usersOfCustomer(
    customerId: string,
    limit: number,
    now: Instant,
  ): Promise<readonly CustomerUserReport[]>;
}
