import type { z } from 'zod';
import type { DomesticInitiation, ScheduledInitiation } from '../src/contract/initiation.ts';
import type {
  InternationalInitiation,
  InternationalScheduledInitiation,
} from '../src/contract/international/initiation.ts';
import type {
  Authorisation,
  ReadRefundAccount,
  Risk,
  ScaSupportData,
} from '../src/families/common/shared.ts';
import type { AmountRequest } from '../src/families/common/funds.ts';
import type { StandingOrderInitiation } from '../src/families/domestic-standing-orders/index.ts';
import type {
  VrpConsentData,
  VrpPaymentData,
  VrpRisk,
} from '../src/families/domestic-vrps/shapes.ts';
import type { FileConsentInitiation } from '../src/families/file-payments/index.ts';

/*
 * Types of the request bodies. They are derived from the schemas with which the service validates
 * requests.
 */

interface Common {
  readonly Authorisation?: z.infer<typeof Authorisation>;
  readonly SCASupportData?: z.infer<typeof ScaSupportData>;
}

/**
 * The bodies of the consent and of the payment for one order. The payment repeats the Initiation of
 * the consent.
 */
interface Order<Initiation extends z.ZodType, OfConsent = unknown> {
  readonly consent: {
    readonly Data: Common &
      OfConsent & {
        readonly ReadRefundAccount?: z.infer<typeof ReadRefundAccount>;
        readonly Initiation: z.infer<Initiation>;
      };
    readonly Risk: z.infer<typeof Risk>;
  };
  readonly payment: {
    readonly Data: { readonly ConsentId: string; readonly Initiation: z.infer<Initiation> };
    readonly Risk: z.infer<typeof Risk>;
  };
}

interface Ahead {
  readonly Permission: 'Create';
}

/** The types of the request bodies, by payment family. */
export interface Requests {
  'domestic-payments': Order<typeof DomesticInitiation>;
  'domestic-scheduled-payments': Order<typeof ScheduledInitiation, Ahead>;
  'domestic-standing-orders': Order<typeof StandingOrderInitiation, Ahead>;
  'file-payments': {
    readonly consent: {
      readonly Data: Common & { readonly Initiation: z.infer<typeof FileConsentInitiation> };
    };
    readonly payment: {
      readonly Data: {
        readonly ConsentId: string;
        readonly Initiation: z.infer<typeof FileConsentInitiation>;
      };
    };
  };
  'international-payments': Order<typeof InternationalInitiation>;
  'international-scheduled-payments': Order<typeof InternationalScheduledInitiation, Ahead>;
  'domestic-vrps': {
    readonly consent: {
      readonly Data: z.infer<typeof VrpConsentData>;
      readonly Risk: z.infer<typeof VrpRisk>;
    };
    readonly payment: {
      readonly Data: z.infer<typeof VrpPaymentData>;
      readonly Risk: z.infer<typeof VrpRisk>;
    };
  };
}

export type FamilyName = keyof Requests;

/** The body type of one of the standard's families. `object` for any other name. */
export type BodyOf<
  Name extends string,
  Subject extends 'consent' | 'payment',
> = Name extends FamilyName ? Requests[Name][Subject] : object;

/** Body of a request that confirms whether funds are available under a VRP consent. */
export type AmountRequestBody = z.infer<typeof AmountRequest>;

/** The resource names in a family's paths, and the name of its payment id. */
export interface Resources<Name extends string = string> {
  readonly name: Name;
  readonly consents: string;
  readonly payments: string;
  readonly paymentIdName: string;
}

function resources<Name extends FamilyName>(
  name: Name,
  consents: string,
  paymentIdName: string,
): Resources<Name> {
  return { name, consents, payments: name, paymentIdName };
}

/** The seven payment families of the standard. */
export const RESOURCES: { readonly [Name in FamilyName]: Resources<Name> } = {
  'domestic-payments': resources(
    'domestic-payments',
    'domestic-payment-consents',
    'DomesticPaymentId',
  ),
  'domestic-scheduled-payments': resources(
    'domestic-scheduled-payments',
    'domestic-scheduled-payment-consents',
    'DomesticScheduledPaymentId',
  ),
  'domestic-standing-orders': resources(
    'domestic-standing-orders',
    'domestic-standing-order-consents',
    'DomesticStandingOrderId',
  ),
  'file-payments': resources('file-payments', 'file-payment-consents', 'FilePaymentId'),
  'international-payments': resources(
    'international-payments',
    'international-payment-consents',
    'InternationalPaymentId',
  ),
  'international-scheduled-payments': resources(
    'international-scheduled-payments',
    'international-scheduled-payment-consents',
    'InternationalScheduledPaymentId',
  ),
  'domestic-vrps': resources('domestic-vrps', 'domestic-vrp-consents', 'DomesticVRPId'),
};
