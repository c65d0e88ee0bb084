import type { FamilyVersion } from '../../src/families/common/family-version.ts';
import type { Family, RuleContext } from '../../src/families/common/family.ts';
import type { FaultList } from '../../src/shared/errors.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { V3_1 } from '../../src/versions/v3.1.ts';

/** The fields of a stored request that v3.1 always sets to the same values. */
export const SENT_WITH_V3 = { apiVersion: 'v3.1', sentData: null } as const;

/** Returns a family in v3.1 of the standard. */
export function inV3({ name }: Family): FamilyVersion {
  return expectDefined(
    V3_1.families.find(({ family }) => family.name === name),
    name,
  );
}

/** Validates a parsed consent request of v3.1. Adds its faults to the list. */
export function readConsent(
  family: Family,
  value: unknown,
  context: RuleContext,
  faults: FaultList,
): ReturnType<FamilyVersion['readConsent']> {
  return inV3(family).readConsent({ value, text: JSON.stringify(value) }, context, faults);
}
