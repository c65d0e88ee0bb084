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
