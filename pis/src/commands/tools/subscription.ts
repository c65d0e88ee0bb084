import { ApiError, type Answer } from '@payment-initiation/client';
import type { Connection } from '../../bank/connection.ts';
import { exitCodes } from '../../exit-codes.ts';
import { PisError } from '../../rows/model.ts';

/** The TPP's subscription to events. */
export interface Subscription {
  readonly id: string;
  /** Address to which the bank pushes events. */
  readonly callbackUrl: string | undefined;
}

/** Reads the TPP's subscription. If there is none, `creates` creates one without an address. */
export async function subscriptionOf(
  { bank, profile }: Connection,
  signal: AbortSignal,
  creates = false,
): Promise<Subscription> {
  const { Data } = await bank.events.subscriptions({ signal });
  const [found] = Data.EventSubscription ?? [];
  if (found !== undefined) {
    return { id: found.EventSubscriptionId, callbackUrl: found.CallbackUrl };
  }
  if (!creates) {
    throw new PisError(
      'There is no subscription to events at this bank. Create one with: ' +
        'pis events listen --subscribe',
      exitCodes.wrongUse,
    );
  }
  const body = { Data: { Version: profile.version.slice(1) } };
  const created = await bank.events.subscribe(body, { signal });
  return { id: created.Data.EventSubscriptionId, callbackUrl: undefined };
}

/** Sends a request of a subscription to the bank's extension for TPPs. */
export async function callExtension(
  { bank, name }: Connection,
  operation: 'POST test' | 'POST replay' | 'GET health',
  { id, body, signal }: { id: string; body?: object; signal: AbortSignal },
): Promise<Answer<unknown>['body']> {
  const [method = '', action = ''] = operation.split(' ');
  const address = `${method} /extensions/v1/event-subscriptions/{id}/${action}`;
  const options = { params: { id }, signal, unsigned: true, ...(body !== undefined && { body }) };
  try {
    return (await bank.extension(address as 'GET /extensions', options)).body;
  } catch (error) {
    const isAbsent = error instanceof ApiError && [404, 405, 501].includes(error.status);
    if (!isAbsent) throw error;
    throw new PisError(
      `The bank of the profile "${name}" does not offer this: it is an extension of the ` +
        'standard. pis events listen works with all banks.',
      exitCodes.refused,
      { cause: error },
    );
  }
}
