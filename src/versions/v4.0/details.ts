import { z } from 'zod';
import { text } from '../../contract/fields.ts';
import type { DetailsFormat } from '../../families/common/family-version.ts';
import { answerOf } from '../../families/common/shared.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Reasons } from './reasons.ts';

/** Maps statuses of single payments of v3.1 to v4.0 (ExternalPaymentTransactionStatus1Code). */
const STATUSES: Readonly<Record<string, string>> = {
  Pending: 'PDNG',
  AcceptedSettlementInProcess: 'ACSP',
  AcceptedSettlementCompleted: 'ACSC',
  AcceptedCreditSettlementCompleted: 'ACCC',
  Rejected: 'RJCT',
  Cancelled: 'CANC',
};

const Status = z.enum(Object.values(STATUSES));

export const PaymentDetails = answerOf(
  z.strictObject({
    PaymentStatus: z.array(
      z.strictObject({
        PaymentTransactionId: text(210),
        Status,
        StatusUpdateDateTime: z.string().meta({ format: 'date-time' }),
        StatusDetail: z.strictObject({
          LocalInstrument: z.string(),
          Status,
          StatusReason: text(4).optional(),
          StatusReasonDescription: text(256),
        }),
      }),
    ),
  }),
);

/**
 * Returns the format of payment-details (OpenAPI 4.0.1, OBWritePaymentDetails1). `codeOf` returns
 * the reason of a payment that neither failed nor was cancelled.
 */
export function detailsWith({ codeOf }: Pick<Reasons, 'codeOf'>): DetailsFormat {
  return {
    schema: PaymentDetails,
    format({ StatusDetail: detail, Status: name, ...others }) {
      const status = expectDefined(STATUSES[name], name);
      // If a payment has ended, its detail in v3.1 is the reason.
      const hasReason = status === 'RJCT' || status === 'CANC';
      const StatusReason = hasReason ? detail.Status : codeOf(status);
      return {
        ...others,
        Status: status,
        StatusDetail: {
          LocalInstrument: detail.LocalInstrument,
          Status: status,
          ...(StatusReason === undefined ? {} : { StatusReason }),
          StatusReasonDescription: detail.StatusReasonDescription,
        },
      };
    },
  };
}
