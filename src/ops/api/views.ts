import type { AuditEntry } from '../../domain/records/audit.ts';
import { searchDetail } from '../../domain/records/operator-search.ts';
import type { Answers } from './answers.ts';

/** The parameters of a request: those in the path and the query, and the members of its body. */
export type Parameters = Readonly<Record<string, unknown>>;

type Views = {
  readonly [Route in keyof Answers]?: (answer: Answers[Route], given: Parameters) => AuditEntry;
};

/**
 * The entries of the audit log about views of customers' data. They are those of the console's
 * pages. Routes that are not listed are recorded as commands.
 */
export const VIEWS: Views = {
  'POST /payments/find': ({ payments }) => ({
    ...{ action: 'paymentsSearched', subject: 'payments', detail: searchDetail(payments) },
  }),
  'GET /payments/:id': ({ facts: { paymentId, consentId } }, { row }) => ({
    ...{ action: 'paymentViewed', subject: paymentId ?? consentId },
    detail: { consentId, row: row === undefined ? null : Number(row) },
  }),
  'POST /payments/:id/rows': (_, { id, only = 'all', page = 1, text = '' }) => ({
    ...{ action: 'fileViewed', subject: textOf(id) },
    detail: { only: textOf(only), page: Number(page), searched: text !== '' },
  }),
  'GET /files': ({ files }, given) => listed('files', files, given, ['day', 'status', 'after']),
  'GET /approvals': (answer) => listed('approvals', answer.listed),
  'GET /ledger/entries': ({ account, day, entries }, given) => {
    return listed('ledger', entries, { ...given, account, day }, ['account', 'day', 'after']);
  },
  'GET /proposals': (answer) => listed('decisions', answer.listed),
  'GET /hub/proposals': (answer) => listed('decisions', answer.listed),
  'GET /screening': (answer) => listed('decisions', answer.listed),
  'GET /audit': ({ entries }, given) => listed('audit', entries, given, ['id', 'action', 'before']),
};

function listed(
  subject: string,
  rows: readonly unknown[],
  given: Parameters = {},
  names: readonly string[] = [],
): AuditEntry {
  const selection = names.map((name) => {
    return [name, given[name] === undefined ? null : textOf(given[name])] as const;
  });
  const detail = { ...Object.fromEntries<string | null>(selection), shown: rows.length };
  return { action: 'listViewed', subject, detail };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
