import { fractionDigitsOf } from '../../domain/pricing/currencies.ts';
import { formatAmount } from '../../shared/money.ts';
import { formatInstant } from '../../shared/time.ts';
import { Agenda } from './agenda.ts';
import { Books, type StoredCredit, type StoredMessage } from './books.ts';
import { openDatabaseForReading } from './database.ts';

/**
 * Prints the hub's own record of what it executed, as lines that form one JSON document. The hub
 * may be running. `status` is the final decision about a credit, even if the answer is not
 * delivered yet. `waiting` is the number of documents that are not delivered.
 *
 * @throws Error if the folder is not the data folder of a hub
 */
export function printReport(dataFolder: string, print: (line: string) => void): void {
  const database = openDatabaseForReading(dataFolder);
  try {
    // One transaction, so that the report shows one moment.
    database.transaction(() => {
      for (const line of reportLines(new Books(database), new Agenda(database))) print(line);
    })();
  } finally {
    database.close();
  }
}

function* reportLines(books: Books, agenda: Agenda): Generator<string> {
  yield '{ "messages": [';
  let message = books.after(0);
  while (message !== undefined) {
    const { number } = message;
    const next = books.after(number);
    yield* messageLines(message, books, agenda.waitingFor(number), next === undefined);
    message = next;
  }
  yield '] }';
}

function* messageLines(
  message: StoredMessage,
  books: Books,
  waiting: number,
  isLast: boolean,
): Generator<string> {
  const { number, id, sha256, receivedAt, state, instrument, currency } = message;
  const members = {
    id,
    sha256,
    receivedAt: formatInstant(receivedAt),
    state,
    instrument,
    currency,
    total: currency === null ? null : formatAmount(message.totalMinor, fractionDigitsOf(currency)),
    problem: message.problem,
    repeats: message.repeats,
    conflicts: message.conflicts,
    waiting,
  };
  yield `  ${JSON.stringify(members).slice(0, -1)}, "credits": [`;
  const selection = {
    message: number,
    filter: 'all',
    part: 0,
    parts: 1,
    isReversed: false,
  } as const;
  for (const page of books.pagesOf(selection)) {
    for (const credit of page) {
      const comma = credit.position + 1 === message.credits ? '' : ',';
      yield `    ${JSON.stringify(creditMembers(credit, message))}${comma}`;
    }
  }
  yield `  ] }${isLast ? '' : ','}`;
}

function creditMembers(credit: StoredCredit, { currency, id, instrument }: StoredMessage): object {
  const digits = fractionDigitsOf(currency ?? '');
  const { position, endToEndId, uetr, amountMinor, status, reason, returnReason } = credit;
  const isBacs = instrument === 'BACS';
  return {
    id: isBacs ? `${id}-#${String(position + 1)}` : (credit.instructionId ?? credit.transactionId),
    position,
    endToEndId,
    uetr,
    amount: formatAmount(amountMinor, digits),
    status,
    reason,
    returned: formatAmount(returnReason === null ? 0 : amountMinor, digits),
    returnReason,
  };
}
