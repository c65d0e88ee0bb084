import { Hono } from 'hono';
import { z } from 'zod';
import type { ListedRecall } from '../../domain/ports/recall-store.ts';
import type { RecallPlanRefusal } from '../../domain/records/action-proposals.ts';
import {
  MAX_RECALL_NOTE_CHARACTERS,
  RECALL_REASONS,
  type RecallReason,
  type RecallRequest,
} from '../../domain/schemes/recalls.ts';
import { namedAct, recorded, refusal, type ControlEnv } from '../control.ts';
import { Reason, readQuery } from '../read-request.ts';
import type { PartsWith } from '../route-parts.ts';

/** Maximum number of recalls that one command lists. */
const MAX_LISTED = 1000;
/** Maximum number of a row. */
const MAX_ROW = 999_999_999;

const Code = z.enum(Object.keys(RECALL_REASONS) as [RecallReason, ...RecallReason[]]);

/** Body of a request to recall a credit. */
export const RecallBody = z.strictObject({
  row: z.int().min(1).max(MAX_ROW).nullable(),
  code: Code,
  reason: Reason,
  note: z.string().trim().min(1).max(MAX_RECALL_NOTE_CHARACTERS).nullable(),
});

/** Filter of a request for recalls. */
const RecallsRequest = z.union([
  z.strictObject({ by: z.enum(['open', 'newest']) }),
  z.strictObject({ by: z.literal('payment'), id: z.string().min(1).max(128) }),
]);

/** The recalls that a command lists, at most 1,000. */
export interface RecallList {
  readonly listed: readonly ListedRecall[];
}

/** Returns the routes that propose recalls of credits and list the recalls. */
export function recallRoutes({
  store,
  useCases,
}: PartsWith<'proposeRecall', 'store'>): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/hub/recalls', recorded('hub-recalls'), async (c) => {
    const which = readQuery(c, RecallsRequest, 'Select recalls by "open", "newest" or a payment.');
    const listed = await store.listRecalls(which, MAX_LISTED);
    return c.json({ listed } satisfies RecallList);
  });
  routes.post('/hub/payments/:id/recall', recorded('hub-recall'), async (c) => {
    const paymentId = c.req.param('id');
    const body = RecallBody.safeParse(await c.req.json().catch(() => undefined));
    if (!body.success) {
      const codes = Object.keys(RECALL_REASONS).join(', ');
      const note = `a note of at most ${String(MAX_RECALL_NOTE_CHARACTERS)} characters`;
      throw refusal(400, `Give a row from 1, a code (${codes}), a reason, and ${note}.`);
    }
    const { row, code, note, reason: why } = body.data;
    const index = row === null ? null : row - 1;
    const request = { paymentId, index, reason: code, note, why, seen: null };
    const result = await useCases.proposeRecall(request, namedAct(c));
    switch (result.kind) {
      case 'proposed':
        return c.json(result.proposal);
      case 'alreadyProposed':
        throw refusal(
          409,
          `Proposal ${String(result.id)} is about this already. See: npx pisctl proposal list`,
        );
      case 'accepted':
      case 'changed':
      case 'notHandedOver':
      case 'notPossible':
      case 'partlyAnswered':
      case 'handedOver':
        throw refusal(409, `${creditOf(request)} cannot be recalled.`);
      default: {
        const status = result.kind.startsWith('unknown') ? 404 : 409;
        throw refusal(status, REFUSALS[result.kind](request));
      }
    }
  });
  return routes;
}

const creditOf = ({ paymentId, index }: RecallRequest): string =>
  `Row ${String((index ?? 0) + 1)} of payment ${paymentId}`;

const REFUSALS: Readonly<Record<RecallPlanRefusal, (request: RecallRequest) => string>> = {
  simulated: () => 'The schemes are simulated (PIS_SCHEMES), so there is no bank to ask.',
  unknownPayment: ({ paymentId }) => `There is no payment ${paymentId}.`,
  unknownCredit: (request) =>
    `${creditOf(request)} does not exist, or the payment was not released for execution.`,
  indexMissing: ({ paymentId }) =>
    `Payment ${paymentId} has several credits. Name one of them with --row, from 1.`,
  own: (request) =>
    `${creditOf(request)} is to an account at this bank. Ask the holder of the account to pay it ` +
    'back.',
  noRecalls: (request) =>
    `${creditOf(request)} is by Bacs, which has no recalls (Standard 18). Ask the creditor's bank ` +
    'by the manual recovery procedure of Bacs.',
  notAccepted: (request) =>
    `The scheme has not accepted ${lower(creditOf(request))}, so it cannot come back. See: ` +
    `npx pisctl hub messages --payment ${request.paymentId}`,
  rejected: (request) =>
    `The scheme rejected ${lower(creditOf(request))}. The debtor has the money.`,
  cameBack: (request) => `${creditOf(request)} came back already.`,
  recalled: (request) =>
    `${creditOf(request)} has a recall that is not refused. See: ` +
    `npx pisctl hub recalls --payment ${request.paymentId}`,
};

const lower = (text: string): string => text.replace('Row', 'row');
