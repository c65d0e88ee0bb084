import { DAY_MS, HOUR_MS, MINUTE_MS, type Milliseconds } from '../../shared/time.ts';
import type { Instrument } from './schemes.ts';

/** Time in which a scheme normally answers, in milliseconds. Later answers are overdue. */
export const ANSWER_TIME_MS: Readonly<Record<Instrument, Milliseconds>> = {
  FPS: 15 * MINUTE_MS,
  CHAPS: 2 * HOUR_MS,
  BACS: DAY_MS,
  SWIFT: DAY_MS,
  SEPA: DAY_MS,
  SameDayEUR: 2 * HOUR_MS,
};

/** Longest time between two enquiries about the same message, in milliseconds. */
const LONGEST_ENQUIRY_INTERVAL_MS: Milliseconds = DAY_MS;

/** Returns true if the hub can be asked for answers. Bacs (Standard 18) has no enquiries. */
export function hasEnquiries(instrument: Instrument): boolean {
  return instrument !== 'BACS';
}

/**
 * Returns the time from an enquiry about a message to the next one, in milliseconds: the answer
 * time of the scheme, doubled with each further enquiry, at most a day.
 *
 * @param number number of the enquiry that was handed over, from 1
 */
export function enquiryInterval(instrument: Instrument, number: number): Milliseconds {
  return Math.min(LONGEST_ENQUIRY_INTERVAL_MS, ANSWER_TIME_MS[instrument] * 2 ** (number - 1));
}
