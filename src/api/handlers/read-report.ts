import { Refusal } from '../../shared/errors.ts';
import type { Handler } from '../request-context.ts';
import type { HandlerParts } from './parts.ts';

/** The pacs.002 report of a file payment. */
export const readReportHandler =
  ({ engine }: HandlerParts): Handler =>
  async ({ route, id, grant, now }) => {
    const requester = { clientId: grant.clientId, now };
    const report = await engine.reportPayment(route.family, id, requester);
    if (report instanceof Refusal) return report;
    return { status: route.operation.success, body: report, contentType: 'application/xml' };
  };
