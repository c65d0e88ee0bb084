import { z } from 'zod';
import { text } from '../../contract/fields.ts';
import type { DetailsFormat } from '../../families/common/family-version.ts';
import { answerOf, type PaymentStatus } from '../../families/common/shared.ts';
import { expectDefined } from '../../shared/assert.ts';

/** Statuses of single payments by those of v3.1 (ExternalPaymentTransactionStatus1Code). */
const STATUSES: Readonly<Record<string, string>> = {
  Pending: 'PDNG',
  AcceptedSettlementInProcess: 'ACSP',
  AcceptedSettlementCompleted: 'ACSC',
  AcceptedCreditSettlementCompleted: 'ACCC',
  Rejected: 'RJCT',
  Cancelled: 'CANC',
};

const Status = z.enum(Object.values(STATUSES));

const schema = answerOf(
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

/** The format of payment-details (OpenAPI 4.0.1, OBWritePaymentDetails1). */
export const DETAILS: DetailsFormat = { schema, format };

function format({ StatusDetail: detail, Status: name, ...others }: PaymentStatus) {
  const status = expectDefined(STATUSES[name], name);
  // Of a payment that ended, the detail of v3.1 is the reason.
  const hasReason = status === 'RJCT' || status === 'CANC';
  return {
    ...others,
    Status: status,
    StatusDetail: {
      LocalInstrument: detail.LocalInstrument,
      Status: status,
      ...(hasReason ? { StatusReason: detail.Status } : {}),
      StatusReasonDescription: detail.StatusReasonDescription,
    },
  };
}
