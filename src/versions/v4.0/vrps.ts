import type { z } from 'zod';
import { OF_ANY_OBJECT } from '../../contract/fields.ts';
import { refundMember } from '../../families/common/orders.ts';
import { domesticVrps } from '../../families/domestic-vrps/index.ts';
import { vrpSchemas } from '../../families/domestic-vrps/schemas.ts';
import { PostalAddress, Risk } from '../../contract/v4/fields.ts';
import { checkCommercialConsent, checkCommercialPayment } from './commercial-vrps.ts';
import { defineOrderVersion } from './orders.ts';
import { ALL_STATUSES, StatusReasons } from './reasons.ts';
import { PAYMENT_STATUSES } from './statuses.ts';
import {
  addressOf,
  changed,
  DOMESTIC_FORM,
  partyOf,
  storedParty,
  type Form,
  type Json,
  type Request,
} from './stored-form.ts';
import {
  AMOUNT,
  ConsentData,
  ControlParameters,
  DebtorAccount,
  PaymentData,
  Refund,
} from './vrp-shapes.ts';

/** The interaction type of consents and payments that name none (OBVRPInteractionTypes). */
const DEFAULT_INTERACTION = 'OffSession';

/** The conversions of VRPs. The stored form also has the default interaction types. */
export const VRP_FORM: Form = {
  toStored: (body) =>
    changed(body, 'Data', (data) => withInteraction(withParties(data, storedParty))),
  fromStored(request) {
    const converted = changed<Request>(request, 'Data', (data) => withParties(data, partyOf));
    return changed(converted, 'Risk', riskOf);
  },
  pathOf: DOMESTIC_FORM.pathOf,
};

/** Returns `Risk` of v3.1, which is open, with the fields that v4.0 has. */
function riskOf(risk: Json): Json {
  return changed(onlyKnown(risk, Risk), 'DeliveryAddress', (address) =>
    addressOf(onlyKnown(address, PostalAddress)),
  );
}

function onlyKnown(object: Json, { shape }: z.ZodObject): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name in shape));
}

/** Returns `Data` with the objects changed that name the creditor. */
function withParties(data: Json, change: (party: Json) => Json): Json {
  return changed(changed(data, 'Initiation', change), 'Instruction', change);
}

/** Returns `Data` with the interaction types that apply if it names none. */
function withInteraction(data: Json): Json {
  const isPayment = 'Instruction' in data;
  const completed = isPayment ? { PSUInteractionType: DEFAULT_INTERACTION, ...data } : data;
  return changed(completed, 'ControlParameters', (parameters) => ({
    PSUInteractionTypes: [DEFAULT_INTERACTION],
    ...parameters,
  }));
}

const { consent, payment } = vrpSchemas({
  consent: ConsentData,
  payment: PaymentData,
  risk: Risk,
  parameters: ControlParameters,
  account: DebtorAccount,
  refund: Refund,
  consentStatuses: ['AWAU', 'RJCT', 'AUTH', 'CANC', 'EXPD'],
  // A payment of a VRP never waits for approvals (ExternalPaymentTransactionStatus5Code).
  paymentStatuses: PAYMENT_STATUSES.filter((status) => status !== 'PATC'),
  answers: StatusReasons,
});

export const domesticVrps4 = defineOrderVersion({
  family: domesticVrps,
  bases: ['pisp'],
  operations: [...domesticVrps.operations, 'replaceConsent', 'patchConsent'],
  form: VRP_FORM,
  schemas: {
    consent: {
      ...consent,
      request: consent.request.superRefine(checkCommercialConsent, OF_ANY_OBJECT),
    },
    payment: {
      ...payment,
      request: payment.request.superRefine(checkCommercialPayment, OF_ANY_OBJECT),
    },
  },
  amount: AMOUNT,
  paysEarlierConsents: true,
  isCredited: () => true,
  paymentMembers: (view) => ({ ...domesticVrps.paymentMembers(view), ...refundMember(view) }),
  reasons: ALL_STATUSES,
});
