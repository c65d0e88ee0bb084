import { createHash } from 'node:crypto';
import type { FileFacts, SinglePayment } from '../../src/domain/records/payment.ts';
import type { ServiceEvent } from '../../src/domain/records/events.ts';
import type { MessageCredit } from '../../src/domain/schemes/messages.ts';
import { INSTRUMENTS, type Instrument } from '../../src/domain/schemes/schemes.ts';
import { readAnswers } from '../../src/schemes/answers/read-answers.ts';
import { DocumentError } from '../../src/schemes/answers/document-error.ts';
import { DocumentInvalid } from '../../src/domain/ports/hub.ts';
import { readSubmission } from '../../src/schemes/messages/standard18-reader.ts';
import { writeMessage } from '../../src/schemes/messages/write-message.ts';
import { readDeliveries } from '../../src/use-cases/hand-over/read-deliveries.ts';
import { Retries } from '../../src/use-cases/hand-over/retries.ts';
import { NOW, type TestStore } from '../contract/store/fixtures.ts';
import { messageIdOf, messageOf, sendMessage } from '../contract/store/hub-messages.ts';
import { BANK, credit, headerOf } from '../unit/schemes/messages/credits.ts';

/** Processing day of the submissions, as in `bacs-documents.ts`. */
export const PROCESSING_DAY = '2026-11-24';

/** Payments of a file begin with this index, so that numbers and indexes differ. */
export const FIRST_INDEX = 5;

/** Returns the id of the submission of a payment. All of them have the serial number `A00001`. */
export const submissionIdOf = (payment: string): string =>
  `${messageIdOf(payment).slice(0, -6)}A00001`;

/** A credit of a submission: pence, and the account of the creditor. */
export interface BacsCreditFor {
  readonly pence: number;
  readonly creditor: string;
  readonly debtor?: string;
  readonly reference?: string;
}

/** A bank whose Bacs submissions are stored, and that reads the reports about them. */
export class BacsBank {
  readonly #store: TestStore;
  readonly #documents = new Map<string, string>();
  readonly #payments = new Map<string, readonly SinglePayment[]>();
  readonly #lookUps: number[] = [];
  readonly events: ServiceEvent[] = [];
  serviceUserNumber = BANK.serviceUserNumber;
  sliceSize = 500;
  /** Number of slices that are taken until the store fails once. */
  failsAfter: number | null = null;

  constructor(store: TestStore) {
    this.#store = store;
  }

  /** Numbers of payments that each search in a payment file looked for. */
  get lookUps(): readonly number[] {
    return this.#lookUps;
  }

  /** Stores a submission of a payment, for example `p`, and hands it over. Returns its id. */
  async submit(
    payment: string,
    credits: readonly BacsCreditFor[],
    { isHandedOver = true, serviceUserNumber = BANK.serviceUserNumber, processingDay = '' } = {},
  ): Promise<string> {
    const written = credits.map(messageCredit);
    const header = headerOf('BACS', written, {
      ...{ id: submissionIdOf(payment), createdAt: NOW },
      settlementDate: processingDay === '' ? PROCESSING_DAY : processingDay,
    });
    const text = [...writeMessage(header, written, { ...BANK, serviceUserNumber })].join('');
    await sendMessage(this.#store, payment, credits.length, {
      ...messageOf(payment, credits.length),
      ...{ ...header, firstIndex: FIRST_INDEX, lastIndex: FIRST_INDEX + credits.length - 1 },
      content: { kind: 'text', text },
    });
    if (isHandedOver) await this.#store.markHandedOver(header.id, NOW);
    this.#payments.set(
      `consent-${payment}`,
      written.map((one) => one.payment),
    );
    return header.id;
  }

  /** Receives a report. A report that was received before is ignored. */
  async receive(xml: string, instruments: readonly Instrument[] = INSTRUMENTS): Promise<void> {
    const sha256 = createHash('sha256').update(xml).digest('hex');
    this.#documents.set(sha256, xml);
    const arrival = { name: `${sha256.slice(0, 6)}.xml`, exchange: 'default', instruments };
    await this.#store.addDelivery({ sha256, bytes: xml.length }, arrival, NOW);
  }

  /** Reads the received reports, and reads a report again whose reading failed. */
  async read(): Promise<void> {
    const parts = this.#parts();
    for (let turn = 0; turn < 10; turn += 1) {
      await readDeliveries({ ...parts, retries: new Retries(() => 0) });
    }
  }

  #parts(): Omit<Parameters<typeof readDeliveries>[0], 'retries'> {
    const store = this.#store;
    const bytesOf = (sha256: string) => Buffer.from(this.#documents.get(sha256) ?? '');
    return {
      store: {
        deliveriesToRead: (limit) => store.deliveriesToRead(limit),
        findDocument: (sha256) => store.findDocument(sha256),
        beginDelivery: (sha256, header) => store.beginDelivery(sha256, header),
        setDeliveryAside: (sha256, problem) => store.setDeliveryAside(sha256, problem),
        takeReport: (...given) => store.takeReport(...given),
        takeAnswers: (sha256, slice, now) => {
          if (this.failsAfter === 0) {
            this.failsAfter = null;
            throw new Error('the store failed');
          }
          if (this.failsAfter !== null) this.failsAfter -= 1;
          return store.takeAnswers(sha256, slice, now);
        },
        findMessages: (ids) => store.findMessages(ids),
        findRecalls: (ids, cases) => store.findRecalls(ids, cases),
        findPayment: (id) => store.findPayment(id),
        findBatch: (id, number) => store.findBatch(id, number),
        findFile: (consentId) => Promise.resolve({ sha256: consentId } as FileFacts),
        bacsSubmissions: (day, after, limit) => store.bacsSubmissions(day, after, limit),
        endedCredits: (id, indexes) => store.endedCredits(id, indexes),
        awaitedReturns: (id, indexes) => store.awaitedReturns(id, indexes),
      },
      workers: {
        seal: ({ sha256 }) => Promise.resolve({ sha256 } as never),
        findPayments: ({ sha256 }, { numbers, numbering }) => {
          this.#lookUps.push(numbers.length);
          const found = (this.#payments.get(sha256) ?? []).map((payment, at) => {
            return { number: numbering === 'index' ? payment.index : at + 1, payment };
          });
          const wanted = new Set(numbers);
          return Promise.resolve(found.filter(({ number }) => wanted.has(number)) as never);
        },
      },
      files: {
        open: ({ sha256 }) => Promise.resolve(new Blob([bytesOf(sha256)]).stream() as never),
      },
      paymentSource: { ofPayment: () => ({ kind: 'file' }) } as never,
      holidays: {} as never,
      writer: { endToEndId: (_instrument, id) => id },
      readAnswers: (pieces) => readOrInvalid(pieces, this.sliceSize),
      readSubmission,
      serviceUserNumber: this.serviceUserNumber,
      observe: (event) => this.events.push(event),
      clock: () => NOW,
    };
  }
}

async function* readOrInvalid(pieces: AsyncIterable<Uint8Array>, sliceSize: number) {
  try {
    yield* readAnswers(pieces, { sliceSize });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new DocumentInvalid(error.code, error.message);
  }
}

function messageCredit({ pence, creditor, debtor, reference }: BacsCreditFor, at: number) {
  const made = credit(FIRST_INDEX + at, { amount: { minor: pence, currency: 'GBP' } });
  const payment = { ...made.payment, creditor, amountPence: pence };
  const credited: MessageCredit = {
    ...made,
    payment: { ...payment, reference: reference ?? 'SALARY 11' },
    creditor: { ...made.creditor, name: 'A payee' },
    debtor: { name: 'Us', address: null, account: debtor ?? '20000087654321' },
  };
  return credited;
}
