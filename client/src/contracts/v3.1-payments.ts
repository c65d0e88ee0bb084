/*
 * Generated from payment-initiation-openapi-3.1.9r7.json by client/generate-contracts.ts. Do not edit.
 * The document is published by Open Banking Limited (https://www.openbanking.org.uk/open-licence).
 */
export interface paths {
    readonly "/domestic-payment-consents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Create Domestic Payment Consents */
        readonly post: operations["CreateDomesticPaymentConsents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-payment-consents/{ConsentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get Domestic Payment Consents */
        readonly get: operations["GetDomesticPaymentConsentsConsentId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-payment-consents/{ConsentId}/funds-confirmation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get Domestic Payment Consents Funds Confirmation */
        readonly get: operations["GetDomesticPaymentConsentsConsentIdFundsConfirmation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-payments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Create Domestic Payments */
        readonly post: operations["CreateDomesticPayments"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-payments/{DomesticPaymentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get Domestic Payments */
        readonly get: operations["GetDomesticPaymentsDomesticPaymentId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-payments/{DomesticPaymentId}/payment-details": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get Payment Details */
        readonly get: operations["GetDomesticPaymentsDomesticPaymentIdPaymentDetails"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-scheduled-payment-consents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Create Domestic Scheduled Payment Consents */
        readonly post: operations["CreateDomesticScheduledPaymentConsents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-scheduled-payment-consents/{ConsentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get Domestic Scheduled Payment Consents */
        readonly get: operations["GetDomesticScheduledPaymentConsentsConsentId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-scheduled-payments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Create Domestic Scheduled Payments */
        readonly post: operations["CreateDomesticScheduledPayments"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-scheduled-payments/{DomesticScheduledPaymentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get Domestic Scheduled Payments */
        readonly get: operations["GetDomesticScheduledPaymentsDomesticScheduledPaymentId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-scheduled-payments/{DomesticScheduledPaymentId}/payment-details": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get Payment Details */
        readonly get: operations["GetDomesticScheduledPaymentsDomesticScheduledPaymentIdPaymentDetails"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-standing-order-consents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Create Domestic Standing Order Consents */
        readonly post: operations["CreateDomesticStandingOrderConsents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-standing-order-consents/{ConsentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get Domestic Standing Order Consents */
        readonly get: operations["GetDomesticStandingOrderConsentsConsentId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-standing-orders": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Create Domestic Standing Orders */
        readonly post: operations["CreateDomesticStandingOrders"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-standing-orders/{DomesticStandingOrderId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get Domestic Standing Orders */
        readonly get: operations["GetDomesticStandingOrdersDomesticStandingOrderId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-standing-orders/{DomesticStandingOrderId}/payment-details": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get Payment Details */
        readonly get: operations["GetDomesticStandingOrdersDomesticStandingOrderIdPaymentDetails"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/file-payment-consents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Create File Payment Consents */
        readonly post: operations["CreateFilePaymentConsents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/file-payment-consents/{ConsentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get File Payment Consents */
        readonly get: operations["GetFilePaymentConsentsConsentId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/file-payment-consents/{ConsentId}/file": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get File Payment Consents */
        readonly get: operations["GetFilePaymentConsentsConsentIdFile"];
        readonly put?: never;
        /** Create File Payment Consents */
        readonly post: operations["CreateFilePaymentConsentsConsentIdFile"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/file-payments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Create File Payments */
        readonly post: operations["CreateFilePayments"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/file-payments/{FilePaymentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get File Payments */
        readonly get: operations["GetFilePaymentsFilePaymentId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/file-payments/{FilePaymentId}/payment-details": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get Payment Details */
        readonly get: operations["GetFilePaymentsFilePaymentIdPaymentDetails"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/file-payments/{FilePaymentId}/report-file": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get File Payments */
        readonly get: operations["GetFilePaymentsFilePaymentIdReportFile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-payment-consents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Create International Payment Consents */
        readonly post: operations["CreateInternationalPaymentConsents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-payment-consents/{ConsentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get International Payment Consents */
        readonly get: operations["GetInternationalPaymentConsentsConsentId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-payment-consents/{ConsentId}/funds-confirmation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get International Payment Consents Funds Confirmation */
        readonly get: operations["GetInternationalPaymentConsentsConsentIdFundsConfirmation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-payments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Create International Payments */
        readonly post: operations["CreateInternationalPayments"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-payments/{InternationalPaymentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get International Payments */
        readonly get: operations["GetInternationalPaymentsInternationalPaymentId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-payments/{InternationalPaymentId}/payment-details": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get Payment Details */
        readonly get: operations["GetInternationalPaymentsInternationalPaymentIdPaymentDetails"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-scheduled-payment-consents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Create International Scheduled Payment Consents */
        readonly post: operations["CreateInternationalScheduledPaymentConsents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-scheduled-payment-consents/{ConsentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get International Scheduled Payment Consents */
        readonly get: operations["GetInternationalScheduledPaymentConsentsConsentId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-scheduled-payment-consents/{ConsentId}/funds-confirmation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get International Scheduled Payment Consents Funds Confirmation */
        readonly get: operations["GetInternationalScheduledPaymentConsentsConsentIdFundsConfirmation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-scheduled-payments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Create International Scheduled Payments */
        readonly post: operations["CreateInternationalScheduledPayments"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-scheduled-payments/{InternationalScheduledPaymentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get International Scheduled Payments */
        readonly get: operations["GetInternationalScheduledPaymentsInternationalScheduledPaymentId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-scheduled-payments/{InternationalScheduledPaymentId}/payment-details": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get Payment Details */
        readonly get: operations["GetInternationalScheduledPaymentsInternationalScheduledPaymentIdPaymentDetails"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-standing-order-consents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Create International Standing Order Consents */
        readonly post: operations["CreateInternationalStandingOrderConsents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-standing-order-consents/{ConsentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get International Standing Order Consents */
        readonly get: operations["GetInternationalStandingOrderConsentsConsentId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-standing-orders": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /** Create International Standing Orders */
        readonly post: operations["CreateInternationalStandingOrders"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-standing-orders/{InternationalStandingOrderPaymentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get International Standing Orders */
        readonly get: operations["GetInternationalStandingOrdersInternationalStandingOrderPaymentId"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/international-standing-orders/{InternationalStandingOrderPaymentId}/payment-details": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** Get Payment Details */
        readonly get: operations["GetInternationalStandingOrdersInternationalStandingOrderPaymentIdPaymentDetails"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A code allocated to a currency by a Maintenance Agency under an international identification scheme, as described in the latest edition of the international standard ISO 4217 "Codes for the representation of currencies and funds". */
        readonly ActiveOrHistoricCurrencyCode: string;
        /** @description Number that identifies the position of a building on a street. */
        readonly BuildingNumber: string;
        /** @description Nation with its own government. */
        readonly CountryCode: string;
        /** @description Identifies a subdivision of a country such as state, region, county. */
        readonly CountrySubDivision: string;
        /** @description Identification of a division of a large organisation or building. */
        readonly Department: string;
        readonly File: Record<string, never>;
        /** @description Identification assigned by an institution to identify an account. This identification is known by the account owner. */
        readonly Identification_0: string;
        /** @description Unique and unambiguous identification of a financial institution or a branch of a financial institution. */
        readonly Identification_1: string;
        /**
         * Format: date-time
         * @description All dates in the JSON payloads are represented in ISO 8601 date-time format.
         *     All date-time fields in responses must include the timezone. An example is below:
         *     2017-04-05T10:43:07+00:00
         */
        readonly ISODateTime: string;
        /** @description Links relevant to the payload */
        readonly Links: {
            /** Format: uri */
            readonly First?: string;
            /** Format: uri */
            readonly Last?: string;
            /** Format: uri */
            readonly Next?: string;
            /** Format: uri */
            readonly Prev?: string;
            /** Format: uri */
            readonly Self: string;
        };
        /**
         * MetaData
         * @description Meta Data relevant to the payload
         */
        readonly Meta: {
            readonly FirstAvailableDateTime?: components["schemas"]["ISODateTime"];
            readonly LastAvailableDateTime?: components["schemas"]["ISODateTime"];
            /** Format: int32 */
            readonly TotalPages?: number;
        };
        /** @description Name by which an agent is known and which is usually used to identify that agent. */
        readonly Name: string;
        /** @description A number of monetary units specified in an active currency where the unit of currency is explicit and compliant with ISO 4217. */
        readonly OBActiveCurrencyAndAmount_SimpleType: string;
        /** @description Amount of money associated with the charge type. */
        readonly OBActiveOrHistoricCurrencyAndAmount: {
            readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
            readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
        };
        /**
         * @description Identifies the nature of the postal address.
         * @enum {string}
         */
        readonly OBAddressTypeCode: "Business" | "Correspondence" | "DeliveryTo" | "MailTo" | "POBox" | "Postal" | "Residential" | "Statement";
        readonly OBCashAccountCreditor3: {
            /** @description Identification assigned by an institution to identify an account. This identification is known by the account owner. */
            readonly Identification: string;
            /** @description Name of the account, as assigned by the account servicing institution.  Usage The account name is the name or names of the account owner(s) represented at an account level. The account name is not the product name or the nickname of the account. */
            readonly Name: string;
            readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
            /** @description Secondary identification of the account, as assigned by the account servicing institution. This can be used by building societies to additionally identify accounts with a roll number (in addition to a sort code and account number combination). */
            readonly SecondaryIdentification?: string;
        };
        /** @description ^ Only incuded in the response if `Data. ReadRefundAccount` is set to `Yes` in the consent. */
        readonly OBCashAccountDebtor4: {
            /** @description ^ Identification assigned by an institution to identify an account. This identification is known by the account owner. | Max256Text */
            readonly Identification?: string;
            /** @description ^ Name of the account, as assigned by the account servicing institution.  Usage The account name is the name or names of the account owner(s) represented at an account level. The account name is not the product name or the nickname of the account. */
            readonly Name?: string;
            /** @description ^ Name of the identification scheme, in a coded form as published in an external list. | Namespaced Enumeration OBExternalAccountIdentification4Code */
            readonly SchemeName?: string;
            /** @description ^ This is secondary identification of the account, as assigned by the account servicing institution.  This can be used by building societies to additionally identify accounts with a roll number (in addition to a sort code and account number combination) | Max34Text */
            readonly SecondaryIdentification?: string;
        };
        /**
         * @description Specifies which party/parties will bear the charges associated with the processing of the payment transaction.
         * @enum {string}
         */
        readonly OBChargeBearerType1Code: "BorneByCreditor" | "BorneByDebtor" | "FollowingServiceLevel" | "Shared";
        readonly OBError1: {
            /** @description Low level textual error code, e.g., UK.OBIE.Field.Missing */
            readonly ErrorCode: string;
            /**
             * @description A description of the error that occurred. e.g., 'A mandatory field isn't supplied' or 'RequestedExecutionDateTime must be in future'
             *     OBIE doesn't standardise this field
             */
            readonly Message: string;
            /** @description Recommended but optional reference to the JSON Path of the field with error, e.g., Data.Initiation.InstructedAmount.Currency */
            readonly Path?: string;
            /** @description URL to help remediate the problem, or provide more information, or to API Reference, or help etc */
            readonly Url?: string;
        };
        /** @description An array of detail error codes, and messages, and URLs to documentation to help remediation. */
        readonly OBErrorResponse1: {
            /** @description High level textual error code, to help categorize the errors. */
            readonly Code: string;
            readonly Errors: readonly components["schemas"]["OBError1"][];
            /** @description A unique reference for the error instance, for audit purposes, in case of unknown/unclassified errors. */
            readonly Id?: string;
            /** @description Brief Error message, e.g., 'There is something wrong with the request parameters provided' */
            readonly Message: string;
        };
        /** @description Name of the identification scheme, in a coded form as published in an external list. */
        readonly OBExternalAccountIdentification4Code: string;
        /** @description Name of the identification scheme, in a coded form as published in an external list. */
        readonly OBExternalFinancialInstitutionIdentification4Code: string;
        /**
         * @description User community specific instrument.
         *     Usage: This element is used to specify a local instrument, local clearing option and/or further qualify the service or service level.
         */
        readonly OBExternalLocalInstrument1Code: string;
        /** @description Charge type, in a coded form. */
        readonly OBExternalPaymentChargeType1Code: string;
        /** @description Information that locates and identifies a specific address, as defined by postal services. */
        readonly OBPostalAddress6: {
            readonly AddressLine?: readonly string[];
            readonly AddressType?: components["schemas"]["OBAddressTypeCode"];
            readonly BuildingNumber?: components["schemas"]["BuildingNumber"];
            readonly Country?: components["schemas"]["CountryCode"];
            readonly CountrySubDivision?: components["schemas"]["CountrySubDivision"];
            readonly Department?: components["schemas"]["Department"];
            readonly PostCode?: components["schemas"]["PostCode"];
            readonly StreetName?: components["schemas"]["StreetName"];
            readonly SubDepartment?: components["schemas"]["SubDepartment"];
            readonly TownName?: components["schemas"]["TownName"];
        };
        /** @description The Risk section is sent by the initiating party to the ASPSP. It is used to specify additional details for risk scoring for Payments. */
        readonly OBRisk1: {
            /** @description Information that locates and identifies a specific address, as defined by postal services or in free format text. */
            readonly DeliveryAddress?: {
                readonly AddressLine?: readonly string[];
                readonly BuildingNumber?: components["schemas"]["BuildingNumber"];
                /** @description Nation with its own government, occupying a particular territory. */
                readonly Country: string;
                readonly CountrySubDivision?: components["schemas"]["CountrySubDivision"];
                readonly PostCode?: components["schemas"]["PostCode"];
                readonly StreetName?: components["schemas"]["StreetName"];
                readonly TownName: components["schemas"]["TownName"];
            };
            /** @description Category code conform to ISO 18245, related to the type of services or goods the merchant provides for the transaction. */
            readonly MerchantCategoryCode?: string;
            /** @description The unique customer identifier of the PSU with the merchant. */
            readonly MerchantCustomerIdentification?: string;
            /**
             * @description Specifies the payment context
             * @enum {string}
             */
            readonly PaymentContextCode?: "BillPayment" | "EcommerceGoods" | "EcommerceServices" | "Other" | "PartyToParty";
        };
        /** @description Supporting Data provided by TPP, when requesting SCA Exemption. */
        readonly OBSCASupportData1: {
            /**
             * @description Specifies a character string with a maximum length of 40 characters.
             *     Usage: This field indicates whether the PSU was subject to SCA performed by the TPP
             * @enum {string}
             */
            readonly AppliedAuthenticationApproach?: "CA" | "SCA";
            /** @description If the payment is recurring, then this field is populated with the transaction identifier of the previous payment occurrence so that the ASPSP can verify that the PISP, amount and the payee are the same as the previous occurrence. The value here refers to the payment id e.g. DomesticPaymentId */
            readonly ReferencePaymentOrderId?: string;
            /**
             * @description This field allows a PISP to request specific SCA Exemption for a Payment Initiation
             * @enum {string}
             */
            readonly RequestedSCAExemptionType?: "BillPayment" | "ContactlessTravel" | "EcommerceGoods" | "EcommerceServices" | "Kiosk" | "Parking" | "PartyToParty";
        };
        /** @description Additional information that can not be captured in the structured fields and/or any other specific block. */
        readonly OBSupplementaryData1: {
            readonly [key: string]: unknown;
        };
        readonly OBWriteDomestic2: {
            readonly Data: {
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single domestic payment. */
                readonly Initiation: {
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticConsent4: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested.
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single domestic payment. */
                readonly Initiation: {
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /**
                 * @description Specifies to share the refund account details with PISP
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticConsentResponse5: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested.
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                /**
                 * Format: date-time
                 * @description Specified cut-off date and time for the payment consent.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /**
                 * Format: date-time
                 * @description Expected execution date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedSettlementDateTime?: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single domestic payment. */
                readonly Initiation: {
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /**
                 * @description Specifies to share the refund account details with PISP
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                /**
                 * @description Specifies the status of consent resource in code form.
                 * @enum {string}
                 */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "Consumed" | "Rejected";
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticResponse5: {
            readonly Data: {
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the message was created.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the domestic payment resource. */
                readonly DomesticPaymentId: string;
                /**
                 * Format: date-time
                 * @description Expected execution date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedSettlementDateTime?: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single domestic payment. */
                readonly Initiation: {
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @description The multiple authorisation flow response from the ASPSP. */
                readonly MultiAuthorisation?: {
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * Format: date-time
                     * @description Last date and time at the authorisation flow was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly LastUpdateDateTime?: string;
                    /** @description Number of authorisations received. */
                    readonly NumberReceived?: number;
                    /** @description Number of authorisations required for payment order (total required at the start of the multi authorisation journey). */
                    readonly NumberRequired?: number;
                    /**
                     * @description Specifies the status of the authorisation flow in code form.
                     * @enum {string}
                     */
                    readonly Status: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
                };
                /** @description Unambiguous identification of the refund account to which a refund will be made as a result of the transaction. */
                readonly Refund?: {
                    /** @description Provides the details to identify an account. */
                    readonly Account: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description Name of the account, as assigned by the account servicing institution.
                         *     Usage: The account name is the name or names of the account owner(s) represented at an account level. The account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                };
                /**
                 * @description Specifies the status of the payment information group.
                 * @enum {string}
                 */
                readonly Status: "AcceptedCreditSettlementCompleted" | "AcceptedSettlementCompleted" | "AcceptedSettlementInProcess" | "AcceptedWithoutPosting" | "Pending" | "Rejected";
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWriteDomesticScheduled2: {
            readonly Data: {
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single scheduled domestic payment. */
                readonly Initiation: {
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification?: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticScheduledConsent4: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested.
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single scheduled domestic payment. */
                readonly Initiation: {
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification?: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /**
                 * @description Specifies the Open Banking service request types.
                 * @enum {string}
                 */
                readonly Permission: "Create";
                /**
                 * @description Specifies to share the refund account details with PISP
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticScheduledConsentResponse5: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested.
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                /**
                 * Format: date-time
                 * @description Specified cut-off date and time for the payment consent.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /**
                 * Format: date-time
                 * @description Expected execution date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedSettlementDateTime?: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single scheduled domestic payment. */
                readonly Initiation: {
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification?: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /**
                 * @description Specifies the Open Banking service request types.
                 * @enum {string}
                 */
                readonly Permission: "Create";
                /**
                 * @description Specifies to share the refund account details with PISP
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                /**
                 * @description Specifies the status of consent resource in code form.
                 * @enum {string}
                 */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "Consumed" | "Rejected";
                /**
                 * Format: date-time
                 * @description Date and time at which the consent resource status was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticScheduledResponse5: {
            readonly Data: {
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the message was created.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the domestic schedule payment resource. */
                readonly DomesticScheduledPaymentId: string;
                /**
                 * Format: date-time
                 * @description Expected execution date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedSettlementDateTime?: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single scheduled domestic payment. */
                readonly Initiation: {
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification?: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @description The multiple authorisation flow response from the ASPSP. */
                readonly MultiAuthorisation?: {
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * Format: date-time
                     * @description Last date and time at the authorisation flow was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly LastUpdateDateTime?: string;
                    /** @description Number of authorisations received. */
                    readonly NumberReceived?: number;
                    /** @description Number of authorisations required for payment order (total required at the start of the multi authorisation journey). */
                    readonly NumberRequired?: number;
                    /**
                     * @description Specifies the status of the authorisation flow in code form.
                     * @enum {string}
                     */
                    readonly Status: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
                };
                /** @description Unambiguous identification of the refund account to which a refund will be made as a result of the transaction. */
                readonly Refund?: {
                    /** @description Provides the details to identify an account. */
                    readonly Account: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description Name of the account, as assigned by the account servicing institution.
                         *     Usage: The account name is the name or names of the account owner(s) represented at an account level. The account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                };
                /**
                 * @description Specifies the status of the payment order resource.
                 * @enum {string}
                 */
                readonly Status: "Cancelled" | "InitiationCompleted" | "InitiationFailed" | "InitiationPending";
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWriteDomesticStandingOrder3: {
            readonly Data: {
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a domestic standing order. */
                readonly Initiation: {
                    /** @description Identification assigned by an institution to identify an account. This identification is known by the account owner. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Provides the details to identify the debtor account. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description The amount of the final Standing Order */
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * Format: date-time
                     * @description The date on which the final payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FinalPaymentDateTime?: string;
                    /** @description The amount of the first Standing Order */
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * Format: date-time
                     * @description The date on which the first payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FirstPaymentDateTime: string;
                    /**
                     * @description Individual Definitions:
                     *     EvryDay - Every day
                     *     EvryWorkgDay - Every working day
                     *     IntrvlWkDay - An interval specified in weeks (01 to 09), and the day within the week (01 to 07)
                     *     WkInMnthDay - A monthly interval, specifying the week of the month (01 to 05) and day within the week (01 to 07)
                     *     IntrvlMnthDay - An interval specified in months (between 01 to 06, 12, 24), specifying the day within the month (-5 to -1, 1 to 31)
                     *     QtrDay - Quarterly (either ENGLISH, SCOTTISH, or RECEIVED).
                     *     ENGLISH = Paid on the 25th March, 24th June, 29th September and 25th December.
                     *     SCOTTISH = Paid on the 2nd February, 15th May, 1st August and 11th November.
                     *     RECEIVED = Paid on the 20th March, 19th June, 24th September and 20th December.
                     *     Individual Patterns:
                     *     EvryDay (ScheduleCode)
                     *     EvryWorkgDay (ScheduleCode)
                     *     IntrvlWkDay:IntervalInWeeks:DayInWeek (ScheduleCode + IntervalInWeeks + DayInWeek)
                     *     WkInMnthDay:WeekInMonth:DayInWeek (ScheduleCode + WeekInMonth + DayInWeek)
                     *     IntrvlMnthDay:IntervalInMonths:DayInMonth (ScheduleCode + IntervalInMonths + DayInMonth)
                     *     QtrDay: + either (ENGLISH, SCOTTISH or RECEIVED) ScheduleCode + QuarterDay
                     *     The regular expression for this element combines five smaller versions for each permitted pattern. To aid legibility - the components are presented individually here:
                     *     EvryDay
                     *     EvryWorkgDay
                     *     IntrvlWkDay:0[1-9]:0[1-7]
                     *     WkInMnthDay:0[1-5]:0[1-7]
                     *     IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01])
                     *     QtrDay:(ENGLISH|SCOTTISH|RECEIVED)
                     *     Full Regular Expression:
                     *     ^(EvryDay)$|^(EvryWorkgDay)$|^(IntrvlWkDay:0[1-9]:0[1-7])$|^(WkInMnthDay:0[1-5]:0[1-7])$|^(IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01]))$|^(QtrDay:(ENGLISH|SCOTTISH|RECEIVED))$
                     */
                    readonly Frequency: string;
                    /** @description Number of the payments that will be made in completing this frequency sequence including any executed since the sequence start date. */
                    readonly NumberOfPayments?: string;
                    /** @description The amount of the recurring Standing Order */
                    readonly RecurringPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * Format: date-time
                     * @description The date on which the first recurring payment for a Standing Order schedule will be made.
                     *     Usage: This must be populated only if the first recurring date is different to the first payment date.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RecurringPaymentDateTime?: string;
                    /**
                     * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                     *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                     *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                     */
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticStandingOrderConsent5: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested.
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a domestic standing order. */
                readonly Initiation: {
                    /** @description Identification assigned by an institution to identify an account. This identification is known by the account owner. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Provides the details to identify the debtor account. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description The amount of the final Standing Order */
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * Format: date-time
                     * @description The date on which the final payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FinalPaymentDateTime?: string;
                    /** @description The amount of the first Standing Order */
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * Format: date-time
                     * @description The date on which the first payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FirstPaymentDateTime: string;
                    /**
                     * @description Individual Definitions:
                     *     EvryDay - Every day
                     *     EvryWorkgDay - Every working day
                     *     IntrvlWkDay - An interval specified in weeks (01 to 09), and the day within the week (01 to 07)
                     *     WkInMnthDay - A monthly interval, specifying the week of the month (01 to 05) and day within the week (01 to 07)
                     *     IntrvlMnthDay - An interval specified in months (between 01 to 06, 12, 24), specifying the day within the month (-5 to -1, 1 to 31)
                     *     QtrDay - Quarterly (either ENGLISH, SCOTTISH, or RECEIVED).
                     *     ENGLISH = Paid on the 25th March, 24th June, 29th September and 25th December.
                     *     SCOTTISH = Paid on the 2nd February, 15th May, 1st August and 11th November.
                     *     RECEIVED = Paid on the 20th March, 19th June, 24th September and 20th December.
                     *     Individual Patterns:
                     *     EvryDay (ScheduleCode)
                     *     EvryWorkgDay (ScheduleCode)
                     *     IntrvlWkDay:IntervalInWeeks:DayInWeek (ScheduleCode + IntervalInWeeks + DayInWeek)
                     *     WkInMnthDay:WeekInMonth:DayInWeek (ScheduleCode + WeekInMonth + DayInWeek)
                     *     IntrvlMnthDay:IntervalInMonths:DayInMonth (ScheduleCode + IntervalInMonths + DayInMonth)
                     *     QtrDay: + either (ENGLISH, SCOTTISH or RECEIVED) ScheduleCode + QuarterDay
                     *     The regular expression for this element combines five smaller versions for each permitted pattern. To aid legibility - the components are presented individually here:
                     *     EvryDay
                     *     EvryWorkgDay
                     *     IntrvlWkDay:0[1-9]:0[1-7]
                     *     WkInMnthDay:0[1-5]:0[1-7]
                     *     IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01])
                     *     QtrDay:(ENGLISH|SCOTTISH|RECEIVED)
                     *     Full Regular Expression:
                     *     ^(EvryDay)$|^(EvryWorkgDay)$|^(IntrvlWkDay:0[1-9]:0[1-7])$|^(WkInMnthDay:0[1-5]:0[1-7])$|^(IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01]))$|^(QtrDay:(ENGLISH|SCOTTISH|RECEIVED))$
                     */
                    readonly Frequency: string;
                    /** @description Number of the payments that will be made in completing this frequency sequence including any executed since the sequence start date. */
                    readonly NumberOfPayments?: string;
                    /** @description The amount of the recurring Standing Order */
                    readonly RecurringPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * Format: date-time
                     * @description The date on which the first recurring payment for a Standing Order schedule will be made.
                     *     Usage: This must be populated only if the first recurring date is different to the first payment date.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RecurringPaymentDateTime?: string;
                    /**
                     * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                     *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                     *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                     */
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /**
                 * @description Specifies the Open Banking service request types.
                 * @enum {string}
                 */
                readonly Permission: "Create";
                /**
                 * @description Specifies to share the refund account details with PISP
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticStandingOrderConsentResponse6: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested.
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                /**
                 * Format: date-time
                 * @description Specified cut-off date and time for the payment consent.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a domestic standing order. */
                readonly Initiation: {
                    /** @description Identification assigned by an institution to identify an account. This identification is known by the account owner. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description The amount of the final Standing Order */
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * Format: date-time
                     * @description The date on which the final payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FinalPaymentDateTime?: string;
                    /** @description The amount of the first Standing Order */
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * Format: date-time
                     * @description The date on which the first payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FirstPaymentDateTime: string;
                    /**
                     * @description Individual Definitions:
                     *     EvryDay - Every day
                     *     EvryWorkgDay - Every working day
                     *     IntrvlWkDay - An interval specified in weeks (01 to 09), and the day within the week (01 to 07)
                     *     WkInMnthDay - A monthly interval, specifying the week of the month (01 to 05) and day within the week (01 to 07)
                     *     IntrvlMnthDay - An interval specified in months (between 01 to 06, 12, 24), specifying the day within the month (-5 to -1, 1 to 31)
                     *     QtrDay - Quarterly (either ENGLISH, SCOTTISH, or RECEIVED).
                     *     ENGLISH = Paid on the 25th March, 24th June, 29th September and 25th December.
                     *     SCOTTISH = Paid on the 2nd February, 15th May, 1st August and 11th November.
                     *     RECEIVED = Paid on the 20th March, 19th June, 24th September and 20th December.
                     *     Individual Patterns:
                     *     EvryDay (ScheduleCode)
                     *     EvryWorkgDay (ScheduleCode)
                     *     IntrvlWkDay:IntervalInWeeks:DayInWeek (ScheduleCode + IntervalInWeeks + DayInWeek)
                     *     WkInMnthDay:WeekInMonth:DayInWeek (ScheduleCode + WeekInMonth + DayInWeek)
                     *     IntrvlMnthDay:IntervalInMonths:DayInMonth (ScheduleCode + IntervalInMonths + DayInMonth)
                     *     QtrDay: + either (ENGLISH, SCOTTISH or RECEIVED) ScheduleCode + QuarterDay
                     *     The regular expression for this element combines five smaller versions for each permitted pattern. To aid legibility - the components are presented individually here:
                     *     EvryDay
                     *     EvryWorkgDay
                     *     IntrvlWkDay:0[1-9]:0[1-7]
                     *     WkInMnthDay:0[1-5]:0[1-7]
                     *     IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01])
                     *     QtrDay:(ENGLISH|SCOTTISH|RECEIVED)
                     *     Full Regular Expression:
                     *     ^(EvryDay)$|^(EvryWorkgDay)$|^(IntrvlWkDay:0[1-9]:0[1-7])$|^(WkInMnthDay:0[1-5]:0[1-7])$|^(IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01]))$|^(QtrDay:(ENGLISH|SCOTTISH|RECEIVED))$
                     */
                    readonly Frequency: string;
                    /** @description Number of the payments that will be made in completing this frequency sequence including any executed since the sequence start date. */
                    readonly NumberOfPayments?: string;
                    /** @description The amount of the recurring Standing Order */
                    readonly RecurringPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * Format: date-time
                     * @description The date on which the first recurring payment for a Standing Order schedule will be made.
                     *     Usage: This must be populated only if the first recurring date is different to the first payment date.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RecurringPaymentDateTime?: string;
                    /**
                     * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                     *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                     *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                     */
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /**
                 * @description Specifies the Open Banking service request types.
                 * @enum {string}
                 */
                readonly Permission: "Create";
                /**
                 * @description Specifies to share the refund account details with PISP
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                /**
                 * @description Specifies the status of consent resource in code form.
                 * @enum {string}
                 */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "Consumed" | "Rejected";
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticStandingOrderResponse6: {
            readonly Data: {
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the domestic standing order resource. */
                readonly DomesticStandingOrderId: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a domestic standing order. */
                readonly Initiation: {
                    /** @description Identification assigned by an institution to identify an account. This identification is known by the account owner. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description The amount of the final Standing Order */
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * Format: date-time
                     * @description The date on which the final payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FinalPaymentDateTime?: string;
                    /** @description The amount of the first Standing Order */
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * Format: date-time
                     * @description The date on which the first payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FirstPaymentDateTime: string;
                    /**
                     * @description Individual Definitions:
                     *     EvryDay - Every day
                     *     EvryWorkgDay - Every working day
                     *     IntrvlWkDay - An interval specified in weeks (01 to 09), and the day within the week (01 to 07)
                     *     WkInMnthDay - A monthly interval, specifying the week of the month (01 to 05) and day within the week (01 to 07)
                     *     IntrvlMnthDay - An interval specified in months (between 01 to 06, 12, 24), specifying the day within the month (-5 to -1, 1 to 31)
                     *     QtrDay - Quarterly (either ENGLISH, SCOTTISH, or RECEIVED).
                     *     ENGLISH = Paid on the 25th March, 24th June, 29th September and 25th December.
                     *     SCOTTISH = Paid on the 2nd February, 15th May, 1st August and 11th November.
                     *     RECEIVED = Paid on the 20th March, 19th June, 24th September and 20th December.
                     *     Individual Patterns:
                     *     EvryDay (ScheduleCode)
                     *     EvryWorkgDay (ScheduleCode)
                     *     IntrvlWkDay:IntervalInWeeks:DayInWeek (ScheduleCode + IntervalInWeeks + DayInWeek)
                     *     WkInMnthDay:WeekInMonth:DayInWeek (ScheduleCode + WeekInMonth + DayInWeek)
                     *     IntrvlMnthDay:IntervalInMonths:DayInMonth (ScheduleCode + IntervalInMonths + DayInMonth)
                     *     QtrDay: + either (ENGLISH, SCOTTISH or RECEIVED) ScheduleCode + QuarterDay
                     *     The regular expression for this element combines five smaller versions for each permitted pattern. To aid legibility - the components are presented individually here:
                     *     EvryDay
                     *     EvryWorkgDay
                     *     IntrvlWkDay:0[1-9]:0[1-7]
                     *     WkInMnthDay:0[1-5]:0[1-7]
                     *     IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01])
                     *     QtrDay:(ENGLISH|SCOTTISH|RECEIVED)
                     *     Full Regular Expression:
                     *     ^(EvryDay)$|^(EvryWorkgDay)$|^(IntrvlWkDay:0[1-9]:0[1-7])$|^(WkInMnthDay:0[1-5]:0[1-7])$|^(IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01]))$|^(QtrDay:(ENGLISH|SCOTTISH|RECEIVED))$
                     */
                    readonly Frequency: string;
                    /** @description Number of the payments that will be made in completing this frequency sequence including any executed since the sequence start date. */
                    readonly NumberOfPayments?: string;
                    /** @description The amount of the recurring Standing Order */
                    readonly RecurringPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * Format: date-time
                     * @description The date on which the first recurring payment for a Standing Order schedule will be made.
                     *     Usage: This must be populated only if the first recurring date is different to the first payment date.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RecurringPaymentDateTime?: string;
                    /**
                     * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                     *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                     *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                     */
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @description The multiple authorisation flow response from the ASPSP. */
                readonly MultiAuthorisation?: {
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * Format: date-time
                     * @description Last date and time at the authorisation flow was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly LastUpdateDateTime?: string;
                    /** @description Number of authorisations received. */
                    readonly NumberReceived?: number;
                    /** @description Number of authorisations required for payment order (total required at the start of the multi authorisation journey). */
                    readonly NumberRequired?: number;
                    /**
                     * @description Specifies the status of the authorisation flow in code form.
                     * @enum {string}
                     */
                    readonly Status: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
                };
                /** @description Unambiguous identification of the refund account to which a refund will be made as a result of the transaction. */
                readonly Refund?: {
                    /** @description Provides the details to identify an account. */
                    readonly Account: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description Name of the account, as assigned by the account servicing institution.
                         *     Usage: The account name is the name or names of the account owner(s) represented at an account level. The account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                };
                /**
                 * @description Specifies the status of the payment order resource.
                 * @enum {string}
                 */
                readonly Status: "Cancelled" | "InitiationCompleted" | "InitiationFailed" | "InitiationPending";
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWriteFile2: {
            readonly Data: {
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds using a payment file. */
                readonly Initiation: {
                    /** @description Total of all individual amounts included in the group, irrespective of currencies. */
                    readonly ControlSum?: number;
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description A base64 encoding of a SHA256 hash of the file to be uploaded. */
                    readonly FileHash: string;
                    /** @description Reference for the file. */
                    readonly FileReference?: string;
                    /** @description Specifies the payment file type. */
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /** @description Number of individual transactions contained in the payment information group. */
                    readonly NumberOfTransactions?: string;
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
            };
        };
        readonly OBWriteFileConsent3: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested.
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds using a payment file. */
                readonly Initiation: {
                    /** @description Total of all individual amounts included in the group, irrespective of currencies. */
                    readonly ControlSum?: number;
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description A base64 encoding of a SHA256 hash of the file to be uploaded. */
                    readonly FileHash: string;
                    /** @description Reference for the file. */
                    readonly FileReference?: string;
                    /** @description Specifies the payment file type. */
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /** @description Number of individual transactions contained in the payment information group. */
                    readonly NumberOfTransactions?: string;
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
            };
        };
        readonly OBWriteFileConsentResponse4: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested.
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                /**
                 * Format: date-time
                 * @description Specified cut-off date and time for the payment consent.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds using a payment file. */
                readonly Initiation: {
                    /** @description Total of all individual amounts included in the group, irrespective of currencies. */
                    readonly ControlSum?: number;
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description A base64 encoding of a SHA256 hash of the file to be uploaded. */
                    readonly FileHash: string;
                    /** @description Reference for the file. */
                    readonly FileReference?: string;
                    /** @description Specifies the payment file type. */
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /** @description Number of individual transactions contained in the payment information group. */
                    readonly NumberOfTransactions?: string;
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                /**
                 * @description Specifies the status of consent resource in code form.
                 * @enum {string}
                 */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "AwaitingUpload" | "Consumed" | "Rejected";
                /**
                 * Format: date-time
                 * @description Date and time at which the consent resource status was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWriteFileResponse3: {
            readonly Data: {
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the message was created.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the file payment resource. */
                readonly FilePaymentId: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds using a payment file. */
                readonly Initiation: {
                    /** @description Total of all individual amounts included in the group, irrespective of currencies. */
                    readonly ControlSum?: number;
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description A base64 encoding of a SHA256 hash of the file to be uploaded. */
                    readonly FileHash: string;
                    /** @description Reference for the file. */
                    readonly FileReference?: string;
                    /** @description Specifies the payment file type. */
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /** @description Number of individual transactions contained in the payment information group. */
                    readonly NumberOfTransactions?: string;
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @description The multiple authorisation flow response from the ASPSP. */
                readonly MultiAuthorisation?: {
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * Format: date-time
                     * @description Last date and time at the authorisation flow was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly LastUpdateDateTime?: string;
                    /** @description Number of authorisations received. */
                    readonly NumberReceived?: number;
                    /** @description Number of authorisations required for payment order (total required at the start of the multi authorisation journey). */
                    readonly NumberRequired?: number;
                    /**
                     * @description Specifies the status of the authorisation flow in code form.
                     * @enum {string}
                     */
                    readonly Status: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
                };
                /**
                 * @description Specifies the status of the payment order resource.
                 * @enum {string}
                 */
                readonly Status: "InitiationCompleted" | "InitiationFailed" | "InitiationPending";
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWriteFundsConfirmationResponse1: {
            readonly Data: {
                /** @description Result of a funds availability check. */
                readonly FundsAvailableResult?: {
                    /** @description Flag to indicate the availability of funds given the Amount in the consent request. */
                    readonly FundsAvailable: boolean;
                    /**
                     * Format: date-time
                     * @description Date and time at which the funds availability check was generated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FundsAvailableDateTime: string;
                };
                readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWriteInternational3: {
            readonly Data: {
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single international payment. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Specifies the currency of the to be transferred amount, which is different from the currency of the debtor's account. */
                    readonly CurrencyOfTransfer: string;
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification: string;
                    /** @description Provides details on the currency exchange rate and contract. */
                    readonly ExchangeRateInformation?: {
                        /** @description Unique and unambiguous reference to the foreign exchange contract agreed between the initiating party/creditor and the debtor agent. */
                        readonly ContractIdentification?: string;
                        /** @description The factor used for conversion of an amount from one currency to another. This reflects the price at which one currency was bought with another currency. */
                        readonly ExchangeRate?: number;
                        /**
                         * @description Specifies the type used to complete the currency exchange.
                         * @enum {string}
                         */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        /** @description Currency in which the rate of exchange is expressed in a currency exchange. In the example 1GBP = xxxCUR, the unit currency is GBP. */
                        readonly UnitCurrency: string;
                    };
                    /** @description Specifies the purpose of an international payment, when there is no corresponding 4 character code available in the ISO20022 list of Purpose Codes. */
                    readonly ExtendedPurpose?: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    /**
                     * @description Indicator of the urgency or order of importance that the instructing party would like the instructed party to apply to the processing of the instruction.
                     * @enum {string}
                     */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /**
                     * @description Specifies the external purpose code in the format of character string with a maximum length of 4 characters.
                     *     The list of valid codes is an external code list published separately.
                     *     External code sets can be downloaded from www.iso20022.org.
                     */
                    readonly Purpose?: string;
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteInternationalConsent5: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested.
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single international payment. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Specifies the currency of the to be transferred amount, which is different from the currency of the debtor's account. */
                    readonly CurrencyOfTransfer: string;
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification: string;
                    /** @description Provides details on the currency exchange rate and contract. */
                    readonly ExchangeRateInformation?: {
                        /** @description Unique and unambiguous reference to the foreign exchange contract agreed between the initiating party/creditor and the debtor agent. */
                        readonly ContractIdentification?: string;
                        /** @description The factor used for conversion of an amount from one currency to another. This reflects the price at which one currency was bought with another currency. */
                        readonly ExchangeRate?: number;
                        /**
                         * @description Specifies the type used to complete the currency exchange.
                         * @enum {string}
                         */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        /** @description Currency in which the rate of exchange is expressed in a currency exchange. In the example 1GBP = xxxCUR, the unit currency is GBP. */
                        readonly UnitCurrency: string;
                    };
                    /** @description Specifies the purpose of an international payment, when there is no corresponding 4 character code available in the ISO20022 list of Purpose Codes. */
                    readonly ExtendedPurpose?: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    /**
                     * @description Indicator of the urgency or order of importance that the instructing party would like the instructed party to apply to the processing of the instruction.
                     * @enum {string}
                     */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /**
                     * @description Specifies the external purpose code in the format of character string with a maximum length of 4 characters.
                     *     The list of valid codes is an external code list published separately.
                     *     External code sets can be downloaded from www.iso20022.org.
                     */
                    readonly Purpose?: string;
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /**
                 * @description Specifies to share the refund account details with PISP
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteInternationalConsentResponse6: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested.
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                /**
                 * Format: date-time
                 * @description Specified cut-off date and time for the payment consent.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description Further detailed information on the exchange rate that has been used in the payment transaction. */
                readonly ExchangeRateInformation?: {
                    /** @description Unique and unambiguous reference to the foreign exchange contract agreed between the initiating party/creditor and the debtor agent. */
                    readonly ContractIdentification?: string;
                    /** @description The factor used for conversion of an amount from one currency to another. This reflects the price at which one currency was bought with another currency. */
                    readonly ExchangeRate: number;
                    /**
                     * Format: date-time
                     * @description Specified date and time the exchange rate agreement will expire.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * @description Specifies the type used to complete the currency exchange.
                     * @enum {string}
                     */
                    readonly RateType: "Actual" | "Agreed" | "Indicative";
                    /** @description Currency in which the rate of exchange is expressed in a currency exchange. In the example 1GBP = xxxCUR, the unit currency is GBP. */
                    readonly UnitCurrency: string;
                };
                /**
                 * Format: date-time
                 * @description Expected execution date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedSettlementDateTime?: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single international payment. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Specifies the currency of the to be transferred amount, which is different from the currency of the debtor's account. */
                    readonly CurrencyOfTransfer: string;
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification: string;
                    /** @description Provides details on the currency exchange rate and contract. */
                    readonly ExchangeRateInformation?: {
                        /** @description Unique and unambiguous reference to the foreign exchange contract agreed between the initiating party/creditor and the debtor agent. */
                        readonly ContractIdentification?: string;
                        /** @description The factor used for conversion of an amount from one currency to another. This reflects the price at which one currency was bought with another currency. */
                        readonly ExchangeRate?: number;
                        /**
                         * @description Specifies the type used to complete the currency exchange.
                         * @enum {string}
                         */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        /** @description Currency in which the rate of exchange is expressed in a currency exchange. In the example 1GBP = xxxCUR, the unit currency is GBP. */
                        readonly UnitCurrency: string;
                    };
                    /** @description Specifies the purpose of an international payment, when there is no corresponding 4 character code available in the ISO20022 list of Purpose Codes. */
                    readonly ExtendedPurpose?: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    /**
                     * @description Indicator of the urgency or order of importance that the instructing party would like the instructed party to apply to the processing of the instruction.
                     * @enum {string}
                     */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /**
                     * @description Specifies the external purpose code in the format of character string with a maximum length of 4 characters.
                     *     The list of valid codes is an external code list published separately.
                     *     External code sets can be downloaded from www.iso20022.org.
                     */
                    readonly Purpose?: string;
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /**
                 * @description Specifies to share the refund account details with PISP
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                /**
                 * @description Specifies the status of consent resource in code form.
                 * @enum {string}
                 */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "Consumed" | "Rejected";
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteInternationalResponse5: {
            readonly Data: {
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the message was created.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description Further detailed information on the exchange rate that has been used in the payment transaction. */
                readonly ExchangeRateInformation?: {
                    /** @description Unique and unambiguous reference to the foreign exchange contract agreed between the initiating party/creditor and the debtor agent. */
                    readonly ContractIdentification?: string;
                    /** @description The factor used for conversion of an amount from one currency to another. This reflects the price at which one currency was bought with another currency. */
                    readonly ExchangeRate: number;
                    /**
                     * Format: date-time
                     * @description Specified date and time the exchange rate agreement will expire.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * @description Specifies the type used to complete the currency exchange.
                     * @enum {string}
                     */
                    readonly RateType: "Actual" | "Agreed" | "Indicative";
                    /** @description Currency in which the rate of exchange is expressed in a currency exchange. In the example 1GBP = xxxCUR, the unit currency is GBP. */
                    readonly UnitCurrency: string;
                };
                /**
                 * Format: date-time
                 * @description Expected execution date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedSettlementDateTime?: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single international payment. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Specifies the currency of the to be transferred amount, which is different from the currency of the debtor's account. */
                    readonly CurrencyOfTransfer: string;
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification: string;
                    /** @description Provides details on the currency exchange rate and contract. */
                    readonly ExchangeRateInformation?: {
                        /** @description Unique and unambiguous reference to the foreign exchange contract agreed between the initiating party/creditor and the debtor agent. */
                        readonly ContractIdentification?: string;
                        /** @description The factor used for conversion of an amount from one currency to another. This reflects the price at which one currency was bought with another currency. */
                        readonly ExchangeRate?: number;
                        /**
                         * @description Specifies the type used to complete the currency exchange.
                         * @enum {string}
                         */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        /** @description Currency in which the rate of exchange is expressed in a currency exchange. In the example 1GBP = xxxCUR, the unit currency is GBP. */
                        readonly UnitCurrency: string;
                    };
                    /** @description Specifies the purpose of an international payment, when there is no corresponding 4 character code available in the ISO20022 list of Purpose Codes. */
                    readonly ExtendedPurpose?: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    /**
                     * @description Indicator of the urgency or order of importance that the instructing party would like the instructed party to apply to the processing of the instruction.
                     * @enum {string}
                     */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /**
                     * @description Specifies the external purpose code in the format of character string with a maximum length of 4 characters.
                     *     The list of valid codes is an external code list published separately.
                     *     External code sets can be downloaded from www.iso20022.org.
                     */
                    readonly Purpose?: string;
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the international payment resource. */
                readonly InternationalPaymentId: string;
                /** @description The multiple authorisation flow response from the ASPSP. */
                readonly MultiAuthorisation?: {
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * Format: date-time
                     * @description Last date and time at the authorisation flow was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly LastUpdateDateTime?: string;
                    /** @description Number of authorisations received. */
                    readonly NumberReceived?: number;
                    /** @description Number of authorisations required for payment order (total required at the start of the multi authorisation journey). */
                    readonly NumberRequired?: number;
                    /**
                     * @description Specifies the status of the authorisation flow in code form.
                     * @enum {string}
                     */
                    readonly Status: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
                };
                readonly Refund?: {
                    /** @description Provides the details to identify an account. */
                    readonly Account: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description Name of the account, as assigned by the account servicing institution.
                         *     Usage: The account name is the name or names of the account owner(s) represented at an account level. The account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Set of elements used to uniquely and unambiguously identify a financial institution or a branch of a financial institution. */
                    readonly Agent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Set of elements used to identify a person or an organisation. */
                    readonly Creditor?: {
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                };
                /**
                 * @description Specifies the status of the payment information group.
                 * @enum {string}
                 */
                readonly Status: "AcceptedCreditSettlementCompleted" | "AcceptedSettlementCompleted" | "AcceptedSettlementInProcess" | "AcceptedWithoutPosting" | "Pending" | "Rejected";
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWriteInternationalScheduled3: {
            readonly Data: {
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single scheduled international payment. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Specifies the currency of the to be transferred amount, which is different from the currency of the debtor's account. */
                    readonly CurrencyOfTransfer: string;
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification?: string;
                    /** @description Provides details on the currency exchange rate and contract. */
                    readonly ExchangeRateInformation?: {
                        /** @description Unique and unambiguous reference to the foreign exchange contract agreed between the initiating party/creditor and the debtor agent. */
                        readonly ContractIdentification?: string;
                        /** @description The factor used for conversion of an amount from one currency to another. This reflects the price at which one currency was bought with another currency. */
                        readonly ExchangeRate?: number;
                        /**
                         * @description Specifies the type used to complete the currency exchange.
                         * @enum {string}
                         */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        /** @description Currency in which the rate of exchange is expressed in a currency exchange. In the example 1GBP = xxxCUR, the unit currency is GBP. */
                        readonly UnitCurrency: string;
                    };
                    /** @description Specifies the purpose of an international payment, when there is no corresponding 4 character code available in the ISO20022 list of Purpose Codes. */
                    readonly ExtendedPurpose?: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    /**
                     * @description Indicator of the urgency or order of importance that the instructing party would like the instructed party to apply to the processing of the instruction.
                     * @enum {string}
                     */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /**
                     * @description Specifies the external purpose code in the format of character string with a maximum length of 4 characters.
                     *     The list of valid codes is an external code list published separately.
                     *     External code sets can be downloaded from www.iso20022.org.
                     */
                    readonly Purpose?: string;
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteInternationalScheduledConsent5: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested.
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single scheduled international payment. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Specifies the currency of the to be transferred amount, which is different from the currency of the debtor's account. */
                    readonly CurrencyOfTransfer: string;
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification?: string;
                    /** @description Provides details on the currency exchange rate and contract. */
                    readonly ExchangeRateInformation?: {
                        /** @description Unique and unambiguous reference to the foreign exchange contract agreed between the initiating party/creditor and the debtor agent. */
                        readonly ContractIdentification?: string;
                        /** @description The factor used for conversion of an amount from one currency to another. This reflects the price at which one currency was bought with another currency. */
                        readonly ExchangeRate?: number;
                        /**
                         * @description Specifies the type used to complete the currency exchange.
                         * @enum {string}
                         */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        /** @description Currency in which the rate of exchange is expressed in a currency exchange. In the example 1GBP = xxxCUR, the unit currency is GBP. */
                        readonly UnitCurrency: string;
                    };
                    /** @description Specifies the purpose of an international payment, when there is no corresponding 4 character code available in the ISO20022 list of Purpose Codes. */
                    readonly ExtendedPurpose?: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    /**
                     * @description Indicator of the urgency or order of importance that the instructing party would like the instructed party to apply to the processing of the instruction.
                     * @enum {string}
                     */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /**
                     * @description Specifies the external purpose code in the format of character string with a maximum length of 4 characters.
                     *     The list of valid codes is an external code list published separately.
                     *     External code sets can be downloaded from www.iso20022.org.
                     */
                    readonly Purpose?: string;
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /**
                 * @description Specifies the Open Banking service request types.
                 * @enum {string}
                 */
                readonly Permission: "Create";
                /**
                 * @description Specifies to share the refund account details with PISP
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteInternationalScheduledConsentResponse6: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested.
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                /**
                 * Format: date-time
                 * @description Specified cut-off date and time for the payment consent.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description Further detailed information on the exchange rate that has been used in the payment transaction. */
                readonly ExchangeRateInformation?: {
                    /** @description Unique and unambiguous reference to the foreign exchange contract agreed between the initiating party/creditor and the debtor agent. */
                    readonly ContractIdentification?: string;
                    /** @description The factor used for conversion of an amount from one currency to another. This reflects the price at which one currency was bought with another currency. */
                    readonly ExchangeRate: number;
                    /**
                     * Format: date-time
                     * @description Specified date and time the exchange rate agreement will expire.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * @description Specifies the type used to complete the currency exchange.
                     * @enum {string}
                     */
                    readonly RateType: "Actual" | "Agreed" | "Indicative";
                    /** @description Currency in which the rate of exchange is expressed in a currency exchange. In the example 1GBP = xxxCUR, the unit currency is GBP. */
                    readonly UnitCurrency: string;
                };
                /**
                 * Format: date-time
                 * @description Expected execution date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedSettlementDateTime?: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single scheduled international payment. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Specifies the currency of the to be transferred amount, which is different from the currency of the debtor's account. */
                    readonly CurrencyOfTransfer: string;
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification?: string;
                    /** @description Provides details on the currency exchange rate and contract. */
                    readonly ExchangeRateInformation?: {
                        /** @description Unique and unambiguous reference to the foreign exchange contract agreed between the initiating party/creditor and the debtor agent. */
                        readonly ContractIdentification?: string;
                        /** @description The factor used for conversion of an amount from one currency to another. This reflects the price at which one currency was bought with another currency. */
                        readonly ExchangeRate?: number;
                        /**
                         * @description Specifies the type used to complete the currency exchange.
                         * @enum {string}
                         */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        /** @description Currency in which the rate of exchange is expressed in a currency exchange. In the example 1GBP = xxxCUR, the unit currency is GBP. */
                        readonly UnitCurrency: string;
                    };
                    /** @description Specifies the purpose of an international payment, when there is no corresponding 4 character code available in the ISO20022 list of Purpose Codes. */
                    readonly ExtendedPurpose?: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    /**
                     * @description Indicator of the urgency or order of importance that the instructing party would like the instructed party to apply to the processing of the instruction.
                     * @enum {string}
                     */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /**
                     * @description Specifies the external purpose code in the format of character string with a maximum length of 4 characters.
                     *     The list of valid codes is an external code list published separately.
                     *     External code sets can be downloaded from www.iso20022.org.
                     */
                    readonly Purpose?: string;
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /**
                 * @description Specifies the Open Banking service request types.
                 * @enum {string}
                 */
                readonly Permission: "Create";
                /**
                 * @description Specifies to share the refund account details with PISP
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                /**
                 * @description Specifies the status of consent resource in code form.
                 * @enum {string}
                 */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "Consumed" | "Rejected";
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteInternationalScheduledResponse6: {
            readonly Data: {
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the message was created.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description Further detailed information on the exchange rate that has been used in the payment transaction. */
                readonly ExchangeRateInformation?: {
                    /** @description Unique and unambiguous reference to the foreign exchange contract agreed between the initiating party/creditor and the debtor agent. */
                    readonly ContractIdentification?: string;
                    /** @description The factor used for conversion of an amount from one currency to another. This reflects the price at which one currency was bought with another currency. */
                    readonly ExchangeRate: number;
                    /**
                     * Format: date-time
                     * @description Specified date and time the exchange rate agreement will expire.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * @description Specifies the type used to complete the currency exchange.
                     * @enum {string}
                     */
                    readonly RateType: "Actual" | "Agreed" | "Indicative";
                    /** @description Currency in which the rate of exchange is expressed in a currency exchange. In the example 1GBP = xxxCUR, the unit currency is GBP. */
                    readonly UnitCurrency: string;
                };
                /**
                 * Format: date-time
                 * @description Expected execution date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedSettlementDateTime?: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single scheduled international payment. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    /** @description Unambiguous identification of the account of the creditor to which a credit entry will be posted as a result of the payment transaction. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Specifies the currency of the to be transferred amount, which is different from the currency of the debtor's account. */
                    readonly CurrencyOfTransfer: string;
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
                    /**
                     * @description Unique identification assigned by the initiating party to unambiguously identify the transaction. This identification is passed on, unchanged, throughout the entire end-to-end chain.
                     *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction. It can be included in several messages related to the transaction.
                     *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field.
                     */
                    readonly EndToEndIdentification?: string;
                    /** @description Provides details on the currency exchange rate and contract. */
                    readonly ExchangeRateInformation?: {
                        /** @description Unique and unambiguous reference to the foreign exchange contract agreed between the initiating party/creditor and the debtor agent. */
                        readonly ContractIdentification?: string;
                        /** @description The factor used for conversion of an amount from one currency to another. This reflects the price at which one currency was bought with another currency. */
                        readonly ExchangeRate?: number;
                        /**
                         * @description Specifies the type used to complete the currency exchange.
                         * @enum {string}
                         */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        /** @description Currency in which the rate of exchange is expressed in a currency exchange. In the example 1GBP = xxxCUR, the unit currency is GBP. */
                        readonly UnitCurrency: string;
                    };
                    /** @description Specifies the purpose of an international payment, when there is no corresponding 4 character code available in the ISO20022 list of Purpose Codes. */
                    readonly ExtendedPurpose?: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /**
                     * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
                     *     Usage: the  instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction. It can be included in several messages related to the instruction.
                     */
                    readonly InstructionIdentification: string;
                    /**
                     * @description Indicator of the urgency or order of importance that the instructing party would like the instructed party to apply to the processing of the instruction.
                     * @enum {string}
                     */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    /**
                     * @description Specifies the external purpose code in the format of character string with a maximum length of 4 characters.
                     *     The list of valid codes is an external code list published separately.
                     *     External code sets can be downloaded from www.iso20022.org.
                     */
                    readonly Purpose?: string;
                    /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
                    readonly RemittanceInformation?: {
                        /**
                         * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                         *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                         *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                         *     OB: The Faster Payments Scheme can only accept 18 characters for the ReferenceInformation field - which is where this ISO field will be mapped.
                         */
                        readonly Reference?: string;
                        /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                        readonly Unstructured?: string;
                    };
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the international scheduled payment resource. */
                readonly InternationalScheduledPaymentId: string;
                /** @description The multiple authorisation flow response from the ASPSP. */
                readonly MultiAuthorisation?: {
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * Format: date-time
                     * @description Last date and time at the authorisation flow was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly LastUpdateDateTime?: string;
                    /** @description Number of authorisations received. */
                    readonly NumberReceived?: number;
                    /** @description Number of authorisations required for payment order (total required at the start of the multi authorisation journey). */
                    readonly NumberRequired?: number;
                    /**
                     * @description Specifies the status of the authorisation flow in code form.
                     * @enum {string}
                     */
                    readonly Status: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
                };
                readonly Refund?: {
                    /** @description Provides the details to identify an account. */
                    readonly Account: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description Name of the account, as assigned by the account servicing institution.
                         *     Usage: The account name is the name or names of the account owner(s) represented at an account level. The account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Set of elements used to uniquely and unambiguously identify a financial institution or a branch of a financial institution. */
                    readonly Agent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Set of elements used to identify a person or an organisation. */
                    readonly Creditor?: {
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                };
                /**
                 * @description Specifies the status of the payment order resource.
                 * @enum {string}
                 */
                readonly Status: "Cancelled" | "InitiationCompleted" | "InitiationFailed" | "InitiationPending";
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWriteInternationalStandingOrder4: {
            readonly Data: {
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for an international standing order. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    /** @description Provides the details to identify the beneficiary account. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Party that manages the account on behalf of the account owner, that is manages the registration and booking of entries on the account, calculates balances on the account and provides information about the account.
                     *     This is the servicer of the beneficiary account.
                     */
                    readonly CreditorAgent?: {
                        /** @description Unique and unambiguous identification of the servicing institution. */
                        readonly Identification?: string;
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Specifies the currency of the to be transferred amount, which is different from the currency of the debtor's account. */
                    readonly CurrencyOfTransfer: string;
                    /** @description Provides the details to identify the debtor account. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
                    /** @description Specifies the purpose of an international payment, when there is no corresponding 4 character code available in the ISO20022 list of Purpose Codes. */
                    readonly ExtendedPurpose?: string;
                    /**
                     * Format: date-time
                     * @description The date on which the final payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FinalPaymentDateTime?: string;
                    /**
                     * Format: date-time
                     * @description The date on which the first payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FirstPaymentDateTime: string;
                    /**
                     * @description Individual Definitions:
                     *     EvryDay - Every day
                     *     EvryWorkgDay - Every working day
                     *     IntrvlWkDay - An interval specified in weeks (01 to 09), and the day within the week (01 to 07)
                     *     WkInMnthDay - A monthly interval, specifying the week of the month (01 to 05) and day within the week (01 to 07)
                     *     IntrvlMnthDay - An interval specified in months (between 01 to 06, 12, 24), specifying the day within the month (-5 to -1, 1 to 31)
                     *     QtrDay - Quarterly (either ENGLISH, SCOTTISH, or RECEIVED).
                     *     ENGLISH = Paid on the 25th March, 24th June, 29th September and 25th December.
                     *     SCOTTISH = Paid on the 2nd February, 15th May, 1st August and 11th November.
                     *     RECEIVED = Paid on the 20th March, 19th June, 24th September and 20th December.
                     *     Individual Patterns:
                     *     EvryDay (ScheduleCode)
                     *     EvryWorkgDay (ScheduleCode)
                     *     IntrvlWkDay:IntervalInWeeks:DayInWeek (ScheduleCode + IntervalInWeeks + DayInWeek)
                     *     WkInMnthDay:WeekInMonth:DayInWeek (ScheduleCode + WeekInMonth + DayInWeek)
                     *     IntrvlMnthDay:IntervalInMonths:DayInMonth (ScheduleCode + IntervalInMonths + DayInMonth)
                     *     QtrDay: + either (ENGLISH, SCOTTISH or RECEIVED) ScheduleCode + QuarterDay
                     *     The regular expression for this element combines five smaller versions for each permitted pattern. To aid legibility - the components are presented individually here:
                     *     EvryDay
                     *     EvryWorkgDay
                     *     IntrvlWkDay:0[1-9]:0[1-7]
                     *     WkInMnthDay:0[1-5]:0[1-7]
                     *     IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01])
                     *     QtrDay:(ENGLISH|SCOTTISH|RECEIVED)
                     *     Full Regular Expression:
                     *     ^(EvryDay)$|^(EvryWorkgDay)$|^(IntrvlWkDay:0[1-9]:0[1-7])$|^(WkInMnthDay:0[1-5]:0[1-7])$|^(IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01]))$|^(QtrDay:(ENGLISH|SCOTTISH|RECEIVED))$
                     */
                    readonly Frequency: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** @description Number of the payments that will be made in completing this frequency sequence including any executed since the sequence start date. */
                    readonly NumberOfPayments?: string;
                    /**
                     * @description Specifies the external purpose code in the format of character string with a maximum length of 4 characters.
                     *     The list of valid codes is an external code list published separately.
                     *     External code sets can be downloaded from www.iso20022.org.
                     */
                    readonly Purpose?: string;
                    /**
                     * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                     *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                     *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                     */
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteInternationalStandingOrderConsent6: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested.
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for an international standing order. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    /** @description Provides the details to identify the beneficiary account. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Party that manages the account on behalf of the account owner, that is manages the registration and booking of entries on the account, calculates balances on the account and provides information about the account.
                     *     This is the servicer of the beneficiary account.
                     */
                    readonly CreditorAgent?: {
                        /** @description Unique and unambiguous identification of the servicing institution. */
                        readonly Identification?: string;
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Specifies the currency of the to be transferred amount, which is different from the currency of the debtor's account. */
                    readonly CurrencyOfTransfer: string;
                    /** @description Provides the details to identify the debtor account. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
                    /** @description Specifies the purpose of an international payment, when there is no corresponding 4 character code available in the ISO20022 list of Purpose Codes. */
                    readonly ExtendedPurpose?: string;
                    /**
                     * Format: date-time
                     * @description The date on which the final payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FinalPaymentDateTime?: string;
                    /**
                     * Format: date-time
                     * @description The date on which the first payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FirstPaymentDateTime: string;
                    /**
                     * @description Individual Definitions:
                     *     EvryDay - Every day
                     *     EvryWorkgDay - Every working day
                     *     IntrvlWkDay - An interval specified in weeks (01 to 09), and the day within the week (01 to 07)
                     *     WkInMnthDay - A monthly interval, specifying the week of the month (01 to 05) and day within the week (01 to 07)
                     *     IntrvlMnthDay - An interval specified in months (between 01 to 06, 12, 24), specifying the day within the month (-5 to -1, 1 to 31)
                     *     QtrDay - Quarterly (either ENGLISH, SCOTTISH, or RECEIVED).
                     *     ENGLISH = Paid on the 25th March, 24th June, 29th September and 25th December.
                     *     SCOTTISH = Paid on the 2nd February, 15th May, 1st August and 11th November.
                     *     RECEIVED = Paid on the 20th March, 19th June, 24th September and 20th December.
                     *     Individual Patterns:
                     *     EvryDay (ScheduleCode)
                     *     EvryWorkgDay (ScheduleCode)
                     *     IntrvlWkDay:IntervalInWeeks:DayInWeek (ScheduleCode + IntervalInWeeks + DayInWeek)
                     *     WkInMnthDay:WeekInMonth:DayInWeek (ScheduleCode + WeekInMonth + DayInWeek)
                     *     IntrvlMnthDay:IntervalInMonths:DayInMonth (ScheduleCode + IntervalInMonths + DayInMonth)
                     *     QtrDay: + either (ENGLISH, SCOTTISH or RECEIVED) ScheduleCode + QuarterDay
                     *     The regular expression for this element combines five smaller versions for each permitted pattern. To aid legibility - the components are presented individually here:
                     *     EvryDay
                     *     EvryWorkgDay
                     *     IntrvlWkDay:0[1-9]:0[1-7]
                     *     WkInMnthDay:0[1-5]:0[1-7]
                     *     IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01])
                     *     QtrDay:(ENGLISH|SCOTTISH|RECEIVED)
                     *     Full Regular Expression:
                     *     ^(EvryDay)$|^(EvryWorkgDay)$|^(IntrvlWkDay:0[1-9]:0[1-7])$|^(WkInMnthDay:0[1-5]:0[1-7])$|^(IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01]))$|^(QtrDay:(ENGLISH|SCOTTISH|RECEIVED))$
                     */
                    readonly Frequency: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** @description Number of the payments that will be made in completing this frequency sequence including any executed since the sequence start date. */
                    readonly NumberOfPayments?: string;
                    /**
                     * @description Specifies the external purpose code in the format of character string with a maximum length of 4 characters.
                     *     The list of valid codes is an external code list published separately.
                     *     External code sets can be downloaded from www.iso20022.org.
                     */
                    readonly Purpose?: string;
                    /**
                     * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                     *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                     *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                     */
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /**
                 * @description Specifies the Open Banking service request types.
                 * @enum {string}
                 */
                readonly Permission: "Create";
                /**
                 * @description Specifies to share the refund account details with PISP
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteInternationalStandingOrderConsentResponse7: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested.
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                /**
                 * Format: date-time
                 * @description Specified cut-off date and time for the payment consent.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for an international standing order. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    /** @description Provides the details to identify the beneficiary account. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Party that manages the account on behalf of the account owner, that is manages the registration and booking of entries on the account, calculates balances on the account and provides information about the account.
                     *     This is the servicer of the beneficiary account.
                     */
                    readonly CreditorAgent?: {
                        /** @description Unique and unambiguous identification of the servicing institution. */
                        readonly Identification?: string;
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Specifies the currency of the to be transferred amount, which is different from the currency of the debtor's account. */
                    readonly CurrencyOfTransfer: string;
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
                    /** @description Specifies the purpose of an international payment, when there is no corresponding 4 character code available in the ISO20022 list of Purpose Codes. */
                    readonly ExtendedPurpose?: string;
                    /**
                     * Format: date-time
                     * @description The date on which the final payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FinalPaymentDateTime?: string;
                    /**
                     * Format: date-time
                     * @description The date on which the first payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FirstPaymentDateTime: string;
                    /**
                     * @description Individual Definitions:
                     *     EvryDay - Every day
                     *     EvryWorkgDay - Every working day
                     *     IntrvlWkDay - An interval specified in weeks (01 to 09), and the day within the week (01 to 07)
                     *     WkInMnthDay - A monthly interval, specifying the week of the month (01 to 05) and day within the week (01 to 07)
                     *     IntrvlMnthDay - An interval specified in months (between 01 to 06, 12, 24), specifying the day within the month (-5 to -1, 1 to 31)
                     *     QtrDay - Quarterly (either ENGLISH, SCOTTISH, or RECEIVED).
                     *     ENGLISH = Paid on the 25th March, 24th June, 29th September and 25th December.
                     *     SCOTTISH = Paid on the 2nd February, 15th May, 1st August and 11th November.
                     *     RECEIVED = Paid on the 20th March, 19th June, 24th September and 20th December.
                     *     Individual Patterns:
                     *     EvryDay (ScheduleCode)
                     *     EvryWorkgDay (ScheduleCode)
                     *     IntrvlWkDay:IntervalInWeeks:DayInWeek (ScheduleCode + IntervalInWeeks + DayInWeek)
                     *     WkInMnthDay:WeekInMonth:DayInWeek (ScheduleCode + WeekInMonth + DayInWeek)
                     *     IntrvlMnthDay:IntervalInMonths:DayInMonth (ScheduleCode + IntervalInMonths + DayInMonth)
                     *     QtrDay: + either (ENGLISH, SCOTTISH or RECEIVED) ScheduleCode + QuarterDay
                     *     The regular expression for this element combines five smaller versions for each permitted pattern. To aid legibility - the components are presented individually here:
                     *     EvryDay
                     *     EvryWorkgDay
                     *     IntrvlWkDay:0[1-9]:0[1-7]
                     *     WkInMnthDay:0[1-5]:0[1-7]
                     *     IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01])
                     *     QtrDay:(ENGLISH|SCOTTISH|RECEIVED)
                     *     Full Regular Expression:
                     *     ^(EvryDay)$|^(EvryWorkgDay)$|^(IntrvlWkDay:0[1-9]:0[1-7])$|^(WkInMnthDay:0[1-5]:0[1-7])$|^(IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01]))$|^(QtrDay:(ENGLISH|SCOTTISH|RECEIVED))$
                     */
                    readonly Frequency: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** @description Number of the payments that will be made in completing this frequency sequence including any executed since the sequence start date. */
                    readonly NumberOfPayments?: string;
                    /**
                     * @description Specifies the external purpose code in the format of character string with a maximum length of 4 characters.
                     *     The list of valid codes is an external code list published separately.
                     *     External code sets can be downloaded from www.iso20022.org.
                     */
                    readonly Purpose?: string;
                    /**
                     * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                     *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                     *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                     */
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /**
                 * @description Specifies the Open Banking service request types.
                 * @enum {string}
                 */
                readonly Permission: "Create";
                /**
                 * @description Specifies to share the refund account details with PISP
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                /**
                 * @description Specifies the status of resource in code form.
                 * @enum {string}
                 */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "Consumed" | "Rejected";
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteInternationalStandingOrderResponse7: {
            readonly Data: {
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for an international standing order. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    /** @description Provides the details to identify the beneficiary account. */
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level.
                         *     Note, the account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Party that manages the account on behalf of the account owner, that is manages the registration and booking of entries on the account, calculates balances on the account and provides information about the account.
                     *     This is the servicer of the beneficiary account.
                     */
                    readonly CreditorAgent?: {
                        /** @description Unique and unambiguous identification of the servicing institution. */
                        readonly Identification?: string;
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Specifies the currency of the to be transferred amount, which is different from the currency of the debtor's account. */
                    readonly CurrencyOfTransfer: string;
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
                    /** @description Specifies the purpose of an international payment, when there is no corresponding 4 character code available in the ISO20022 list of Purpose Codes. */
                    readonly ExtendedPurpose?: string;
                    /**
                     * Format: date-time
                     * @description The date on which the final payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FinalPaymentDateTime?: string;
                    /**
                     * Format: date-time
                     * @description The date on which the first payment for a Standing Order schedule will be made.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly FirstPaymentDateTime: string;
                    /**
                     * @description Individual Definitions:
                     *     EvryDay - Every day
                     *     EvryWorkgDay - Every working day
                     *     IntrvlWkDay - An interval specified in weeks (01 to 09), and the day within the week (01 to 07)
                     *     WkInMnthDay - A monthly interval, specifying the week of the month (01 to 05) and day within the week (01 to 07)
                     *     IntrvlMnthDay - An interval specified in months (between 01 to 06, 12, 24), specifying the day within the month (-5 to -1, 1 to 31)
                     *     QtrDay - Quarterly (either ENGLISH, SCOTTISH, or RECEIVED).
                     *     ENGLISH = Paid on the 25th March, 24th June, 29th September and 25th December.
                     *     SCOTTISH = Paid on the 2nd February, 15th May, 1st August and 11th November.
                     *     RECEIVED = Paid on the 20th March, 19th June, 24th September and 20th December.
                     *     Individual Patterns:
                     *     EvryDay (ScheduleCode)
                     *     EvryWorkgDay (ScheduleCode)
                     *     IntrvlWkDay:IntervalInWeeks:DayInWeek (ScheduleCode + IntervalInWeeks + DayInWeek)
                     *     WkInMnthDay:WeekInMonth:DayInWeek (ScheduleCode + WeekInMonth + DayInWeek)
                     *     IntrvlMnthDay:IntervalInMonths:DayInMonth (ScheduleCode + IntervalInMonths + DayInMonth)
                     *     QtrDay: + either (ENGLISH, SCOTTISH or RECEIVED) ScheduleCode + QuarterDay
                     *     The regular expression for this element combines five smaller versions for each permitted pattern. To aid legibility - the components are presented individually here:
                     *     EvryDay
                     *     EvryWorkgDay
                     *     IntrvlWkDay:0[1-9]:0[1-7]
                     *     WkInMnthDay:0[1-5]:0[1-7]
                     *     IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01])
                     *     QtrDay:(ENGLISH|SCOTTISH|RECEIVED)
                     *     Full Regular Expression:
                     *     ^(EvryDay)$|^(EvryWorkgDay)$|^(IntrvlWkDay:0[1-9]:0[1-7])$|^(WkInMnthDay:0[1-5]:0[1-7])$|^(IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01]))$|^(QtrDay:(ENGLISH|SCOTTISH|RECEIVED))$
                     */
                    readonly Frequency: string;
                    /**
                     * @description Amount of money to be moved between the debtor and creditor, before deduction of charges, expressed in the currency as ordered by the initiating party.
                     *     Usage: This amount has to be transported unchanged through the transaction chain.
                     */
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** @description Number of the payments that will be made in completing this frequency sequence including any executed since the sequence start date. */
                    readonly NumberOfPayments?: string;
                    /**
                     * @description Specifies the external purpose code in the format of character string with a maximum length of 4 characters.
                     *     The list of valid codes is an external code list published separately.
                     *     External code sets can be downloaded from www.iso20022.org.
                     */
                    readonly Purpose?: string;
                    /**
                     * @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction.
                     *     Usage: If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money.
                     *     If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification.
                     */
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the international standing order resource. */
                readonly InternationalStandingOrderId: string;
                /** @description The multiple authorisation flow response from the ASPSP. */
                readonly MultiAuthorisation?: {
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * Format: date-time
                     * @description Last date and time at the authorisation flow was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly LastUpdateDateTime?: string;
                    /** @description Number of authorisations received. */
                    readonly NumberReceived?: number;
                    /** @description Number of authorisations required for payment order (total required at the start of the multi authorisation journey). */
                    readonly NumberRequired?: number;
                    /**
                     * @description Specifies the status of the authorisation flow in code form.
                     * @enum {string}
                     */
                    readonly Status: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
                };
                readonly Refund?: {
                    /** @description Provides the details to identify an account. */
                    readonly Account: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description Name of the account, as assigned by the account servicing institution.
                         *     Usage: The account name is the name or names of the account owner(s) represented at an account level. The account name is not the product name or the nickname of the account.
                         *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                         */
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Set of elements used to uniquely and unambiguously identify a financial institution or a branch of a financial institution. */
                    readonly Agent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Set of elements used to identify a person or an organisation. */
                    readonly Creditor?: {
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                };
                /**
                 * @description Specifies the status of resource in code form.
                 * @enum {string}
                 */
                readonly Status: "Cancelled" | "InitiationCompleted" | "InitiationFailed" | "InitiationPending";
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWritePaymentDetailsResponse1: {
            readonly Data: {
                readonly PaymentStatus?: readonly {
                    /** @description Unique identifier for the transaction within an servicing institution. This identifier is both unique and immutable. */
                    readonly PaymentTransactionId: string;
                    /**
                     * @description Status of a transfe, as assigned by the transaction administrator.
                     * @enum {string}
                     */
                    readonly Status: "Accepted" | "AcceptedCancellationRequest" | "AcceptedCreditSettlementCompleted" | "AcceptedCustomerProfile" | "AcceptedFundsChecked" | "AcceptedSettlementCompleted" | "AcceptedSettlementInProcess" | "AcceptedTechnicalValidation" | "AcceptedWithChange" | "AcceptedWithoutPosting" | "Cancelled" | "NoCancellationProcess" | "PartiallyAcceptedCancellationRequest" | "PartiallyAcceptedTechnicalCorrect" | "PaymentCancelled" | "Pending" | "PendingCancellationRequest" | "Received" | "Rejected" | "RejectedCancellationRequest";
                    /** @description Payment status details as per underlying Payment Rail. */
                    readonly StatusDetail?: {
                        readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                        /** @description Status of a transfer, as assigned by the transaction administrator. */
                        readonly Status: string;
                        /**
                         * @description Reason Code provided for the status of a transfer.
                         * @enum {string}
                         */
                        readonly StatusReason?: "Cancelled" | "PendingFailingSettlement" | "PendingSettlement" | "Proprietary" | "ProprietaryRejection" | "Suspended" | "Unmatched";
                        /** @description Reason provided for the status of a transfer. */
                        readonly StatusReasonDescription?: string;
                    };
                    /**
                     * Format: date-time
                     * @description Date and time at which the status was assigned to the transfer.All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly StatusUpdateDateTime: string;
                }[];
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        /** @description Identifier consisting of a group of letters and/or numbers that is added to a postal address to assist the sorting of mail. */
        readonly PostCode: string;
        /**
         * @description This is secondary identification of the account, as assigned by the account servicing institution.
         *     This can be used by building societies to additionally identify accounts with a roll number (in addition to a sort code and account number combination).
         */
        readonly SecondaryIdentification: string;
        /** @description Name of a street or thoroughfare. */
        readonly StreetName: string;
        /** @description Identification of a sub-division of a large organisation or building. */
        readonly SubDepartment: string;
        /** @description Name of a built-up area, with defined boundaries, and a local government. */
        readonly TownName: string;
    };
    responses: {
        /** @description Domestic Payment Consents Read */
        readonly "200DomesticPaymentConsentsConsentIdFundsConfirmationRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteFundsConfirmationResponse1"];
            };
        };
        /** @description Domestic Payment Consents Read */
        readonly "200DomesticPaymentConsentsConsentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticConsentResponse5"];
            };
        };
        /** @description Payment Details Read */
        readonly "200DomesticPaymentsDomesticPaymentIdPaymentDetailsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWritePaymentDetailsResponse1"];
            };
        };
        /** @description Domestic Payments Read */
        readonly "200DomesticPaymentsDomesticPaymentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticResponse5"];
            };
        };
        /** @description Domestic Scheduled Payment Consents Read */
        readonly "200DomesticScheduledPaymentConsentsConsentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticScheduledConsentResponse5"];
            };
        };
        /** @description Payment Details Read */
        readonly "200DomesticScheduledPaymentsDomesticScheduledPaymentIdPaymentDetailsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWritePaymentDetailsResponse1"];
            };
        };
        /** @description Domestic Scheduled Payments Read */
        readonly "200DomesticScheduledPaymentsDomesticScheduledPaymentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticScheduledResponse5"];
            };
        };
        /** @description Domestic Standing Order Consents Read */
        readonly "200DomesticStandingOrderConsentsConsentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticStandingOrderConsentResponse6"];
            };
        };
        /** @description Payment Details Read */
        readonly "200DomesticStandingOrdersDomesticStandingOrderIdPaymentDetailsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWritePaymentDetailsResponse1"];
            };
        };
        /** @description Domestic Standing Orders Read */
        readonly "200DomesticStandingOrdersDomesticStandingOrderIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticStandingOrderResponse6"];
            };
        };
        /** @description File Payment Consents Created */
        readonly "200FilePaymentConsentsConsentIdFileCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description File Payment Consents Read */
        readonly "200FilePaymentConsentsConsentIdFileRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["File"];
            };
        };
        /** @description File Payment Consents Read */
        readonly "200FilePaymentConsentsConsentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteFileConsentResponse4"];
            };
        };
        /** @description Payment Details Read */
        readonly "200FilePaymentsFilePaymentIdPaymentDetailsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWritePaymentDetailsResponse1"];
            };
        };
        /** @description File Payments Read */
        readonly "200FilePaymentsFilePaymentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteFileResponse3"];
            };
        };
        /** @description File Payments Read */
        readonly "200FilePaymentsFilePaymentIdReportFileRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["File"];
            };
        };
        /** @description International Payment Consents Read */
        readonly "200InternationalPaymentConsentsConsentIdFundsConfirmationRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteFundsConfirmationResponse1"];
            };
        };
        /** @description International Payment Consents Read */
        readonly "200InternationalPaymentConsentsConsentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalConsentResponse6"];
            };
        };
        /** @description Payment Details Read */
        readonly "200InternationalPaymentsInternationalPaymentIdPaymentDetailsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWritePaymentDetailsResponse1"];
            };
        };
        /** @description International Payments Read */
        readonly "200InternationalPaymentsInternationalPaymentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalResponse5"];
            };
        };
        /** @description International Scheduled Payment Consents Read */
        readonly "200InternationalScheduledPaymentConsentsConsentIdFundsConfirmationRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteFundsConfirmationResponse1"];
            };
        };
        /** @description International Scheduled Payment Consents Read */
        readonly "200InternationalScheduledPaymentConsentsConsentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalScheduledConsentResponse6"];
            };
        };
        /** @description Payment Details Read */
        readonly "200InternationalScheduledPaymentsInternationalScheduledPaymentIdPaymentDetailsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWritePaymentDetailsResponse1"];
            };
        };
        /** @description International Scheduled Payments Read */
        readonly "200InternationalScheduledPaymentsInternationalScheduledPaymentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalScheduledResponse6"];
            };
        };
        /** @description International Standing Order Consents Read */
        readonly "200InternationalStandingOrderConsentsConsentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalStandingOrderConsentResponse7"];
            };
        };
        /** @description Payment Details Read */
        readonly "200InternationalStandingOrdersInternationalStandingOrderPaymentIdPaymentDetailsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWritePaymentDetailsResponse1"];
            };
        };
        /** @description International Standing Orders Read */
        readonly "200InternationalStandingOrdersInternationalStandingOrderPaymentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalStandingOrderResponse7"];
            };
        };
        /** @description Domestic Payment Consents Created */
        readonly "201DomesticPaymentConsentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticConsentResponse5"];
            };
        };
        /** @description Domestic Payments Created */
        readonly "201DomesticPaymentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticResponse5"];
            };
        };
        /** @description Domestic Scheduled Payment Consents Created */
        readonly "201DomesticScheduledPaymentConsentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticScheduledConsentResponse5"];
            };
        };
        /** @description Domestic Scheduled Payments Created */
        readonly "201DomesticScheduledPaymentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticScheduledResponse5"];
            };
        };
        /** @description Domestic Standing Order Consents Created */
        readonly "201DomesticStandingOrderConsentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticStandingOrderConsentResponse6"];
            };
        };
        /** @description Domestic Standing Orders Created */
        readonly "201DomesticStandingOrdersCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticStandingOrderResponse6"];
            };
        };
        /** @description File Payment Consents Created */
        readonly "201FilePaymentConsentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteFileConsentResponse4"];
            };
        };
        /** @description File Payments Created */
        readonly "201FilePaymentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteFileResponse3"];
            };
        };
        /** @description International Payment Consents Created */
        readonly "201InternationalPaymentConsentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalConsentResponse6"];
            };
        };
        /** @description International Payments Created */
        readonly "201InternationalPaymentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalResponse5"];
            };
        };
        /** @description International Scheduled Payment Consents Created */
        readonly "201InternationalScheduledPaymentConsentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalScheduledConsentResponse6"];
            };
        };
        /** @description International Scheduled Payments Created */
        readonly "201InternationalScheduledPaymentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalScheduledResponse6"];
            };
        };
        /** @description International Standing Order Consents Created */
        readonly "201InternationalStandingOrderConsentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalStandingOrderConsentResponse7"];
            };
        };
        /** @description International Standing Orders Created */
        readonly "201InternationalStandingOrdersCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalStandingOrderResponse7"];
            };
        };
    };
    parameters: {
        /** @description An Authorisation Token as per https://tools.ietf.org/html/rfc6750 */
        readonly Authorization: string;
        /** @description ConsentId */
        readonly ConsentId: string;
        /** @description DomesticPaymentId */
        readonly DomesticPaymentId: string;
        /** @description DomesticScheduledPaymentId */
        readonly DomesticScheduledPaymentId: string;
        /** @description DomesticStandingOrderId */
        readonly DomesticStandingOrderId: string;
        /** @description FilePaymentId */
        readonly FilePaymentId: string;
        /** @description InternationalPaymentId */
        readonly InternationalPaymentId: string;
        /** @description InternationalScheduledPaymentId */
        readonly InternationalScheduledPaymentId: string;
        /** @description InternationalStandingOrderPaymentId */
        readonly InternationalStandingOrderPaymentId: string;
        /** @description Indicates the user-agent that the PSU is using. */
        readonly "x-customer-user-agent": string;
        /**
         * @description The time when the PSU last logged in with the TPP.
         *     All dates in the HTTP headers are represented as RFC 7231 Full Dates. An example is below:
         *     Sun, 10 Sep 2017 19:43:31 UTC
         */
        readonly "x-fapi-auth-date": string;
        /** @description The PSU's IP address if the PSU is currently logged in with the TPP. */
        readonly "x-fapi-customer-ip-address": string;
        /** @description An RFC4122 UID used as a correlation id. */
        readonly "x-fapi-interaction-id": string;
        /**
         * @description Every request will be processed only once per x-idempotency-key.  The
         *     Idempotency Key will be valid for 24 hours.
         */
        readonly "x-idempotency-key": string;
        /** @description A detached JWS signature of the body of the payload. */
        readonly "x-jws-signature": string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly CreateDomesticPaymentConsents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticConsent4"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201DomesticPaymentConsentsCreated"];
        };
    };
    readonly GetDomesticPaymentConsentsConsentId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ConsentId */
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200DomesticPaymentConsentsConsentIdRead"];
        };
    };
    readonly GetDomesticPaymentConsentsConsentIdFundsConfirmation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ConsentId */
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200DomesticPaymentConsentsConsentIdFundsConfirmationRead"];
        };
    };
    readonly CreateDomesticPayments: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBWriteDomestic2"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201DomesticPaymentsCreated"];
        };
    };
    readonly GetDomesticPaymentsDomesticPaymentId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description DomesticPaymentId */
                readonly DomesticPaymentId: components["parameters"]["DomesticPaymentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200DomesticPaymentsDomesticPaymentIdRead"];
        };
    };
    readonly GetDomesticPaymentsDomesticPaymentIdPaymentDetails: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description DomesticPaymentId */
                readonly DomesticPaymentId: components["parameters"]["DomesticPaymentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200DomesticPaymentsDomesticPaymentIdPaymentDetailsRead"];
        };
    };
    readonly CreateDomesticScheduledPaymentConsents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticScheduledConsent4"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201DomesticScheduledPaymentConsentsCreated"];
        };
    };
    readonly GetDomesticScheduledPaymentConsentsConsentId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ConsentId */
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200DomesticScheduledPaymentConsentsConsentIdRead"];
        };
    };
    readonly CreateDomesticScheduledPayments: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticScheduled2"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201DomesticScheduledPaymentsCreated"];
        };
    };
    readonly GetDomesticScheduledPaymentsDomesticScheduledPaymentId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description DomesticScheduledPaymentId */
                readonly DomesticScheduledPaymentId: components["parameters"]["DomesticScheduledPaymentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200DomesticScheduledPaymentsDomesticScheduledPaymentIdRead"];
        };
    };
    readonly GetDomesticScheduledPaymentsDomesticScheduledPaymentIdPaymentDetails: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description DomesticScheduledPaymentId */
                readonly DomesticScheduledPaymentId: components["parameters"]["DomesticScheduledPaymentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200DomesticScheduledPaymentsDomesticScheduledPaymentIdPaymentDetailsRead"];
        };
    };
    readonly CreateDomesticStandingOrderConsents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticStandingOrderConsent5"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201DomesticStandingOrderConsentsCreated"];
        };
    };
    readonly GetDomesticStandingOrderConsentsConsentId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ConsentId */
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200DomesticStandingOrderConsentsConsentIdRead"];
        };
    };
    readonly CreateDomesticStandingOrders: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticStandingOrder3"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201DomesticStandingOrdersCreated"];
        };
    };
    readonly GetDomesticStandingOrdersDomesticStandingOrderId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description DomesticStandingOrderId */
                readonly DomesticStandingOrderId: components["parameters"]["DomesticStandingOrderId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200DomesticStandingOrdersDomesticStandingOrderIdRead"];
        };
    };
    readonly GetDomesticStandingOrdersDomesticStandingOrderIdPaymentDetails: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description DomesticStandingOrderId */
                readonly DomesticStandingOrderId: components["parameters"]["DomesticStandingOrderId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200DomesticStandingOrdersDomesticStandingOrderIdPaymentDetailsRead"];
        };
    };
    readonly CreateFilePaymentConsents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBWriteFileConsent3"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201FilePaymentConsentsCreated"];
        };
    };
    readonly GetFilePaymentConsentsConsentId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ConsentId */
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200FilePaymentConsentsConsentIdRead"];
        };
    };
    readonly GetFilePaymentConsentsConsentIdFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ConsentId */
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200FilePaymentConsentsConsentIdFileRead"];
        };
    };
    readonly CreateFilePaymentConsentsConsentIdFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ConsentId */
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["File"];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["200FilePaymentConsentsConsentIdFileCreated"];
        };
    };
    readonly CreateFilePayments: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBWriteFile2"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201FilePaymentsCreated"];
        };
    };
    readonly GetFilePaymentsFilePaymentId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description FilePaymentId */
                readonly FilePaymentId: components["parameters"]["FilePaymentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200FilePaymentsFilePaymentIdRead"];
        };
    };
    readonly GetFilePaymentsFilePaymentIdPaymentDetails: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description FilePaymentId */
                readonly FilePaymentId: components["parameters"]["FilePaymentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200FilePaymentsFilePaymentIdPaymentDetailsRead"];
        };
    };
    readonly GetFilePaymentsFilePaymentIdReportFile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description FilePaymentId */
                readonly FilePaymentId: components["parameters"]["FilePaymentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200FilePaymentsFilePaymentIdReportFileRead"];
        };
    };
    readonly CreateInternationalPaymentConsents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalConsent5"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201InternationalPaymentConsentsCreated"];
        };
    };
    readonly GetInternationalPaymentConsentsConsentId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ConsentId */
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200InternationalPaymentConsentsConsentIdRead"];
        };
    };
    readonly GetInternationalPaymentConsentsConsentIdFundsConfirmation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ConsentId */
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200InternationalPaymentConsentsConsentIdFundsConfirmationRead"];
        };
    };
    readonly CreateInternationalPayments: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBWriteInternational3"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201InternationalPaymentsCreated"];
        };
    };
    readonly GetInternationalPaymentsInternationalPaymentId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description InternationalPaymentId */
                readonly InternationalPaymentId: components["parameters"]["InternationalPaymentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200InternationalPaymentsInternationalPaymentIdRead"];
        };
    };
    readonly GetInternationalPaymentsInternationalPaymentIdPaymentDetails: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description InternationalPaymentId */
                readonly InternationalPaymentId: components["parameters"]["InternationalPaymentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200InternationalPaymentsInternationalPaymentIdPaymentDetailsRead"];
        };
    };
    readonly CreateInternationalScheduledPaymentConsents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalScheduledConsent5"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201InternationalScheduledPaymentConsentsCreated"];
        };
    };
    readonly GetInternationalScheduledPaymentConsentsConsentId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ConsentId */
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200InternationalScheduledPaymentConsentsConsentIdRead"];
        };
    };
    readonly GetInternationalScheduledPaymentConsentsConsentIdFundsConfirmation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ConsentId */
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200InternationalScheduledPaymentConsentsConsentIdFundsConfirmationRead"];
        };
    };
    readonly CreateInternationalScheduledPayments: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalScheduled3"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201InternationalScheduledPaymentsCreated"];
        };
    };
    readonly GetInternationalScheduledPaymentsInternationalScheduledPaymentId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description InternationalScheduledPaymentId */
                readonly InternationalScheduledPaymentId: components["parameters"]["InternationalScheduledPaymentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200InternationalScheduledPaymentsInternationalScheduledPaymentIdRead"];
        };
    };
    readonly GetInternationalScheduledPaymentsInternationalScheduledPaymentIdPaymentDetails: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description InternationalScheduledPaymentId */
                readonly InternationalScheduledPaymentId: components["parameters"]["InternationalScheduledPaymentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200InternationalScheduledPaymentsInternationalScheduledPaymentIdPaymentDetailsRead"];
        };
    };
    readonly CreateInternationalStandingOrderConsents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalStandingOrderConsent6"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201InternationalStandingOrderConsentsCreated"];
        };
    };
    readonly GetInternationalStandingOrderConsentsConsentId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ConsentId */
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200InternationalStandingOrderConsentsConsentIdRead"];
        };
    };
    readonly CreateInternationalStandingOrders: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalStandingOrder4"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201InternationalStandingOrdersCreated"];
        };
    };
    readonly GetInternationalStandingOrdersInternationalStandingOrderPaymentId: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description InternationalStandingOrderPaymentId */
                readonly InternationalStandingOrderPaymentId: components["parameters"]["InternationalStandingOrderPaymentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200InternationalStandingOrdersInternationalStandingOrderPaymentIdRead"];
        };
    };
    readonly GetInternationalStandingOrdersInternationalStandingOrderPaymentIdPaymentDetails: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description InternationalStandingOrderPaymentId */
                readonly InternationalStandingOrderPaymentId: components["parameters"]["InternationalStandingOrderPaymentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["200InternationalStandingOrdersInternationalStandingOrderPaymentIdPaymentDetailsRead"];
        };
    };
}
