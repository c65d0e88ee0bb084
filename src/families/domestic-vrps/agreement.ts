import type { z } from 'zod';
import type { ControlParameters, Instruction, VrpInitiation } from './shapes.ts';

/*
 * The stored `Data` of VRP consents and payments: in the form of v3.1, with the additions of v4.0
 * (docs/decisions, 145).
 */

export type Initiation = z.infer<typeof VrpInitiation>;
export type Instructed = z.infer<typeof Instruction>;

/** The control parameters that the customer agreed to. */
export interface Parameters extends Omit<z.infer<typeof ControlParameters>, 'VRPType'> {
  readonly VRPType?: readonly string[] | undefined;
  /** Absent in consents of v3.1, which allow payments of both interaction types. */
  readonly PSUInteractionTypes?: readonly string[] | undefined;
}

export interface Agreement {
  readonly ControlParameters: Parameters;
  readonly Initiation: Initiation;
}

export interface VrpPayment {
  readonly PSUAuthenticationMethod: Parameters['PSUAuthenticationMethods'][number];
  /** Absent in payments of v3.1. */
  readonly VRPType?: unknown;
  /** Absent in payments of v3.1. */
  readonly PSUInteractionType?: unknown;
  readonly Initiation: Initiation;
  readonly Instruction: Instructed;
}

/** Parses the stored `Data` of a consent. It is not validated again (docs/decisions, 31). */
export function agreementOf(data: string): Agreement {
  return JSON.parse(data) as Agreement;
}

/** Parses the stored `Data` of a payment. */
export function vrpPaymentOf(data: string): VrpPayment {
  return JSON.parse(data) as VrpPayment;
}
