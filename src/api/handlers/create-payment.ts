import { submitPayment } from '../../engine/payments.ts';
import { viewPayment } from '../../engine/views.ts';
import { present } from '../../kernel/assert.ts';
import { Refusal } from '../../kernel/errors.ts';
import type { Handler } from '../call.ts';
import { presentPayment } from '../present.ts';
import { json, type HandlerParts } from './parts.ts';

/** Submits the payment of an authorised consent, whose execution may begin at once. */
export const createPaymentHandler =
  (parts: HandlerParts): Handler =>
  async ({ route, body, key, grant, act, faults, base }) => {
    const { store, pipeline, holidays, schemeLimits, wake } = parts;
    const payment = await submitPayment(store, pipeline, route.family, present(body, 'body'), {
      clientId: grant.clientId,
      boundTo: grant.consentId,
      key: present(key, 'key'),
      act,
      faults,
      holidays,
      ...schemeLimits,
    });
    if (payment instanceof Refusal) return payment;
    wake();
    return json(route, presentPayment(route.family, await viewPayment(parts, payment), base));
  };
