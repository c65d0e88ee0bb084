import {
  parseCreditId,
  creditIdOf,
  type MessageCredit,
  type MessageHeader,
  type SendingBank,
} from '../../domain/schemes/messages.ts';
import { SCHEMES } from '../../domain/schemes/schemes.ts';
import { assert } from '../../shared/assert.ts';
import { formatInstant, type Instant } from '../../shared/time.ts';
import { applicationHeader } from './application-header.ts';
import { PACS008_FORMATS, type Pacs008Format } from './pacs008-formats.ts';
import { bankByBic, creditorAgent } from './pacs008-parties.ts';
import { amountElement, transaction, type TransactionContext } from './pacs008-transaction.ts';
import { inPieces } from './pieces.ts';
import { SchemeTexts, type OnTextChange } from './scheme-texts.ts';
import { MessageTotals } from './totals.ts';
import { element } from '../../shared/xml.ts';

/** Name and version of the message. */
export const MESSAGE_TYPE = 'pacs.008.001.08';
const NAMESPACE = `urn:iso:std:iso:20022:tech:xsd:${MESSAGE_TYPE}`;

/** Characters and length of a code of a local instrument (Max35Text). */
const LOCAL_INSTRUMENT = /^[A-Za-z0-9./-]{1,35}$/;

/**
 * Namespace of the element around the application header and the document. It is the envelope of
 * SWIFT's test and translation tools. A bank's network interface may replace it with its own.
 */
export const ENVELOPE_NAMESPACE = 'urn:swift:xsd:envelope';

export interface Pacs008Options {
  /**
   * BIC of the bank or scheme participant that receives the message (InstdAgt). By default, it is
   * the creditor's bank if the scheme requires a receiver.
   */
  readonly instructedAgent?: string;
  /**
   * Code of the local instrument, as agreed with the payment hub (LclInstrm/Prtry, at most 35
   * characters). By default, it is the name of the scheme in the standard, for example
   * `UK.OBIE.FPS`. Schemes without a local instrument ignore it.
   */
  readonly localInstrument?: string;
  /** Called for each text that the scheme cannot carry unchanged. */
  readonly onTextChange?: OnTextChange;
}

/** The data of a message while it is written. */
interface MessageContext extends TransactionContext {
  readonly header: MessageHeader;
  readonly format: Pacs008Format;
  readonly options: Pacs008Options;
}

/**
 * Writes a pacs.008.001.08 message (FIToFICustomerCreditTransfer) in pieces of about 64 KiB.
 * Messages for CHAPS, SWIFT and T2 are in an envelope with a business application header. The same
 * header, credits, bank and options always give the same bytes. All characters are ASCII.
 *
 * Throws a Bug before the end of the message if the credits do not add up to the number and the
 * total of the header. The caller must not hand over the pieces of an incomplete message.
 */
export function writePacs008(
  header: MessageHeader,
  credits: Iterable<MessageCredit>,
  bank: SendingBank,
  options: Pacs008Options = {},
): Generator<string, void> {
  return inPieces(messageParts(contextOf(header, bank, options), credits));
}

function* messageParts(
  context: MessageContext,
  credits: Iterable<MessageCredit>,
): Generator<string, void> {
  const { header, format, options } = context;
  const totals = new MessageTotals(header);
  let isOpen = false;
  for (const credit of credits) {
    totals.add(credit);
    const { index } = credit.payment;
    const texts = new SchemeTexts(format.texts.characterSet, index, options.onTextChange);
    const agent = creditorAgent(credit, format, texts);
    const receiver = receiverOf(agent, context);
    if (!isOpen) yield opening(context, receiver);
    isOpen = true;
    yield transaction(credit, { agent, receiver }, context, texts);
  }
  totals.assertComplete();
  const envelope = format.applicationHeader === null ? '' : '</Envelope>';
  yield `</FIToFICstmrCdtTrf></Document>${envelope}`;
}

function contextOf(
  header: MessageHeader,
  bank: SendingBank,
  options: Pacs008Options,
): MessageContext {
  const { id, instrument, transactions, total } = header;
  assert(instrument !== 'BACS', 'Bacs takes Standard 18 files, not pacs.008');
  const format = PACS008_FORMATS[instrument];
  const { maxTransactions, currency } = format;
  assert(parseCreditId(creditIdOf({ messageId: id, index: 0 })) !== undefined, `bad MsgId ${id}`);
  assert(
    transactions > 0 && transactions <= maxTransactions,
    `a message for ${instrument} has 1 to ${String(maxTransactions)} transactions, ` +
      `not ${String(transactions)}`,
  );
  assert(
    currency === null || total.currency === currency,
    `${instrument} does not settle in ${total.currency}`,
  );
  return {
    header,
    format,
    options,
    bank,
    messageId: id,
    paymentType: paymentType(
      format,
      options.localInstrument ?? SCHEMES[instrument].localInstrument,
    ),
    settlementDate: element('IntrBkSttlmDt', header.settlementDate),
    instructingAgent: bankByBic(bank.bic),
  };
}

function paymentType({ serviceLevel, hasLocalInstrument }: Pacs008Format, code: string): string {
  assert(LOCAL_INSTRUMENT.test(code), `${code} is not a code of a local instrument`);
  const level = element('SvcLvl', element('Cd', serviceLevel ?? ''));
  const instrument = hasLocalInstrument ? element('Prtry', code) : '';
  return element('PmtTpInf', level + element('LclInstrm', instrument));
}

/** Returns the FinInstnId of the receiver, or an empty string if the scheme needs none. */
function receiverOf(creditorsBank: string, { format, options }: MessageContext): string {
  if (options.instructedAgent !== undefined) return bankByBic(options.instructedAgent);
  return format.applicationHeader === null ? '' : creditorsBank;
}

/** Returns the beginning of the message, to the end of the group header. */
function opening({ header, format, instructingAgent }: MessageContext, receiver: string): string {
  const createdAt = formatCreationTime(header.createdAt);
  const envelope =
    format.applicationHeader === null
      ? ''
      : `<Envelope xmlns="${ENVELOPE_NAMESPACE}">` +
        applicationHeader(header, {
          from: instructingAgent,
          to: receiver,
          messageType: MESSAGE_TYPE,
          businessService: format.applicationHeader.businessService,
          createdAt,
        });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `${envelope}<Document xmlns="${NAMESPACE}"><FIToFICstmrCdtTrf>` +
    groupHeader(header, format, createdAt)
  );
}

function groupHeader(header: MessageHeader, format: Pacs008Format, createdAt: string): string {
  const { settlementMethod, clearingSystem, applicationHeader: wrapper } = format;
  // HVPS+ and CBPR+ have the amount and the date only in the single transaction.
  const settlement =
    wrapper === null
      ? amountElement('TtlIntrBkSttlmAmt', header.total) +
        element('IntrBkSttlmDt', header.settlementDate)
      : '';
  return element(
    'GrpHdr',
    element('MsgId', header.id) +
      element('CreDtTm', createdAt) +
      element('NbOfTxs', String(header.transactions)) +
      settlement +
      element(
        'SttlmInf',
        element('SttlmMtd', settlementMethod) +
          element('ClrSys', element('Cd', clearingSystem ?? '')),
      ),
  );
}

/** Formats an instant with the offset `+00:00`, because CBPR+ does not accept `Z`. */
export function formatCreationTime(instant: Instant): string {
  return formatInstant(instant).replace('Z', '+00:00');
}
