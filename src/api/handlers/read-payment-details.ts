import { PAGE_PARAMETER } from '../../contract/operations.ts';
import { Refusal } from '../../shared/errors.ts';
import type { Handler } from '../request-context.ts';
import { serializeData, type Links } from '../serialize.ts';
import { json, type HandlerParts } from './parts.ts';

/** The status of every single payment, a page at a time. */
export const readPaymentDetailsHandler =
  ({ engine }: HandlerParts): Handler =>
  async ({ route, id, grant, search, base, now }) => {
    const requester = { clientId: grant.clientId, now };
    const payment = await engine.findPayment(route.family, id, requester);
    if (payment instanceof Refusal) return payment;
    const asked = new URLSearchParams(search).get(PAGE_PARAMETER);
    const page = await engine.describePayments(payment, asked);
    if (page instanceof Refusal) return page;
    const address = `${base}/${route.family.payments}/${payment.id}/payment-details`;
    const links = linksOf(address, page.number, page.total);
    return json(route, serializeData({ PaymentStatus: page.statuses }, links, page.total));
  };

function linksOf(address: string, page: number, total: number): Links {
  const at = (number: number): string => `${address}?${PAGE_PARAMETER}=${String(number)}`;
  return {
    Self: at(page),
    First: at(1),
    ...(page > 1 ? { Prev: at(page - 1) } : {}),
    ...(page < total ? { Next: at(page + 1) } : {}),
    Last: at(total),
  };
}
