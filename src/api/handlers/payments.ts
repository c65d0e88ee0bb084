import { PAGE_PARAMETER } from '../../contract/operations.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import type { Handler } from '../request-context.ts';
import { serializeData, serializePayment, type Links } from '../serialize.ts';
import { json, type HandlerParts } from './parts.ts';

/** Submits the payment of an authorised consent. Its execution may start at once. */
export const createPaymentHandler =
  ({ useCases, wake }: HandlerParts): Handler =>
  async ({ route, body, key, grant, act, faults, base }) => {
    const { clientId, consentId } = grant;
    const submission = {
      clientId,
      boundTo: consentId,
      key: expectDefined(key, 'key'),
      act,
      faults,
    };
    const submitted = await useCases.submitPayment(
      route.version,
      expectDefined(body, 'body'),
      submission,
    );
    if (submitted instanceof Refusal) return submitted;
    wake();
    return json(route, serializePayment(route.version, submitted, base));
  };

/** Returns a payment with its current status. */
export const readPaymentHandler =
  ({ useCases }: HandlerParts): Handler =>
  async ({ route, id, grant, base, now }) => {
    const requester = { clientId: grant.clientId, now };
    const payment = await useCases.findPayment(route.version, id, requester);
    if (payment instanceof Refusal) return payment;
    return json(route, serializePayment(route.version, await useCases.viewPayment(payment), base));
  };

/** Returns the payment report (pacs.002) of a file payment. */
export const readReportHandler =
  ({ useCases }: HandlerParts): Handler =>
  async ({ route, id, grant, now }) => {
    const requester = { clientId: grant.clientId, now };
    const report = await useCases.reportPayment(route.version, id, requester);
    if (report instanceof Refusal) return report;
    return { status: route.operation.success, body: report, contentType: 'application/xml' };
  };

/** Returns one page of the statuses of the single payments in a payment resource. */
export const readPaymentDetailsHandler =
  ({ useCases }: HandlerParts): Handler =>
  async ({ route, id, grant, search, base, now }) => {
    const requester = { clientId: grant.clientId, now };
    const payment = await useCases.findPayment(route.version, id, requester);
    if (payment instanceof Refusal) return payment;
    const requestedPage = new URLSearchParams(search).get(PAGE_PARAMETER);
    const page = await useCases.describePayments(payment, requestedPage);
    if (page instanceof Refusal) return page;
    const PaymentStatus = page.statuses.map((status) => route.version.details.format(status));
    const address = `${base}/${route.family.payments}/${payment.id}/payment-details`;
    const links = linksOf(address, page.number, page.total);
    return json(route, serializeData({ PaymentStatus }, links, page.total));
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
