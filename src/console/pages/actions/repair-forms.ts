import { actOf, type Form, type OperatorRequest } from '../../console-context.ts';
import { numberedForm, onceForm } from './once.ts';

export const RETRY_CORE_PATH = '/actions/core-retry';
export const DISMISS_CORE_PATH = '/actions/core-dismiss';
export const REPLAY_EVENT_PATH = '/actions/event-replay';
export const RESUME_PUSH_PATH = '/actions/push-resume';

/** The forms about requests that the core refused, and about events for TPPs. */
export const REPAIR_FORMS: Readonly<Record<string, Form>> = {
  [RETRY_CORE_PATH]: numberedForm('retryRequest', async (request, id, reason) => {
    await recordCommand(request, 'core-retry', String(id), reason);
    return request.parts.store.retryCoreRequest(id, actOf(request));
  }),
  [DISMISS_CORE_PATH]: numberedForm('dismissRequest', (request, id, reason) =>
    request.parts.store.dismissCoreRequest(id, reason, actOf(request)),
  ),
  [REPLAY_EVENT_PATH]: onceForm('replayEvent', replayEvent),
  [RESUME_PUSH_PATH]: onceForm('resumePush', resumePush),
};

/** Records a command with its argument and reason, before it runs. `pisctl` records the same. */
function recordCommand(request: OperatorRequest, name: string, argument: string, reason: string) {
  const detail = { argument, reason };
  return request.parts.store.record(actOf(request), {
    action: 'operatorCommand',
    subject: name,
    detail,
  });
}

async function replayEvent(request: OperatorRequest, fields: URLSearchParams, reason: string) {
  const id = fields.get('id') ?? '';
  if (!/^ev-\w{1,64}$/.test(id)) return false;
  await recordCommand(request, 'events-replay', id, reason);
  return request.parts.store.replayEvent(id, request.parts.clock());
}

async function resumePush(request: OperatorRequest, fields: URLSearchParams, reason: string) {
  const id = fields.get('id') ?? '';
  if (!/^es-[\w-]{1,64}$/.test(id)) return false;
  await recordCommand(request, 'events-resume', id, reason);
  return request.parts.store.resumePush(id);
}
