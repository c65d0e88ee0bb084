import { fractionDigitsOf } from '../../../domain/pricing/currencies.ts';
import type { Instrument } from '../../../domain/schemes/schemes.ts';
import { MAX_PENCE, parseAmount, type MinorUnits } from '../../../shared/money.ts';
import { DocumentError } from '../../../schemes/answers/document-error.ts';
import { XmlReader } from '../../../schemes/answers/xml-reader.ts';
import { MessageContent } from './request.ts';
import { type MessageSummary, type OnCredit, type Refusal, UnreadableMessage } from './message.ts';

/*
 * Reader of a pacs.008.001.08. It reads the values that the hub needs, by their paths below
 * FIToFICstmrCdtTrf. The Document may be in an envelope, beside a head.001.
 */

const CREDIT = 'CdtTrfTxInf';

/** The paths are below the group header or a credit. */
const DEFINITION = {
  namespace: 'urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08',
  root: 'FIToFICstmrCdtTrf',
  paths: new Set([
    'GrpHdr/MsgId',
    'GrpHdr/NbOfTxs',
    'GrpHdr/TtlIntrBkSttlmAmt',
    'GrpHdr/SttlmInf/ClrSys/Cd',
    'GrpHdr/SttlmInf/ClrSys/Prtry',
    'GrpHdr/PmtTpInf/SvcLvl/Cd',
    'GrpHdr/PmtTpInf/LclInstrm/Cd',
    'GrpHdr/PmtTpInf/LclInstrm/Prtry',
    `${CREDIT}/PmtTpInf/SvcLvl/Cd`,
    `${CREDIT}/PmtTpInf/LclInstrm/Cd`,
    `${CREDIT}/PmtTpInf/LclInstrm/Prtry`,
    `${CREDIT}/PmtId/InstrId`,
    `${CREDIT}/PmtId/EndToEndId`,
    `${CREDIT}/PmtId/TxId`,
    `${CREDIT}/PmtId/UETR`,
    `${CREDIT}/IntrBkSttlmAmt`,
    `${CREDIT}/CdtrAgt/FinInstnId/ClrSysMmbId/MmbId`,
    `${CREDIT}/CdtrAcct/Id/Othr/Id`,
  ]),
};

/** Schemes by the code of their clearing system, service level or local instrument. */
const INSTRUMENTS: Readonly<Record<string, Instrument>> = {
  FPS: 'FPS',
  STG: 'CHAPS',
  CHAPS: 'CHAPS',
  ST2: 'SEPA',
  SEPA: 'SEPA',
  TGT: 'SameDayEUR',
  G001: 'SWIFT',
};

/** Reads the chunks of a message and passes on its credits. Throws UnreadableMessage. */
export async function readPacs008(
  chunks: AsyncIterable<Uint8Array>,
  messageId: string,
  onCredit: OnCredit,
): Promise<MessageSummary> {
  const reading = new Pacs008Reading(onCredit);
  const reader = new XmlReader(reading.content);
  try {
    for await (const chunk of chunks) reader.write(chunk);
    reader.end();
  } catch (error) {
    if (error instanceof DocumentError)
      throw new UnreadableMessage(error.message, { cause: error });
    throw error;
  }
  return reading.summary(messageId);
}

class Pacs008Reading {
  readonly content = new MessageContent(DEFINITION, (path) => {
    if (path === CREDIT) this.#endCredit();
  });
  readonly #onCredit: OnCredit;
  /** Values of the group header and of the last credit. */
  #values: ReadonlyMap<string, string> = new Map();
  #currency: string | undefined;
  #credits = 0;
  #totalMinor: MinorUnits = 0;

  constructor(onCredit: OnCredit) {
    this.#onCredit = onCredit;
  }

  /** Returns the summary of a complete message whose id has to be the one of its file. */
  summary(messageId: string): MessageSummary {
    const { root, namespace } = DEFINITION;
    if (!this.content.isFound) {
      throw new UnreadableMessage(`The element ${root} in the namespace ${namespace} is missing.`);
    }
    const found = this.content.values.get('GrpHdr/MsgId');
    if (found !== messageId) {
      throw new UnreadableMessage(`MsgId is "${found ?? ''}", but the file is named ${messageId}.`);
    }
    if (this.#currency === undefined) throw new UnreadableMessage('The message has no credits.');
    return {
      instrument: this.#instrument(this.#currency),
      currency: this.#currency,
      credits: this.#credits,
      totalMinor: this.#totalMinor,
      refusal: this.#refusal(this.#currency),
      submission: null,
    };
  }

  #setCurrency(currency: string): void {
    if (fractionDigitsOf(currency) === undefined) {
      throw new UnreadableMessage(`The currency "${currency}" is not supported.`);
    }
    if (this.#currency !== undefined && this.#currency !== currency) {
      throw new UnreadableMessage('The credits of a message need the same currency.');
    }
    this.#currency = currency;
  }

  #endCredit(): void {
    const { values } = this.content;
    this.#values = new Map(values);
    for (const name of this.#values.keys()) if (name.startsWith(CREDIT)) values.delete(name);
    const value = (name: string): string | null => this.#values.get(`${CREDIT}/${name}`) ?? null;
    const number = String(this.#credits + 1);
    const [currency, written] = amountIn(value('IntrBkSttlmAmt') ?? '');
    this.#setCurrency(currency);
    const amount = parseAmount(written, fractionDigitsOf(currency));
    if (amount === undefined || amount === 0) {
      throw new UnreadableMessage(`Credit ${number} has no valid IntrBkSttlmAmt.`);
    }
    const instructionId = value('PmtId/InstrId');
    const transactionId = value('PmtId/TxId');
    if (instructionId === null && transactionId === null) {
      throw new UnreadableMessage(`Credit ${number} has neither InstrId nor TxId.`);
    }
    this.#totalMinor += amount;
    if (this.#totalMinor > MAX_PENCE) throw new UnreadableMessage('The sum is too large.');
    this.#onCredit({
      position: this.#credits,
      instructionId,
      endToEndId: value('PmtId/EndToEndId'),
      transactionId,
      uetr: value('PmtId/UETR'),
      record: null,
      amountMinor: amount,
      creditorAccount: ukAccount(
        value('CdtrAgt/FinInstnId/ClrSysMmbId/MmbId') ?? '',
        value('CdtrAcct/Id/Othr/Id') ?? '',
      ),
    });
    this.#credits += 1;
  }

  /** Checks the number and the sum in the header (reason codes AM18 and AM10). */
  #refusal(currency: string): Refusal | null {
    const stated = this.#values.get('GrpHdr/NbOfTxs') ?? '';
    if (Number(stated) !== this.#credits) {
      const text = `NbOfTxs is "${stated}", but there are ${String(this.#credits)} credits.`;
      return { code: 'AM18', text };
    }
    const written = this.#values.get('GrpHdr/TtlIntrBkSttlmAmt');
    if (written === undefined) return null;
    const [, total] = amountIn(written);
    if (parseAmount(total, fractionDigitsOf(currency)) === this.#totalMinor) return null;
    const text = `TtlIntrBkSttlmAmt "${total}" ${currency} is not the sum of the credits.`;
    return { code: 'AM10', text };
  }

  #instrument(currency: string): Instrument {
    for (const [name, value] of this.#values) {
      if (!/\/(ClrSys|SvcLvl|LclInstrm)\//.test(name)) continue;
      const instrument = INSTRUMENTS[value];
      if (instrument !== undefined) return instrument;
    }
    return currency === 'GBP' ? 'FPS' : 'SWIFT';
  }
}

/** Returns the currency and the amount in a value, for example in `GBP 10.50`. */
function amountIn(value: string): readonly [currency: string, amount: string] {
  const [, currency = '', amount = ''] = /^(?:(\S*)\s+)?(.*)$/.exec(value) ?? [];
  return [currency, amount];
}

/** Returns 14 digits if the number, with or without the sort code, is an account in the UK. */
function ukAccount(sortCode: string, number: string): string | null {
  if (/^\d{14}$/.test(number)) return number;
  const account = `${sortCode}${number}`;
  return /^\d{14}$/.test(account) ? account : null;
}
