import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import type { Handler } from '../request-context.ts';
import { serializePayment } from '../serialize.ts';
import { json, type HandlerParts } from './parts.ts';

/** Submits the payment of an authorised consent, whose execution may begin at once. */
export const createPaymentHandler =
  ({ engine, wake }: HandlerParts): Handler =>
  async ({ route, body, key, grant, act, faults, base }) => {
    const { clientId, consentId } = grant;
    const asked = { clientId, boundTo: consentId, key: expectDefined(key, 'key'), act, faults };
    const payment = await engine.submitPayment(route.family, expectDefined(body, 'body'), asked);
    if (payment instanceof Refusal) return payment;
    wake();
    return json(route, serializePayment(route.family, await engine.viewPayment(payment), base));
  };
