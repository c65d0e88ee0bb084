import type { z } from 'zod';
import { valueAt } from '../../contract/faults.ts';

/** The types of commercial VRPs (cVRP OpenAPI 4.0, OBVRPConsentType). */
export const COMMERCIAL_TYPES = [
  'UK.OBIE.VRPType.CVRP1',
  'UK.OBIE.VRPType.CVRP2',
  'UK.OBIE.VRPType.CVRP3',
] as const;

/**
 * The fields that are optional in other VRPs and required in the consent of a commercial VRP: the
 * interaction types and the transaction risk indicators.
 */
const OF_CONSENT = [
  ['Data', 'ControlParameters', 'PSUInteractionTypes'],
  ...[
    'PaymentContextCode',
    'MerchantCategoryCode',
    'MerchantCustomerIdentification',
    'ContractPresentIndicator',
    'BeneficiaryPrepopulatedIndicator',
    'PaymentPurposeCode',
    'CategoryPurposeCode',
  ].map((name) => ['Risk', name]),
];

/** The field that is required in the payment. Its `Risk` equals that of the consent. */
const OF_PAYMENT = [['Data', 'PSUInteractionType']];

/** Requires the fields of a commercial VRP in a consent request. */
export function checkCommercialConsent(body: unknown, context: z.core.$RefinementCtx): void {
  const types = valueAt(body, ['Data', 'ControlParameters', 'VRPType']);
  if (Array.isArray(types) && types.some(isCommercial)) requireAll(OF_CONSENT, body, context);
}

/** Requires the fields of a commercial VRP in a payment request. */
export function checkCommercialPayment(body: unknown, context: z.core.$RefinementCtx): void {
  if (isCommercial(valueAt(body, ['Data', 'VRPType']))) requireAll(OF_PAYMENT, body, context);
}

function isCommercial(type: unknown): boolean {
  return COMMERCIAL_TYPES.some((commercial) => commercial === type);
}

function requireAll(
  paths: readonly (readonly string[])[],
  body: unknown,
  context: z.core.$RefinementCtx,
): void {
  for (const path of paths.filter((each) => valueAt(body, each) === undefined)) {
    context.addIssue({
      code: 'custom',
      path: [...path],
      message: `Commercial VRPs require ${path.at(-1) ?? ''}.`,
      params: { code: 'fieldMissing' },
    });
  }
}
