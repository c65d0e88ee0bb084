import { NO_PURPOSE } from '../../src/domain/execution/credit.ts';
import type { MessageCredit, MessageHeader } from '../../src/domain/schemes/messages.ts';
import { readAnswers } from '../../src/schemes/answers/read-answers.ts';
import { writePacs008 } from '../../src/schemes/messages/pacs008.ts';
import { writeStandard18 } from '../../src/schemes/messages/standard18.ts';
import type { Answer, Measure, Question } from '../helpers/answer.ts';
import { parseCpuMs } from '../helpers/parse.ts';
import { DEBTOR_ACCOUNT, PaymentFiles, TWO_MB, type PaymentFile } from '../helpers/payment-file.ts';
import {
  cpuSeconds,
  removeDirectory,
  scratchDirectory,
  startProgram,
  startService,
  type Program,
} from '../helpers/program.ts';
import { cpuTimed, figure, interleaved, ratio } from '../helpers/statistics.ts';
import { Tpp } from '../helpers/tpp.ts';

const HUB = new URL('../programs/hub.ts', import.meta.url);
const MESSAGE_ID = 'M00000000000000000000001';
const BANK = { bic: 'SANDGB2L', serviceUserNumber: '100001' };

/** Number of answers in a slice, as in the service. */
const SLICE = 500;
/** Size of the largest payment file of the measured services, in bytes. */
const FILE_MAX_BYTES = 128 * 1024 * 1024;

/** Measures what the exchange with a payment hub costs. */
export const hub: Question = {
  name: 'hub',
  title: 'What does the exchange with a payment hub cost?',
  about:
    'Messages written and answers read in this process. Also files from consent to report, whose ' +
    'credits go to a hub simulator through a folder, compared with the simulated schemes.',
  takes: { full: 150, quick: 6 },
  async ask({ isQuick, say }) {
    const credits = isQuick ? 5000 : 100_000;
    const small = new PaymentFiles({ maxBytes: TWO_MB }, 'some outside');
    const large = new PaymentFiles({ payments: credits }, 'some outside');
    const folder = scratchDirectory();
    const hubProgram = await startProgram(HUB, [], { BENCH_HUB_FOLDER: folder });
    const limits = { PIS_FILE_MAX_BYTES: String(FILE_MAX_BYTES) };
    const through = await Through.start({ ...limits, PIS_SCHEMES: `folder:${folder}` });
    const simulated = await Through.start(limits);
    const costs = await interleaved(
      {
        pacs008: () => cpuTimed(() => pacs008Bytes(credits)),
        standard18: () => cpuTimed(() => standard18Bytes(credits)),
        read: () => readCpuMs(statusReport(credits)),
        parse: () => parseCpuMs(small.next()),
        hub: () => through.pay(small.next()),
        simulated: () => simulated.pay(small.next()),
        large: () => through.pay(large.next()),
        largeMs: () => through.lastMs,
        largeSimulated: () => simulated.pay(large.next()),
      },
      {
        rounds: isQuick ? 1 : 5,
        warmUp: 1,
        onRound: (round) => {
          say(`round ${String(round)}`);
        },
      },
    );
    await Promise.all([through.stop(), simulated.stop(), hubProgram.stop()]);
    removeDirectory(folder);
    return answerOf(costs, { credits, small: small.payments });
  },
};

/** A service through which files are paid one after another. */
class Through {
  readonly #service: Program;
  readonly #tpp: Tpp;
  /** Time of the last file from consent to report, in milliseconds. */
  lastMs = 0;

  private constructor(service: Program, tpp: Tpp) {
    this.#service = service;
    this.#tpp = tpp;
  }

  static async start(settings: Readonly<Record<string, string>>): Promise<Through> {
    const service = await startService(settings);
    return new Through(service, await Tpp.signIn(service.origin));
  }

  /** Pays a file. Returns the CPU time of the service in milliseconds. */
  async pay(file: PaymentFile): Promise<number> {
    const [before, started] = [await cpuSeconds(this.#service), performance.now()];
    await this.#tpp.pay(file);
    this.lastMs = performance.now() - started;
    return ((await cpuSeconds(this.#service)) - before) * 1000;
  }

  async stop(): Promise<void> {
    this.#tpp.close();
    await this.#service.stop();
  }
}

type Costs = Readonly<
  Record<
    | 'pacs008'
    | 'standard18'
    | 'read'
    | 'parse'
    | 'hub'
    | 'simulated'
    | 'large'
    | 'largeMs'
    | 'largeSimulated',
    readonly number[]
  >
>;

function answerOf(
  costs: Costs,
  counts: { readonly credits: number; readonly small: number },
): Answer {
  const { credits, small } = counts;
  const micros = (ms: readonly number[]) => figure(ms.map((one) => (one * 1000) / credits));
  const size = `${String(credits)} credits`;
  const of = (name: string, label: string, rest: Omit<Measure, 'name' | 'label' | 'better'>) => {
    return { name: `hub.${name}`, label, ...rest, better: 'less' as const };
  };
  return {
    measures: [
      of('write.pacs008', `a credit of a pacs.008 with ${size}`, {
        ...micros(costs.pacs008),
        unit: 'µs CPU',
      }),
      of('write.standard18', `a credit of a Standard 18 file with ${size}`, {
        ...micros(costs.standard18),
        unit: 'µs CPU',
      }),
      of('read.pacs002', `an answer in a pacs.002 with ${size}`, {
        ...micros(costs.read),
        unit: 'µs CPU',
      }),
      of('e2e.simulated', `CPU of the service for ${size}, compared with the simulated schemes`, {
        ...ratio(costs.large, costs.largeSimulated),
        unit: '× simulated',
      }),
      of('e2e.parse', `CPU of the service for a file of ${String(small)} payments`, {
        ...ratio(costs.hub, costs.parse),
        unit: '× parse',
      }),
      of('e2e.parse.simulated', 'the same with the simulated schemes', {
        ...ratio(costs.simulated, costs.parse),
        unit: '× parse',
      }),
      of('e2e.seconds', `time of ${size} from consent to report`, {
        ...figure(costs.largeMs.map((ms) => ms / 1000)),
        unit: 's',
      }),
    ],
    charts: [],
    notes: [
      'The hub simulator answers at once. The service checks the folder five times a second. The ' +
        'CPU of the hub is not counted.',
    ],
  };
}

function* creditsTo(count: number): Generator<MessageCredit> {
  for (let index = 0; index < count; index += 1) {
    const number = String(20_000_000_000_000 + index);
    yield {
      payment: {
        ...{ index, instrument: 'FPS', date: null, amountPence: 1050, debtor: null },
        ...{ creditor: number, creditorName: 'Fresco Ltd', reference: `INV-${String(index)}` },
        ...{ endToEndIdentification: `E2E-${String(index)}`, unstructured: 'Internal ops code' },
        instructionIdentification: `ID-${String(index)}`,
      },
      creditor: {
        ...{ name: 'Fresco Ltd', address: null, country: 'GB', isBritish: true, secondary: '' },
        ...{ agent: null, clearingCode: null },
      },
      amount: { minor: 1050, currency: 'GBP' },
      debtor: { name: 'Northwind Components plc', address: null, account: DEBTOR_ACCOUNT },
      ...{ chargeBearer: undefined, purpose: NO_PURPOSE },
    };
  }
}

function headerOf(instrument: 'FPS' | 'BACS', transactions: number): MessageHeader {
  return {
    ...{ id: MESSAGE_ID, instrument, createdAt: Date.parse('2026-12-01T09:00:00Z') },
    ...{ settlementDate: '2026-12-02', transactions },
    total: { minor: transactions * 1050, currency: 'GBP' },
  };
}

function bytesIn(pieces: Iterable<string>): number {
  let bytes = 0;
  for (const piece of pieces) bytes += Buffer.byteLength(piece);
  return bytes;
}

function pacs008Bytes(credits: number): number {
  return bytesIn(writePacs008(headerOf('FPS', credits), creditsTo(credits), BANK));
}

function standard18Bytes(credits: number): number {
  const submission = { serial: '000001', fileNumber: '001' };
  return bytesIn(writeStandard18(headerOf('BACS', credits), creditsTo(credits), BANK, submission));
}

/** Yields a pacs.002 that accepts each credit. */
async function* statusReport(credits: number): AsyncGenerator<Uint8Array> {
  const head =
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10"><FIToFIPmtStsRpt><GrpHdr>' +
    '<MsgId>H1</MsgId><CreDtTm>2026-12-01T09:00:00Z</CreDtTm></GrpHdr><OrgnlGrpInfAndSts>' +
    `<OrgnlMsgId>${MESSAGE_ID}</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId>` +
    '<GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>';
  let piece = head;
  for (let index = 0; index < credits; index += 1) {
    const id = `${MESSAGE_ID}-${String(index)}`;
    piece +=
      `<TxInfAndSts><OrgnlInstrId>${id}</OrgnlInstrId><OrgnlEndToEndId>E2E-${String(index)}` +
      `</OrgnlEndToEndId><OrgnlTxId>${id}</OrgnlTxId><TxSts>ACSC</TxSts></TxInfAndSts>`;
    if (piece.length < 64 * 1024) continue;
    yield await Promise.resolve(Buffer.from(piece));
    piece = '';
  }
  yield Buffer.from(`${piece}</FIToFIPmtStsRpt></Document>`);
}

/** Returns the CPU time in milliseconds of reading a document, including garbage collection. */
async function readCpuMs(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const before = process.cpuUsage();
  let answers = 0;
  for await (const slice of readAnswers(pieces, { sliceSize: SLICE })) {
    answers += slice.answers.length;
  }
  const { user, system } = process.cpuUsage(before);
  if (answers === 0) throw new Error('The document has no answers.');
  return (user + system) / 1000;
}
