/*
 * Generated from vrp-openapi-3.1.9r7.json by client/generate-contracts.ts. Do not edit.
 * The document is published by Open Banking Limited (https://www.openbanking.org.uk/open-licence).
 */
export interface paths {
    readonly "/domestic-vrp-consents": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a domestic VRP consent
         * @description Create a domestic VRP consent
         */
        readonly post: operations["domesticVrpConsentsPost"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-vrp-consents/{ConsentId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Retrieve a domestic VRP consent
         * @description Retrieve a domestic VRP consent
         */
        readonly get: operations["domesticVrpConsentsGet"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a domestic VRP
         * @description Delete a domestic VRP
         */
        readonly delete: operations["domesticVrpConsentsDelete"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-vrp-consents/{ConsentId}/funds-confirmation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Confirm availability of funds for a VRP
         * @description Confirm availability of funds for a VRP
         */
        readonly post: operations["domesticVrpConsentsFundsConfirmation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-vrps": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a domestic VRP
         * @description Create a domestic VRP
         */
        readonly post: operations["domesticVrpPost"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-vrps/{DomesticVRPId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Retrieve a domestic VRP
         * @description Retrieve a domestic VRP
         */
        readonly get: operations["domesticVrpGet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/domestic-vrps/{DomesticVRPId}/payment-details": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Retrieve a domestic VRP
         * @description Retrieve a domestic VRP
         */
        readonly get: operations["domesticVrpPaymentDetailsGet"];
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
         * @description Meta Data relevant to the payload. At present no fields are used for VRP.
         */
        readonly Meta: Record<string, never>;
        /** @description A number of monetary units specified in an active currency where the unit of currency is explicit and compliant with ISO 4217. */
        readonly OBActiveCurrencyAndAmount_SimpleType: string;
        readonly OBActiveOrHistoricCurrencyAndAmount: {
            readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
            readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
        };
        /**
         * @description Identifies the nature of the postal address.
         * @enum {string}
         */
        readonly OBAddressTypeCode: "Business" | "Correspondence" | "DeliveryTo" | "MailTo" | "POBox" | "Postal" | "Residential" | "Statement";
        readonly OBBranchAndFinancialInstitutionIdentification6: {
            /** @description ^ Unique and unambiguous identification of a financial institution or a branch of a financial institution. */
            readonly Identification?: string;
            /** @description ^ Name by which an agent is known and which is usually used to identify that agent. */
            readonly Name?: string;
            readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
            readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
        };
        readonly OBCashAccountCreditor3: {
            /** @description Identification assigned by an institution to identify an account. This identification is known by the account owner. */
            readonly Identification: string;
            /**
             * @description Name of the account, as assigned by the account servicing institution.
             *     Usage: the account name is the name or names of the account owner(s) represented at an account level.
             *     The account name is not the product name or the nickname of the account.
             */
            readonly Name: string;
            /** @description Name of the identification scheme, in a coded form as published in an external list. */
            readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
            /**
             * @description This is secondary identification of the account, as assigned by the account servicing institution.
             *     This can be used by building societies to additionally identify accounts with a roll number (in addition to a sort code and account number combination)
             */
            readonly SecondaryIdentification?: string;
        };
        readonly OBCashAccountDebtorWithName: {
            /** @description ^ Identification assigned by an institution to identify an account. This identification is known by the account owner. */
            readonly Identification: string;
            /** @description ^ Name of the account, as assigned by the account servicing institution.  Usage The account name is the name or names of the account owner(s) represented at an account level. The account name is not the product name or the nickname of the account. */
            readonly Name: string;
            readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
            /** @description ^ This is secondary identification of the account, as assigned by the account servicing institution.  This can be used by building societies to additionally identify accounts with a roll number (in addition to a sort code and account number combination) */
            readonly SecondaryIdentification?: string;
        };
        readonly OBCharge2: {
            readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
        };
        /**
         * @description Specifies which party/parties will bear the charges associated with the processing of the payment transaction.
         * @enum {string}
         */
        readonly OBChargeBearerType1Code: "BorneByCreditor" | "BorneByDebtor" | "FollowingServiceLevel" | "Shared";
        readonly OBDomesticVRPConsentRequest: {
            readonly Data: {
                readonly ControlParameters: components["schemas"]["OBDomesticVRPControlParameters"];
                readonly Initiation: components["schemas"]["OBDomesticVRPInitiation"];
                /**
                 * @description Indicates whether information about RefundAccount should be included in the payment response.
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "Yes" | "No";
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBDomesticVRPConsentResponse: {
            readonly Data: {
                /** @description Unique identification as assigned by the ASPSP to uniquely identify the consent resource. */
                readonly ConsentId: string;
                readonly ControlParameters: components["schemas"]["OBDomesticVRPControlParameters"];
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created.
                 */
                readonly CreationDateTime: string;
                /** @description The value must be populated for GET responses once the consent is approved. */
                readonly DebtorAccount?: components["schemas"]["OBCashAccountDebtorWithName"];
                readonly Initiation: components["schemas"]["OBDomesticVRPInitiation"];
                /**
                 * @description Indicates whether information about RefundAccount should be included in the payment response.
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "Yes" | "No";
                /**
                 * @description Specifies the status of resource in code form.
                 * @enum {string}
                 */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "Rejected" | "Revoked" | "Expired";
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links: components["schemas"]["Links"];
            readonly Meta: components["schemas"]["Meta"];
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBDomesticVRPControlParameters: {
            readonly MaximumIndividualAmount?: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
            readonly PeriodicLimits?: readonly {
                readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                /**
                 * @description ^ Specifies whether the period starts on the date of consent creation or lines up with a calendar
                 * @enum {string}
                 */
                readonly PeriodAlignment: "Consent" | "Calendar";
                /**
                 * @description ^ Period type for this period limit
                 * @enum {string}
                 */
                readonly PeriodType: "Day" | "Week" | "Fortnight" | "Month" | "Half-year" | "Year";
            }[];
            /** @description ^ Indicates that the PSU authentication methods supported. */
            readonly PSUAuthenticationMethods: readonly components["schemas"]["OBVRPAuthenticationMethods"][];
            /** @description ^ Additional information that can not be captured in the structured fields and/or any other specific block */
            readonly SupplementaryData?: Record<string, never>;
            /**
             * Format: date-time
             * @description ^ Start date time for which the consent remains valid.
             */
            readonly ValidFromDateTime?: string;
            /**
             * Format: date-time
             * @description ^ End date time for which the consent remains valid.
             */
            readonly ValidToDateTime?: string;
            /** @description ^ The types of payments that can be made under this VRP consent. This can be used to indicate whether this include sweeping payment or other ecommerce payments. */
            readonly VRPType: readonly components["schemas"]["OBVRPConsentType"][];
        };
        readonly OBDomesticVRPDetails: {
            readonly Data?: {
                readonly PaymentStatus?: readonly {
                    /** @description Unique identifier for the transaction within an servicing institution. This identifier is both unique and immutable. */
                    readonly PaymentTransactionId: string;
                    /**
                     * @description Status of a transfer, as assigned by the transaction administrator.
                     * @enum {string}
                     */
                    readonly Status: "Accepted" | "AcceptedCancellationRequest" | "AcceptedCreditSettlementCompleted" | "AcceptedCustomerProfile" | "AcceptedFundsChecked" | "AcceptedSettlementCompleted" | "AcceptedSettlementInProcess" | "AcceptedTechnicalValidation" | "AcceptedWithChange" | "AcceptedWithoutPosting" | "Cancelled" | "NoCancellationProcess" | "PartiallyAcceptedCancellationRequest" | "PartiallyAcceptedTechnicalCorrect" | "PaymentCancelled" | "Pending" | "PendingCancellationRequest" | "Received" | "Rejected" | "RejectedCancellationRequest";
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
                     * @description Date and time at which the status was assigned to the transfer.
                     */
                    readonly StatusUpdateDateTime: string;
                }[];
            };
        };
        readonly OBDomesticVRPInitiation: {
            readonly CreditorAccount?: components["schemas"]["OBCashAccountCreditor3"];
            readonly CreditorAgent?: components["schemas"]["OBBranchAndFinancialInstitutionIdentification6"];
            readonly DebtorAccount?: components["schemas"]["OBCashAccountDebtorWithName"];
            /** @description ^ Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
            readonly RemittanceInformation?: {
                /** @description ^ Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction. Usage - If available, the initiating party should provide this reference in the structured remittance information, to enable reconciliation by the creditor upon receipt of the amount of money. If the business context requires the use of a creditor reference or a payment remit identification, and only one identifier can be passed through the end-to-end chain, the creditor's reference or payment remittance identification should be quoted in the end-to-end transaction identification. */
                readonly Reference?: string;
                /** @description ^ Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
                readonly Unstructured?: string;
            };
        };
        readonly OBDomesticVRPInstruction: {
            readonly CreditorAccount: components["schemas"]["OBCashAccountCreditor3"];
            readonly CreditorAgent?: components["schemas"]["OBBranchAndFinancialInstitutionIdentification6"];
            /**
             * @description Unique identification assigned by the initiating party to unambiguously identify the transaction.
             *     This identification is passed on, unchanged, throughout the entire end-to-end chain.
             *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction.
             *     It can be included in several messages related to the transaction.
             *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field
             */
            readonly EndToEndIdentification: string;
            readonly InstructedAmount?: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
            /**
             * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
             *     Usage: the instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction.
             *     It can be included in several messages related to the instruction.
             */
            readonly InstructionIdentification: string;
            readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
            readonly RemittanceInformation?: components["schemas"]["OBVRPRemittanceInformation"];
            /** @description Additional information that can not be captured in the structured fields and/or any other specific block. */
            readonly SupplementaryData?: Record<string, never>;
        };
        readonly OBDomesticVRPRequest: {
            readonly Data: {
                /** @description Identifier for the Domestic VRP Consent that this payment is made under. */
                readonly ConsentId: string;
                readonly Initiation: components["schemas"]["OBDomesticVRPInitiation"];
                readonly Instruction: components["schemas"]["OBDomesticVRPInstruction"];
                readonly PSUAuthenticationMethod: components["schemas"]["OBVRPAuthenticationMethods"] & unknown;
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBDomesticVRPResponse: {
            readonly Data: {
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                /** @description Identifier for the Domestic VRP Consent that this payment is made under. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created.
                 */
                readonly CreationDateTime: string;
                readonly DebtorAccount?: components["schemas"]["OBCashAccountDebtorWithName"];
                /** @description Unique identification as assigned by the ASPSP to uniquely identify the domestic payment resource. */
                readonly DomesticVRPId: string;
                /**
                 * Format: date-time
                 * @description Expected execution date and time for the payment resource.
                 */
                readonly ExpectedExecutionDateTime?: string;
                /**
                 * Format: date-time
                 * @description Expected settlement date and time for the payment resource.
                 */
                readonly ExpectedSettlementDateTime?: string;
                readonly Initiation: components["schemas"]["OBDomesticVRPInitiation"];
                readonly Instruction: components["schemas"]["OBDomesticVRPInstruction"];
                /** @description Only included in the response if `Data.ReadRefundAccount` is set to `Yes` in the consent. */
                readonly Refund?: components["schemas"]["OBCashAccountDebtorWithName"];
                /**
                 * @description Specifies the status of the payment information group.
                 * @enum {string}
                 */
                readonly Status: "AcceptedCreditSettlementCompleted" | "AcceptedWithoutPosting" | "AcceptedSettlementCompleted" | "AcceptedSettlementInProcess" | "Pending" | "Rejected";
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links: components["schemas"]["Links"];
            readonly Meta: components["schemas"]["Meta"];
            readonly Risk: components["schemas"]["OBRisk1"];
        };
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
        /** @enum {string} */
        readonly OBExternalPaymentChargeType1Code: "UK.OBIE.CHAPSOut" | "UK.OBIE.BalanceTransferOut" | "UK.OBIE.MoneyTransferOut";
        /** @enum {string} */
        readonly OBExternalStatus2Code: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
        /** @description Availability result, clearly indicating the availability of funds given the Amount in the request. */
        readonly OBPAFundsAvailableResult1: {
            /**
             * @description Availability result, clearly indicating the availability of funds given the Amount in the request.
             * @enum {string}
             */
            readonly FundsAvailable: "Available" | "NotAvailable";
            /**
             * Format: date-time
             * @description Date and time at which the funds availability check was generated.
             */
            readonly FundsAvailableDateTime: string;
        };
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
        /**
         * @description The Risk section is sent by the initiating party to the ASPSP.
         *     It is used to specify additional details for risk scoring for Payments.
         */
        readonly OBRisk1: {
            /**
             * @description Information that locates and identifies a specific address,
             *     as defined by postal services or in free format text.
             */
            readonly DeliveryAddress?: {
                readonly AddressLine?: readonly string[];
                readonly BuildingNumber?: components["schemas"]["BuildingNumber"];
                readonly Country: components["schemas"]["CountryCode"];
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
        readonly OBVRPAuthenticationMethods: string;
        readonly OBVRPConsentType: string;
        /** @description The OBVRPFundsConfirmationRequest object must be used to request funds availability for a specific amount in the Debtor Account included in the VRP consents. */
        readonly OBVRPFundsConfirmationRequest: {
            readonly Data?: {
                /** @description Unique identification as assigned by the ASPSP to uniquely identify the funds confirmation consent resource. */
                readonly ConsentId: string;
                readonly InstructedAmount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                /** @description Unique reference, as assigned by the PISP, to unambiguously refer to the request related to the payment transaction. */
                readonly Reference: string;
            };
        };
        /** @description The confirmation of funds response contains the result of a funds availability check. */
        readonly OBVRPFundsConfirmationResponse: {
            readonly Data?: {
                /** @description Unique identification as assigned by the ASPSP to uniquely identify the funds confirmation consent resource. */
                readonly ConsentId: string;
                /**
                 * Format: date-time
                 * @description Date and time at which the resource was created.
                 */
                readonly CreationDateTime: string;
                readonly FundsAvailableResult: components["schemas"]["OBPAFundsAvailableResult1"];
                /** @description Unique identification as assigned by the ASPSP to uniquely identify the funds confirmation resource. */
                readonly FundsConfirmationId: string;
                readonly InstructedAmount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                /** @description Unique reference, as assigned by the CBPII, to unambiguously refer to the request related to the payment transaction. */
                readonly Reference: string;
            };
        };
        /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
        readonly OBVRPRemittanceInformation: {
            /** @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction. The PISP must populate this with the same value as specified in the `Data.Initiation.RemittanceInformation.Reference` of the consent. */
            readonly Reference?: string;
            /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
            readonly Unstructured?: string;
        };
        /** @description Identifier consisting of a group of letters and/or numbers that is added to a postal address to assist the sorting of mail. */
        readonly PostCode: string;
        /** @description Name of a street or thoroughfare. */
        readonly StreetName: string;
        /** @description Identification of a sub-division of a large organisation or building. */
        readonly SubDepartment: string;
        /** @description Name of a built-up area, with defined boundaries, and a local government. */
        readonly TownName: string;
    };
    responses: {
        /** @description Default response */
        readonly "20xOBDomesticVRPConsentResponse": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBDomesticVRPConsentResponse"];
            };
        };
        /** @description Default response */
        readonly "20xOBDomesticVRPRequestDetailResponse": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBDomesticVRPDetails"];
            };
        };
        /** @description Default response */
        readonly "20xOBDomesticVRPResponse": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBDomesticVRPResponse"];
            };
        };
        /** @description Default response */
        readonly "201OBDomesticVRPFundsConfirmationResponse": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBVRPFundsConfirmationResponse"];
            };
        };
        /** @description Internal Server Error */
        readonly InternalError: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBErrorResponse1"];
            };
        };
    };
    parameters: {
        /** @description An Authorisation Token as per https://tools.ietf.org/html/rfc6750 */
        readonly Authorization: string;
        /** @description ConsentId */
        readonly ConsentId: string;
        /** @description DomesticVRPId */
        readonly DomesticVRPId: string;
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
    readonly domesticVrpConsentsPost: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBDomesticVRPConsentRequest"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["20xOBDomesticVRPConsentResponse"];
        };
    };
    readonly domesticVrpConsentsGet: {
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
            readonly 200: components["responses"]["20xOBDomesticVRPConsentResponse"];
        };
    };
    readonly domesticVrpConsentsDelete: {
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
            /** @description delete successful */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly domesticVrpConsentsFundsConfirmation: {
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
                readonly "application/json": components["schemas"]["OBVRPFundsConfirmationRequest"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["201OBDomesticVRPFundsConfirmationResponse"];
        };
    };
    readonly domesticVrpPost: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Default */
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OBDomesticVRPRequest"];
            };
        };
        readonly responses: {
            readonly 201: components["responses"]["20xOBDomesticVRPResponse"];
        };
    };
    readonly domesticVrpGet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description DomesticVRPId */
                readonly DomesticVRPId: components["parameters"]["DomesticVRPId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["20xOBDomesticVRPResponse"];
        };
    };
    readonly domesticVrpPaymentDetailsGet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description DomesticVRPId */
                readonly DomesticVRPId: components["parameters"]["DomesticVRPId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            readonly 200: components["responses"]["20xOBDomesticVRPRequestDetailResponse"];
        };
    };
}
