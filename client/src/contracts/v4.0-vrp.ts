/*
 * Generated from v4/openapi/vrp-openapi.yaml by client/generate-contracts.ts. Do not edit.
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
         * @description Enables a PISP to ask an ASPSP to create a new domestic-vrp-consent resource, by sending a copy of the consent to the ASPSP.
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
         * Get a Domestic VRP Consent
         * @description Enables a PISP to retrieve the status of a Domestic VRP Consent.
         */
        readonly get: operations["domesticVrpConsentsGet"];
        /**
         * Replace an existing domestic VRP consent
         * @description Enables a PISP to replace an existing Domestic VRP Consent resource.
         *
         *     This endpoint **must** only be used for the migration of Domestic VRP Consent resource data across API Standard versions where the ASPSP supports this PUT function.
         */
        readonly put: operations["domesticVrpConsentsPut"];
        readonly post?: never;
        /**
         * Delete a Domestic VRP Consent
         * @description Enables a PISP to ask an ASPSP to delete a previously consented Domestic VRP Consent resource.
         */
        readonly delete: operations["domesticVrpConsentsDelete"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Update an existing domestic VRP consent
         * @description Enables a PISP to update an existing Domestic VRP Consent resource by submitting a JSON Patch payload.
         *
         *     This endpoint **must** only be used for the migration of Domestic VRP Consent resource data across API Standard versions where the ASPSP supports this PATCH function.
         */
        readonly patch: operations["domesticVrpConsentsPatch"];
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
         * Confirm Funds Availability for a Domestic VRP
         * @description Enables a PISP to check whether a PSU has sufficient available funds for a Domestic VRP Payment.
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
         * Initiate a Domestic VRP
         * @description Enables a PISP to initiate a Domestic VRP transaction under an already PSU-approved Domestic VRP Consent.
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
         * Get a Domestic VRP
         * @description Enables a PISP to retrieve the status of a Domestic VRP transaction.
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
         * Get details of a Domestic VRP Payment
         * @description Enables a PISP to retrieve detailed information on the status of a Domestic VRP transaction.
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
        /** @description Identification of a division of a large organisation or building. */
        readonly Department: string;
        /** @description Number that of the regional area, known as a district, which forms part of an address */
        readonly DistrictName: string;
        /**
         * @description Enumeration of codes that outlines the type of purpose behind a transaction, payment or risk. For a full list of values refer to `ExternalCategoryPurpose1Code` in *ISO_External_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly ExternalCategoryPurpose1Code: "BONU" | "CASH" | "CBLK" | "CCRD" | "CGWV" | "CIPC" | "CONC" | "CORT" | "DCRD" | "DIVI" | "DVPM" | "EPAY" | "FCDT" | "FCIN" | "FCOL" | "GOVT" | "GP2P" | "HEDG" | "ICCP" | "IDCP" | "INTC" | "INTE" | "LBOX" | "LOAN" | "MP2B" | "MP2P" | "OTHR" | "PENS" | "RPRE" | "RRCT" | "RVPM" | "SALA" | "SECU" | "SSBE" | "SUPP" | "SWEP" | "TAXS" | "TOPG" | "TRAD" | "TREA" | "VATX" | "VOST" | "WHLD" | "ZABA";
        /**
         * @description Specifies the amount type, as published in an external referred amount code set. For a full list of values refer to `ExternalCreditorReferenceType1Code` in *ISO_External_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly ExternalCreditorReferenceType1Code: "DISP" | "FXDR" | "PUOR" | "RPIN" | "RADM" | "SCOR";
        /**
         * @description Specifies the document type as published in an external document type code list. For a full list of values refer to `ExternalDocumentType1Code` in *ISO_External_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly ExternalDocumentType1Code: "CINV" | "CNFA" | "CONT" | "CREN" | "DEBN" | "DISP" | "DNFA" | "HIRI" | "INVS" | "MSIN" | "PROF" | "PUOR" | "QUOT" | "SBIN" | "SPRR" | "TISH" | "USAR" | "AROI" | "BOLD" | "CMCN" | "SOAC" | "TSUT" | "VCHR";
        /**
         * @description The current status of the payment resource.
         *
         *     For a full list of values see `ExternalPaymentTransactionStatus1Code` in *OB_Internal_CodeSet*
         *     [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly ExternalPaymentTransactionStatus1Code: "CANC" | "RCVD" | "ACTC" | "PATC" | "PDNG" | "RJCT" | "INFA" | "INCO" | "ACCP" | "ACFC" | "ACSP" | "ACWC" | "ACSC" | "BLCK" | "ACCC" | "ACWP";
        /**
         * @description Specifies the status of the payment information group.
         *
         *     For a full list of values refer to `ExternalPaymentTransactionStatus5Code` in *OB_Internal_CodeSet*
         *     [here](https://github.com/OpenBankingUK/External_Internal_CodeSets).
         * @enum {string}
         */
        readonly ExternalPaymentTransactionStatus5Code: "RCVD" | "PDNG" | "ACTC" | "ACCP" | "ACFC" | "ACSP" | "ACWC" | "ACSC" | "BLCK" | "ACCC" | "ACWP" | "RJCT";
        /**
         * @description Specifies the external proxy account type code, as published in the proxy account type external code set.<br /> For a full list of values see `ExternalProxyAccountType1Code` in *ISO_External_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly ExternalProxyAccountType1Code: "TELE" | "EMAL" | "DNAM" | "CINC" | "COTX" | "COID" | "CUST" | "DRLC" | "EIDN" | "EWAL" | "PVTX" | "LEIC" | "MBNO" | "NIDN" | "CCPT" | "SHID" | "SOSE" | "TOKN" | "UBIL" | "VIPN" | "BIID";
        /** @description Number that identifies the level within a building */
        readonly Floor: string;
        /** @description Identification assigned by an institution to identify an account. This identification is known by the account owner. */
        readonly Identification_0: string;
        /** @description Unique and unambiguous identification of the servicing institution. */
        readonly Identification_1: string;
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
         * @description Meta Data relevant to the payload. At present no fields are used for VRP.
         */
        readonly Meta: Record<string, never>;
        /** @description Name by which an agent is known and which is usually used to identify that agent. */
        readonly Name_1: string;
        /** @description A number of monetary units specified in an active currency where the unit of currency is explicit and compliant with ISO 4217. */
        readonly OBActiveCurrencyAndAmount_SimpleType: string;
        readonly OBActiveOrHistoricCurrencyAndAmount: {
            readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
            readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
        };
        /**
         * @description Identifies the nature of the postal address. For a full set of codes see `OBAddressType2Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets).
         * @enum {string}
         */
        readonly OBAddressType2Code: "BIZZ" | "DLVY" | "MLTO" | "PBOX" | "ADDR" | "HOME" | "CORR" | "STAT";
        /**
         * @description Identifies the nature of the postal address.
         * @enum {string}
         */
        readonly OBAddressTypeCode: "Business" | "Correspondence" | "DeliveryTo" | "MailTo" | "POBox" | "Postal" | "Residential" | "Statement";
        readonly OBBranchAndFinancialInstitutionIdentification6: {
            /** @description ^ Unique and unambiguous identification of a financial institution or a branch of a financial institution. */
            readonly Identification?: string;
            readonly LEI?: components["schemas"]["LEI"];
            /** @description ^ Name by which an agent is known and which is usually used to identify that agent. */
            readonly Name?: string;
            readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
            readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
        };
        /** @description Party that manages the account on behalf of the account owner, that is manages the registration and booking of entries on the account, calculates balances on the account and provides information about the account. This is the servicer of the beneficiary account. */
        readonly OBBranchAndFinancialInstitutionIdentification6_0: {
            readonly Identification?: components["schemas"]["Identification_1"];
            readonly LEI?: components["schemas"]["LEI"];
            readonly Name?: components["schemas"]["Name_1"];
            readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
            readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
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
            readonly Proxy?: components["schemas"]["OBProxy1"];
            readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
            readonly Name?: string;
            readonly Proxy?: components["schemas"]["OBProxy1"];
            readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
            /** @description ^ This is secondary identification of the account, as assigned by the account servicing institution.  This can be used by building societies to additionally identify accounts with a roll number (in addition to a sort code and account number combination) */
            readonly SecondaryIdentification?: string;
        };
        readonly OBCharge2: {
            readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
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
        readonly OBDomesticVRPConsentRequest: {
            readonly Data: {
                readonly ControlParameters: components["schemas"]["OBDomesticVRPControlParameters"];
                readonly Initiation: components["schemas"]["OBDomesticVRPInitiation"];
                /**
                 * @description Indicates whether the `RefundAccount` object should be included in the response
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
                readonly DebtorAccount?: components["schemas"]["OBCashAccountDebtorWithName"] & unknown;
                readonly Initiation: components["schemas"]["OBDomesticVRPInitiation"];
                /**
                 * @description Indicates whether information about RefundAccount should be included in the payment response.
                 * @enum {string}
                 */
                readonly ReadRefundAccount?: "Yes" | "No";
                readonly Status: components["schemas"]["OBInternalConsentStatus1Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBDomesticVRPControlParameters: {
            readonly MaximumIndividualAmount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
            readonly PeriodicLimits: readonly {
                readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                /**
                 * @description Specifies whether the period starts on the date of consent creation or lines up with a calendar. As the ISO calendar does not support or provide any guidance on when a fortnight should start, when specifying a `PeriodType` of `Fortnight` the `PeriodAlignment` must be `Consent`.
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
            /** @description Indicates interaction type, currently if customer is present or not present. If not provided the default is `OffSession` (the customer is not present) when the individual VRP payment is made. */
            readonly PSUInteractionTypes?: readonly components["schemas"]["OBVRPInteractionTypes"][];
            /** @description ^ Additional information that cannot be captured in the structured fields and/or any other specific block */
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
            /** @description ^ The types of payments that can be made under this VRP consent. This can be used to indicate whether this includes sweeping payments or other ecommerce payments. */
            readonly VRPType: readonly components["schemas"]["OBVRPConsentType"][];
        };
        readonly OBDomesticVRPDetails: {
            readonly Data: {
                readonly PaymentStatus?: readonly {
                    /** @description Unique identifier for the transaction within a servicing institution. This identifier is both unique and immutable. */
                    readonly PaymentTransactionId: string;
                    readonly Status: components["schemas"]["ExternalPaymentTransactionStatus1Code"];
                    readonly StatusDetail?: {
                        readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                        readonly Status: components["schemas"]["ExternalPaymentTransactionStatus1Code"];
                        /** @description Reason Code provided for the status of a transfer. */
                        readonly StatusReason?: string;
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
            readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
            readonly DebtorAccount?: components["schemas"]["OBCashAccountDebtorWithName"];
            readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
            readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
            readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
            readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
        };
        readonly OBDomesticVRPInstruction: {
            readonly CreditorAccount: components["schemas"]["OBCashAccountCreditor3"];
            readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
            /**
             * @description Unique identification assigned by the initiating party to unambiguously identify the transaction.
             *     This identification is passed on, unchanged, throughout the entire end-to-end chain.
             *     Usage: The end-to-end identification can be used for reconciliation or to link tasks relating to the transaction.
             *     It can be included in several messages related to the transaction.
             *     OB: The Faster Payments Scheme can only access 31 characters for the EndToEndIdentification field
             */
            readonly EndToEndIdentification: string;
            readonly InstructedAmount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
            /**
             * @description Unique identification as assigned by an instructing party for an instructed party to unambiguously identify the instruction.
             *     Usage: the instruction identification is a point to point reference that can be used between the instructing party and the instructed party to refer to the individual instruction.
             *     It can be included in several messages related to the instruction.
             */
            readonly InstructionIdentification: string;
            readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
            readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
            /** @description Additional information that cannot be captured in the structured fields and/or any other specific block. */
            readonly SupplementaryData?: Record<string, never>;
            readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
        };
        readonly OBDomesticVRPRequest: {
            readonly Data: {
                /** @description Identifier for the Domestic VRP Consent that this payment is made under. */
                readonly ConsentId: string;
                readonly Initiation: components["schemas"]["OBDomesticVRPInitiation"];
                readonly Instruction: components["schemas"]["OBDomesticVRPInstruction"];
                readonly PSUAuthenticationMethod: components["schemas"]["OBVRPAuthenticationMethods"] & unknown;
                readonly PSUInteractionType?: components["schemas"]["OBVRPInteractionTypes"] & unknown;
                readonly VRPType: components["schemas"]["OBVRPConsentType"];
            };
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBDomesticVRPResponse: {
            /** @description `Data.Refund` only included in the response if `Data.ReadRefundAccount` is set to `Yes` in the consent. */
            readonly Data: {
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
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
                readonly Refund?: components["schemas"]["OBDomesticRefundAccount1"];
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus5Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /**
                 * Format: date-time
                 * @description Date and time at which the resource status was updated.
                 */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
            readonly Risk: components["schemas"]["OBRisk1"];
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
        /**
         * @description Specifies the type of account (personal or business).
         * @enum {string}
         */
        readonly OBExternalAccountType1Code: "Business" | "Personal";
        /**
         * @description Specifies the type of creditor reference as published in an external creditor reference type code set.
         *     External code sets can be downloaded from www.iso20022.org.
         *     *`DISP`-Document is a dispatch advice.
         *     *`FXDR`-Document is a pre-agreed or pre-arranged foreign exchange transaction to which the payment transaction refers.
         *     *`PUOR`-Document is a purchase order.
         *     *`RPIN`-Document is a linked payment instruction to which the current payment instruction is related, for example, in a cover scenario.
         *     *`RADM`-Document is a remittance advice sent separately from the current transaction.
         *     *`SCOR`-Document is a structured communication reference provided by the creditor to identify the referred transaction.
         * @enum {string}
         */
        readonly OBExternalCreditorReferenceType1Code: "DISP" | "FXDR" | "PUOR" | "RPIN" | "RADM" | "SCOR";
        /**
         * @description For a full set of values refer to `ExternalPurpose1Code` in *ISO_External_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly OBExternalPurpose1Code: "BKDF" | "BKFE" | "BKFM" | "BKIP" | "BKPP" | "CBLK" | "CDCB" | "CDCD" | "CDCS" | "CDDP" | "CDOC" | "CDQC" | "ETUP" | "FCOL" | "MTUP" | "ACCT" | "CASH" | "COLL" | "CSDB" | "DEPT" | "INTC" | "INTP" | "LIMA" | "NETT" | "BFWD" | "CCIR" | "CCPC" | "CCPM" | "CCSM" | "CRDS" | "CRPR" | "CRSP" | "CRTL" | "EQPT" | "EQUS" | "EXPT" | "EXTD" | "FIXI" | "FWBC" | "FWCC" | "FWSB" | "FWSC" | "MARG" | "MBSB" | "MBSC" | "MGCC" | "MGSC" | "OCCC" | "OPBC" | "OPCC" | "OPSB" | "OPSC" | "OPTN" | "OTCD" | "REPO" | "RPBC" | "RPCC" | "RPSB" | "RPSC" | "RVPO" | "SBSC" | "SCIE" | "SCIR" | "SCRP" | "SHBC" | "SHCC" | "SHSL" | "SLEB" | "SLOA" | "SWBC" | "SWCC" | "SWPT" | "SWSB" | "SWSC" | "TBAS" | "TBBC" | "TBCC" | "TRCP" | "AGRT" | "AREN" | "BEXP" | "BOCE" | "COMC" | "CPYR" | "GDDS" | "GDSV" | "GSCB" | "LICF" | "MP2B" | "POPE" | "ROYA" | "SCVE" | "SERV" | "SUBS" | "SUPP" | "TRAD" | "CHAR" | "COMT" | "MP2P" | "ECPG" | "ECPR" | "ECPU" | "EPAY" | "CLPR" | "COMP" | "DBTC" | "GOVI" | "HLRP" | "HLST" | "INPC" | "INPR" | "INSC" | "INSU" | "INTE" | "LBRI" | "LIFI" | "LOAN" | "LOAR" | "PENO" | "PPTI" | "RELG" | "RINP" | "TRFD" | "FORW" | "FXNT" | "ADMG" | "ADVA" | "BCDM" | "BCFG" | "BLDM" | "BNET" | "CBFF" | "CBFR" | "CCRD" | "CDBL" | "CFEE" | "CGDD" | "CORT" | "COST" | "CPKC" | "DCRD" | "DSMT" | "DVPM" | "EDUC" | "FACT" | "FAND" | "FCPM" | "FEES" | "GIFT" | "GOVT" | "ICCP" | "IDCP" | "IHRP" | "INSM" | "IVPT" | "MCDM" | "MCFG" | "MSVC" | "NOWS" | "OCDM" | "OCFG" | "OFEE" | "OTHR" | "PADD" | "PTSP" | "RCKE" | "RCPT" | "REBT" | "REFU" | "RENT" | "REOD" | "RIMB" | "RPNT" | "RRBN" | "RRCT" | "RRTP" | "RVPM" | "SLPI" | "SPLT" | "STDY" | "TBAN" | "TBIL" | "TCSC" | "TELI" | "TMPG" | "TPRI" | "TPRP" | "TRNC" | "TRVC" | "WEBI" | "IPAY" | "IPCA" | "IPDO" | "IPEA" | "IPEC" | "IPEW" | "IPPS" | "IPRT" | "IPU2" | "IPUW" | "ANNI" | "CAFI" | "CFDI" | "CMDT" | "DERI" | "DIVD" | "FREX" | "HEDG" | "INVS" | "PRME" | "SAVG" | "SECU" | "SEPI" | "TREA" | "UNIT" | "FNET" | "FUTR" | "ANTS" | "CVCF" | "DMEQ" | "DNTS" | "HLTC" | "HLTI" | "HSPC" | "ICRF" | "LTCF" | "MAFC" | "MARF" | "MDCS" | "VIEW" | "CDEP" | "SWFP" | "SWPP" | "SWRS" | "SWUF" | "ADCS" | "AEMP" | "ALLW" | "ALMY" | "BBSC" | "BECH" | "BENE" | "BONU" | "CCHD" | "COMM" | "CSLP" | "GFRP" | "GVEA" | "GVEB" | "GVEC" | "GVED" | "GWLT" | "HREC" | "PAYR" | "PEFC" | "PENS" | "PRCP" | "RHBS" | "SALA" | "SPSP" | "SSBE" | "LBIN" | "LCOL" | "LFEE" | "LMEQ" | "LMFI" | "LMRK" | "LREB" | "LREV" | "LSFL" | "ESTX" | "FWLV" | "GSTX" | "HSTX" | "INTX" | "NITX" | "PTXP" | "RDTX" | "TAXS" | "VATX" | "WHLD" | "TAXR" | "B112" | "BR12" | "TLRF" | "TLRR" | "AIRB" | "BUSB" | "FERB" | "RLWY" | "TRPT" | "CBTV" | "ELEC" | "ENRG" | "GASB" | "NWCH" | "NWCM" | "OTLC" | "PHON" | "UBIL" | "WTER" | "BOND" | "CABD" | "CAEQ" | "CBCR" | "DBCR" | "DICL" | "EQTS" | "FLCR" | "EFTC" | "EFTD" | "MOMA" | "RAPI" | "GAMB" | "LOTT" | "AMEX" | "SASW" | "AUCO" | "PCOM" | "PDEP" | "PLDS" | "PLRF" | "GAFA" | "GAHO" | "CPEN" | "DEPD" | "RETL" | "DEBT" | "CRYP";
        /** @enum {string} */
        readonly OBExternalStatus2Code: "AUTH" | "AWAU" | "RJCT";
        /**
         * @description Low level textual error code, for all enum values see `OBExternalStatusReason1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @example U001
         */
        readonly OBExternalStatusReason1Code: string;
        /** @description Name of the identification scheme, in a coded form as published in an external list. For a full list of values refer to `OBInternalAccountIdentification4Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets) */
        readonly OBInternalAccountIdentification4Code: string;
        /**
         * @description Specifies which party/parties will bear the charges associated with the processing of the payment transaction.
         * @enum {string}
         */
        readonly OBInternalChargeBearerType1Code: "BorneByCreditor" | "BorneByDebtor" | "FollowingServiceLevel" | "Shared";
        /**
         * @description Specifies the status of consent resource in code form. Only AWAU and RJCT can be returned on initial submission. For a full list of values see `OBInternalConsentStatus1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly OBInternalConsentStatus1Code: "AWAU" | "RJCT" | "AUTH" | "CANC" | "EXPD";
        /**
         * @description Specifies the extended type of account if known. For a full set of values refer to `OBInternalExtendedAccountType1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         * @enum {string}
         */
        readonly OBInternalExtendedAccountType1Code: "Business" | "BusinessSavingsAccount" | "Charity" | "Collection" | "Corporate" | "Ewallet" | "Government" | "Investment" | "ISA" | "JointPersonal" | "Pension" | "Personal" | "PersonalSavingsAccount" | "Premier" | "Wealth";
        /** @description Name of the identification scheme, in a coded form as published in an external list. */
        readonly OBInternalFinancialInstitutionIdentification4Code: string;
        /**
         * @description User community specific instrument.
         *     Usage: This element is used to specify a local instrument, local clearing option and/or further qualify the service or service level.
         *     For a full list of values refer to `OBInternalLocalInstrument1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
         */
        readonly OBInternalLocalInstrument1Code: string;
        /** @enum {string} */
        readonly OBInternalPaymentChargeType1Code: "UK.OBIE.CHAPSOut" | "UK.OBIE.BalanceTransferOut" | "UK.OBIE.MoneyTransferOut";
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
        readonly OBPaymentStatusReason: {
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
            /** @description Date associated with the referred document line. */
            readonly RelatedDate?: components["schemas"]["ISODateTime"];
        };
        /** @description Entity requiring the regulatory reporting information. */
        readonly OBRegulatoryAuthority2: {
            /** @description Country of the entity that requires the regulatory reporting information. */
            readonly CountryCode?: components["schemas"]["CountryCode"];
            /** @description Name of the entity requiring the regulatory reporting information. */
            readonly Name?: string;
        };
        /** @description Information needed due to regulatory and statutory requirements */
        readonly OBRegulatoryReporting1: {
            readonly Authority?: components["schemas"]["OBRegulatoryAuthority2"];
            /**
             * @description Identifies whether the regulatory reporting information applies to the debit side, to the credit side or to both debit and credit sides of the transaction. For a full list of values refer to `OBExternalRegulatoryReportingType1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)
             * @enum {string}
             */
            readonly DebitCreditReportingIndicator?: "CRED" | "DEBT" | "BOTH";
            /** @description Set of elements used to provide details on the regulatory reporting information. */
            readonly Details?: readonly components["schemas"]["OBStructuredRegulatoryReporting3"][];
        };
        /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system */
        readonly OBRemittanceInformation2: {
            readonly Structured?: readonly components["schemas"]["OBRemittanceInformationStructured"][];
            /** @description Information supplied to enable the matching/reconciliation of an entry with the items that the payment is intended to settle, such as commercial invoices in an accounts' receivable system, in an unstructured form. */
            readonly Unstructured?: readonly string[];
        };
        readonly OBRemittanceInformationStructured: {
            readonly AdditionalRemittanceInformation?: readonly string[];
            /** @description Reference information provided by the creditor to allow the identification of the underlying documents. */
            readonly CreditorReferenceInformation?: {
                readonly Code?: components["schemas"]["ExternalCreditorReferenceType1Code"];
                /** @description Entity that assigns the identification. */
                readonly Issuer?: string;
                /** @description Unique reference, as assigned by the creditor, to unambiguously refer to the payment transaction. */
                readonly Reference?: string;
            };
            /** @description Identification of the party to whom an invoice is issued, when it is different from the debtor or ultimate debtor. */
            readonly Invoicee?: string;
            /** @description Identification of the organisation issuing the invoice, when it is different from the creditor or ultimate creditor */
            readonly Invoicer?: string;
            readonly ReferredDocumentAmount?: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
            /** @description Provides the identification and the content of the referred document. */
            readonly ReferredDocumentInformation?: readonly components["schemas"]["OBReferredDocumentInformation"][];
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
             * @description Specifies the payment context, for a full list of values refer to `OBInternalPaymentContext1Code` in *OB_Internal_CodeSet* [here](https://github.com/OpenBankingUK/External_Internal_CodeSets)<br>
             *     The following values are deprecated and can only be used to make a payment on an existing v3 consent which used one of the deprecated values and has been migrated to v4. They <u>**must not**</u> be used in a new consent. They may optionally be returned for a historical payment/consent migrated to v4:<br>
             *     * BillPayment - @deprecated
             *     * EcommerceGoods - @deprecated
             *     * EcommerceServices - @deprecated
             *     * PartyToParty - @deprecated
             *     * PispPayee - @deprecated
             *     * Other - @deprecated
             * @enum {string}
             */
            readonly PaymentContextCode?: "BillingGoodsAndServicesInAdvance" | "BillingGoodsAndServicesInArrears" | "EcommerceMerchantInitiatedPayment" | "FaceToFacePointOfSale" | "TransferToSelf" | "TransferToThirdParty" | "BillPayment" | "EcommerceGoods" | "EcommerceServices" | "PartyToParty" | "PispPayee" | "Other";
            readonly PaymentPurposeCode?: components["schemas"]["OBExternalPurpose1Code"];
        };
        readonly OBStatusReason: {
            /** @description Recommended but optional reference to the JSON Path of the field with error, e.g., Data.Initiation.InstructedAmount.Currency */
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
            /** @description Amount of money to be reported for regulatory and statutory requirements. */
            readonly Amount?: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
            /** @description Country related to the specified type of regulatory reporting details. */
            readonly Country?: components["schemas"]["CountryCode"];
            /** @description Date related to the specified type of regulatory reporting details. */
            readonly Date?: components["schemas"]["ISODateTime"];
            /** @description Additional details that cater for specific domestic regulatory requirements. */
            readonly Information?: readonly string[];
            /** @description Specifies the type of the information supplied in the regulatory reporting details */
            readonly Type?: string;
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
        readonly OBVRPAuthenticationMethods: string;
        readonly OBVRPConsentType: string;
        /** @description The OBVRPFundsConfirmationRequest object must be used to request funds availability for a specific amount in the Debtor Account included in the VRP consents. */
        readonly OBVRPFundsConfirmationRequest: {
            readonly Data: {
                /** @description Unique identification as assigned by the ASPSP to uniquely identify the funds confirmation consent resource. */
                readonly ConsentId: string;
                readonly InstructedAmount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                /** @description Unique reference, as assigned by the PISP, to unambiguously refer to the request related to the payment transaction. This must be the same value as the `Reference` field in the consent. */
                readonly Reference?: string;
            };
        };
        /** @description The confirmation of funds response contains the result of a funds availability check. */
        readonly OBVRPFundsConfirmationResponse: {
            readonly Data: {
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
                /** @description Unique reference, as assigned by the PISP, to unambiguously refer to the request related to the payment transaction. */
                readonly Reference?: string;
            };
        };
        /**
         * @description Indicates interaction type, currently if customer is present or not present. If not provided the default is `OffSession` (customer is not present) when the individual VRP payment is made.
         * @enum {string}
         */
        readonly OBVRPInteractionTypes: "InSession" | "OffSession";
        /** @description Information supplied to enable the matching of an entry with the items that the transfer is intended to settle, such as commercial invoices in an accounts' receivable system. */
        readonly OBVRPRemittanceInformation: {
            readonly Code?: components["schemas"]["ExternalDocumentType1Code"];
            readonly Issuer?: string;
            readonly LineDetails?: readonly string[];
            readonly Number?: string;
            readonly RelatedDate?: components["schemas"]["ISODateTime"];
        };
        /** @description Reason Code provided for the status of a VRP. To be documented in the Developer Portal. */
        readonly OBVRPStatusReasonCode: string;
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
        /** @description Name of a built-up area, with defined boundaries, and a local government. */
        readonly TownName: string;
        /** @description Number that identifies the unit of a specific address . */
        readonly UnitNumber: string;
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
        /** @description VRP Consent Deleted */
        readonly "204VRPConsentsConsentIdDeleted": {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
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
        /** @description Optional header to aid migration across API versions.  Indicates the version of JSON schema being sent/received */
        readonly "payload-version": string;
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
    readonly domesticVrpConsentsPut: {
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
                readonly "application/json": components["schemas"]["OBDomesticVRPConsentRequest"];
            };
        };
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
            readonly 204: components["responses"]["204VRPConsentsConsentIdDeleted"];
        };
    };
    readonly domesticVrpConsentsPatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description ConsentId */
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
        /** @description Array of Patch Operations as defined in [RFC 6902](https://datatracker.ietf.org/doc/html/rfc6902) */
        readonly requestBody: {
            readonly content: {
                readonly "application/json-patch+json": readonly {
                    /** @description The path to move or copy from as per [RFC 6901](https://datatracker.ietf.org/doc/html/rfc6901) */
                    readonly from?: string;
                    /**
                     * @description The operation to perform
                     * @enum {string}
                     */
                    readonly op: "add" | "remove" | "replace" | "move" | "copy" | "test";
                    /** @description The path to the element to operate on as per [RFC 6901](https://datatracker.ietf.org/doc/html/rfc6901) */
                    readonly path: string;
                    /** @description The value to add, replace, or test against. This may be a single string or an array of strings */
                    readonly value?: unknown;
                }[];
            };
        };
        readonly responses: {
            readonly 200: components["responses"]["20xOBDomesticVRPConsentResponse"];
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
            readonly header?: {
                /** @description Optional header to aid migration across API versions.  Indicates the version of JSON schema being sent/received */
                readonly "payload-version"?: components["parameters"]["payload-version"];
            };
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
