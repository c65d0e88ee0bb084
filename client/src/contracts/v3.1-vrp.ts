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
        readonly get: operations["domesticVrpConsentsGet"];
        readonly put?: never;
        readonly post?: never;
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
        readonly ActiveOrHistoricCurrencyCode: string;
        readonly BuildingNumber: string;
        readonly CountryCode: string;
        readonly CountrySubDivision: string;
        readonly Department: string;
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
        readonly Meta: Record<string, never>;
        readonly OBActiveCurrencyAndAmount_SimpleType: string;
        readonly OBActiveOrHistoricCurrencyAndAmount: {
            readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
            readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
        };
        /** @enum {string} */
        readonly OBAddressTypeCode: "Business" | "Correspondence" | "DeliveryTo" | "MailTo" | "POBox" | "Postal" | "Residential" | "Statement";
        readonly OBBranchAndFinancialInstitutionIdentification6: {
            readonly Identification?: string;
            readonly Name?: string;
            readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
            readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
        };
        readonly OBCashAccountCreditor3: {
            readonly Identification: string;
            readonly Name: string;
            readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
            readonly SecondaryIdentification?: string;
        };
        readonly OBCashAccountDebtorWithName: {
            readonly Identification: string;
            readonly Name: string;
            readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
            readonly SecondaryIdentification?: string;
        };
        readonly OBCharge2: {
            readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
        };
        /** @enum {string} */
        readonly OBChargeBearerType1Code: "BorneByCreditor" | "BorneByDebtor" | "FollowingServiceLevel" | "Shared";
        readonly OBDomesticVRPConsentRequest: {
            readonly Data: {
                readonly ControlParameters: components["schemas"]["OBDomesticVRPControlParameters"];
                readonly Initiation: components["schemas"]["OBDomesticVRPInitiation"];
                /** @enum {string} */
                readonly ReadRefundAccount?: "Yes" | "No";
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBDomesticVRPConsentResponse: {
            readonly Data: {
                readonly ConsentId: string;
                readonly ControlParameters: components["schemas"]["OBDomesticVRPControlParameters"];
                /** Format: date-time */
                readonly CreationDateTime: string;
                readonly DebtorAccount?: components["schemas"]["OBCashAccountDebtorWithName"];
                readonly Initiation: components["schemas"]["OBDomesticVRPInitiation"];
                /** @enum {string} */
                readonly ReadRefundAccount?: "Yes" | "No";
                /** @enum {string} */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "Rejected" | "Revoked" | "Expired";
                /** Format: date-time */
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
                /** @enum {string} */
                readonly PeriodAlignment: "Consent" | "Calendar";
                /** @enum {string} */
                readonly PeriodType: "Day" | "Week" | "Fortnight" | "Month" | "Half-year" | "Year";
            }[];
            readonly PSUAuthenticationMethods: readonly components["schemas"]["OBVRPAuthenticationMethods"][];
            readonly SupplementaryData?: Record<string, never>;
            /** Format: date-time */
            readonly ValidFromDateTime?: string;
            /** Format: date-time */
            readonly ValidToDateTime?: string;
            readonly VRPType: readonly components["schemas"]["OBVRPConsentType"][];
        };
        readonly OBDomesticVRPDetails: {
            readonly Data?: {
                readonly PaymentStatus?: readonly {
                    readonly PaymentTransactionId: string;
                    /** @enum {string} */
                    readonly Status: "Accepted" | "AcceptedCancellationRequest" | "AcceptedCreditSettlementCompleted" | "AcceptedCustomerProfile" | "AcceptedFundsChecked" | "AcceptedSettlementCompleted" | "AcceptedSettlementInProcess" | "AcceptedTechnicalValidation" | "AcceptedWithChange" | "AcceptedWithoutPosting" | "Cancelled" | "NoCancellationProcess" | "PartiallyAcceptedCancellationRequest" | "PartiallyAcceptedTechnicalCorrect" | "PaymentCancelled" | "Pending" | "PendingCancellationRequest" | "Received" | "Rejected" | "RejectedCancellationRequest";
                    readonly StatusDetail?: {
                        readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                        readonly Status: string;
                        /** @enum {string} */
                        readonly StatusReason?: "Cancelled" | "PendingFailingSettlement" | "PendingSettlement" | "Proprietary" | "ProprietaryRejection" | "Suspended" | "Unmatched";
                        readonly StatusReasonDescription?: string;
                    };
                    /** Format: date-time */
                    readonly StatusUpdateDateTime: string;
                }[];
            };
        };
        readonly OBDomesticVRPInitiation: {
            readonly CreditorAccount?: components["schemas"]["OBCashAccountCreditor3"];
            readonly CreditorAgent?: components["schemas"]["OBBranchAndFinancialInstitutionIdentification6"];
            readonly DebtorAccount?: components["schemas"]["OBCashAccountDebtorWithName"];
            readonly RemittanceInformation?: {
                readonly Reference?: string;
                readonly Unstructured?: string;
            };
        };
        readonly OBDomesticVRPInstruction: {
            readonly CreditorAccount: components["schemas"]["OBCashAccountCreditor3"];
            readonly CreditorAgent?: components["schemas"]["OBBranchAndFinancialInstitutionIdentification6"];
            readonly EndToEndIdentification: string;
            readonly InstructedAmount?: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
            readonly InstructionIdentification: string;
            readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
            readonly RemittanceInformation?: components["schemas"]["OBVRPRemittanceInformation"];
            readonly SupplementaryData?: Record<string, never>;
        };
        readonly OBDomesticVRPRequest: {
            readonly Data: {
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
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                readonly DebtorAccount?: components["schemas"]["OBCashAccountDebtorWithName"];
                readonly DomesticVRPId: string;
                /** Format: date-time */
                readonly ExpectedExecutionDateTime?: string;
                /** Format: date-time */
                readonly ExpectedSettlementDateTime?: string;
                readonly Initiation: components["schemas"]["OBDomesticVRPInitiation"];
                readonly Instruction: components["schemas"]["OBDomesticVRPInstruction"];
                readonly Refund?: components["schemas"]["OBCashAccountDebtorWithName"];
                /** @enum {string} */
                readonly Status: "AcceptedCreditSettlementCompleted" | "AcceptedWithoutPosting" | "AcceptedSettlementCompleted" | "AcceptedSettlementInProcess" | "Pending" | "Rejected";
                /** Format: date-time */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links: components["schemas"]["Links"];
            readonly Meta: components["schemas"]["Meta"];
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBError1: {
            readonly ErrorCode: string;
            readonly Message: string;
            readonly Path?: string;
            readonly Url?: string;
        };
        readonly OBErrorResponse1: {
            readonly Code: string;
            readonly Errors: readonly components["schemas"]["OBError1"][];
            readonly Id?: string;
            readonly Message: string;
        };
        readonly OBExternalAccountIdentification4Code: string;
        readonly OBExternalFinancialInstitutionIdentification4Code: string;
        readonly OBExternalLocalInstrument1Code: string;
        /** @enum {string} */
        readonly OBExternalPaymentChargeType1Code: "UK.OBIE.CHAPSOut" | "UK.OBIE.BalanceTransferOut" | "UK.OBIE.MoneyTransferOut";
        /** @enum {string} */
        readonly OBExternalStatus2Code: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
        readonly OBPAFundsAvailableResult1: {
            /** @enum {string} */
            readonly FundsAvailable: "Available" | "NotAvailable";
            /** Format: date-time */
            readonly FundsAvailableDateTime: string;
        };
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
        readonly OBRisk1: {
            readonly DeliveryAddress?: {
                readonly AddressLine?: readonly string[];
                readonly BuildingNumber?: components["schemas"]["BuildingNumber"];
                readonly Country: components["schemas"]["CountryCode"];
                readonly CountrySubDivision?: components["schemas"]["CountrySubDivision"];
                readonly PostCode?: components["schemas"]["PostCode"];
                readonly StreetName?: components["schemas"]["StreetName"];
                readonly TownName: components["schemas"]["TownName"];
            };
            readonly MerchantCategoryCode?: string;
            readonly MerchantCustomerIdentification?: string;
            /** @enum {string} */
            readonly PaymentContextCode?: "BillPayment" | "EcommerceGoods" | "EcommerceServices" | "Other" | "PartyToParty";
        };
        readonly OBVRPAuthenticationMethods: string;
        readonly OBVRPConsentType: string;
        readonly OBVRPFundsConfirmationRequest: {
            readonly Data?: {
                readonly ConsentId: string;
                readonly InstructedAmount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                readonly Reference: string;
            };
        };
        readonly OBVRPFundsConfirmationResponse: {
            readonly Data?: {
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                readonly FundsAvailableResult: components["schemas"]["OBPAFundsAvailableResult1"];
                readonly FundsConfirmationId: string;
                readonly InstructedAmount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                readonly Reference: string;
            };
        };
        readonly OBVRPRemittanceInformation: {
            readonly Reference?: string;
            readonly Unstructured?: string;
        };
        readonly PostCode: string;
        readonly StreetName: string;
        readonly SubDepartment: string;
        readonly TownName: string;
    };
    responses: {
        readonly "20xOBDomesticVRPConsentResponse": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBDomesticVRPConsentResponse"];
            };
        };
        readonly "20xOBDomesticVRPRequestDetailResponse": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBDomesticVRPDetails"];
            };
        };
        readonly "20xOBDomesticVRPResponse": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBDomesticVRPResponse"];
            };
        };
        readonly "201OBDomesticVRPFundsConfirmationResponse": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBVRPFundsConfirmationResponse"];
            };
        };
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
        readonly Authorization: string;
        readonly ConsentId: string;
        readonly DomesticVRPId: string;
        readonly "x-customer-user-agent": string;
        readonly "x-fapi-auth-date": string;
        readonly "x-fapi-customer-ip-address": string;
        readonly "x-fapi-interaction-id": string;
        readonly "x-idempotency-key": string;
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
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
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
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
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
