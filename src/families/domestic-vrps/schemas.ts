import { z } from 'zod';
import { answerOf, ConsentHeader } from '../common/shared.ts';

const time = z.string().meta({ format: 'date-time' }).optional();

type PaymentShape = z.ZodObject<{ Initiation: z.ZodType; Instruction: z.ZodType }, z.core.$loose>;

/** The schemas of VRPs that depend on the version of the standard. */
interface VrpShapes<Data extends z.ZodObject, Payment extends PaymentShape> {
  readonly consent: Data;
  readonly payment: Payment;
  readonly risk: z.ZodType;
  /** The control parameters in a response, with the default values. */
  readonly parameters: z.ZodType;
  readonly account: z.ZodType;
  readonly refund: z.ZodType;
  readonly consentStatuses: readonly string[];
  readonly paymentStatuses: readonly string[];
  /** Further fields in the `Data` of responses. */
  readonly answers: z.ZodRawShape;
}

/** Returns the schemas of the requests and responses of VRPs in one version of the standard. */
export function vrpSchemas<Data extends z.ZodObject, Payment extends PaymentShape>(
  shapes: VrpShapes<Data, Payment>,
) {
  const { consent, payment, risk, account, answers } = shapes;
  return {
    consent: {
      request: z.looseObject({ Data: consent, Risk: risk }),
      answer: answerOf(
        z.strictObject({
          ...ConsentHeader,
          Status: z.enum(shapes.consentStatuses),
          ...answers,
          ...consent.shape,
          ControlParameters: shapes.parameters,
          DebtorAccount: account.optional(),
        }),
        risk,
      ),
    },
    payment: {
      request: z.looseObject({ Data: payment, Risk: risk }),
      answer: answerOf(
        z.strictObject({
          DomesticVRPId: z.string().min(1).max(40),
          ...ConsentHeader,
          Status: z.enum(shapes.paymentStatuses),
          ...answers,
          ExpectedExecutionDateTime: time,
          ExpectedSettlementDateTime: time,
          Refund: shapes.refund.optional(),
          Initiation: payment.shape.Initiation,
          Instruction: payment.shape.Instruction,
          DebtorAccount: account,
        }),
        risk,
      ),
    },
  };
}
