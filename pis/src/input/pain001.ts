import { PisError, type BrokenCell, type Report, type SourceRow } from '../rows/model.ts';
import { encodingOf, hasMark, textOf } from './encoding.ts';
import { DroppedElements } from './pain-dropped.ts';
import { painSubset } from './pain-subset.ts';
import { PainTotals } from './pain-totals.ts';
import { isContentError, MAX_ROWS, type Progress, type Source } from './source.ts';
import type { Encoding } from './text-format.ts';
import { XmlReader, type Attributes } from './xml.ts';

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:pain\.001\.001\.(?:03|08|09)$/;

/** Columns of a row. Their names are the elements, for findings. */
const COLUMNS = [
  { name: 'Cdtr/Nm', field: 'name' },
  { name: 'CdtrAcct/Id/IBAN', field: 'iban' },
  { name: 'CdtrAcct/Id/Othr/Id', field: 'account' },
  { name: 'CdtrAgt/FinInstnId/ClrSysMmbId/MmbId', field: 'sort-code' },
  { name: 'CdtrAcct/Id/Othr/Id (8 digits)', field: 'account-number' },
  { name: 'Amt/InstdAmt', field: 'amount' },
  { name: 'Amt/InstdAmt/@Ccy', field: 'currency' },
  { name: 'RmtInf/Strd/CdtrRefInf/Ref', field: 'reference' },
  { name: 'RmtInf/Ustrd', field: 'text' },
  { name: 'PmtId/EndToEndId', field: 'end-to-end-id' },
  { name: 'PmtId/InstrId', field: 'instruction-id' },
  { name: 'ReqdExctnDt', field: 'date' },
  { name: 'PmtTpInf/LclInstrm', field: 'scheme' },
  { name: 'DbtrAcct/Id', field: 'debtor' },
] as const;

const SORT_CODE_COLUMN = 3;

/** Elements of a payment that become cells. */
const OF_PAYMENT = new Set([
  ...['Cdtr/Nm', 'CdtrAcct/Id/IBAN', 'CdtrAcct/Id/Othr/Id', 'Amt/InstdAmt'],
  ...['CdtrAgt/FinInstnId/ClrSysMmbId/MmbId', 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Ustrd'],
  ...['PmtId/EndToEndId', 'PmtId/InstrId', 'PmtTpInf/LclInstrm/Prtry', 'PmtTpInf/LclInstrm/Cd'],
]);

/** Elements of a PmtInf that apply to all its payments. */
const OF_BATCH = new Set([
  ...['ReqdExctnDt', 'ReqdExctnDt/Dt', 'ReqdExctnDt/DtTm', 'PmtMtd'],
  ...['DbtrAcct/Id/IBAN', 'DbtrAcct/Id/Othr/Id', 'DbtrAgt/FinInstnId/ClrSysMmbId/MmbId'],
  ...['PmtTpInf/LclInstrm/Prtry', 'PmtTpInf/LclInstrm/Cd'],
]);

type Values = Map<string, string>;

/** Opens a pain.001 in the versions 03, 08 or 09. */
export async function openPain(path: string, start: Buffer): Promise<Source> {
  const encoding = await encodingOf(path, start);
  const [, declared = 'utf-8'] =
    /^\S{0,3}<\?xml[^>]*\bencoding\s*=\s*["']([\w-]+)/u.exec(start.toString('latin1')) ?? [];
  const isLatin = /^(?:iso-8859-1|windows-1252)$/iu.test(declared);
  if (!isLatin && encoding === 'windows-1252') {
    throw new PisError(`${path} is declared as ${declared}, but is not valid in it.`);
  }
  const used = isLatin ? 'windows-1252' : encoding;
  return {
    kind: 'pain.001',
    details: used.toUpperCase(),
    columns: COLUMNS,
    rows: (progress, report) => readPayments({ path, encoding: used }, progress, report),
    subset: {
      ...{ encoding: used, hasMark: hasMark(start, used) },
      textOf: (positions, paymentId) =>
        painSubset(() => textOf(path, used), { positions, paymentId }),
    },
  };
}

async function* readPayments(
  { path, encoding }: { readonly path: string; readonly encoding: Encoding },
  progress?: Progress,
  report?: Report,
): AsyncGenerator<SourceRow, void> {
  const reader = new PainReader();
  try {
    for await (const text of textOf(path, encoding, progress)) {
      reader.write(text);
      yield* reader.take();
    }
    reader.end();
    if (report !== undefined) reader.dropped.report(report);
  } catch (cause) {
    if (!isContentError(cause)) throw cause;
    throw new PisError(`${path}, line ${String(reader.line)}: ${cause.message}`);
  }
}

/** Reads the elements of a pain.001 as they arrive. */
class PainReader {
  readonly dropped = new DroppedElements([...OF_PAYMENT, ...OF_BATCH]);
  readonly #xml: XmlReader;
  readonly #totals = new PainTotals();
  #rows: SourceRow[] = [];
  #batch: Values = new Map();
  #payment: Values = new Map();
  #line = 0;
  #count = 0;

  constructor() {
    this.#xml = new XmlReader({
      open: (path, attributes, uri) => {
        this.#open(path, attributes, uri);
      },
      close: (path, text) => {
        this.#close(path, text.trim());
      },
    });
  }

  get line(): number {
    return this.#xml.line;
  }

  write(text: string): void {
    this.#xml.write(text);
  }

  /** Returns the rows that were read since the last call. */
  take(): readonly SourceRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  end(): void {
    this.#xml.end();
    this.#totals.assertEqual();
  }

  #open(path: readonly string[], attributes: Attributes, uri: string): void {
    const local = path.at(-1) ?? '';
    if (!NAMESPACE.test(uri)) {
      if (path.length > 1) throw new PisError(`the element ${local} has another namespace.`);
      throw new PisError(`expected pain.001.001.03, .08 or .09. Found the namespace "${uri}".`);
    }
    const name = path.slice(2).join('/');
    if (name === 'PmtInf') this.#batch = new Map();
    if (name === 'PmtInf/CdtTrfTxInf') {
      this.#payment = new Map();
      this.#line = this.#xml.line;
    }
    if (local === 'InstdAmt') this.#payment.set('Ccy', attributes['Ccy']?.value ?? '');
    const inner = after(name, 'PmtInf/CdtTrfTxInf/') ?? after(name, 'PmtInf/');
    if (inner !== undefined) this.dropped.add(inner, this.#xml.line);
  }

  #close(path: readonly string[], text: string): void {
    const name = path.slice(2).join('/');
    if (name === 'PmtInf/CdtTrfTxInf') {
      this.#addPayment();
      return;
    }
    if (text === '') return;
    if (name.startsWith('GrpHdr/')) this.#totals.announce(name, text);
    const ofPayment = after(name, 'PmtInf/CdtTrfTxInf/');
    const ofBatch = after(name, 'PmtInf/');
    if (ofPayment !== undefined) {
      if (OF_PAYMENT.has(ofPayment)) put(this.#payment, ofPayment, text);
    } else if (ofBatch !== undefined && OF_BATCH.has(ofBatch)) put(this.#batch, ofBatch, text);
  }

  #addPayment(): void {
    if (this.#batch.get('PmtMtd') !== 'TRF') throw new PisError('PmtMtd must be TRF.');
    this.#count += 1;
    if (this.#count > MAX_ROWS)
      throw new PisError(`more than ${String(MAX_ROWS)} payments. Divide the file.`);
    this.#totals.add(this.#payment.get('Amt/InstdAmt') ?? '');
    this.#rows.push(rowOf(this.#payment, this.#batch, this.#line));
  }
}

/** Stores a value. Lines of text are joined, other elements must not be repeated. */
function put(values: Values, name: string, text: string): void {
  const before = values.get(name);
  if (before !== undefined && name !== 'RmtInf/Ustrd') throw new PisError(`${name} is repeated.`);
  values.set(name, before === undefined ? text : `${before} ${text}`);
}

function after(name: string, start: string): string | undefined {
  return name.startsWith(start) ? name.slice(start.length) : undefined;
}

function rowOf(payment: Values, batch: Values, line: number): SourceRow {
  const cell = (name: string): string => payment.get(name) ?? '';
  const account = cell('CdtrAcct/Id/Othr/Id');
  const sortCode = cell('CdtrAgt/FinInstnId/ClrSysMmbId/MmbId');
  const isSplit = sortCode !== '' && account !== '' && account.length <= 8;
  const broken: BrokenCell = {
    ...{ column: SORT_CODE_COLUMN, code: 'account-contradiction', found: sortCode },
    expected: 'the sort code of the account',
    remedy: 'Ask the payee which account is right.',
  };
  const whole = account === '' ? cell('CdtrAcct/Id/IBAN').replaceAll(' ', '') : account;
  const isOther = !isSplit && sortCode !== '' && !whole.slice(-14).startsWith(sortCode);
  const instrument = (values: Values): string | undefined =>
    values.get('PmtTpInf/LclInstrm/Prtry') ?? values.get('PmtTpInf/LclInstrm/Cd');
  const cells = [
    cell('Cdtr/Nm'),
    cell('CdtrAcct/Id/IBAN'),
    ...(isSplit ? ['', sortCode, account] : [account, '', '']),
    cell('Amt/InstdAmt'),
    cell('Ccy'),
    cell('RmtInf/Strd/CdtrRefInf/Ref'),
    cell('RmtInf/Ustrd'),
    cell('PmtId/EndToEndId').replace(/^NOTPROVIDED$/, ''),
    cell('PmtId/InstrId'),
    dayOf(batch),
    instrument(payment) ?? instrument(batch) ?? '',
    debtorOf(batch),
  ];
  return { line, cells, ...(isOther ? { broken: [broken] } : {}) };
}

/** Returns the account of the debtor: an IBAN, or sort code and account number. */
function debtorOf(batch: Values): string {
  const account = batch.get('DbtrAcct/Id/Othr/Id') ?? '';
  const sortCode = batch.get('DbtrAgt/FinInstnId/ClrSysMmbId/MmbId') ?? '';
  return batch.get('DbtrAcct/Id/IBAN') ?? (account.length === 8 ? sortCode + account : account);
}

/** Returns the execution date. A time with a time zone counts as the day in London. */
function dayOf(batch: Values): string {
  const time = batch.get('ReqdExctnDt/DtTm') ?? '';
  if (time === '') return batch.get('ReqdExctnDt/Dt') ?? batch.get('ReqdExctnDt') ?? '';
  const instant = new Date(time);
  if (!/(?:Z|[+-]\d{2}:\d{2})$/.test(time) || Number.isNaN(instant.getTime())) return time;
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(instant);
}
