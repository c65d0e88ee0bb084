import { isCancelled } from '../../../domain/execution/cancellation.ts';
import {
  accountText,
  formatCount,
  formatNumber,
  formatPounds,
  formatScheme,
} from '../../../domain/messages/format.ts';
import type {
  HistoryStep,
  HistoryTransfer,
  PaymentHistory,
} from '../../../domain/ports/history-store.ts';
import type { CreditOutcome } from '../../../domain/records/payment.ts';
import type { CodeMeaning, TimelineKind } from '../../../domain/records/payment-timeline.ts';
import type { Batch } from '../../../domain/records/records.ts';
import type { ScreeningCase } from '../../../domain/records/screening.ts';
import type { TimelineSubject } from './timeline-subject.ts';
import {
  batchName,
  component,
  creditName,
  entryOf,
  operator,
  reasonOf,
  reasonText,
  scheme,
  type DraftEntry,
} from './timeline-entry.ts';

type Executed = Pick<PaymentHistory, 'cases' | 'transfers' | 'outcomes' | 'messages' | 'steps'>;

/** Returns the entries about the screening, the booking and the results of batches. */
export function executionEntries(
  subject: TimelineSubject,
  batches: readonly Batch[],
  { cases, transfers, outcomes, messages, steps }: Executed,
): readonly DraftEntry[] {
  // A credit that came back was accepted before.
  const isDecided = subject.credit !== null && outcomes.some(({ status }) => status !== 'Returned');
  return [
    ...cases.flatMap((one) => caseEntries(one)),
    ...transferEntries(subject, transfers),
    ...batches.flatMap((batch) => [
      ...sentEntries(subject, batch, messages),
      ...resultEntries(subject, batch, { cases, outcomes, isDecided }),
    ]),
    ...outcomes.map((outcome) => outcomeEntry(subject, outcome)),
    ...steps.flatMap((step) => failureEntries(step)),
  ];
}

/** Returns the entry about the last failure of a step. Earlier failures are not stored. */
function failureEntries({ id, failedAt, parkedAt, attempts, problem }: HistoryStep) {
  if (failedAt === null) return [];
  const parked = parkedAt === null ? '' : ' It was parked for an operator.';
  const count = formatCount(attempts, 'failed attempt');
  const text = `Step ${String(id)} failed (${count}): ${problem ?? ''}.${parked}`;
  return [entryOf({ at: failedAt, kind: 'problem', actor: component('execution'), text })];
}

const CLASSES: Readonly<Record<ScreeningCase['class'], string>> = {
  fraud: 'it may be fraud',
  sanctions: 'it may break sanctions',
  other: 'the bank must check it',
  unanswered: 'the screening did not answer',
  operator: 'an operator holds it',
};

function caseEntries(held: ScreeningCase): readonly DraftEntry[] {
  const { id, openedAt: at, totalPence, reasons, bankCaseId, heldBy } = held;
  const { proposed, decided } = held;
  const links = { caseId: id };
  const audited = (action: string): readonly string[] => [`${action} ${String(id)}`];
  const codes = reasons.length === 0 ? '' : ` Codes of the bank: ${reasons.join(', ')}.`;
  const bank = bankCaseId === null ? '' : ` Case of the bank: ${bankCaseId}.`;
  const sum = `held ${formatPounds(totalPence)} (case ${String(id)}).`;
  const code = { code: held.class, meaning: CLASSES[held.class] };
  const opened =
    heldBy === null
      ? entryOf({
          at,
          kind: 'screening',
          actor: component('screening'),
          links,
          code,
          text: `The screening ${sum}${codes}${bank}`,
          audited: audited('screeningHeld'),
        })
      : entryOf({
          at,
          kind: 'screening',
          actor: operator(heldBy),
          links,
          code,
          text: `An operator ${sum} Reason: ${reasons.join(', ')}`,
          audited: [`paymentHeld ${heldBy}`],
        });
  const proposal =
    proposed &&
    entryOf({
      at: proposed.at,
      kind: 'screening',
      actor: operator(proposed.by),
      links,
      text: `An operator proposed to ${proposed.decision} case ${String(id)}.${reasonText(proposed.reason)}`,
      audited: audited('screeningProposed'),
    });
  const decision =
    decided &&
    entryOf({
      at: decided.at,
      kind: 'screening',
      actor: operator(decided.by),
      links,
      text: `The decision about case ${String(id)} is to ${decided.decision} it.`,
      audited: [...audited('screeningDecided'), ...audited('screeningEnded')],
    });
  return [opened, proposal, decision].filter((entry) => entry !== null);
}

const TRANSFERS: Readonly<Record<HistoryTransfer['kind'], [TimelineKind, string]>> = {
  debit: ['debit', 'was debited from'],
  credit: ['credit', 'was credited to'],
  'returned-credit': ['credit', 'was credited back to'],
  'late-return': ['credit', 'was credited back to'],
};

/** Returns one entry for transfers of the same kind at the same time on the same account. */
function transferEntries(
  subject: TimelineSubject,
  transfers: readonly HistoryTransfer[],
): readonly DraftEntry[] {
  const groups = new Map<string, HistoryTransfer[]>();
  for (const transfer of transfers) {
    const { kind, batch, account, bookedAt } = transfer;
    const name = [kind, batch, account, bookedAt].join(' ');
    groups.set(name, [...(groups.get(name) ?? []), transfer]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { kind: transferKind, index, account, bookedAt: at } = first;
    const [kind, verb] = TRANSFERS[transferKind];
    const total = group.reduce((sum, { amountPence }) => sum + amountPence, 0);
    const entries = group.length === 1 ? '' : `, in ${formatNumber(group.length)} entries`;
    const isOfGroup = index === null && subject.credit !== null;
    const shared = isOfGroup ? ', for all payments of its group' : '';
    const text = `${formatPounds(total)} ${verb} ${accountText(account)}${entries}${shared}.`;
    const links = { transferIds: group.map(({ id }) => id) };
    return [entryOf({ at, kind, actor: component('ledger'), text, links })];
  });
}

/**
 * Returns the entry about a batch that was sent. With a payment hub, the entries about its messages
 * contain the times at which they were written and handed over.
 */
function sentEntries(
  subject: TimelineSubject,
  batch: Batch,
  messages: Executed['messages'],
): readonly DraftEntry[] {
  const { sentAt: at, instrument, payments, number } = batch;
  if (payments === 0 || at === null || messages.some((one) => one.batch === number)) return [];
  const text = `The service sent ${batchName(subject, batch)} to ${formatScheme(instrument)}.`;
  return [entryOf({ at, kind: 'sent', actor: component('execution'), text })];
}

function resultEntries(
  subject: TimelineSubject,
  batch: Batch,
  { isDecided, ...decisions }: Decisions & { readonly isDecided: boolean },
): readonly DraftEntry[] {
  const { instrument, payments, state, stateUpdatedAt } = batch;
  // All payments of the group were separated from it.
  if (payments === 0) return [];
  const name = batchName(subject, batch);
  const isEnded = (state === 'answered' || state === 'failed') && stateUpdatedAt !== null;
  const [text, code] = isEnded ? resultOf(subject, batch, name, decisions) : ['', null];
  const actor = state === 'answered' ? scheme(instrument) : component('execution');
  const result = entryOf({ at: stateUpdatedAt ?? 0, kind: 'result', actor, text, code });
  return isEnded && !isDecided && text !== '' ? [result] : [];
}

/** The decisions about held payments, and the outcomes of single payments. */
type Decisions = Pick<Executed, 'cases' | 'outcomes'>;

/** Returns true if the batch was held and rejected, or if its payments were refused one by one. */
function isRefused({ number, failureReason }: Batch, { cases, outcomes }: Decisions): boolean {
  if (failureReason !== null) return false;
  return (
    cases.some(({ batch, decided }) => batch === number && decided?.decision === 'reject') ||
    outcomes.some(({ status }) => status === 'Refused')
  );
}

/** Returns the result of a batch in words, and the reason if it failed. */
function resultOf(
  subject: TimelineSubject,
  batch: Batch,
  name: string,
  decisions: Decisions,
): readonly [string, CodeMeaning | null] {
  const { state, instrument, payments, rejected, failureReason, abandonedAt } = batch;
  if (state === 'failed') {
    // Another entry contains the reason: it is about an operator, the customer, or a payment that
    // was refused.
    const isExplained =
      abandonedAt !== null ||
      (subject.payment !== null && isCancelled(batch, subject.payment)) ||
      isRefused(batch, decisions);
    const why = isExplained ? null : reasonOf(failureReason ?? 'AM04', false);
    return [`The service did not execute ${name}.`, why];
  }
  const accepted = formatNumber(payments - rejected);
  const by = formatScheme(instrument);
  if (subject.credit !== null) return [`${by} accepted the payment.`, null];
  if (rejected === 0) return [`${by} accepted ${name}.`, null];
  if (payments === 1) return ['', null];
  return [`${by} accepted ${accepted} of ${name}.`, null];
}

function outcomeEntry(
  subject: TimelineSubject,
  { index, status, reason, at }: CreditOutcome,
): DraftEntry {
  const name = creditName(subject, index);
  const code = reasonOf(reason, status !== 'Refused');
  const described = { at, kind: 'result', actor: component('execution'), code } as const;
  switch (status) {
    case 'Pending':
      return entryOf({ ...described, text: `${name} is not decided yet.`, code: null });
    case 'Refused':
      return entryOf({ ...described, text: `${name} was refused before the debit.` });
    case 'Rejected':
      return entryOf({ ...described, text: `${name} was rejected.` });
    case 'Returned':
      return entryOf({
        ...described,
        text: `${name} was returned by the payee’s bank.`,
        audited: [`creditReturned ${String(index)}`],
      });
  }
}
