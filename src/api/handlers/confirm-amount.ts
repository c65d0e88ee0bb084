import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { formatInstant } from '../../shared/time.ts';
import type { Handler } from '../request-context.ts';
import { json, type HandlerParts } from './parts.ts';

/** Whether the account has an amount that the TPP names, under an authorised consent. */
export const confirmAmountHandler =
  ({ engine }: HandlerParts): Handler =>
  async ({ route, id, grant, now, body, faults }) => {
    const { clientId, consentId } = grant;
    const requester = { clientId, now, family: route.family, boundTo: consentId, faults };
    const confirmed = await engine.confirmAmount(id, expectDefined(body, 'body').value, requester);
    if (confirmed instanceof Refusal) return confirmed;
    const at = formatInstant(now);
    const Data = {
      FundsConfirmationId: newId('fc', now),
      ConsentId: id,
      CreationDateTime: at,
      Reference: confirmed.reference,
      FundsAvailableResult: {
        FundsAvailableDateTime: at,
        FundsAvailable: confirmed.isAvailable ? 'Available' : 'NotAvailable',
      },
      InstructedAmount: confirmed.amount,
    };
    return json(route, JSON.stringify({ Data }));
  };
