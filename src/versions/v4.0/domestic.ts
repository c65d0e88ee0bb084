import { DateTime, text } from '../../contract/fields.ts';
import { datedOrderSchemas, NO_MEMBERS, Permission } from '../../families/common/orders.ts';
import { domesticPayments } from '../../families/domestic-payments.ts';
import { domesticScheduledPayments } from '../../families/domestic-scheduled-payments.ts';
import { Authorisation } from '../../contract/v4/fields.ts';
import { DomesticInitiation } from '../../contract/v4/initiation.ts';
import { defineOrderVersion, SHARED } from './orders.ts';
import { PAYMENT_STATUSES, SCHEDULED_STATUSES } from './statuses.ts';
import { DOMESTIC_FORM } from './stored-form.ts';

/** Schema of `Data.Initiation` of a scheduled payment (OBWriteDomesticScheduled2). Closed. */
const ScheduledInitiation = DomesticInitiation.omit({ CreditorAgent: true }).extend({
  EndToEndIdentification: text(35).optional(),
  RequestedExecutionDateTime: DateTime,
});

const WithAuthorisation = { Authorisation: Authorisation.optional() };

/** The schemes of domestic payments report that the creditor has the money. */
const isCredited = (): boolean => true;

export const domesticPayments4 = defineOrderVersion({
  family: domesticPayments,
  form: DOMESTIC_FORM,
  schemas: datedOrderSchemas(
    {
      initiation: DomesticInitiation,
      consent: NO_MEMBERS,
      paymentIdName: domesticPayments.paymentIdName,
      paymentStatuses: PAYMENT_STATUSES,
      answers: NO_MEMBERS,
    },
    SHARED,
  ),
  isCredited,
});

export const domesticScheduledPayments4 = defineOrderVersion({
  family: domesticScheduledPayments,
  form: DOMESTIC_FORM,
  schemas: datedOrderSchemas(
    {
      initiation: ScheduledInitiation,
      consent: { ...Permission, ...WithAuthorisation },
      paymentIdName: domesticScheduledPayments.paymentIdName,
      paymentStatuses: SCHEDULED_STATUSES,
      answers: NO_MEMBERS,
    },
    SHARED,
  ),
  isCredited,
});
