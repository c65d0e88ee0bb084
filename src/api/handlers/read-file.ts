import { Refusal } from '../../kernel/errors.ts';
import { JSON_CONTENT_TYPE } from '../answer.ts';
import type { Handler } from '../call.ts';
import type { HandlerParts } from './parts.ts';

/** Gives back exactly the bytes that were uploaded (rules, 6.6), or nothing of them. */
export const readFileHandler =
  ({ engine }: HandlerParts): Handler =>
  async ({ route, id, grant, now }) => {
    const asker = { clientId: grant.clientId, now, family: route.family };
    const body = await engine.readFile(id, asker);
    if (body instanceof Refusal) return body;
    return { status: route.operation.success, body, contentType: JSON_CONTENT_TYPE };
  };
