import { businessDayAfter, settlementDay } from '../../domain/calendar/calendar.ts';
import { handOverWindow } from '../../domain/calendar/hand-over-window.ts';
import type { Creditor, SingleCredit } from '../../domain/execution/credit.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type { ExchangeRates, Holidays } from '../../domain/ports/bank.ts';
import type { FileWorkers, MessagesRequest } from '../../domain/ports/files.ts';
import type { MessageWriter } from '../../domain/ports/hub.ts';
import type {
  AnswersRequest,
  CreditBatch,
  NotAnswered,
  SchemeAnswers,
  SchemeGateway,
} from '../../domain/ports/schemes.ts';
import type { Store } from '../../domain/ports/store.ts';
import { fractionDigitsOf } from '../../domain/pricing/currencies.ts';
import { fromPence, parseRate } from '../../domain/pricing/exchange.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { NewMessage } from '../../domain/schemes/hand-over.ts';
import { ANSWER_TIME_MS } from '../../domain/schemes/answer-time.ts';
import type { MessageCredit, Money } from '../../domain/schemes/messages.ts';
import type { Instrument } from '../../domain/schemes/schemes.ts';
import { expectDefined } from '../../shared/assert.ts';
import { HOUR_MS, type Instant, type LocalDate } from '../../shared/time.ts';

/** Interval in milliseconds at which missing answers are reported as overdue again. */
const OVERDUE_MS = HOUR_MS;

interface Parts {
  readonly store: Pick<
    Store,
    'addMessages' | 'hasMessages' | 'answersOf' | 'findHolder' | 'findPayment'
  >;
  readonly workers: Pick<FileWorkers, 'writeMessages'>;
  readonly writer: Pick<MessageWriter, 'write' | 'messageId'>;
  readonly holidays: Holidays;
  readonly rates: ExchangeRates;
  readonly settings: {
    readonly bankSortCodes: readonly string[];
    /** Maximum number of credits in a message. */
    readonly hubMaxTransactions: number;
  };
  readonly observe: Observe;
}

/**
 * Creates the gateway to schemes behind a payment hub. It stores the messages of a batch and does
 * not wait for the hub. The hub's answers arrive separately and are stored, and `ask` reads them.
 * Credits to accounts at this bank are never handed over.
 */
export function createHubGateway(parts: Parts): SchemeGateway {
  return {
    async send(batch, now) {
      const { store } = parts;
      if (!(await store.hasMessages(batch))) {
        const messages = await writeMessages(parts, batch, now);
        if (messages.length === 0) return { answersAt: now };
        await store.addMessages(batch, messages);
      }
      const { from } = handOverWindow(batch.instrument, now, parts.holidays);
      return { answersAt: from + ANSWER_TIME_MS[batch.instrument] };
    },

    ask: (batch, request) => ask(parts, batch, request),
  };
}

async function ask(
  { store, observe }: Parts,
  batch: CreditBatch,
  request: AnswersRequest,
): Promise<SchemeAnswers | NotAnswered> {
  const { now } = request;
  const answered = await store.answersOf(batch, request);
  const { open, pending, answers, rejected, bankSortCodes } = answered;
  const lookAgainAt = now + OVERDUE_MS;
  if (open > 0) {
    const { paymentId, number, instrument } = batch;
    observe({ kind: 'answersOverdue', paymentId, batch: number, instrument, credits: open });
    return { kind: 'notAnswered', lookAgainAt };
  }
  return {
    kind: 'answered',
    byIndex: new Map(answers.map(({ index, answer, reason }) => [index, { answer, reason }])),
    byCreditor: {},
    rejected,
    bankSortCodes: bankSortCodes?.split(',') ?? null,
    askAgainAt: pending > 0 ? lookAgainAt : null,
  };
}

async function writeMessages(
  parts: Parts,
  batch: CreditBatch,
  now: Instant,
): Promise<readonly NewMessage[]> {
  const { store, workers, writer, holidays, settings } = parts;
  const { credits, instrument, date, paymentId, number } = batch;
  const batchName = { paymentId, number };
  const { debtorAccount } = expectDefined(await store.findPayment(paymentId), 'the payment');
  const { day, ...handOver } = handOverWindow(instrument, now, holidays);
  const settlementDate = settlementDateOf(instrument, day, holidays);
  if (credits.kind === 'one') {
    const debtor = expectDefined(credits.payment.debtor ?? debtorAccount, 'the debited account');
    const holders = await holdersOf(store, [debtor]);
    if (isOwn(credits.creditor, credits.payment.creditor, settings.bankSortCodes)) return [];
    const header = {
      id: writer.messageId(batchName, 0),
      instrument,
      createdAt: now,
      settlementDate,
    };
    const holder = { name: '', address: null, ...holders[debtor], account: debtor };
    return [{ ...writeSingle(parts, header, credits, holder), handOver }];
  }
  const accounts = debtorsOf(credits.file, batch, debtorAccount);
  return workers.writeMessages(credits.file, {
    batch: batchName,
    instrument,
    date,
    createdAt: now,
    settlementDate,
    debtorAccount,
    handOver,
    debtors: await holdersOf(store, accounts),
    bankSortCodes: settings.bankSortCodes,
    leftOut: credits.leftOut,
    maxTransactions: settings.hubMaxTransactions,
  });
}

/**
 * Returns the settlement date in a message that is handed over on a day. A Bacs submission contains
 * the processing day instead, which is the business day after the submission.
 */
function settlementDateOf(instrument: Instrument, day: LocalDate, holidays: Holidays): LocalDate {
  return instrument === 'BACS'
    ? businessDayAfter(day, instrument, holidays)
    : settlementDay(instrument, day, holidays);
}

function writeSingle(
  { writer, rates, settings }: Parts,
  header: Pick<NewMessage, 'id' | 'instrument' | 'createdAt' | 'settlementDate'>,
  single: SingleCredit,
  debtor: MessageCredit['debtor'],
): Omit<NewMessage, 'handOver'> {
  const { payment, creditor, chargeBearer, purpose, ultimateDebtor, ultimateCreditor } = single;
  const amount = settlementAmount(single, rates, header.createdAt);
  const complete = { ...header, transactions: 1, total: amount };
  const parties = { creditor, debtor, ultimateDebtor, ultimateCreditor };
  const credit = { payment, amount, chargeBearer, purpose, ...parties };
  return {
    ...complete,
    part: 0,
    firstIndex: payment.index,
    lastIndex: payment.index,
    bankSortCodes: settings.bankSortCodes.join(),
    leftOut: '',
    content: { kind: 'text', text: writer.write(complete, credit) },
  };
}

/**
 * Returns the amount that is settled between the banks, in the currency that the creditor receives.
 * If the instructed currency is another one, the bank buys it with the debited pounds: at the
 * booked rate for an amount in pounds, otherwise at the rate of the day.
 */
function settlementAmount(
  { payment, instructed, currencyOfTransfer: currency, exchangeRate }: SingleCredit,
  rates: ExchangeRates,
  now: Instant,
): Money {
  if (instructed.currency === currency) return instructed;
  const { amountPence } = payment;
  if (currency === 'GBP') return { minor: amountPence, currency };
  const ofDay = parseRate(rates.ratePerPound(currency, now));
  const rate = instructed.currency === 'GBP' ? exchangeRate : ofDay;
  const digits = expectDefined(fractionDigitsOf(currency), `fraction digits of ${currency}`);
  const minor = fromPence(amountPence, expectDefined(rate ?? undefined, 'the rate'), digits);
  return { minor, currency };
}

/** Returns true if a creditor has an account at this bank. Its credits are not handed over. */
export function isOwn(
  { isBritish }: Creditor,
  account: AccountNumber,
  bankSortCodes: readonly string[],
): boolean {
  return isBritish && bankSortCodes.includes(account.slice(0, 6));
}

/** Returns the accounts that a group of a file debits. */
function debtorsOf(
  { groups }: FileFacts,
  { instrument, date }: CreditBatch,
  settled: AccountNumber | null,
): readonly AccountNumber[] {
  const group = groups.find((one) => one.instrument === instrument && one.date === date);
  const accounts = expectDefined(group, 'the group of a batch').debtors.map(
    ({ account }) => account ?? settled,
  );
  return accounts.filter((account) => account !== null);
}

async function holdersOf(
  store: Pick<Store, 'findHolder'>,
  accounts: readonly AccountNumber[],
): Promise<MessagesRequest['debtors']> {
  const found = await Promise.all(
    [...new Set(accounts)].map(async (one) => [one, await store.findHolder(one)] as const),
  );
  return Object.fromEntries(
    found.flatMap(([account, holder]) => (holder === undefined ? [] : [[account, holder]])),
  );
}
