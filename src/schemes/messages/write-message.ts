import { bacsSerialOf } from '../../domain/schemes/bacs-reports.ts';
import type { MessageCredit, MessageHeader, SendingBank } from '../../domain/schemes/messages.ts';
import { SCHEMES, type Instrument } from '../../domain/schemes/schemes.ts';
import type { Pence } from '../../shared/money.ts';
import { fitIdentifier } from '../../domain/schemes/character-sets.ts';
import { PACS008_FORMATS } from './pacs008-formats.ts';
import { NOT_PROVIDED } from './pacs008-parties.ts';
import { writePacs008 } from './pacs008.ts';
import { MAX_BACS_CREDITS, MAX_BACS_TOTAL_PENCE, writeStandard18 } from './standard18.ts';

/** Writes a message for its scheme in pieces: a pacs.008, or a Bacs submission in Standard 18. */
export function writeMessage(
  header: MessageHeader,
  credits: Iterable<MessageCredit>,
  bank: SendingBank,
): Generator<string, void> {
  if (header.instrument !== 'BACS') return writePacs008(header, credits, bank);
  const serial = bacsSerialOf(header.id);
  return writeStandard18(header, credits, bank, { serial, fileNumber: '001' });
}

/** The largest message to a scheme. */
export interface MessageMaximum {
  /** Maximum number of credits. */
  readonly transactions: number;
  /** Maximum sum of the credits. */
  readonly totalPence: Pence;
}

/** Returns the maximum number and the maximum sum of credits in one message to a scheme. */
export function messageMaximum(instrument: Instrument): MessageMaximum {
  return instrument === 'BACS'
    ? { transactions: MAX_BACS_CREDITS, totalPence: MAX_BACS_TOTAL_PENCE }
    : {
        transactions: PACS008_FORMATS[instrument].maxTransactions,
        totalPence: Number.MAX_SAFE_INTEGER,
      };
}

/** Returns an EndToEndIdentification as the messages to a scheme contain it. */
export function endToEndIdOf(instrument: Instrument, endToEndIdentification: string): string {
  if (instrument === 'BACS') return endToEndIdentification;
  const { endToEndId: maxCharacters } = SCHEMES[instrument].texts;
  const { text } = fitIdentifier(endToEndIdentification, maxCharacters);
  return text === '' ? NOT_PROVIDED : text;
}
