import { statusLookup } from '../../domain/lifecycle/file-statuses.ts';
import type { PageRequest, WrittenPage } from '../../domain/ports/statements.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import {
  visitOnly,
  withStoredFile,
  type StoredFileAccess,
  type VisitFrom,
} from '../stored-file-jobs.ts';
import { switchAccount } from './camt054.ts';
import { entryElement, transactionIdOf } from './entries.ts';
import { NO_INFORMATION_ID, switchInformation, transactionStatus } from './pain002.ts';

/** Writes the part of a message to a TPP about some payments of a stored file. */
export function writeStatementPage(
  file: FileFacts,
  request: PageRequest,
  storedFiles: StoredFileAccess,
): WrittenPage {
  const { text, open } = withStoredFile(file, storedFiles, (visitFrom) =>
    request.statement === 'pain.002'
      ? statusPage(request, visitFrom)
      : entryPage(request, visitFrom),
  );
  return { piece: new TextEncoder().encode(text), open };
}

interface Page {
  readonly text: string;
  readonly open: string | null;
}

function statusPage(
  request: Extract<PageRequest, { statement: 'pain.002' }>,
  visitFrom: VisitFrom,
): Page {
  const statusOf = statusLookup(request.statuses);
  let text = '';
  let open = request.open;
  visitFrom(request.from, (payment) => {
    if (payment.index >= request.to) return false;
    const id = payment.informationId ?? NO_INFORMATION_ID;
    text += switchInformation(open, id);
    text += transactionStatus(
      payment,
      statusOf(payment),
      transactionIdOf(request.paymentId, payment.index),
    );
    open = id;
    return true;
  });
  return { text, open };
}

function entryPage(
  {
    entries,
    messageId,
    paymentId,
    open: openBefore,
  }: Extract<PageRequest, { statement: 'camt.053' | 'camt.054' }>,
  visitFrom: VisitFrom,
): Page {
  const indexes = [...new Set(entries.flatMap(({ index }) => index ?? []))];
  let text = '';
  let open = openBefore;
  let next = 0;
  visitOnly(indexes, visitFrom, (payment) => {
    const { index } = payment;
    const ids = { paymentId, transactionId: transactionIdOf(paymentId, index) };
    for (let entry = entries[next]; entry?.index === index; entry = entries[next]) {
      text += switchAccount(open, entry.account, `${messageId}.${String(index)}`);
      text += entryElement(entry, payment, ids);
      open = entry.account;
      next += 1;
    }
    return true;
  });
  return { text, open };
}
