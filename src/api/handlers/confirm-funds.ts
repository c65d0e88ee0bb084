import { Refusal } from '../../shared/errors.ts';
import { formatInstant } from '../../shared/time.ts';
import type { Handler } from '../request-context.ts';
import { serializeData } from '../serialize.ts';
import { json, type HandlerParts } from './parts.ts';

/** Whether the account has what an authorised consent is to pay. */
export const confirmFundsHandler =
  ({ engine }: HandlerParts): Handler =>
  async ({ route, id, grant, now, base }) => {
    const { clientId, consentId } = grant;
    const requester = { clientId, now, family: route.family, boundTo: consentId };
    const isAvailable = await engine.confirmFunds(id, requester);
    if (isAvailable instanceof Refusal) return isAvailable;
    const FundsAvailableResult = {
      FundsAvailableDateTime: formatInstant(now),
      FundsAvailable: isAvailable,
    };
    const Self = `${base}/${route.family.consents}/${id}/funds-confirmation`;
    return json(route, serializeData({ FundsAvailableResult }, { Self }, 1));
  };
