import { Hono } from 'hono';
import { z } from 'zod';
import type { HTTPException } from 'hono/http-exception';
import type { MandatedAccount } from '../../domain/ports/customer-store.ts';
import type { Passkey } from '../../domain/ports/sign-in-store.ts';
import type { CustomerReport } from '../../domain/records/customer-report.ts';
import type { Approval, PaymentApproval } from '../../domain/records/records.ts';
import { recorded, refusal, type ControlEnv } from '../control.ts';
import { readBody } from '../read-request.ts';
import type { PartsWith } from '../route-parts.ts';
import { proposeFor } from './action-proposals.ts';

type Parts = PartsWith<'findCustomers' | 'viewCustomer', 'store'>;

/** Body of a request for customers. It is not part of the path, which the audit log records. */
export const CustomerRequest = z.strictObject({ search: z.string().min(1).max(128) });

/** Customers that were found by an id, a user id or an account number. */
export interface CustomerList {
  readonly found: readonly CustomerReport[];
}

/** Approvals of a payment: each customer's decision and the resulting status of the payment. */
export interface ApprovalsReport {
  readonly approvals: readonly Approval[];
  /** Null if one approval is sufficient. */
  readonly needed: PaymentApproval | null;
}

/** A passkey as the routes about passkeys return it. */
export type PasskeyReport = Pick<Passkey, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>;

/**
 * Returns the routes that show customers, approvals, mandates and passkeys, and that propose to end
 * lockouts and permissions.
 */
export function bankRoutes({ store, useCases }: Parts): Hono<ControlEnv> {
  const passkeysOf = async (userId: string): Promise<readonly PasskeyReport[]> => {
    if ((await store.findCredential(userId)) === undefined) throw unknown(userId);
    const passkeys = await store.passkeysOf(userId);
    return passkeys.map(({ id, name, createdAt, lastUsedAt }) => {
      return { id, name, createdAt, lastUsedAt };
    });
  };
  const routes = new Hono<ControlEnv>();
  routes.post('/users/:user/unlock', recorded('bank-unlock'), async (c) => {
    const userId = c.req.param('user');
    if ((await store.findCredential(userId)) === undefined) throw unknown(userId);
    const proposed = { action: 'endLockout', subject: userId } as const;
    const refused = () => refusal(409, `${userId} is not locked out.`);
    return c.json(await proposeFor(store, c, proposed, refused));
  });
  routes.post('/consents/:consent/end', recorded('bank-end-permission'), async (c) => {
    const subject = c.req.param('consent');
    const refused = () => refusal(409, `${subject} is not an authorised consent for VRPs.`);
    return c.json(await proposeFor(store, c, { action: 'endPermission', subject }, refused));
  });
  routes.get('/users/:user/passkeys', recorded('bank-passkeys'), async (c) =>
    c.json(await passkeysOf(c.req.param('user'))),
  );
  routes.delete('/users/:user/passkeys', recorded('bank-remove-passkeys'), async (c) => {
    const userId = c.req.param('user');
    const passkeys = await passkeysOf(userId);
    const act = c.var.act();
    for (const { id } of passkeys) await store.removePasskey(userId, id, act);
    return c.json(passkeys);
  });
  addCustomers(routes, useCases);
  routes.get('/mandates', recorded('bank-mandates'), async (c) =>
    c.json((await store.mandates()) satisfies readonly MandatedAccount[]),
  );
  routes.get('/payments/:payment/approvals', recorded('bank-approvals'), async (c) => {
    const paymentId = c.req.param('payment');
    const payment = await store.findPayment(paymentId);
    if (payment === undefined) throw refusal(404, `There is no payment ${paymentId}.`);
    const approvals = await store.approvalsOf(payment.consentId);
    return c.json({ approvals, needed: payment.approval } satisfies ApprovalsReport);
  });
  return routes;
}

function addCustomers(routes: Hono<ControlEnv>, useCases: Parts['useCases']): void {
  routes.post('/customers/find', recorded('bank-customer'), async (c) => {
    const expected = 'Give the text to search for, of 1 to 128 characters.';
    const body = await readBody(c, CustomerRequest, expected);
    const act = c.var.act();
    const found: CustomerReport[] = [];
    for (const { id } of await useCases.findCustomers(body.search, act)) {
      const customer = await useCases.viewCustomer(id, act);
      if (customer !== undefined) found.push(customer);
    }
    if (found.length === 0) {
      throw refusal(404, 'No customer has this id, a user with this id, or this account.');
    }
    return c.json({ found } satisfies CustomerList);
  });
}

function unknown(userId: string): HTTPException {
  return refusal(404, `There is no user ${userId} with credentials.`);
}
