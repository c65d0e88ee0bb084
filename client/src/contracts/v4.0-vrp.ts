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
        readonly put: operations["domesticVrpConsentsPut"];
        readonly post?: never;
        readonly delete: operations["domesticVrpConsentsDelete"];
        readonly options?: never;
        readonly head?: never;
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
        readonly BuildingName: string;
        readonly BuildingNumber: string;
        readonly CareOf: string;
        readonly CountryCode: string;
        readonly CountrySubDivision: string;
        readonly Department: string;
        readonly DistrictName: string;
        /** @enum {string} */
        readonly ExternalCategoryPurpose1Code: "BONU" | "CASH" | "CBLK" | "CCRD" | "CGWV" | "CIPC" | "CONC" | "CORT" | "DCRD" | "DIVI" | "DVPM" | "EPAY" | "FCDT" | "FCIN" | "FCOL" | "GOVT" | "GP2P" | "HEDG" | "ICCP" | "IDCP" | "INTC" | "INTE" | "LBOX" | "LOAN" | "MP2B" | "MP2P" | "OTHR" | "PENS" | "RPRE" | "RRCT" | "RVPM" | "SALA" | "SECU" | "SSBE" | "SUPP" | "SWEP" | "TAXS" | "TOPG" | "TRAD" | "TREA" | "VATX" | "VOST" | "WHLD" | "ZABA";
        /** @enum {string} */
        readonly ExternalCreditorReferenceType1Code: "DISP" | "FXDR" | "PUOR" | "RPIN" | "RADM" | "SCOR";
        /** @enum {string} */
        readonly ExternalDocumentType1Code: "CINV" | "CNFA" | "CONT" | "CREN" | "DEBN" | "DISP" | "DNFA" | "HIRI" | "INVS" | "MSIN" | "PROF" | "PUOR" | "QUOT" | "SBIN" | "SPRR" | "TISH" | "USAR" | "AROI" | "BOLD" | "CMCN" | "SOAC" | "TSUT" | "VCHR";
        /** @enum {string} */
        readonly ExternalPaymentTransactionStatus1Code: "CANC" | "RCVD" | "ACTC" | "PATC" | "PDNG" | "RJCT" | "INFA" | "INCO" | "ACCP" | "ACFC" | "ACSP" | "ACWC" | "ACSC" | "BLCK" | "ACCC" | "ACWP";
        /** @enum {string} */
        readonly ExternalPaymentTransactionStatus5Code: "RCVD" | "PDNG" | "ACTC" | "ACCP" | "ACFC" | "ACSP" | "ACWC" | "ACSC" | "BLCK" | "ACCC" | "ACWP" | "RJCT";
        /** @enum {string} */
        readonly ExternalProxyAccountType1Code: "TELE" | "EMAL" | "DNAM" | "CINC" | "COTX" | "COID" | "CUST" | "DRLC" | "EIDN" | "EWAL" | "PVTX" | "LEIC" | "MBNO" | "NIDN" | "CCPT" | "SHID" | "SOSE" | "TOKN" | "UBIL" | "VIPN" | "BIID";
        readonly Floor: string;
        readonly Identification_0: string;
        readonly Identification_1: string;
        /** Format: date-time */
        readonly ISODateTime: string;
        /** @example IZ9Q00LZEVUKWCQY6X15 */
        readonly LEI: string;
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
        readonly Name_1: string;
        readonly OBActiveCurrencyAndAmount_SimpleType: string;
        readonly OBActiveOrHistoricCurrencyAndAmount: {
            readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
            readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
        };
        /** @enum {string} */
        readonly OBAddressType2Code: "BIZZ" | "DLVY" | "MLTO" | "PBOX" | "ADDR" | "HOME" | "CORR" | "STAT";
        /** @enum {string} */
        readonly OBAddressTypeCode: "Business" | "Correspondence" | "DeliveryTo" | "MailTo" | "POBox" | "Postal" | "Residential" | "Statement";
        readonly OBBranchAndFinancialInstitutionIdentification6: {
            readonly Identification?: string;
            readonly LEI?: components["schemas"]["LEI"];
            readonly Name?: string;
            readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
            readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
        };
        readonly OBBranchAndFinancialInstitutionIdentification6_0: {
            readonly Identification?: components["schemas"]["Identification_1"];
            readonly LEI?: components["schemas"]["LEI"];
            readonly Name?: components["schemas"]["Name_1"];
            readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
            readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
        };
        readonly OBCashAccountCreditor3: {
            readonly Identification: string;
            readonly Name: string;
            readonly Proxy?: components["schemas"]["OBProxy1"];
            readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
            readonly SecondaryIdentification?: string;
        };
        readonly OBCashAccountDebtorWithName: {
            readonly Identification: string;
            readonly Name?: string;
            readonly Proxy?: components["schemas"]["OBProxy1"];
            readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
            readonly SecondaryIdentification?: string;
        };
        readonly OBCharge2: {
            readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
        };
        readonly OBDomesticRefundAccount1: {
            readonly Account: {
                readonly Identification: components["schemas"]["Identification_0"];
                readonly Name: string;
                readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
            };
        };
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
                readonly DebtorAccount?: components["schemas"]["OBCashAccountDebtorWithName"] & unknown;
                readonly Initiation: components["schemas"]["OBDomesticVRPInitiation"];
                /** @enum {string} */
                readonly ReadRefundAccount?: "Yes" | "No";
                readonly Status: components["schemas"]["OBInternalConsentStatus1Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /** Format: date-time */
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
                /** @enum {string} */
                readonly PeriodAlignment: "Consent" | "Calendar";
                /** @enum {string} */
                readonly PeriodType: "Day" | "Week" | "Fortnight" | "Month" | "Half-year" | "Year";
            }[];
            readonly PSUAuthenticationMethods: readonly components["schemas"]["OBVRPAuthenticationMethods"][];
            readonly PSUInteractionTypes?: readonly components["schemas"]["OBVRPInteractionTypes"][];
            readonly SupplementaryData?: Record<string, never>;
            /** Format: date-time */
            readonly ValidFromDateTime?: string;
            /** Format: date-time */
            readonly ValidToDateTime?: string;
            readonly VRPType: readonly components["schemas"]["OBVRPConsentType"][];
        };
        readonly OBDomesticVRPDetails: {
            readonly Data: {
                readonly PaymentStatus?: readonly {
                    readonly PaymentTransactionId: string;
                    readonly Status: components["schemas"]["ExternalPaymentTransactionStatus1Code"];
                    readonly StatusDetail?: {
                        readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                        readonly Status: components["schemas"]["ExternalPaymentTransactionStatus1Code"];
                        readonly StatusReason?: string;
                        readonly StatusReasonDescription?: string;
                    };
                    /** Format: date-time */
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
            readonly EndToEndIdentification: string;
            readonly InstructedAmount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
            readonly InstructionIdentification: string;
            readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
            readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
            readonly SupplementaryData?: Record<string, never>;
            readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
        };
        readonly OBDomesticVRPRequest: {
            readonly Data: {
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
            readonly Data: {
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
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
                readonly Refund?: components["schemas"]["OBDomesticRefundAccount1"];
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus5Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /** Format: date-time */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
            readonly Risk: components["schemas"]["OBRisk1"];
        };
        readonly OBError1: {
            readonly ErrorCode: components["schemas"]["OBExternalStatusReason1Code"];
            readonly Message?: string;
            readonly Path?: string;
            readonly Url?: string;
        };
        readonly OBErrorResponse1: {
            /** @example 400 BadRequest */
            readonly Code?: string;
            readonly Errors: readonly components["schemas"]["OBError1"][];
            readonly Id?: string;
            /** @example There is something wrong with the request parameters provided */
            readonly Message?: string;
        };
        /** @enum {string} */
        readonly OBExternalAccountType1Code: "Business" | "Personal";
        /** @enum {string} */
        readonly OBExternalCreditorReferenceType1Code: "DISP" | "FXDR" | "PUOR" | "RPIN" | "RADM" | "SCOR";
        /** @enum {string} */
        readonly OBExternalPurpose1Code: "BKDF" | "BKFE" | "BKFM" | "BKIP" | "BKPP" | "CBLK" | "CDCB" | "CDCD" | "CDCS" | "CDDP" | "CDOC" | "CDQC" | "ETUP" | "FCOL" | "MTUP" | "ACCT" | "CASH" | "COLL" | "CSDB" | "DEPT" | "INTC" | "INTP" | "LIMA" | "NETT" | "BFWD" | "CCIR" | "CCPC" | "CCPM" | "CCSM" | "CRDS" | "CRPR" | "CRSP" | "CRTL" | "EQPT" | "EQUS" | "EXPT" | "EXTD" | "FIXI" | "FWBC" | "FWCC" | "FWSB" | "FWSC" | "MARG" | "MBSB" | "MBSC" | "MGCC" | "MGSC" | "OCCC" | "OPBC" | "OPCC" | "OPSB" | "OPSC" | "OPTN" | "OTCD" | "REPO" | "RPBC" | "RPCC" | "RPSB" | "RPSC" | "RVPO" | "SBSC" | "SCIE" | "SCIR" | "SCRP" | "SHBC" | "SHCC" | "SHSL" | "SLEB" | "SLOA" | "SWBC" | "SWCC" | "SWPT" | "SWSB" | "SWSC" | "TBAS" | "TBBC" | "TBCC" | "TRCP" | "AGRT" | "AREN" | "BEXP" | "BOCE" | "COMC" | "CPYR" | "GDDS" | "GDSV" | "GSCB" | "LICF" | "MP2B" | "POPE" | "ROYA" | "SCVE" | "SERV" | "SUBS" | "SUPP" | "TRAD" | "CHAR" | "COMT" | "MP2P" | "ECPG" | "ECPR" | "ECPU" | "EPAY" | "CLPR" | "COMP" | "DBTC" | "GOVI" | "HLRP" | "HLST" | "INPC" | "INPR" | "INSC" | "INSU" | "INTE" | "LBRI" | "LIFI" | "LOAN" | "LOAR" | "PENO" | "PPTI" | "RELG" | "RINP" | "TRFD" | "FORW" | "FXNT" | "ADMG" | "ADVA" | "BCDM" | "BCFG" | "BLDM" | "BNET" | "CBFF" | "CBFR" | "CCRD" | "CDBL" | "CFEE" | "CGDD" | "CORT" | "COST" | "CPKC" | "DCRD" | "DSMT" | "DVPM" | "EDUC" | "FACT" | "FAND" | "FCPM" | "FEES" | "GIFT" | "GOVT" | "ICCP" | "IDCP" | "IHRP" | "INSM" | "IVPT" | "MCDM" | "MCFG" | "MSVC" | "NOWS" | "OCDM" | "OCFG" | "OFEE" | "OTHR" | "PADD" | "PTSP" | "RCKE" | "RCPT" | "REBT" | "REFU" | "RENT" | "REOD" | "RIMB" | "RPNT" | "RRBN" | "RRCT" | "RRTP" | "RVPM" | "SLPI" | "SPLT" | "STDY" | "TBAN" | "TBIL" | "TCSC" | "TELI" | "TMPG" | "TPRI" | "TPRP" | "TRNC" | "TRVC" | "WEBI" | "IPAY" | "IPCA" | "IPDO" | "IPEA" | "IPEC" | "IPEW" | "IPPS" | "IPRT" | "IPU2" | "IPUW" | "ANNI" | "CAFI" | "CFDI" | "CMDT" | "DERI" | "DIVD" | "FREX" | "HEDG" | "INVS" | "PRME" | "SAVG" | "SECU" | "SEPI" | "TREA" | "UNIT" | "FNET" | "FUTR" | "ANTS" | "CVCF" | "DMEQ" | "DNTS" | "HLTC" | "HLTI" | "HSPC" | "ICRF" | "LTCF" | "MAFC" | "MARF" | "MDCS" | "VIEW" | "CDEP" | "SWFP" | "SWPP" | "SWRS" | "SWUF" | "ADCS" | "AEMP" | "ALLW" | "ALMY" | "BBSC" | "BECH" | "BENE" | "BONU" | "CCHD" | "COMM" | "CSLP" | "GFRP" | "GVEA" | "GVEB" | "GVEC" | "GVED" | "GWLT" | "HREC" | "PAYR" | "PEFC" | "PENS" | "PRCP" | "RHBS" | "SALA" | "SPSP" | "SSBE" | "LBIN" | "LCOL" | "LFEE" | "LMEQ" | "LMFI" | "LMRK" | "LREB" | "LREV" | "LSFL" | "ESTX" | "FWLV" | "GSTX" | "HSTX" | "INTX" | "NITX" | "PTXP" | "RDTX" | "TAXS" | "VATX" | "WHLD" | "TAXR" | "B112" | "BR12" | "TLRF" | "TLRR" | "AIRB" | "BUSB" | "FERB" | "RLWY" | "TRPT" | "CBTV" | "ELEC" | "ENRG" | "GASB" | "NWCH" | "NWCM" | "OTLC" | "PHON" | "UBIL" | "WTER" | "BOND" | "CABD" | "CAEQ" | "CBCR" | "DBCR" | "DICL" | "EQTS" | "FLCR" | "EFTC" | "EFTD" | "MOMA" | "RAPI" | "GAMB" | "LOTT" | "AMEX" | "SASW" | "AUCO" | "PCOM" | "PDEP" | "PLDS" | "PLRF" | "GAFA" | "GAHO" | "CPEN" | "DEPD" | "RETL" | "DEBT" | "CRYP";
        /** @enum {string} */
        readonly OBExternalStatus2Code: "AUTH" | "AWAU" | "RJCT";
        /** @example U001 */
        readonly OBExternalStatusReason1Code: string;
        readonly OBInternalAccountIdentification4Code: string;
        /** @enum {string} */
        readonly OBInternalChargeBearerType1Code: "BorneByCreditor" | "BorneByDebtor" | "FollowingServiceLevel" | "Shared";
        /** @enum {string} */
        readonly OBInternalConsentStatus1Code: "AWAU" | "RJCT" | "AUTH" | "CANC" | "EXPD";
        /** @enum {string} */
        readonly OBInternalExtendedAccountType1Code: "Business" | "BusinessSavingsAccount" | "Charity" | "Collection" | "Corporate" | "Ewallet" | "Government" | "Investment" | "ISA" | "JointPersonal" | "Pension" | "Personal" | "PersonalSavingsAccount" | "Premier" | "Wealth";
        readonly OBInternalFinancialInstitutionIdentification4Code: string;
        readonly OBInternalLocalInstrument1Code: string;
        /** @enum {string} */
        readonly OBInternalPaymentChargeType1Code: "UK.OBIE.CHAPSOut" | "UK.OBIE.BalanceTransferOut" | "UK.OBIE.MoneyTransferOut";
        readonly OBPAFundsAvailableResult1: {
            /** @enum {string} */
            readonly FundsAvailable: "Available" | "NotAvailable";
            /** Format: date-time */
            readonly FundsAvailableDateTime: string;
        };
        readonly OBPaymentStatusReason: {
            /** @example ERIN */
            readonly StatusReasonCode?: string;
            readonly StatusReasonDescription?: string;
        };
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
        readonly OBProxy1: {
            readonly Code: components["schemas"]["ExternalProxyAccountType1Code"];
            readonly Identification: string;
            readonly Type?: string;
        };
        readonly OBReferredDocumentInformation: {
            readonly Code?: components["schemas"]["ExternalDocumentType1Code"];
            readonly Issuer?: string;
            readonly LineDetails?: readonly string[];
            readonly Number?: string;
            readonly RelatedDate?: components["schemas"]["ISODateTime"];
        };
        readonly OBRegulatoryAuthority2: {
            readonly CountryCode?: components["schemas"]["CountryCode"];
            readonly Name?: string;
        };
        readonly OBRegulatoryReporting1: {
            readonly Authority?: components["schemas"]["OBRegulatoryAuthority2"];
            /** @enum {string} */
            readonly DebitCreditReportingIndicator?: "CRED" | "DEBT" | "BOTH";
            readonly Details?: readonly components["schemas"]["OBStructuredRegulatoryReporting3"][];
        };
        readonly OBRemittanceInformation2: {
            readonly Structured?: readonly components["schemas"]["OBRemittanceInformationStructured"][];
            readonly Unstructured?: readonly string[];
        };
        readonly OBRemittanceInformationStructured: {
            readonly AdditionalRemittanceInformation?: readonly string[];
            readonly CreditorReferenceInformation?: {
                readonly Code?: components["schemas"]["ExternalCreditorReferenceType1Code"];
                readonly Issuer?: string;
                readonly Reference?: string;
            };
            readonly Invoicee?: string;
            readonly Invoicer?: string;
            readonly ReferredDocumentAmount?: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
            readonly ReferredDocumentInformation?: readonly components["schemas"]["OBReferredDocumentInformation"][];
            readonly TaxRemittance?: string;
        };
        readonly OBRisk1: {
            readonly BeneficiaryAccountType?: components["schemas"]["OBInternalExtendedAccountType1Code"];
            readonly BeneficiaryPrepopulatedIndicator?: boolean;
            readonly CategoryPurposeCode?: components["schemas"]["ExternalCategoryPurpose1Code"];
            readonly ContractPresentIndicator?: boolean;
            readonly DeliveryAddress?: components["schemas"]["OBPostalAddress7"];
            readonly MerchantCategoryCode?: string;
            readonly MerchantCustomerIdentification?: string;
            /** @enum {string} */
            readonly PaymentContextCode?: "BillingGoodsAndServicesInAdvance" | "BillingGoodsAndServicesInArrears" | "EcommerceMerchantInitiatedPayment" | "FaceToFacePointOfSale" | "TransferToSelf" | "TransferToThirdParty" | "BillPayment" | "EcommerceGoods" | "EcommerceServices" | "PartyToParty" | "PispPayee" | "Other";
            readonly PaymentPurposeCode?: components["schemas"]["OBExternalPurpose1Code"];
        };
        readonly OBStatusReason: {
            readonly Path?: string;
            /** @example ERIN */
            readonly StatusReasonCode?: string;
            readonly StatusReasonDescription?: string;
        };
        readonly OBStructuredRegulatoryReporting3: {
            readonly Amount?: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
            readonly Country?: components["schemas"]["CountryCode"];
            readonly Date?: components["schemas"]["ISODateTime"];
            readonly Information?: readonly string[];
            readonly Type?: string;
        };
        readonly OBUltimateCreditor1: {
            readonly Identification?: string;
            readonly LEI?: components["schemas"]["LEI"];
            readonly Name?: string;
            readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
            readonly SchemeName?: components["schemas"]["OBInternalAccountIdentification4Code"];
        };
        readonly OBUltimateDebtor1: {
            readonly Identification?: string;
            readonly LEI?: components["schemas"]["LEI"];
            readonly Name?: string;
            readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
            readonly SchemeName?: components["schemas"]["OBInternalAccountIdentification4Code"];
        };
        readonly OBVRPAuthenticationMethods: string;
        readonly OBVRPConsentType: string;
        readonly OBVRPFundsConfirmationRequest: {
            readonly Data: {
                readonly ConsentId: string;
                readonly InstructedAmount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                readonly Reference?: string;
            };
        };
        readonly OBVRPFundsConfirmationResponse: {
            readonly Data: {
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                readonly FundsAvailableResult: components["schemas"]["OBPAFundsAvailableResult1"];
                readonly FundsConfirmationId: string;
                readonly InstructedAmount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                readonly Reference?: string;
            };
        };
        /** @enum {string} */
        readonly OBVRPInteractionTypes: "InSession" | "OffSession";
        readonly OBVRPRemittanceInformation: {
            readonly Code?: components["schemas"]["ExternalDocumentType1Code"];
            readonly Issuer?: string;
            readonly LineDetails?: readonly string[];
            readonly Number?: string;
            readonly RelatedDate?: components["schemas"]["ISODateTime"];
        };
        readonly OBVRPStatusReasonCode: string;
        readonly PostBox: string;
        readonly PostCode: string;
        readonly Room: string;
        readonly SecondaryIdentification: string;
        readonly StreetName: string;
        readonly SubDepartment: string;
        readonly TownName: string;
        readonly UnitNumber: string;
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
        readonly "204VRPConsentsConsentIdDeleted": {
            headers: {
                readonly [name: string]: unknown;
            };
            content?: never;
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
        readonly "payload-version": string;
        readonly "x-client-id": string;
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
    readonly domesticVrpConsentsPut: {
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
                readonly ConsentId: components["parameters"]["ConsentId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json-patch+json": readonly {
                    readonly from?: string;
                    /** @enum {string} */
                    readonly op: "add" | "remove" | "replace" | "move" | "copy" | "test";
                    readonly path: string;
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
            readonly header?: {
                readonly "payload-version"?: components["parameters"]["payload-version"];
            };
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
