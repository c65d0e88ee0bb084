import { findPayment } from '../../engine/payments.ts';
import { viewPayment } from '../../engine/views.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Handler } from '../call.ts';
import { presentPayment } from '../present.ts';
import { json, type HandlerParts } from './parts.ts';

/** A payment and its status as it now stands. */
export const readPaymentHandler =
  (parts: HandlerParts): Handler =>
  async ({ route, id, grant, base }) => {
    const payment = await findPayment(parts.store, route.family, id, grant.clientId);
    if (payment instanceof Refusal) return payment;
    return json(route, presentPayment(route.family, await viewPayment(parts, payment), base));
  };
