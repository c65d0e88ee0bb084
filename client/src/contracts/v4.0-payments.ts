/*
 * Generated from v4/openapi/payment-initiation-openapi.yaml by client/generate-contracts.ts. Do not edit.
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
        /**
         * Create a Domestic Payment Consent
         * @description Enables a PISP to register an intent to initiate a Domestic Payment.
         */
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
        /**
         * Get a Domestic Payment Consent
         * @description Enables a PISP to retrieve the status of an intent to initiate a Domestic Payment.
         */
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
        /**
         * Confirm availability of funds for a Domestic Payment
         * @description Enables a PISP to check whether a PSU has sufficient available funds for a Domestic Payment.
         */
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
        /**
         * Initiate a Domestic Payment
         * @description Enables a PISP to initiate an already PSU-approved Domestic Payment.
         */
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
        /**
         * Get a Domestic Payment
         * @description Enables a PISP to retrieve the status of a Domestic Payment.
         */
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
        /**
         * Get details of a Domestic Payment
         * @description Enables a PISP to retrieve detailed information on the status of a Domestic Payment.
         */
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
        /**
         * Create a Domestic Scheduled Payment Consent
         * @description Enables a PISP to register an intent to initiate a Domestic Scheduled Payment.
         */
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
        /**
         * Get a Domestic Scheduled Payment Consent
         * @description Enables a PISP to retrieve the status of an intent to initiate a Domestic Scheduled Payment.
         */
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
        /**
         * Initiate a Domestic Scheduled Payment
         * @description Enables a PISP to initiate an already PSU-approved Domestic Scheduled Payment.
         */
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
        /**
         * Get a Domestic Scheduled Payment
         * @description Enables a PISP to retrieve the status of a Domestic Scheduled Payment.
         */
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
        /**
         * Get details of a Domestic Scheduled Payment
         * @description Enables a PISP to retrieve detailed information on the status of a Domestic Scheduled Payment.
         */
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
        /**
         * Create a Domestic Standing Order Consent
         * @description Enables a PISP to register an intent to initiate a Domestic Standing Order arrangement.
         */
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
        /**
         * Get a Domestic Standing Order Consent
         * @description Enables a PISP to retrieve the status of an intent to initiate a Domestic Standing Order arrangement.
         */
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
        /**
         * Submit a Domestic Standing Order
         * @description Enables a PISP to submit a Domestic Standing Order payment under an already PSU-approved Domestic Standing Order arrangement.
         */
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
        /**
         * Get a Domestic Standing Order
         * @description Enables a PISP to retrieve the status of a Domestic Standing Order payment.
         */
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
        /**
         * Get details of a Domestic Standing Order Payment
         * @description Enables a PISP to retrieve detailed information on the status of a Domestic Standing Order payment.
         */
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
        /**
         * Create a File Payment Consent
         * @description Enables a PISP to register an intent to initiate a File Payment.
         */
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
        /**
         * Get a File Payment Consent
         * @description Enables a PISP to retrieve the status of an intent to initiate a File Payment.
         */
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
        /**
         * Get a File Payment Consent's Uploaded File
         * @description Enables a PISP to download a file that has been previously uploaded.
         */
        readonly get: operations["GetFilePaymentConsentsConsentIdFile"];
        readonly put?: never;
        /**
         * Upload a File for a ConsentId
         * @description Enables a PISP to upload a file of payments to the ASPSP for PSU to authenticate.
         */
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
        /**
         * Submit a File Payment
         * @description Enables a PISP to instruct the ASPSP to start processing the payments within the file.
         */
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
        /**
         * Get a File Payment by FilePaymentId
         * @description Enables a PISP to retrieve the status of a file payment.
         */
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
        /**
         * Get payment details for a File Payment
         * @description Enables a PISP to retrieve detailed information on the status of payments within a File.
         */
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
        /**
         * Get a File Payment's Report File
         * @description Enables a PISP to download a payment report file from an ASPSP.
         */
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
        /**
         * Create an International Payment Consent
         * @description Enables a PISP to register an intent to initiate an International Payment.
         */
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
        /**
         * Get an International Payment Consent
         * @description Enables a PISP to retrieve the status of an intent to initiate an International Payment.
         */
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
        /**
         * Confirm Funds Availability for an International Payment
         * @description Enables a PISP to check whether a PSU has sufficient available funds for an International Payment.
         */
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
        /**
         * Initiate an International Payment
         * @description Enables a PISP to initiate an already PSU-approved International Payment.
         */
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
        /**
         * Get an International Payment
         * @description Enables a PISP to retrieve the status of an International Payment.
         */
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
        /**
         * Get details of an International Payment
         * @description Enables a PISP to retrieve detailed information on the status of an International Payment.
         */
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
        /**
         * Create an International Scheduled Payment Consent
         * @description Enables a PISP to register an intent to initiate an International Scheduled Payment.
         */
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
        /**
         * Get an International Scheduled Payment Consent
         * @description Enables a PISP to retrieve the status of an intent to initiate an International Scheduled Payment.
         */
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
        /**
         * Confirm Funds Availability for an International Scheduled Payment
         * @description Enables a PISP to check whether a PSU has sufficient available funds for an International Scheduled Payment.
         */
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
        /**
         * Initiate an International Scheduled Payment
         * @description Enables a PISP to initiate an already PSU-approved International Scheduled Payment.
         */
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
        /**
         * Get an International Scheduled Payment
         * @description Enables a PISP to retrieve the status of an International Scheduled Payment.
         */
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
        /**
         * Get details of an International Scheduled Payment
         * @description Enables a PISP to retrieve detailed information on the status of an International Scheduled Payment.
         */
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
        /**
         * Create an International Standing Order Consent
         * @description Enables a PISP to register an intent to initiate an International Standing Order arrangement.
         */
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
        /**
         * Get an International Standing Order Consent
         * @description Enables a PISP to retrieve the status of an intent to initiate an International Standing Order arrangement.
         */
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
        /**
         * Submit an International Standing Order
         * @description Enables a PISP to submit an International Standing Order payment under an already PSU-approved International Standing Order arrangement.
         */
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
        /**
         * Get an International Standing Order
         * @description Enables a PISP to retrieve the status of an International Standing Order payment.
         */
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
        /**
         * Get details of an International Standing Order Payment
         * @description Enables a PISP to retrieve detailed information on the status of an International Standing Order payment.
         */
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
        /** @description Name of a referenced building. */
        readonly BuildingName: string;
        /** @description Number that identifies the position of a building on a street. */
        readonly BuildingNumber: string;
        /** @description The 'care of' address is used whenever sending mail to a person or organisation who does not actually live or work at the address. They will receive the mail for the individual. */
        readonly CareOf: string;
        /** @description Nation with its own government. */
        readonly CountryCode: string;
        /** @description Identifies a subdivision of a country such as state, region, county. */
        readonly CountrySubDivision: string;
        /**
         * Format: date
         * @description Date and time associated with the date time type. All dates in the JSON payloads are represented in ISO 8601 date format.
         *      An example is below:
         *     2017-04-05
         */
        readonly Date: string;
        /** @description Identification of a division of a large organisation or building. */
        readonly Department: string;
        /** @description Number that of the regional area, known as a district, which forms part of an address */
        readonly DistrictName: string;
        /**
         * @description Enumeration of codes that outlines the type of purpose behind a transaction, payment or risk.
         *      For all enum values see `ExternalCategoryPurpose1Code` [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly ExternalCategoryPurpose1Code: "BONU" | "CASH" | "CBLK" | "CCRD" | "CGWV" | "CIPC" | "CONC" | "CORT" | "DCRD" | "DIVI" | "DVPM" | "EPAY" | "FCDT" | "FCIN" | "FCOL" | "GOVT" | "GP2P" | "HEDG" | "ICCP" | "IDCP" | "INTC" | "INTE" | "LBOX" | "LOAN" | "MP2B" | "MP2P" | "OTHR" | "PENS" | "RPRE" | "RRCT" | "RVPM" | "SALA" | "SECU" | "SSBE" | "SUPP" | "SWEP" | "TAXS" | "TOPG" | "TRAD" | "TREA" | "VATX" | "VOST" | "WHLD" | "ZABA";
        /**
         * @description Specifies the type of creditor reference as published in an external creditor reference type code set. For more information see `ExternalCreditorReferenceType1Code` in *ISO_External_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly ExternalCreditorReferenceType1Code: "DISP" | "FXDR" | "PUOR" | "RPIN" | "RADM" | "SCOR";
        /**
         * @description Specifies the document type as published in an external document type code list. For more information see `ExternalDocumentType1Code` in *ISO_External_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly ExternalDocumentType1Code: "CINV" | "CNFA" | "CONT" | "CREN" | "DEBN" | "DISP" | "DNFA" | "HIRI" | "INVS" | "MSIN" | "PROF" | "PUOR" | "QUOT" | "SBIN" | "SPRR" | "TISH";
        /**
         * @description The current status of the payment resource.
         *
         *     For a full list of values see `ExternalPaymentTransactionStatus1Code` in *OB_Internal_CodeSet*
         *     [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly ExternalPaymentTransactionStatus1Code: "CANC" | "RCVD" | "ACTC" | "PATC" | "PDNG" | "RJCT" | "INFA" | "INCO" | "ACCP" | "ACFC" | "ACSP" | "ACWC" | "ACSC" | "BLCK" | "ACCC" | "ACWP";
        /**
         * @description Specifies the status of the payment order resource.
         *
         *     For a full list of values see `ExternalPaymentTransactionStatus2Code` in *OB_Internal_CodeSet*
         *     [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly ExternalPaymentTransactionStatus2Code: "CANC" | "RCVD" | "PDNG" | "ACTC" | "PATC" | "ACCP" | "ACFC" | "ACSP" | "ACWC" | "ACSC" | "BLCK" | "ACCC" | "ACWP" | "RJCT";
        /**
         * @description Specifies the status of the payment information group.
         *
         *     For a full list of values refer to `ExternalPaymentTransactionStatus3Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly ExternalPaymentTransactionStatus3Code: "RCVD" | "PDNG" | "ACTC" | "PATC" | "ACCP" | "ACFC" | "ACSP" | "ACWC" | "ACSC" | "BLCK" | "ACCC" | "ACWP" | "RJCT";
        /**
         * @description Specifies the status of the payment order resource.
         *
         *     See `ExternalPaymentTransactionStatus4Code` in *OB_Internal_CodeSet*
         *     [here](https://github.com/OpenBankingUK/External_Internal_CodeSets) for more information.
         * @enum {string}
         */
        readonly ExternalPaymentTransactionStatus4Code: "PDNG" | "INFA" | "INCO";
        /**
         * @description Specifies the external proxy account type code, as published in the proxy account type external code set.<br /> For a full list of values see `ExternalProxyAccountType1Code` in *ISO_External_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly ExternalProxyAccountType1Code: "TELE" | "EMAL" | "DNAM" | "CINC" | "COTX" | "COID" | "CUST" | "DRLC" | "EIDN" | "EWAL" | "PVTX" | "LEIC" | "MBNO" | "NIDN" | "CCPT" | "SHID" | "SOSE" | "TOKN" | "UBIL" | "VIPN" | "BIID";
        /**
         * @description This is a partial list, For a full list see `ExternalPurpose1Code` [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly ExternalPurpose1Code: "BKDF" | "BKFE" | "BKFM" | "BKIP" | "BKPP" | "CBLK" | "CDCB" | "CDCD" | "CDCS" | "CDDP" | "CDOC" | "CDQC" | "ETUP" | "FCOL" | "MTUP" | "ACCT" | "CASH" | "COLL" | "CSDB" | "DEPT" | "INTC" | "INTP" | "LIMA" | "NETT" | "BFWD" | "CCIR" | "CCPC" | "CCPM" | "CCSM" | "CRDS" | "CRPR" | "CRSP" | "CRTL" | "EQPT" | "EQUS" | "EXPT" | "EXTD" | "FIXI" | "FWBC" | "FWCC" | "FWSB" | "FWSC" | "MARG" | "MBSB" | "MBSC" | "MGCC" | "MGSC" | "OCCC" | "OPBC" | "OPCC" | "OPSB" | "OPSC" | "OPTN" | "OTCD" | "REPO" | "RPBC" | "RPCC" | "RPSB" | "RPSC" | "RVPO" | "SBSC" | "SCIE" | "SCIR" | "SCRP" | "SHBC" | "SHCC" | "SHSL" | "SLEB" | "SLOA" | "SWBC" | "SWCC" | "SWPT" | "SWSB" | "SWSC" | "TBAS" | "TBBC" | "TBCC" | "TRCP" | "AGRT" | "AREN" | "BEXP" | "BOCE" | "COMC" | "CPYR" | "GDDS" | "GDSV" | "GSCB" | "LICF" | "MP2B" | "POPE" | "ROYA" | "SCVE" | "SERV" | "SUBS" | "SUPP" | "TRAD" | "CHAR" | "COMT" | "MP2P" | "ECPG" | "ECPR" | "ECPU" | "EPAY" | "CLPR" | "COMP" | "DBTC" | "GOVI" | "HLRP" | "HLST" | "INPC" | "INPR" | "INSC" | "INSU" | "INTE" | "LBRI" | "LIFI" | "LOAN" | "LOAR" | "PENO" | "PPTI" | "RELG" | "RINP" | "TRFD" | "FORW" | "FXNT" | "ADMG" | "ADVA" | "BCDM" | "BCFG" | "BLDM" | "BNET" | "CBFF" | "CBFR" | "CCRD" | "CDBL" | "CFEE" | "CGDD" | "CORT" | "COST" | "CPKC" | "DCRD" | "DSMT" | "DVPM" | "EDUC" | "FACT" | "FAND" | "FCPM" | "FEES" | "GIFT" | "GOVT" | "ICCP" | "IDCP" | "IHRP" | "INSM" | "IVPT" | "MCDM" | "MCFG" | "MSVC" | "NOWS" | "OCDM" | "OCFG" | "OFEE" | "OTHR" | "PADD" | "PTSP" | "RCKE" | "RCPT" | "REBT" | "REFU" | "RENT" | "REOD" | "RIMB" | "RPNT" | "RRBN" | "RRCT" | "RRTP" | "RVPM" | "SLPI" | "SPLT" | "STDY" | "TBAN" | "TBIL" | "TCSC" | "TELI" | "TMPG" | "TPRI" | "TPRP" | "TRNC" | "TRVC" | "WEBI" | "IPAY" | "IPCA" | "IPDO" | "IPEA" | "IPEC" | "IPEW" | "IPPS" | "IPRT" | "IPU2" | "IPUW" | "ANNI" | "CAFI" | "CFDI" | "CMDT" | "DERI" | "DIVD" | "FREX" | "HEDG" | "INVS" | "PRME" | "SAVG" | "SECU" | "SEPI" | "TREA" | "UNIT" | "FNET" | "FUTR" | "ANTS" | "CVCF" | "DMEQ" | "DNTS" | "HLTC" | "HLTI" | "HSPC" | "ICRF" | "LTCF" | "MAFC" | "MARF" | "MDCS" | "VIEW" | "CDEP" | "SWFP" | "SWPP" | "SWRS" | "SWUF" | "ADCS" | "AEMP" | "ALLW" | "ALMY" | "BBSC" | "BECH" | "BENE" | "BONU" | "CCHD" | "COMM" | "CSLP" | "GFRP" | "GVEA" | "GVEB" | "GVEC" | "GVED" | "GWLT" | "HREC" | "PAYR" | "PEFC" | "PENS" | "PRCP" | "RHBS" | "SALA" | "SPSP" | "SSBE" | "LBIN" | "LCOL" | "LFEE" | "LMEQ" | "LMFI" | "LMRK" | "LREB" | "LREV" | "LSFL" | "ESTX" | "FWLV" | "GSTX" | "HSTX" | "INTX" | "NITX" | "PTXP" | "RDTX" | "TAXS" | "VATX" | "WHLD" | "TAXR" | "B112" | "BR12" | "TLRF" | "TLRR" | "AIRB" | "BUSB" | "FERB" | "RLWY" | "TRPT" | "CBTV" | "ELEC" | "ENRG" | "GASB" | "NWCH" | "NWCM" | "OTLC" | "PHON" | "UBIL" | "WTER" | "BOND" | "CABD" | "CAEQ" | "CBCR" | "DBCR" | "DICL" | "EQTS" | "FLCR" | "EFTC" | "EFTD" | "MOMA" | "RAPI" | "GAMB" | "LOTT" | "AMEX" | "SASW" | "AUCO" | "PCOM" | "PDEP" | "PLDS" | "PLRF" | "GAFA" | "GAHO" | "CPEN" | "DEPD" | "RETL" | "DEBT" | "CRYP";
        readonly File: Record<string, never>;
        /** @description Number that identifies the level within a building */
        readonly Floor: string;
        /**
         * @description Individual Definitions:
         *     NotKnown - Not Known
         *     EvryDay - Every day
         *     EvryWorkgDay - Every working day
         *     IntrvlDay - An interval specified in number of calendar days (02 to 31)
         *     IntrvlWkDay - An interval specified in weeks (01 to 09), and the day within the week (01 to 07)
         *     WkInMnthDay - A monthly interval, specifying the week of the month (01 to 05) and day within the week (01 to 07)
         *     IntrvlMnthDay - An interval specified in months (between 01 to 06, 12, 24), specifying the day within the month (-05 to -01, 01 to 31)
         *     QtrDay - Quarterly (either ENGLISH, SCOTTISH, or RECEIVED)
         *     ENGLISH = Paid on the 25th March, 24th June, 29th September and 25th December.
         *     SCOTTISH = Paid on the 2nd February, 15th May, 1st August and 11th November.
         *     RECEIVED = Paid on the 20th March, 19th June, 24th September and 20th December.
         *     Individual Patterns:
         *     NotKnown (ScheduleCode)
         *     EvryDay (ScheduleCode)
         *     EvryWorkgDay (ScheduleCode)
         *     IntrvlDay:NoOfDay (ScheduleCode + NoOfDay)
         *     IntrvlWkDay:IntervalInWeeks:DayInWeek (ScheduleCode + IntervalInWeeks + DayInWeek)
         *     WkInMnthDay:WeekInMonth:DayInWeek (ScheduleCode + WeekInMonth + DayInWeek)
         *     IntrvlMnthDay:IntervalInMonths:DayInMonth (ScheduleCode + IntervalInMonths + DayInMonth)
         *     QtrDay: + either (ENGLISH, SCOTTISH or RECEIVED) ScheduleCode + QuarterDay
         *     The regular expression for this element combines five smaller versions for each permitted pattern. To aid legibility - the components are presented individually here:
         *     NotKnown
         *     EvryDay
         *     EvryWorkgDay
         *     IntrvlDay:((0[2-9])|([1-2][0-9])|3[0-1])
         *     IntrvlWkDay:0[1-9]:0[1-7]
         *     WkInMnthDay:0[1-5]:0[1-7]
         *     IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01])
         *     QtrDay:(ENGLISH|SCOTTISH|RECEIVED)
         *     Full Regular Expression:
         *     ^(NotKnown)$|^(EvryDay)$|^(EvryWorkgDay)$|^(IntrvlDay:((0[2-9])|([1-2][0-9])|3[0-1]))$|^(IntrvlWkDay:0[1-9]:0[1-7])$|^(WkInMnthDay:0[1-5]:0[1-7])$|^(IntrvlMnthDay:(0[1-6]|12|24):(-0[1-5]|0[1-9]|[12][0-9]|3[01]))$|^(QtrDay:(ENGLISH|SCOTTISH|RECEIVED))$
         */
        readonly Frequency_1: string;
        /** @description Identification assigned by an institution to identify an account. This identification is known by the account owner. */
        readonly Identification_0: string;
        /** @description Unique identification, as assigned by the creditor, to unambiguously identify the mandate. */
        readonly Identification_1: string;
        /**
         * @description Identification of the organisation issuing the invoice, when it is different from the creditor or ultimate creditor
         * @example 80200112344562
         */
        readonly Identification_3: string;
        /**
         * @description Identification of the party to whom an invoice is issued, when it is different from the debtor or ultimate debtor.
         * @example 80200112344562
         */
        readonly Identification_4: string;
        /**
         * Format: date-time
         * @description All dates in the JSON payloads are represented in ISO 8601 date-time format.
         *     All date-time fields in responses must include the timezone. An example is below:
         *     2017-04-05T10:43:07+00:00
         */
        readonly ISODateTime: string;
        /**
         * @description Legal entity identification as an alternate identification for a party. Legal Entity Identifier is a code allocated to a party as described in ISO 17442 "Financial Services - Legal Entity Identifier (LEI)".
         * @example IZ9Q00LZEVUKWCQY6X15
         */
        readonly LEI: string;
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
        /** @description Number of the payments that will be made in completing this frequency sequence including any executed since the sequence start date. */
        readonly NumberOfPayments: string;
        /** @description A number of monetary units specified in an active currency where the unit of currency is explicit and compliant with ISO 4217. */
        readonly OBActiveCurrencyAndAmount_SimpleType: string;
        /** @description Amount of money associated with the charge type. */
        readonly OBActiveOrHistoricCurrencyAndAmount: {
            readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
            readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
        };
        /**
         * @description Identifies the nature of the postal address. For a full set of codes see `OBAddressType2Code` [here](https://github.com/OpenBankingUK/External_Internal_CodeSets).
         * @enum {string}
         */
        readonly OBAddressType2Code: "BIZZ" | "DLVY" | "MLTO" | "PBOX" | "ADDR" | "HOME" | "CORR" | "STAT";
        /**
         * @description Identifies the nature of the postal address.
         * @enum {string}
         */
        readonly OBAddressTypeCode: "Business" | "Correspondence" | "DeliveryTo" | "MailTo" | "POBox" | "Postal" | "Residential" | "Statement";
        /**
         * @description Party that manages the account on behalf of the account owner, that is manages the registration and booking of entries on the account, calculates balances on the account and provides information about the account.
         *     This is the servicer of the beneficiary account.
         */
        readonly OBBranchAndFinancialInstitutionIdentification6_0: {
            readonly Identification?: components["schemas"]["Identification_1"];
            readonly LEI?: components["schemas"]["LEI"];
            readonly Name?: components["schemas"]["Name"];
            readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
            readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
        };
        readonly OBCashAccountCreditor3: {
            /** @description Identification assigned by an institution to identify an account. This identification is known by the account owner. */
            readonly Identification: string;
            readonly LEI?: components["schemas"]["LEI"];
            /** @description Name of the account, as assigned by the account servicing institution.  Usage The account name is the name or names of the account owner(s) represented at an account level. The account name is not the product name or the nickname of the account. */
            readonly Name: string;
            readonly Proxy?: components["schemas"]["OBProxy1"];
            readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
            /** @description Secondary identification of the account, as assigned by the account servicing institution. This can be used by building societies to additionally identify accounts with a roll number (in addition to a sort code and account number combination). */
            readonly SecondaryIdentification?: string;
        };
        /** @description ^ Only included in the response if `Data. ReadRefundAccount` is set to `Yes` in the consent. */
        readonly OBCashAccountDebtor4: {
            /** @description ^ Identification assigned by an institution to identify an account. This identification is known by the account owner. | Max256Text */
            readonly Identification?: string;
            readonly LEI?: components["schemas"]["LEI"];
            /** @description ^ Name of the account, as assigned by the account servicing institution.  Usage The account name is the name or names of the account owner(s) represented at an account level. The account name is not the product name or the nickname of the account. */
            readonly Name?: string;
            /** @description ^ Name of the identification scheme, in a coded form as published in an external list. | Namespaced Enumeration OBInternalAccountIdentification4Code */
            readonly SchemeName?: string;
            /** @description ^ This is secondary identification of the account, as assigned by the account servicing institution.  This can be used by building societies to additionally identify accounts with a roll number (in addition to a sort code and account number combination) | Max34Text */
            readonly SecondaryIdentification?: string;
        };
        /** @description Unambiguous identification of the refund account to which a refund will be made as a result of the transaction. */
        readonly OBDomesticRefundAccount1: {
            /** @description Provides the details to identify an account. */
            readonly Account: {
                readonly Identification: components["schemas"]["Identification_0"];
                /**
                 * @description Name of the account, as assigned by the account servicing institution.
                 *     Usage: The account name is the name or names of the account owner(s) represented at an account level. The account name is not the product name or the nickname of the account.
                 *     OB: ASPSPs may carry out name validation for Confirmation of Payee, but it is not mandatory.
                 */
                readonly Name: string;
                readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
            };
        };
        readonly OBError1: {
            readonly ErrorCode: components["schemas"]["OBExternalStatusReason1Code"];
            /**
             * @description A description of the error that occurred. e.g., 'A mandatory field isn't supplied' or 'RequestedExecutionDateTime must be in future'
             *     OBL doesn't standardise this field
             */
            readonly Message?: string;
            /** @description Recommended but optional reference to the JSON Path of the field with error, e.g., Data.Initiation.InstructedAmount.Currency */
            readonly Path?: string;
            /** @description URL to help remediate the problem, or provide more information, or to API Reference, or help etc */
            readonly Url?: string;
        };
        /** @description An array of detail error codes, and messages, and URLs to documentation to help remediation. */
        readonly OBErrorResponse1: {
            /**
             * @description Deprecated <br>High level textual error code, to help categorise the errors.
             * @example 400 BadRequest
             */
            readonly Code?: string;
            readonly Errors: readonly components["schemas"]["OBError1"][];
            /** @description A unique reference for the error instance, for audit purposes, in case of unknown/unclassified errors. */
            readonly Id?: string;
            /**
             * @description Deprecated <br>Brief Error message
             * @example There is something wrong with the request parameters provided
             */
            readonly Message?: string;
        };
        /** @enum {string} */
        readonly OBExternalMandateClassification1Code: "FIXE" | "USGB" | "VARI";
        /**
         * @description Low level textual error code, for all enum values see `OBExternalStatusReason1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @example U001
         */
        readonly OBExternalStatusReason1Code: string;
        /** @description Regularity with which credit transfer instructions are to be created and processed */
        readonly OBFrequency6: {
            /**
             * Format: int32
             * @description Number of instructions to be created and processed during the specified period .Specifies a frequency in terms of a count per period within a specified frequency type. Note: should not be used alongside `PointInTime`
             * @example 1
             */
            readonly CountPerPeriod?: number;
            readonly PointInTime?: components["schemas"]["PointInTime"];
            readonly Type: components["schemas"]["OBFrequency6Code"] | components["schemas"]["Frequency_1"];
        };
        /**
         * @description For a full list of values see `OBFrequency6Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly OBFrequency6Code: "ADHO" | "YEAR" | "DAIL" | "FRTN" | "INDA" | "MNTH" | "QURT" | "MIAN" | "WEEK" | "WODL" | "FOWK" | "TWMH" | "FOMH" | "FIMH" | "ALMH" | "NONE" | "LWMH" | "LXMH" | "TWYR";
        /** @description Name of the identification scheme, in a coded form as published in an external list. For a full list of values refer to `OBInternalAccountIdentification4Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets) */
        readonly OBInternalAccountIdentification4Code: string;
        /**
         * @description Specifies which party/parties will bear the charges associated with the processing of the payment transaction. For a full list of values refer to `OBInternalChargeBearerType1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly OBInternalChargeBearerType1Code: "BorneByCreditor" | "BorneByDebtor" | "FollowingServiceLevel" | "Shared";
        /**
         * @description Specifies the status of consent resource in code form. For a full list of values refer to `OBInternalConsentStatus2Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly OBInternalConsentStatus2Code: "AWAU" | "RJCT" | "AUTH" | "COND";
        /**
         * @description Specifies the status of consent resource in code form.
         * @enum {string}
         */
        readonly OBInternalConsentStatus3Code: "AWAU" | "AWUP" | "RJCT" | "AUTH" | "COND";
        /**
         * @description Specifies the extended type of account.
         * @enum {string}
         */
        readonly OBInternalExtendedAccountType1Code: "Business" | "BusinessSavingsAccount" | "Charity" | "Collection" | "Corporate" | "Ewallet" | "Government" | "Investment" | "ISA" | "JointPersonal" | "Pension" | "Personal" | "PersonalSavingsAccount" | "Premier" | "Wealth";
        /** @description Name of the identification scheme, in a coded form as published in an external list. */
        readonly OBInternalFinancialInstitutionIdentification4Code: string;
        /**
         * @description User community specific instrument.
         *     Usage: This element is used to specify a local instrument, local clearing option and/or further qualify the service or service level. For a full list of values refer to `OBInternalLocalInstrument1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         */
        readonly OBInternalLocalInstrument1Code: string;
        /** @description Charge type, in a coded form. For a full list of values refer to `OBInternalPaymentChargeType1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets) */
        readonly OBInternalPaymentChargeType1Code: string;
        readonly OBMandateRelatedInformation1: {
            readonly CategoryPurposeCode?: components["schemas"]["ExternalCategoryPurpose1Code"];
            readonly Classification?: components["schemas"]["OBExternalMandateClassification1Code"];
            /** Format: date-time */
            readonly FinalPaymentDateTime?: string;
            /** Format: date-time */
            readonly FirstPaymentDateTime?: string;
            readonly Frequency: components["schemas"]["OBFrequency6"];
            readonly MandateIdentification?: components["schemas"]["Identification_1"];
            /** @description Reason for the direct debit mandate to allow the user to distinguish between different mandates for the same creditor. */
            readonly Reason?: string;
            /**
             * Format: date-time
             * @description The date on which the first recurring payment for a Standing Order schedule will be made.
             *     Usage: This must be populated only if the first recurring date is different to the first payment date. All dates in the JSON payloads are represented in ISO 8601 date-time format.
             *     All date-time fields in responses must include the timezone. An example is below:
             *     2017-04-05T10:43:07+00:00
             */
            readonly RecurringPaymentDateTime?: string;
        };
        readonly OBPaymentStatusReason: {
            /** @description Recommended but optional reference to the JSON Path of the field with error, e.g., Data.Initiation.InstructedAmount.Currency */
            readonly Path?: string;
            /**
             * @description Specifies the status reason in a code form
             *      For more information and enum values see `OBExternalStatusReason1Code [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
             * @example ERIN
             */
            readonly StatusReasonCode?: string;
            /** @description Description supporting the StatusReasonCode. */
            readonly StatusReasonDescription?: string;
        };
        /** @description Information that locates and identifies a specific address, as defined by postal services. */
        readonly OBPostalAddress7: {
            readonly AddressLine?: readonly string[];
            readonly AddressType?: components["schemas"]["OBAddressType2Code"];
            readonly BuildingName?: components["schemas"]["BuildingName"];
            readonly BuildingNumber?: components["schemas"]["BuildingNumber"];
            readonly CareOf?: components["schemas"]["CareOf"];
            readonly Country?: components["schemas"]["CountryCode"];
            readonly CountrySubDivision?: components["schemas"]["CountrySubDivision"];
            readonly Department?: components["schemas"]["Department"];
            readonly DistrictName?: components["schemas"]["DistrictName"];
            readonly Floor?: components["schemas"]["Floor"];
            readonly PostBox?: components["schemas"]["PostBox"];
            readonly PostCode?: components["schemas"]["PostCode"];
            readonly Room?: components["schemas"]["Room"];
            readonly StreetName?: components["schemas"]["StreetName"];
            readonly SubDepartment?: components["schemas"]["SubDepartment"];
            readonly TownLocationName?: components["schemas"]["TownName"];
            readonly TownName?: components["schemas"]["TownName"];
            readonly UnitNumber?: components["schemas"]["UnitNumber"];
        };
        /** @description Specifies an alternate assumed name for the identification of the account. */
        readonly OBProxy1: {
            readonly Code: components["schemas"]["ExternalProxyAccountType1Code"];
            /** @description Identification used to indicate the account identification under another specified name. */
            readonly Identification: string;
            /** @description Type of the proxy identification. */
            readonly Type?: string;
        };
        readonly OBReferredDocumentInformation: {
            readonly Code?: components["schemas"]["ExternalDocumentType1Code"];
            /** @description Identification of the issuer of the reference document type. */
            readonly Issuer?: string;
            /** @description Set of elements used to provide the content of the referred document line. */
            readonly LineDetails?: readonly string[];
            /** @description Identification of the type specified for the referred document line. */
            readonly Number?: string;
            /**
             * Format: date-time
             * @description Date associated with the referred document line.
             */
            readonly RelatedDate?: string;
        };
        /** @description Entity requiring the regulatory reporting information. */
        readonly OBRegulatoryAuthority2: {
            readonly CountryCode?: components["schemas"]["CountryCode"];
            /** @description Name of the entity requiring the regulatory reporting information. */
            readonly Name?: string;
        };
        /** @description Information needed due to regulatory and statutory requirements */
        readonly OBRegulatoryReporting1: {
            readonly Authority?: components["schemas"]["OBRegulatoryAuthority2"];
            /**
             * @description Identifies whether the regulatory reporting information applies to the debit side, to the credit side or to both debit and credit sides of the transaction.  For a full list of values refer to `OBExternalRegulatoryReportingType1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
             * @enum {string}
             */
            readonly DebitCreditReportingIndicator?: "CRED" | "DEBT" | "BOTH";
            readonly Details?: readonly components["schemas"]["OBStructuredRegulatoryReporting3"][];
        };
        /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system */
        readonly OBRemittanceInformation2: {
            readonly Structured?: readonly components["schemas"]["OBRemittanceInformationStructured"][];
            /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
            readonly Unstructured?: readonly string[];
        };
        readonly OBRemittanceInformationStructured: {
            /** @description Additional information, in free text form, to complement the structured remittance information. */
            readonly AdditionalRemittanceInformation?: readonly string[];
            /** @description Reference information provided by the creditor to allow the identification of the underlying documents. */
            readonly CreditorReferenceInformation?: {
                readonly Code?: components["schemas"]["ExternalCreditorReferenceType1Code"];
                /** @description Entity that assigns the identification. */
                readonly Issuer?: string;
                /** @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction. */
                readonly Reference?: string;
            };
            readonly Invoicee?: components["schemas"]["Identification_4"];
            readonly Invoicer?: components["schemas"]["Identification_3"];
            readonly ReferredDocumentAmount?: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
            readonly ReferredDocumentInformation?: readonly components["schemas"]["OBReferredDocumentInformation"][];
            /** @description Provides remittance information about a payment made for tax-related purposes. */
            readonly TaxRemittance?: string;
        };
        /**
         * @description The Risk section is sent by the initiating party to the ASPSP.
         *     It is used to specify additional details for risk scoring for Payments.
         */
        readonly OBRisk1: {
            readonly BeneficiaryAccountType?: components["schemas"]["OBInternalExtendedAccountType1Code"];
            /** @description Indicates if PISP has immutably prepopulated payment details in for the PSU. */
            readonly BeneficiaryPrepopulatedIndicator?: boolean;
            readonly CategoryPurposeCode?: components["schemas"]["ExternalCategoryPurpose1Code"];
            /** @description Indicates if Payee has a contractual relationship with the PISP. */
            readonly ContractPresentIndicator?: boolean;
            readonly DeliveryAddress?: components["schemas"]["OBPostalAddress7"];
            /** @description Category code conform to ISO 18245, related to the type of services or goods the merchant provides for the transaction. */
            readonly MerchantCategoryCode?: string;
            /** @description The unique customer identifier of the PSU with the merchant. */
            readonly MerchantCustomerIdentification?: string;
            /**
             * @description Specifies the payment context, `OBInternalPaymentContext1Code`<br>
             *     The following values are deprecated and <u>**must not**</u> be used in a new consent or payment. They may optionally be returned for a historical payment/consent migrated to v4:<br>
             *     * BillPayment - @deprecated
             *     * EcommerceGoods - @deprecated
             *     * EcommerceServices - @deprecated
             *     * PartyToParty - @deprecated
             *     * PispPayee - @deprecated
             *     * Other - @deprecated
             * @enum {string}
             */
            readonly PaymentContextCode?: "BillingGoodsAndServicesInAdvance" | "BillingGoodsAndServicesInArrears" | "EcommerceMerchantInitiatedPayment" | "FaceToFacePointOfSale" | "TransferToSelf" | "TransferToThirdParty" | "BillPayment" | "EcommerceGoods" | "EcommerceServices" | "PartyToParty" | "PispPayee" | "Other";
            readonly PaymentPurposeCode?: components["schemas"]["ExternalPurpose1Code"];
        };
        /** @description Supporting Data provided by TPP, when requesting SCA Exemption. */
        readonly OBSCASupportData1: {
            /**
             * @description Specifies a character string with a maximum length of 40 characters.
             *     Usage: This field indicates whether the PSU was subject to SCA performed by the TPP
             *     For a full list of values refer to `OBInternalAppliedAuthenticationApproach1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
             * @enum {string}
             */
            readonly AppliedAuthenticationApproach?: "CA" | "SCA";
            /** @description If the payment is recurring, then this field is populated with the transaction identifier of the previous payment occurrence so that the ASPSP can verify that the PISP, amount and the payee are the same as the previous occurrence. The value here refers to the payment id e.g. DomesticPaymentId */
            readonly ReferencePaymentOrderId?: string;
            /**
             * @description This field allows a PISP to request specific SCA Exemption for a Payment Initiation. For a full list of values refer to `OBInternalSCAExemptionType1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
             * @enum {string}
             */
            readonly RequestedSCAExemptionType?: "BillPayment" | "ContactlessTravel" | "EcommerceGoods" | "EcommerceServices" | "Kiosk" | "Parking" | "PartyToParty";
        };
        readonly OBStatusReason: {
            /** @description Path is optional but relevant when the status reason refers to an object/field and hence conditional to provide JSON path. */
            readonly Path?: string;
            /**
             * @description Specifies the status reason in a code form.
             *     For a full list of values refer to `OBExternalStatusReason1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
             * @example ERIN
             */
            readonly StatusReasonCode?: string;
            /** @description Description supporting the StatusReasonCode. */
            readonly StatusReasonDescription?: string;
        };
        /** @description Set of elements used to provide details on the regulatory reporting information. */
        readonly OBStructuredRegulatoryReporting3: {
            readonly Amount?: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
            readonly Country?: components["schemas"]["CountryCode"];
            readonly Date?: components["schemas"]["ISODateTime"];
            /** @description Additional details that cater for specific domestic regulatory requirements. */
            readonly Information?: readonly string[];
            /** @description Specifies the type of the information supplied in the regulatory reporting details */
            readonly Type?: string;
        };
        /** @description Additional information that can not be captured in the structured fields and/or any other specific block. */
        readonly OBSupplementaryData1: {
            readonly [key: string]: unknown;
        };
        /** @description Ultimate party to which an amount of money is due. */
        readonly OBUltimateCreditor1: {
            /** @description Identification assigned by an institution. */
            readonly Identification?: string;
            readonly LEI?: components["schemas"]["LEI"];
            /** @description Name by which a party is known and which is usually used to identify that party. */
            readonly Name?: string;
            readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
            readonly SchemeName?: components["schemas"]["OBInternalAccountIdentification4Code"];
        };
        /** @description Ultimate party that owes an amount of money to the (ultimate) creditor. */
        readonly OBUltimateDebtor1: {
            /** @description Identification assigned by an institution. */
            readonly Identification?: string;
            readonly LEI?: components["schemas"]["LEI"];
            /** @description Name by which a party is known and which is usually used to identify that party. */
            readonly Name?: string;
            readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
            readonly SchemeName?: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticConsent4: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested. For a full set of values refer to `OBInternalAuthorisation1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single" | "Multiple";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /**
                 * @description Specifies to share the refund account details with PISP. For a full set of values refer to `OBInternalReadRefundAccount1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
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
                     * @description Type of authorisation flow requested. For a full list of values refer to `OBInternalAuthorisation1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single" | "Multiple";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                /**
                 * Format: date-time
                 * @description Specified cut-off date and time for the payment consent. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /**
                 * Format: date-time
                 * @description Expected execution date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /**
                 * @description Specifies to share the refund account details with PISP. For a full list of values refer to `OBInternalReadRefundAccount1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                readonly Status: components["schemas"]["OBInternalConsentStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the message was created. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the domestic payment resource. */
                readonly DomesticPaymentId: string;
                /**
                 * Format: date-time
                 * @description Expected execution date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /** @description The multiple authorisation flow response from the ASPSP. */
                readonly MultiAuthorisation?: {
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * Format: date-time
                     * @description Last date and time at the authorisation flow was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly LastUpdateDateTime?: string;
                    /** @description Number of authorisations received. */
                    readonly NumberReceived?: number;
                    /** @description Number of authorisations required for payment order (total required at the start of the multi authorisation journey). */
                    readonly NumberRequired?: number;
                    /**
                     * @description Specifies the status of the authorisation flow in code form. For a full list of values refer to `OBInternalStatus2Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
                     * @enum {string}
                     */
                    readonly Status: "AUTH" | "AWAF" | "RJCT";
                };
                readonly Refund?: components["schemas"]["OBDomesticRefundAccount1"];
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus3Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticScheduledConsent4: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested. For a full list of values refer to `OBInternalAuthorisation1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single" | "Multiple";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /**
                 * @description Specifies the Open Banking service request types. For a full list of values see `OBInternalPermissions2Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
                 * @enum {string}
                 */
                readonly Permission: "Create";
                /**
                 * @description Specifies to share the refund account details with PISP. For a full list of values see `OBInternalReadRefundAccount1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
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
                     * @description Type of authorisation flow requested. For a full list of values refer to `OBInternalAuthorisation1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single" | "Multiple";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                /**
                 * Format: date-time
                 * @description Specified cut-off date and time for the payment consent. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /**
                 * Format: date-time
                 * @description Expected execution date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /**
                 * @description Specifies the Open Banking service request types. For a full list of values see `OBInternalPermissions2Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
                 * @enum {string}
                 */
                readonly Permission: "Create";
                /**
                 * @description Specifies to share the refund account details with PISP. For a full list of values see `OBInternalReadRefundAccount1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                readonly Status: components["schemas"]["OBInternalConsentStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the consent resource status was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the message was created. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the domestic schedule payment resource. */
                readonly DomesticScheduledPaymentId: string;
                /**
                 * Format: date-time
                 * @description Expected execution date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /** @description The multiple authorisation flow response from the ASPSP. */
                readonly MultiAuthorisation?: {
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * Format: date-time
                     * @description Last date and time at the authorisation flow was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly Status: "AUTH" | "AWAF" | "RJCT";
                };
                readonly Refund?: components["schemas"]["OBDomesticRefundAccount1"];
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description The amount of the final Standing Order */
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** @description The amount of the first Standing Order */
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly MandateRelatedInformation: components["schemas"]["OBMandateRelatedInformation1"];
                    readonly NumberOfPayments?: components["schemas"]["NumberOfPayments"];
                    /** @description The amount of the recurring Standing Order */
                    readonly RecurringPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticStandingOrderConsent5: {
            readonly Data: {
                /** @description The authorisation type request from the TPP. */
                readonly Authorisation?: {
                    /**
                     * @description Type of authorisation flow requested. For a full list of values refer to `OBInternalAuthorisation1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
                     * @enum {string}
                     */
                    readonly AuthorisationType: "Any" | "Single" | "Multiple";
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description The amount of the final Standing Order */
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** @description The amount of the first Standing Order */
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly MandateRelatedInformation: components["schemas"]["OBMandateRelatedInformation1"];
                    readonly NumberOfPayments?: components["schemas"]["NumberOfPayments"];
                    /** @description The amount of the recurring Standing Order */
                    readonly RecurringPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /**
                 * @description Specifies the Open Banking service request types. For a full list of values see `OBInternalPermissions2Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
                 * @enum {string}
                 */
                readonly Permission: "Create";
                /**
                 * @description Specifies to share the refund account details with PISP. For a full list of values see `OBInternalReadRefundAccount1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
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
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                /**
                 * Format: date-time
                 * @description Specified cut-off date and time for the payment consent. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description The amount of the final Standing Order */
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** @description The amount of the first Standing Order */
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly MandateRelatedInformation: components["schemas"]["OBMandateRelatedInformation1"];
                    readonly NumberOfPayments?: components["schemas"]["NumberOfPayments"];
                    /** @description The amount of the recurring Standing Order */
                    readonly RecurringPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /**
                 * @description Specifies the Open Banking service request types. For a full list of values see `OBInternalPermissions2Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
                 * @enum {string}
                 */
                readonly Permission: "Create";
                /**
                 * @description Specifies to share the refund account details with PISP.  For a full list of values see `OBInternalReadRefundAccount1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                readonly Status: components["schemas"]["OBInternalConsentStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description The amount of the final Standing Order */
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** @description The amount of the first Standing Order */
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly MandateRelatedInformation: components["schemas"]["OBMandateRelatedInformation1"];
                    readonly NumberOfPayments?: components["schemas"]["NumberOfPayments"];
                    /** @description The amount of the recurring Standing Order */
                    readonly RecurringPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /** @description The multiple authorisation flow response from the ASPSP. */
                readonly MultiAuthorisation?: {
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * Format: date-time
                     * @description Last date and time at the authorisation flow was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly Status: "AUTH" | "AWAF" | "RJCT";
                };
                readonly Refund?: components["schemas"]["OBDomesticRefundAccount1"];
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus1Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description A base64 encoding of a SHA256 hash of the file to be uploaded. */
                    readonly FileHash: string;
                    /** @description Reference for the file. */
                    readonly FileReference?: string;
                    /** @description Specifies the payment file type. */
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    /** @description Number of individual transactions contained in the payment information group. */
                    readonly NumberOfTransactions?: string;
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds using a payment file. */
                readonly Initiation: {
                    /** @description Total of all individual amounts included in the group, irrespective of currencies. */
                    readonly ControlSum?: number;
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description A base64 encoding of a SHA256 hash of the file to be uploaded. */
                    readonly FileHash: string;
                    /** @description Reference for the file. */
                    readonly FileReference?: string;
                    /** @description Specifies the payment file type. */
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    /** @description Number of individual transactions contained in the payment information group. */
                    readonly NumberOfTransactions?: string;
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                /**
                 * Format: date-time
                 * @description Specified cut-off date and time for the payment consent. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds using a payment file. */
                readonly Initiation: {
                    /** @description Total of all individual amounts included in the group, irrespective of currencies. */
                    readonly ControlSum?: number;
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description A base64 encoding of a SHA256 hash of the file to be uploaded. */
                    readonly FileHash: string;
                    /** @description Reference for the file. */
                    readonly FileReference?: string;
                    /** @description Specifies the payment file type. */
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    /** @description Number of individual transactions contained in the payment information group. */
                    readonly NumberOfTransactions?: string;
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                readonly Status: components["schemas"]["OBInternalConsentStatus3Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the consent resource status was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the message was created. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    /** @description Unambiguous identification of the account of the debtor to which a debit entry will be made as a result of the transaction. */
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        /**
                         * @description The account name is the name or names of the account owner(s) represented at an account level, as displayed by the ASPSP's online channels.
                         *     Note, the account name is not the product name or the nickname of the account.
                         */
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description A base64 encoding of a SHA256 hash of the file to be uploaded. */
                    readonly FileHash: string;
                    /** @description Reference for the file. */
                    readonly FileReference?: string;
                    /** @description Specifies the payment file type. */
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    /** @description Number of individual transactions contained in the payment information group. */
                    readonly NumberOfTransactions?: string;
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /** @description The multiple authorisation flow response from the ASPSP. */
                readonly MultiAuthorisation?: {
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * Format: date-time
                     * @description Last date and time at the authorisation flow was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly Status: "AUTH" | "AWAF" | "RJCT";
                };
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus4Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                     * @description Date and time at which the funds availability check was generated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single international payment. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                /**
                 * Format: date-time
                 * @description Specified cut-off date and time for the payment consent. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                     * @description Specified date and time the exchange rate agreement will expire. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                 * @description Expected execution date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedSettlementDateTime?: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single international payment. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /**
                 * @description Specifies to share the refund account details with PISP
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                readonly Status: components["schemas"]["OBInternalConsentStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the message was created. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                     * @description Specified date and time the exchange rate agreement will expire. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                 * @description Expected execution date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedSettlementDateTime?: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single international payment. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the international payment resource. */
                readonly InternationalPaymentId: string;
                /** @description The multiple authorisation flow response from the ASPSP. */
                readonly MultiAuthorisation?: {
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * Format: date-time
                     * @description Last date and time at the authorisation flow was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly Status: "AUTH" | "AWAF" | "RJCT";
                };
                readonly Refund?: components["schemas"]["OBDomesticRefundAccount1"];
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus3Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single scheduled international payment. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                /**
                 * Format: date-time
                 * @description Specified cut-off date and time for the payment consent. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                     * @description Specified date and time the exchange rate agreement will expire. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                 * @description Expected execution date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedSettlementDateTime?: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single scheduled international payment. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                readonly Status: components["schemas"]["OBInternalConsentStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the message was created. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                     * @description Specified date and time the exchange rate agreement will expire. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                 * @description Expected execution date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly ExpectedSettlementDateTime?: string;
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for a single scheduled international payment. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Financial institution servicing an account for the creditor. */
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /**
                     * Format: date-time
                     * @description Date at which the initiating party requests the clearing agent to process the payment.
                     *     Usage: This is the date on which the debtor's account is to be debited. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the international scheduled payment resource. */
                readonly InternationalScheduledPaymentId: string;
                /** @description The multiple authorisation flow response from the ASPSP. */
                readonly MultiAuthorisation?: {
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * Format: date-time
                     * @description Last date and time at the authorisation flow was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly Status: "AUTH" | "AWAF" | "RJCT";
                };
                readonly Refund?: components["schemas"]["OBDomesticRefundAccount1"];
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Party that manages the account on behalf of the account owner, that is manages the registration and booking of entries on the account, calculates balances on the account and provides information about the account.
                     *     This is the servicer of the beneficiary account.
                     */
                    readonly CreditorAgent?: {
                        /** @description Unique and unambiguous identification of the servicing institution. */
                        readonly Identification?: string;
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
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
                    readonly MandateRelatedInformation: components["schemas"]["OBMandateRelatedInformation1"];
                    readonly NumberOfPayments?: components["schemas"]["NumberOfPayments"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for an international standing order. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Party that manages the account on behalf of the account owner, that is manages the registration and booking of entries on the account, calculates balances on the account and provides information about the account.
                     *     This is the servicer of the beneficiary account.
                     */
                    readonly CreditorAgent?: {
                        /** @description Unique and unambiguous identification of the servicing institution. */
                        readonly Identification?: string;
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
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
                    readonly MandateRelatedInformation: components["schemas"]["OBMandateRelatedInformation1"];
                    readonly NumberOfPayments?: components["schemas"]["NumberOfPayments"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                /**
                 * Format: date-time
                 * @description Specified cut-off date and time for the payment consent. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for an international standing order. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Party that manages the account on behalf of the account owner, that is manages the registration and booking of entries on the account, calculates balances on the account and provides information about the account.
                     *     This is the servicer of the beneficiary account.
                     */
                    readonly CreditorAgent?: {
                        /** @description Unique and unambiguous identification of the servicing institution. */
                        readonly Identification?: string;
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
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
                    readonly MandateRelatedInformation: components["schemas"]["OBMandateRelatedInformation1"];
                    readonly NumberOfPayments?: components["schemas"]["NumberOfPayments"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                readonly Status: components["schemas"]["OBInternalConsentStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** @description The Initiation payload is sent by the initiating party to the ASPSP. It is used to request movement of funds from the debtor account to a creditor for an international standing order. */
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    /** @description Party to which an amount of money is due. */
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        /** @description Name by which a party is known and which is usually used to identify that party. */
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /**
                     * @description Party that manages the account on behalf of the account owner, that is manages the registration and booking of entries on the account, calculates balances on the account and provides information about the account.
                     *     This is the servicer of the beneficiary account.
                     */
                    readonly CreditorAgent?: {
                        /** @description Unique and unambiguous identification of the servicing institution. */
                        readonly Identification?: string;
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    /** @description Country in which Credit Account is domiciled. Code to identify a country, a dependency, or another area of particular geopolitical interest, on the basis of country names obtained from the United Nations (ISO 3166, Alpha-2 code). */
                    readonly DestinationCountryCode?: string;
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
                    readonly MandateRelatedInformation: components["schemas"]["OBMandateRelatedInformation1"];
                    readonly NumberOfPayments?: components["schemas"]["NumberOfPayments"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /** @description OB: Unique identification as assigned by the ASPSP to uniquely identify the international standing order resource. */
                readonly InternationalStandingOrderId: string;
                /** @description The multiple authorisation flow response from the ASPSP. */
                readonly MultiAuthorisation?: {
                    /**
                     * Format: date-time
                     * @description Date and time at which the requested authorisation flow must be completed. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                     *     All date-time fields in responses must include the timezone. An example is below:
                     *     2017-04-05T10:43:07+00:00
                     */
                    readonly ExpirationDateTime?: string;
                    /**
                     * Format: date-time
                     * @description Last date and time at the authorisation flow was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
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
                    readonly Status: "AUTH" | "AWAF" | "RJCT";
                };
                readonly Refund?: components["schemas"]["OBDomesticRefundAccount1"];
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus1Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated. All dates in the JSON payloads are represented in ISO 8601 date-time format.
                 *     All date-time fields in responses must include the timezone. An example is below:
                 *     2017-04-05T10:43:07+00:00
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWritePaymentDetails1: {
            /** @description Unique identifier for the transaction within a servicing institution. This identifier is both unique and immutable. */
            readonly PaymentTransactionId: string;
            readonly Status: components["schemas"]["ExternalPaymentTransactionStatus1Code"];
            /** @description Payment status details as per underlying Payment Rail. */
            readonly StatusDetail?: {
                readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus1Code"];
                /** @description Reason Code provided for the status of a transfer. For a full list of values see code values for `OBExternalStatusReason1Code` in *ISO_External_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets) */
                readonly StatusReason?: string;
                /** @description Reason provided for the status of a transfer. For a full list of values see the code name entries for `OBExternalStatusReason1Code` in *ISO_External_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets). */
                readonly StatusReasonDescription?: string;
            };
            /**
             * Format: date-time
             * @description Date and time at which the status was assigned to the transfer.
             */
            readonly StatusUpdateDateTime: string;
        };
        readonly OBWritePaymentDetailsResponse1: {
            readonly Data: {
                readonly PaymentStatus?: readonly components["schemas"]["OBWritePaymentDetails1"][];
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        /**
         * @description Exact2NumericText - Further information on the exact point in time the event should take place. Specifies a frequency in terms of an exact point in time or moment within a specified frequency type. Note: should not be used alongside `CountPerPeriod`.
         * @example 00
         */
        readonly PointInTime: string;
        /** @description Information that locates and identifies a box in a post office assigned to a person or organization, where letters for them are kept until called for. */
        readonly PostBox: string;
        /** @description Identifier consisting of a group of letters and/or numbers that is added to a postal address to assist the sorting of mail. */
        readonly PostCode: string;
        /** @description Information that locates and identifies a room to form part of an address */
        readonly Room: string;
        /**
         * @description This is secondary identification of the account, as assigned by the account servicing institution.
         *     This can be used by building societies to additionally identify accounts with a roll number (in addition to a sort code and account number combination).
         */
        readonly SecondaryIdentification: string;
        /** @description Name of a street or thoroughfare. */
        readonly StreetName: string;
        /** @description Identification of a sub-division of a large organisation or building. */
        readonly SubDepartment: string;
        /**
         * Format: time
         * @description Time at which assets become available to the account owner in case of a credit entry, or cease to be available to the account owner in case of a debit transaction entry.
         *     Usage: If transaction entry status is pending and value date is present, then the value date refers to an expected/requested value date.
         *     For transaction entries subject to availability/float and for which availability information is provided, the value date must not be used. In this case the availability component identifies the number of availability days. All dates in the JSON payloads are represented in ISO 8601 date-time format.
         *     All date-time fields in responses must include the timezone. An example is below:
         *     T10:43:07+00:00
         */
        readonly Time: string;
        /** @description Name of a built-up area, with defined boundaries, and a local government. */
        readonly TownName: string;
        /** @description Number that identifies the unit of a specific address . */
        readonly UnitNumber: string;
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
        /**
         * @description File Payment Consents Read
         *
         *     ASPSP will specify all available content types.
         */
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
        /**
         * @description File Payments Read
         *
         *     ASPSP will specify all available content types
         */
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
        /**
         * @description Only used if an ASPSP requires the client ID in order to return rate limit headers.
         *
         *     TPPs __must__ refer to ASPSP developer portals for further information on any rate limit policies, if the headers are supported and any additional requirements.
         *
         *     This header __must not__ be used for client authentication
         */
        readonly "x-client-id": string;
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
