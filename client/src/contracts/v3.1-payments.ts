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
        readonly get: operations["GetFilePaymentConsentsConsentIdFile"];
        readonly put?: never;
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
        readonly ActiveOrHistoricCurrencyCode: string;
        readonly BuildingNumber: string;
        readonly CountryCode: string;
        readonly CountrySubDivision: string;
        readonly Department: string;
        readonly File: Record<string, never>;
        readonly Identification_0: string;
        readonly Identification_1: string;
        /** Format: date-time */
        readonly ISODateTime: string;
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
        readonly Meta: {
            readonly FirstAvailableDateTime?: components["schemas"]["ISODateTime"];
            readonly LastAvailableDateTime?: components["schemas"]["ISODateTime"];
            /** Format: int32 */
            readonly TotalPages?: number;
        };
        readonly Name: string;
        readonly OBActiveCurrencyAndAmount_SimpleType: string;
        readonly OBActiveOrHistoricCurrencyAndAmount: {
            readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
            readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
        };
        /** @enum {string} */
        readonly OBAddressTypeCode: "Business" | "Correspondence" | "DeliveryTo" | "MailTo" | "POBox" | "Postal" | "Residential" | "Statement";
        readonly OBCashAccountCreditor3: {
            readonly Identification: string;
            readonly Name: string;
            readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
            readonly SecondaryIdentification?: string;
        };
        readonly OBCashAccountDebtor4: {
            readonly Identification?: string;
            readonly Name?: string;
            readonly SchemeName?: string;
            readonly SecondaryIdentification?: string;
        };
        /** @enum {string} */
        readonly OBChargeBearerType1Code: "BorneByCreditor" | "BorneByDebtor" | "FollowingServiceLevel" | "Shared";
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
        readonly OBExternalPaymentChargeType1Code: string;
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
                readonly Country: string;
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
        readonly OBSCASupportData1: {
            /** @enum {string} */
            readonly AppliedAuthenticationApproach?: "CA" | "SCA";
            readonly ReferencePaymentOrderId?: string;
            /** @enum {string} */
            readonly RequestedSCAExemptionType?: "BillPayment" | "ContactlessTravel" | "EcommerceGoods" | "EcommerceServices" | "Kiosk" | "Parking" | "PartyToParty";
        };
        readonly OBSupplementaryData1: {
            readonly [key: string]: unknown;
        };
        readonly OBWriteDomestic2: {
            readonly Data: {
                readonly ConsentId: string;
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticConsent4: {
            readonly Data: {
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticConsentResponse5: {
            readonly Data: {
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                /** Format: date-time */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** Format: date-time */
                readonly ExpectedExecutionDateTime?: string;
                /** Format: date-time */
                readonly ExpectedSettlementDateTime?: string;
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                /** @enum {string} */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "Consumed" | "Rejected";
                /** Format: date-time */
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
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly DomesticPaymentId: string;
                /** Format: date-time */
                readonly ExpectedExecutionDateTime?: string;
                /** Format: date-time */
                readonly ExpectedSettlementDateTime?: string;
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                readonly MultiAuthorisation?: {
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** Format: date-time */
                    readonly LastUpdateDateTime?: string;
                    readonly NumberReceived?: number;
                    readonly NumberRequired?: number;
                    /** @enum {string} */
                    readonly Status: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
                };
                readonly Refund?: {
                    readonly Account: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                };
                /** @enum {string} */
                readonly Status: "AcceptedCreditSettlementCompleted" | "AcceptedSettlementCompleted" | "AcceptedSettlementInProcess" | "AcceptedWithoutPosting" | "Pending" | "Rejected";
                /** Format: date-time */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWriteDomesticScheduled2: {
            readonly Data: {
                readonly ConsentId: string;
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticScheduledConsent4: {
            readonly Data: {
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @enum {string} */
                readonly Permission: "Create";
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticScheduledConsentResponse5: {
            readonly Data: {
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                /** Format: date-time */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                /** Format: date-time */
                readonly ExpectedExecutionDateTime?: string;
                /** Format: date-time */
                readonly ExpectedSettlementDateTime?: string;
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @enum {string} */
                readonly Permission: "Create";
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                /** @enum {string} */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "Consumed" | "Rejected";
                /** Format: date-time */
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
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly DomesticScheduledPaymentId: string;
                /** Format: date-time */
                readonly ExpectedExecutionDateTime?: string;
                /** Format: date-time */
                readonly ExpectedSettlementDateTime?: string;
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress6"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                readonly MultiAuthorisation?: {
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** Format: date-time */
                    readonly LastUpdateDateTime?: string;
                    readonly NumberReceived?: number;
                    readonly NumberRequired?: number;
                    /** @enum {string} */
                    readonly Status: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
                };
                readonly Refund?: {
                    readonly Account: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                };
                /** @enum {string} */
                readonly Status: "Cancelled" | "InitiationCompleted" | "InitiationFailed" | "InitiationPending";
                /** Format: date-time */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWriteDomesticStandingOrder3: {
            readonly Data: {
                readonly ConsentId: string;
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** Format: date-time */
                    readonly FinalPaymentDateTime?: string;
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** Format: date-time */
                    readonly FirstPaymentDateTime: string;
                    readonly Frequency: string;
                    readonly NumberOfPayments?: string;
                    readonly RecurringPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** Format: date-time */
                    readonly RecurringPaymentDateTime?: string;
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticStandingOrderConsent5: {
            readonly Data: {
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** Format: date-time */
                    readonly FinalPaymentDateTime?: string;
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** Format: date-time */
                    readonly FirstPaymentDateTime: string;
                    readonly Frequency: string;
                    readonly NumberOfPayments?: string;
                    readonly RecurringPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** Format: date-time */
                    readonly RecurringPaymentDateTime?: string;
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @enum {string} */
                readonly Permission: "Create";
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteDomesticStandingOrderConsentResponse6: {
            readonly Data: {
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                /** Format: date-time */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** Format: date-time */
                    readonly FinalPaymentDateTime?: string;
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** Format: date-time */
                    readonly FirstPaymentDateTime: string;
                    readonly Frequency: string;
                    readonly NumberOfPayments?: string;
                    readonly RecurringPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** Format: date-time */
                    readonly RecurringPaymentDateTime?: string;
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @enum {string} */
                readonly Permission: "Create";
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                /** @enum {string} */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "Consumed" | "Rejected";
                /** Format: date-time */
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
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly DomesticStandingOrderId: string;
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** Format: date-time */
                    readonly FinalPaymentDateTime?: string;
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** Format: date-time */
                    readonly FirstPaymentDateTime: string;
                    readonly Frequency: string;
                    readonly NumberOfPayments?: string;
                    readonly RecurringPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    /** Format: date-time */
                    readonly RecurringPaymentDateTime?: string;
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                readonly MultiAuthorisation?: {
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** Format: date-time */
                    readonly LastUpdateDateTime?: string;
                    readonly NumberReceived?: number;
                    readonly NumberRequired?: number;
                    /** @enum {string} */
                    readonly Status: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
                };
                readonly Refund?: {
                    readonly Account: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                };
                /** @enum {string} */
                readonly Status: "Cancelled" | "InitiationCompleted" | "InitiationFailed" | "InitiationPending";
                /** Format: date-time */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWriteFile2: {
            readonly Data: {
                readonly ConsentId: string;
                readonly Initiation: {
                    readonly ControlSum?: number;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FileHash: string;
                    readonly FileReference?: string;
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly NumberOfTransactions?: string;
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
            };
        };
        readonly OBWriteFileConsent3: {
            readonly Data: {
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Initiation: {
                    readonly ControlSum?: number;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FileHash: string;
                    readonly FileReference?: string;
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly NumberOfTransactions?: string;
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
            };
        };
        readonly OBWriteFileConsentResponse4: {
            readonly Data: {
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                /** Format: date-time */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly Initiation: {
                    readonly ControlSum?: number;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FileHash: string;
                    readonly FileReference?: string;
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly NumberOfTransactions?: string;
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                /** @enum {string} */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "AwaitingUpload" | "Consumed" | "Rejected";
                /** Format: date-time */
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
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly FilePaymentId: string;
                readonly Initiation: {
                    readonly ControlSum?: number;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FileHash: string;
                    readonly FileReference?: string;
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly NumberOfTransactions?: string;
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                readonly MultiAuthorisation?: {
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** Format: date-time */
                    readonly LastUpdateDateTime?: string;
                    readonly NumberReceived?: number;
                    readonly NumberRequired?: number;
                    /** @enum {string} */
                    readonly Status: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
                };
                /** @enum {string} */
                readonly Status: "InitiationCompleted" | "InitiationFailed" | "InitiationPending";
                /** Format: date-time */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWriteFundsConfirmationResponse1: {
            readonly Data: {
                readonly FundsAvailableResult?: {
                    readonly FundsAvailable: boolean;
                    /** Format: date-time */
                    readonly FundsAvailableDateTime: string;
                };
                readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWriteInternational3: {
            readonly Data: {
                readonly ConsentId: string;
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly EndToEndIdentification: string;
                    readonly ExchangeRateInformation?: {
                        readonly ContractIdentification?: string;
                        readonly ExchangeRate?: number;
                        /** @enum {string} */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        readonly UnitCurrency: string;
                    };
                    readonly ExtendedPurpose?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    /** @enum {string} */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly Purpose?: string;
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteInternationalConsent5: {
            readonly Data: {
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly EndToEndIdentification: string;
                    readonly ExchangeRateInformation?: {
                        readonly ContractIdentification?: string;
                        readonly ExchangeRate?: number;
                        /** @enum {string} */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        readonly UnitCurrency: string;
                    };
                    readonly ExtendedPurpose?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    /** @enum {string} */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly Purpose?: string;
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteInternationalConsentResponse6: {
            readonly Data: {
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                /** Format: date-time */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly ExchangeRateInformation?: {
                    readonly ContractIdentification?: string;
                    readonly ExchangeRate: number;
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** @enum {string} */
                    readonly RateType: "Actual" | "Agreed" | "Indicative";
                    readonly UnitCurrency: string;
                };
                /** Format: date-time */
                readonly ExpectedExecutionDateTime?: string;
                /** Format: date-time */
                readonly ExpectedSettlementDateTime?: string;
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly EndToEndIdentification: string;
                    readonly ExchangeRateInformation?: {
                        readonly ContractIdentification?: string;
                        readonly ExchangeRate?: number;
                        /** @enum {string} */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        readonly UnitCurrency: string;
                    };
                    readonly ExtendedPurpose?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    /** @enum {string} */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly Purpose?: string;
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                /** @enum {string} */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "Consumed" | "Rejected";
                /** Format: date-time */
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
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly ExchangeRateInformation?: {
                    readonly ContractIdentification?: string;
                    readonly ExchangeRate: number;
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** @enum {string} */
                    readonly RateType: "Actual" | "Agreed" | "Indicative";
                    readonly UnitCurrency: string;
                };
                /** Format: date-time */
                readonly ExpectedExecutionDateTime?: string;
                /** Format: date-time */
                readonly ExpectedSettlementDateTime?: string;
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly EndToEndIdentification: string;
                    readonly ExchangeRateInformation?: {
                        readonly ContractIdentification?: string;
                        readonly ExchangeRate?: number;
                        /** @enum {string} */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        readonly UnitCurrency: string;
                    };
                    readonly ExtendedPurpose?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    /** @enum {string} */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly Purpose?: string;
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                readonly InternationalPaymentId: string;
                readonly MultiAuthorisation?: {
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** Format: date-time */
                    readonly LastUpdateDateTime?: string;
                    readonly NumberReceived?: number;
                    readonly NumberRequired?: number;
                    /** @enum {string} */
                    readonly Status: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
                };
                readonly Refund?: {
                    readonly Account: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly Agent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly Creditor?: {
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                };
                /** @enum {string} */
                readonly Status: "AcceptedCreditSettlementCompleted" | "AcceptedSettlementCompleted" | "AcceptedSettlementInProcess" | "AcceptedWithoutPosting" | "Pending" | "Rejected";
                /** Format: date-time */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWriteInternationalScheduled3: {
            readonly Data: {
                readonly ConsentId: string;
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly EndToEndIdentification?: string;
                    readonly ExchangeRateInformation?: {
                        readonly ContractIdentification?: string;
                        readonly ExchangeRate?: number;
                        /** @enum {string} */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        readonly UnitCurrency: string;
                    };
                    readonly ExtendedPurpose?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    /** @enum {string} */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly Purpose?: string;
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteInternationalScheduledConsent5: {
            readonly Data: {
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly EndToEndIdentification?: string;
                    readonly ExchangeRateInformation?: {
                        readonly ContractIdentification?: string;
                        readonly ExchangeRate?: number;
                        /** @enum {string} */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        readonly UnitCurrency: string;
                    };
                    readonly ExtendedPurpose?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    /** @enum {string} */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly Purpose?: string;
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @enum {string} */
                readonly Permission: "Create";
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteInternationalScheduledConsentResponse6: {
            readonly Data: {
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                /** Format: date-time */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly ExchangeRateInformation?: {
                    readonly ContractIdentification?: string;
                    readonly ExchangeRate: number;
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** @enum {string} */
                    readonly RateType: "Actual" | "Agreed" | "Indicative";
                    readonly UnitCurrency: string;
                };
                /** Format: date-time */
                readonly ExpectedExecutionDateTime?: string;
                /** Format: date-time */
                readonly ExpectedSettlementDateTime?: string;
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly EndToEndIdentification?: string;
                    readonly ExchangeRateInformation?: {
                        readonly ContractIdentification?: string;
                        readonly ExchangeRate?: number;
                        /** @enum {string} */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        readonly UnitCurrency: string;
                    };
                    readonly ExtendedPurpose?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    /** @enum {string} */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly Purpose?: string;
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @enum {string} */
                readonly Permission: "Create";
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                /** @enum {string} */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "Consumed" | "Rejected";
                /** Format: date-time */
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
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly ExchangeRateInformation?: {
                    readonly ContractIdentification?: string;
                    readonly ExchangeRate: number;
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** @enum {string} */
                    readonly RateType: "Actual" | "Agreed" | "Indicative";
                    readonly UnitCurrency: string;
                };
                /** Format: date-time */
                readonly ExpectedExecutionDateTime?: string;
                /** Format: date-time */
                readonly ExpectedSettlementDateTime?: string;
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly EndToEndIdentification?: string;
                    readonly ExchangeRateInformation?: {
                        readonly ContractIdentification?: string;
                        readonly ExchangeRate?: number;
                        /** @enum {string} */
                        readonly RateType: "Actual" | "Agreed" | "Indicative";
                        readonly UnitCurrency: string;
                    };
                    readonly ExtendedPurpose?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    /** @enum {string} */
                    readonly InstructionPriority?: "Normal" | "Urgent";
                    readonly LocalInstrument?: components["schemas"]["OBExternalLocalInstrument1Code"];
                    readonly Purpose?: string;
                    readonly RemittanceInformation?: {
                        readonly Reference?: string;
                        readonly Unstructured?: string;
                    };
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                readonly InternationalScheduledPaymentId: string;
                readonly MultiAuthorisation?: {
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** Format: date-time */
                    readonly LastUpdateDateTime?: string;
                    readonly NumberReceived?: number;
                    readonly NumberRequired?: number;
                    /** @enum {string} */
                    readonly Status: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
                };
                readonly Refund?: {
                    readonly Account: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly Agent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly Creditor?: {
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                };
                /** @enum {string} */
                readonly Status: "Cancelled" | "InitiationCompleted" | "InitiationFailed" | "InitiationPending";
                /** Format: date-time */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWriteInternationalStandingOrder4: {
            readonly Data: {
                readonly ConsentId: string;
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: string;
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly ExtendedPurpose?: string;
                    /** Format: date-time */
                    readonly FinalPaymentDateTime?: string;
                    /** Format: date-time */
                    readonly FirstPaymentDateTime: string;
                    readonly Frequency: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly NumberOfPayments?: string;
                    readonly Purpose?: string;
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteInternationalStandingOrderConsent6: {
            readonly Data: {
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: string;
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly ExtendedPurpose?: string;
                    /** Format: date-time */
                    readonly FinalPaymentDateTime?: string;
                    /** Format: date-time */
                    readonly FirstPaymentDateTime: string;
                    readonly Frequency: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly NumberOfPayments?: string;
                    readonly Purpose?: string;
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @enum {string} */
                readonly Permission: "Create";
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBWriteInternationalStandingOrderConsentResponse7: {
            readonly Data: {
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBExternalPaymentChargeType1Code"];
                }[];
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                /** Format: date-time */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: string;
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly ExtendedPurpose?: string;
                    /** Format: date-time */
                    readonly FinalPaymentDateTime?: string;
                    /** Format: date-time */
                    readonly FirstPaymentDateTime: string;
                    readonly Frequency: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly NumberOfPayments?: string;
                    readonly Purpose?: string;
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                /** @enum {string} */
                readonly Permission: "Create";
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                /** @enum {string} */
                readonly Status: "Authorised" | "AwaitingAuthorisation" | "Consumed" | "Rejected";
                /** Format: date-time */
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
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: string;
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly ExtendedPurpose?: string;
                    /** Format: date-time */
                    readonly FinalPaymentDateTime?: string;
                    /** Format: date-time */
                    readonly FirstPaymentDateTime: string;
                    readonly Frequency: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly NumberOfPayments?: string;
                    readonly Purpose?: string;
                    readonly Reference?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                };
                readonly InternationalStandingOrderId: string;
                readonly MultiAuthorisation?: {
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** Format: date-time */
                    readonly LastUpdateDateTime?: string;
                    readonly NumberReceived?: number;
                    readonly NumberRequired?: number;
                    /** @enum {string} */
                    readonly Status: "Authorised" | "AwaitingFurtherAuthorisation" | "Rejected";
                };
                readonly Refund?: {
                    readonly Account: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly SchemeName: components["schemas"]["OBExternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly Agent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                        readonly SchemeName?: components["schemas"]["OBExternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly Creditor?: {
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress6"];
                    };
                };
                /** @enum {string} */
                readonly Status: "Cancelled" | "InitiationCompleted" | "InitiationFailed" | "InitiationPending";
                /** Format: date-time */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWritePaymentDetailsResponse1: {
            readonly Data: {
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
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly PostCode: string;
        readonly SecondaryIdentification: string;
        readonly StreetName: string;
        readonly SubDepartment: string;
        readonly TownName: string;
    };
    responses: {
        readonly "200DomesticPaymentConsentsConsentIdFundsConfirmationRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteFundsConfirmationResponse1"];
            };
        };
        readonly "200DomesticPaymentConsentsConsentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticConsentResponse5"];
            };
        };
        readonly "200DomesticPaymentsDomesticPaymentIdPaymentDetailsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWritePaymentDetailsResponse1"];
            };
        };
        readonly "200DomesticPaymentsDomesticPaymentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticResponse5"];
            };
        };
        readonly "200DomesticScheduledPaymentConsentsConsentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticScheduledConsentResponse5"];
            };
        };
        readonly "200DomesticScheduledPaymentsDomesticScheduledPaymentIdPaymentDetailsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWritePaymentDetailsResponse1"];
            };
        };
        readonly "200DomesticScheduledPaymentsDomesticScheduledPaymentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticScheduledResponse5"];
            };
        };
        readonly "200DomesticStandingOrderConsentsConsentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticStandingOrderConsentResponse6"];
            };
        };
        readonly "200DomesticStandingOrdersDomesticStandingOrderIdPaymentDetailsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWritePaymentDetailsResponse1"];
            };
        };
        readonly "200DomesticStandingOrdersDomesticStandingOrderIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticStandingOrderResponse6"];
            };
        };
        readonly "200FilePaymentConsentsConsentIdFileCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        readonly "200FilePaymentConsentsConsentIdFileRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["File"];
            };
        };
        readonly "200FilePaymentConsentsConsentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteFileConsentResponse4"];
            };
        };
        readonly "200FilePaymentsFilePaymentIdPaymentDetailsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWritePaymentDetailsResponse1"];
            };
        };
        readonly "200FilePaymentsFilePaymentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteFileResponse3"];
            };
        };
        readonly "200FilePaymentsFilePaymentIdReportFileRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["File"];
            };
        };
        readonly "200InternationalPaymentConsentsConsentIdFundsConfirmationRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteFundsConfirmationResponse1"];
            };
        };
        readonly "200InternationalPaymentConsentsConsentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalConsentResponse6"];
            };
        };
        readonly "200InternationalPaymentsInternationalPaymentIdPaymentDetailsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWritePaymentDetailsResponse1"];
            };
        };
        readonly "200InternationalPaymentsInternationalPaymentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalResponse5"];
            };
        };
        readonly "200InternationalScheduledPaymentConsentsConsentIdFundsConfirmationRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteFundsConfirmationResponse1"];
            };
        };
        readonly "200InternationalScheduledPaymentConsentsConsentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalScheduledConsentResponse6"];
            };
        };
        readonly "200InternationalScheduledPaymentsInternationalScheduledPaymentIdPaymentDetailsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWritePaymentDetailsResponse1"];
            };
        };
        readonly "200InternationalScheduledPaymentsInternationalScheduledPaymentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalScheduledResponse6"];
            };
        };
        readonly "200InternationalStandingOrderConsentsConsentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalStandingOrderConsentResponse7"];
            };
        };
        readonly "200InternationalStandingOrdersInternationalStandingOrderPaymentIdPaymentDetailsRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWritePaymentDetailsResponse1"];
            };
        };
        readonly "200InternationalStandingOrdersInternationalStandingOrderPaymentIdRead": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalStandingOrderResponse7"];
            };
        };
        readonly "201DomesticPaymentConsentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticConsentResponse5"];
            };
        };
        readonly "201DomesticPaymentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticResponse5"];
            };
        };
        readonly "201DomesticScheduledPaymentConsentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticScheduledConsentResponse5"];
            };
        };
        readonly "201DomesticScheduledPaymentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticScheduledResponse5"];
            };
        };
        readonly "201DomesticStandingOrderConsentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticStandingOrderConsentResponse6"];
            };
        };
        readonly "201DomesticStandingOrdersCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteDomesticStandingOrderResponse6"];
            };
        };
        readonly "201FilePaymentConsentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteFileConsentResponse4"];
            };
        };
        readonly "201FilePaymentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteFileResponse3"];
            };
        };
        readonly "201InternationalPaymentConsentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalConsentResponse6"];
            };
        };
        readonly "201InternationalPaymentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalResponse5"];
            };
        };
        readonly "201InternationalScheduledPaymentConsentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalScheduledConsentResponse6"];
            };
        };
        readonly "201InternationalScheduledPaymentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalScheduledResponse6"];
            };
        };
        readonly "201InternationalStandingOrderConsentsCreated": {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["OBWriteInternationalStandingOrderConsentResponse7"];
            };
        };
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
        readonly Authorization: string;
        readonly ConsentId: string;
        readonly DomesticPaymentId: string;
        readonly DomesticScheduledPaymentId: string;
        readonly DomesticStandingOrderId: string;
        readonly FilePaymentId: string;
        readonly InternationalPaymentId: string;
        readonly InternationalScheduledPaymentId: string;
        readonly InternationalStandingOrderPaymentId: string;
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
    readonly CreateDomesticPaymentConsents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
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
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
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
