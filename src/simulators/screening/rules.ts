import type { ScreeningRequest, ScreeningResult } from '../../connections/screening-contract.ts';

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
export function screen({ id, creditorName }: ScreeningRequest['items'][number]): ScreeningResult {
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
