import { z } from 'zod';
import {
  ScreeningRequest,
  type CaseDecisionsResponse,
  type ScreeningResponse,
  type ScreeningResult,
} from '../../connections/screening-contract.ts';
import { CASE_DECISIONS } from '../../domain/records/screening.ts';
import { JsonServer, problem, type JsonServerOptions } from '../json-server.ts';

/** Largest body of a request, in bytes. A request with 1,000 payments is smaller. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** A decision of the bank's analysts, as a test makes it. */
const AnalystDecision = z.strictObject({
  id: z.string(),
  decision: z.enum(CASE_DECISIONS),
  by: z.array(z.string().min(1)).min(1).max(2),
});

export interface ReferenceScreening extends JsonServer {
  /** The requests about payments so far, in their order. */
  readonly requests: readonly ScreeningRequest[];
}

/**
 * Serves the API of docs/integration/screening.md on loopback. It decides by the name of the payee.
 * `POST /decisions` adds a decision of analysts, which is not part of the API.
 */
export async function openReferenceScreening(
  options: Pick<JsonServerOptions, 'port' | 'delayMs' | 'errorEvery'>,
): Promise<ReferenceScreening> {
  const first = new Map<string, ScreeningResult>();
  const requests: ScreeningRequest[] = [];
  const decisions: z.infer<typeof AnalystDecision>[] = [];
  const server = new JsonServer({
    ...options,
    maxBodyBytes: MAX_BODY_BYTES,
    answer: ({ method, url, answerContent }) => {
      switch (`${method} ${url.pathname}`) {
        case 'POST /v1/screenings':
          return answerContent(ScreeningRequest, (request) => {
            requests.push(request);
            const results = request.items.map((item) => {
              const result = first.get(item.id) ?? screen(item);
              first.set(item.id, result);
              return result;
            });
            return [200, { results } satisfies z.infer<typeof ScreeningResponse>];
          });
        case 'GET /v1/case-decisions': {
          const after = Number(url.searchParams.get('after') ?? 0);
          const limit = Number(url.searchParams.get('limit') ?? 100);
          const found = decisions.slice(after, after + limit);
          const next = after + found.length;
          const hasMore = next < decisions.length;
          const page = { decisions: found, next: String(next), hasMore };
          return [200, page satisfies z.infer<typeof CaseDecisionsResponse>];
        }
        case 'POST /decisions':
          return answerContent(AnalystDecision, (decision) => {
            decisions.push(decision);
            return [200, { count: decisions.length }];
          });
        default:
          return problem(404, 'Unknown request');
      }
    },
  });
  return Object.assign(await server.listen(), { requests });
}

type Reason = Pick<
  Exclude<ScreeningResult, { decision: 'accept' }>,
  'decision' | 'class' | 'reasons' | 'tellPayer'
>;

/** Decisions by a word in the name of the payee. The first one that matches applies. */
const RULES: readonly (readonly [word: string, Reason])[] = [
  ['sanctioned', held('sanctions', 'name_on_list', 'nothing')],
  ['suspicious', held('fraud', 'payee_reported', 'delay')],
  ['scam', held('fraud', 'known_scam', 'reasons')],
  ['doubtful', held('other', 'unusual_payee', 'delay')],
  ['forbidden', { ...held('fraud', 'payee_blocked', 'nothing'), decision: 'reject' }],
];

/** Decides about a payment by the name of its payee. */
function screen({ id, creditorName }: ScreeningRequest['items'][number]): ScreeningResult {
  const name = creditorName.toLowerCase();
  const [, reason] = RULES.find(([word]) => name.includes(word)) ?? [];
  if (reason === undefined) return { id, decision: 'accept' };
  return { id, ...reason, ...(reason.decision === 'hold' && { caseId: `CASE-${id}` }) };
}

function held(
  why: Reason['class'],
  code: string,
  tellPayer: Reason['tellPayer'],
): Reason & { readonly decision: 'hold' } {
  return { decision: 'hold', class: why, reasons: [code], tellPayer };
}
