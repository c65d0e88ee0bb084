import type { Family } from '../../../src/families/common/family.ts';
import { familyNamed } from '../../../src/families/index.ts';
import { addDays, londonDate } from '../../../src/shared/time.ts';
import { realTime } from '../../helpers/real-time.ts';
import type { Tpp } from '../../helpers/tpp.ts';
import { WEDNESDAY, type Members } from '../families/family-case.ts';
import { caseOf } from '../families/family-cases.ts';
import { FamilyClient } from '../families/family-client.ts';

/**
 * Returns a client for a payment family. The dates in its requests are not in the past at the real
 * time, which TLS uses.
 */
export function clientOf(tpp: Tpp, family: Family | string): FamilyClient {
  const known = typeof family === 'string' ? familyNamed(family) : family;
  const found = caseOf(known.name);
  const ahead = `${addDays(londonDate(realTime()), 7)}T15:00:00+00:00`;
  const initiation = JSON.stringify(found.initiation).replaceAll(WEDNESDAY, ahead);
  return new FamilyClient(tpp, known, {
    ...found,
    initiation: JSON.parse(initiation) as Members,
  });
}

/** Returns a request to confirm funds under a consent that allows several payments. */
export function amountBody(ConsentId: string): string {
  const InstructedAmount = { Amount: '10.00', Currency: 'GBP' };
  return JSON.stringify({ Data: { ConsentId, Reference: 'Sweepco', InstructedAmount } });
}
