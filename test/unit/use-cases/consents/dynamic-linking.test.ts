import { describe, expect, it } from 'vitest';
import { dynamicLinkingHash } from '../../../../src/use-cases/consents/dynamic-linking.ts';
import { TO_USA, type Members } from '../../../helpers/international.ts';
import { RICH } from '../../../contract/store/fixtures.ts';

const AGENT = { SchemeName: 'UK.OBIE.BICFI', Identification: 'CHASUS33XXX' };
const CLEARING = { DestinationCountry: 'US', NCCCode: 'USABA', NCCIdentification: '021000021' };

function hashOf(members: Members): string {
  const data = JSON.stringify({ Initiation: { ...TO_USA, ...members } });
  return dynamicLinkingHash({ id: 'ipc-1', data }, RICH, undefined, null);
}

describe('the dynamic-linking hash of an approval', () => {
  it.each([
    ['the payee’s bank by its BIC', { CreditorAgent: AGENT }],
    ['the payee’s bank by its clearing code', { SupplementaryData: CLEARING }],
  ])('covers %s', (_, members) => {
    expect(hashOf(members)).not.toBe(hashOf({}));
    expect(hashOf(members)).toBe(hashOf(members));
  });
});
