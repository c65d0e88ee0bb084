import { Refusal } from '../../shared/errors.ts';
import { JSON_CONTENT_TYPE } from '../responses.ts';
import type { Handler } from '../request-context.ts';
import type { HandlerParts } from './parts.ts';

/** Gives back exactly the bytes that were uploaded (rules, 6.6), or nothing of them. */
export const readFileHandler =
  ({ engine, downloads }: HandlerParts): Handler =>
  async ({ route, id, grant, now, outgoing, endUnread, signatureOf }) => {
    const contentType = JSON_CONTENT_TYPE;
    const requester = { clientId: grant.clientId, now, family: route.family };
    const downloader = { organisationId: grant.organisationId, outgoing, endUnread };
    const body = await downloads.begin(downloader, () =>
      engine.readFile(id, requester, signatureOf(contentType)),
    );
    if (body instanceof Refusal) return body;
    return { status: route.operation.success, body, contentType };
  };
