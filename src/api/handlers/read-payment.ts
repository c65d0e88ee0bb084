import { Refusal } from '../../shared/errors.ts';
import type { Handler } from '../request-context.ts';
import { serializePayment } from '../serialize.ts';
import { json, type HandlerParts } from './parts.ts';

/** A payment and its status as it now stands. */
export const readPaymentHandler =
  ({ engine }: HandlerParts): Handler =>
  async ({ route, id, grant, base, now }) => {
    const requester = { clientId: grant.clientId, now };
    const payment = await engine.findPayment(route.family, id, requester);
    if (payment instanceof Refusal) return payment;
    return json(route, serializePayment(route.family, await engine.viewPayment(payment), base));
  };
