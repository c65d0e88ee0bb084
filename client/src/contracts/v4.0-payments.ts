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
        readonly BuildingName: string;
        readonly BuildingNumber: string;
        readonly CareOf: string;
        readonly CountryCode: string;
        readonly CountrySubDivision: string;
        /** Format: date */
        readonly Date: string;
        readonly Department: string;
        readonly DistrictName: string;
        /** @enum {string} */
        readonly ExternalCategoryPurpose1Code: "BONU" | "CASH" | "CBLK" | "CCRD" | "CGWV" | "CIPC" | "CONC" | "CORT" | "DCRD" | "DIVI" | "DVPM" | "EPAY" | "FCDT" | "FCIN" | "FCOL" | "GOVT" | "GP2P" | "HEDG" | "ICCP" | "IDCP" | "INTC" | "INTE" | "LBOX" | "LOAN" | "MP2B" | "MP2P" | "OTHR" | "PENS" | "RPRE" | "RRCT" | "RVPM" | "SALA" | "SECU" | "SSBE" | "SUPP" | "SWEP" | "TAXS" | "TOPG" | "TRAD" | "TREA" | "VATX" | "VOST" | "WHLD" | "ZABA";
        /** @enum {string} */
        readonly ExternalCreditorReferenceType1Code: "DISP" | "FXDR" | "PUOR" | "RPIN" | "RADM" | "SCOR";
        /** @enum {string} */
        readonly ExternalDocumentType1Code: "CINV" | "CNFA" | "CONT" | "CREN" | "DEBN" | "DISP" | "DNFA" | "HIRI" | "INVS" | "MSIN" | "PROF" | "PUOR" | "QUOT" | "SBIN" | "SPRR" | "TISH";
        /** @enum {string} */
        readonly ExternalPaymentTransactionStatus1Code: "CANC" | "RCVD" | "ACTC" | "PATC" | "PDNG" | "RJCT" | "INFA" | "INCO" | "ACCP" | "ACFC" | "ACSP" | "ACWC" | "ACSC" | "BLCK" | "ACCC" | "ACWP";
        /** @enum {string} */
        readonly ExternalPaymentTransactionStatus2Code: "CANC" | "RCVD" | "PDNG" | "ACTC" | "PATC" | "ACCP" | "ACFC" | "ACSP" | "ACWC" | "ACSC" | "BLCK" | "ACCC" | "ACWP" | "RJCT";
        /** @enum {string} */
        readonly ExternalPaymentTransactionStatus3Code: "RCVD" | "PDNG" | "ACTC" | "PATC" | "ACCP" | "ACFC" | "ACSP" | "ACWC" | "ACSC" | "BLCK" | "ACCC" | "ACWP" | "RJCT";
        /** @enum {string} */
        readonly ExternalPaymentTransactionStatus4Code: "PDNG" | "INFA" | "INCO";
        /** @enum {string} */
        readonly ExternalProxyAccountType1Code: "TELE" | "EMAL" | "DNAM" | "CINC" | "COTX" | "COID" | "CUST" | "DRLC" | "EIDN" | "EWAL" | "PVTX" | "LEIC" | "MBNO" | "NIDN" | "CCPT" | "SHID" | "SOSE" | "TOKN" | "UBIL" | "VIPN" | "BIID";
        /** @enum {string} */
        readonly ExternalPurpose1Code: "BKDF" | "BKFE" | "BKFM" | "BKIP" | "BKPP" | "CBLK" | "CDCB" | "CDCD" | "CDCS" | "CDDP" | "CDOC" | "CDQC" | "ETUP" | "FCOL" | "MTUP" | "ACCT" | "CASH" | "COLL" | "CSDB" | "DEPT" | "INTC" | "INTP" | "LIMA" | "NETT" | "BFWD" | "CCIR" | "CCPC" | "CCPM" | "CCSM" | "CRDS" | "CRPR" | "CRSP" | "CRTL" | "EQPT" | "EQUS" | "EXPT" | "EXTD" | "FIXI" | "FWBC" | "FWCC" | "FWSB" | "FWSC" | "MARG" | "MBSB" | "MBSC" | "MGCC" | "MGSC" | "OCCC" | "OPBC" | "OPCC" | "OPSB" | "OPSC" | "OPTN" | "OTCD" | "REPO" | "RPBC" | "RPCC" | "RPSB" | "RPSC" | "RVPO" | "SBSC" | "SCIE" | "SCIR" | "SCRP" | "SHBC" | "SHCC" | "SHSL" | "SLEB" | "SLOA" | "SWBC" | "SWCC" | "SWPT" | "SWSB" | "SWSC" | "TBAS" | "TBBC" | "TBCC" | "TRCP" | "AGRT" | "AREN" | "BEXP" | "BOCE" | "COMC" | "CPYR" | "GDDS" | "GDSV" | "GSCB" | "LICF" | "MP2B" | "POPE" | "ROYA" | "SCVE" | "SERV" | "SUBS" | "SUPP" | "TRAD" | "CHAR" | "COMT" | "MP2P" | "ECPG" | "ECPR" | "ECPU" | "EPAY" | "CLPR" | "COMP" | "DBTC" | "GOVI" | "HLRP" | "HLST" | "INPC" | "INPR" | "INSC" | "INSU" | "INTE" | "LBRI" | "LIFI" | "LOAN" | "LOAR" | "PENO" | "PPTI" | "RELG" | "RINP" | "TRFD" | "FORW" | "FXNT" | "ADMG" | "ADVA" | "BCDM" | "BCFG" | "BLDM" | "BNET" | "CBFF" | "CBFR" | "CCRD" | "CDBL" | "CFEE" | "CGDD" | "CORT" | "COST" | "CPKC" | "DCRD" | "DSMT" | "DVPM" | "EDUC" | "FACT" | "FAND" | "FCPM" | "FEES" | "GIFT" | "GOVT" | "ICCP" | "IDCP" | "IHRP" | "INSM" | "IVPT" | "MCDM" | "MCFG" | "MSVC" | "NOWS" | "OCDM" | "OCFG" | "OFEE" | "OTHR" | "PADD" | "PTSP" | "RCKE" | "RCPT" | "REBT" | "REFU" | "RENT" | "REOD" | "RIMB" | "RPNT" | "RRBN" | "RRCT" | "RRTP" | "RVPM" | "SLPI" | "SPLT" | "STDY" | "TBAN" | "TBIL" | "TCSC" | "TELI" | "TMPG" | "TPRI" | "TPRP" | "TRNC" | "TRVC" | "WEBI" | "IPAY" | "IPCA" | "IPDO" | "IPEA" | "IPEC" | "IPEW" | "IPPS" | "IPRT" | "IPU2" | "IPUW" | "ANNI" | "CAFI" | "CFDI" | "CMDT" | "DERI" | "DIVD" | "FREX" | "HEDG" | "INVS" | "PRME" | "SAVG" | "SECU" | "SEPI" | "TREA" | "UNIT" | "FNET" | "FUTR" | "ANTS" | "CVCF" | "DMEQ" | "DNTS" | "HLTC" | "HLTI" | "HSPC" | "ICRF" | "LTCF" | "MAFC" | "MARF" | "MDCS" | "VIEW" | "CDEP" | "SWFP" | "SWPP" | "SWRS" | "SWUF" | "ADCS" | "AEMP" | "ALLW" | "ALMY" | "BBSC" | "BECH" | "BENE" | "BONU" | "CCHD" | "COMM" | "CSLP" | "GFRP" | "GVEA" | "GVEB" | "GVEC" | "GVED" | "GWLT" | "HREC" | "PAYR" | "PEFC" | "PENS" | "PRCP" | "RHBS" | "SALA" | "SPSP" | "SSBE" | "LBIN" | "LCOL" | "LFEE" | "LMEQ" | "LMFI" | "LMRK" | "LREB" | "LREV" | "LSFL" | "ESTX" | "FWLV" | "GSTX" | "HSTX" | "INTX" | "NITX" | "PTXP" | "RDTX" | "TAXS" | "VATX" | "WHLD" | "TAXR" | "B112" | "BR12" | "TLRF" | "TLRR" | "AIRB" | "BUSB" | "FERB" | "RLWY" | "TRPT" | "CBTV" | "ELEC" | "ENRG" | "GASB" | "NWCH" | "NWCM" | "OTLC" | "PHON" | "UBIL" | "WTER" | "BOND" | "CABD" | "CAEQ" | "CBCR" | "DBCR" | "DICL" | "EQTS" | "FLCR" | "EFTC" | "EFTD" | "MOMA" | "RAPI" | "GAMB" | "LOTT" | "AMEX" | "SASW" | "AUCO" | "PCOM" | "PDEP" | "PLDS" | "PLRF" | "GAFA" | "GAHO" | "CPEN" | "DEPD" | "RETL" | "DEBT" | "CRYP";
        readonly File: Record<string, never>;
        readonly Floor: string;
        readonly Frequency_1: string;
        readonly Identification_0: string;
        readonly Identification_1: string;
        /** @example 80200112344562 */
        readonly Identification_3: string;
        /** @example 80200112344562 */
        readonly Identification_4: string;
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
        readonly Meta: {
            readonly FirstAvailableDateTime?: components["schemas"]["ISODateTime"];
            readonly LastAvailableDateTime?: components["schemas"]["ISODateTime"];
            /** Format: int32 */
            readonly TotalPages?: number;
        };
        readonly Name: string;
        readonly NumberOfPayments: string;
        readonly OBActiveCurrencyAndAmount_SimpleType: string;
        readonly OBActiveOrHistoricCurrencyAndAmount: {
            readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
            readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
        };
        /** @enum {string} */
        readonly OBAddressType2Code: "BIZZ" | "DLVY" | "MLTO" | "PBOX" | "ADDR" | "HOME" | "CORR" | "STAT";
        /** @enum {string} */
        readonly OBAddressTypeCode: "Business" | "Correspondence" | "DeliveryTo" | "MailTo" | "POBox" | "Postal" | "Residential" | "Statement";
        readonly OBBranchAndFinancialInstitutionIdentification6_0: {
            readonly Identification?: components["schemas"]["Identification_1"];
            readonly LEI?: components["schemas"]["LEI"];
            readonly Name?: components["schemas"]["Name"];
            readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
            readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
        };
        readonly OBCashAccountCreditor3: {
            readonly Identification: string;
            readonly LEI?: components["schemas"]["LEI"];
            readonly Name: string;
            readonly Proxy?: components["schemas"]["OBProxy1"];
            readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
            readonly SecondaryIdentification?: string;
        };
        readonly OBCashAccountDebtor4: {
            readonly Identification?: string;
            readonly LEI?: components["schemas"]["LEI"];
            readonly Name?: string;
            readonly SchemeName?: string;
            readonly SecondaryIdentification?: string;
        };
        readonly OBDomesticRefundAccount1: {
            readonly Account: {
                readonly Identification: components["schemas"]["Identification_0"];
                readonly Name: string;
                readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
            };
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
        readonly OBExternalMandateClassification1Code: "FIXE" | "USGB" | "VARI";
        /** @example U001 */
        readonly OBExternalStatusReason1Code: string;
        readonly OBFrequency6: {
            /**
             * Format: int32
             * @example 1
             */
            readonly CountPerPeriod?: number;
            readonly PointInTime?: components["schemas"]["PointInTime"];
            readonly Type: components["schemas"]["OBFrequency6Code"] | components["schemas"]["Frequency_1"];
        };
        /** @enum {string} */
        readonly OBFrequency6Code: "ADHO" | "YEAR" | "DAIL" | "FRTN" | "INDA" | "MNTH" | "QURT" | "MIAN" | "WEEK" | "WODL" | "FOWK" | "TWMH" | "FOMH" | "FIMH" | "ALMH" | "NONE" | "LWMH" | "LXMH" | "TWYR";
        readonly OBInternalAccountIdentification4Code: string;
        /** @enum {string} */
        readonly OBInternalChargeBearerType1Code: "BorneByCreditor" | "BorneByDebtor" | "FollowingServiceLevel" | "Shared";
        /** @enum {string} */
        readonly OBInternalConsentStatus2Code: "AWAU" | "RJCT" | "AUTH" | "COND";
        /** @enum {string} */
        readonly OBInternalConsentStatus3Code: "AWAU" | "AWUP" | "RJCT" | "AUTH" | "COND";
        /** @enum {string} */
        readonly OBInternalExtendedAccountType1Code: "Business" | "BusinessSavingsAccount" | "Charity" | "Collection" | "Corporate" | "Ewallet" | "Government" | "Investment" | "ISA" | "JointPersonal" | "Pension" | "Personal" | "PersonalSavingsAccount" | "Premier" | "Wealth";
        readonly OBInternalFinancialInstitutionIdentification4Code: string;
        readonly OBInternalLocalInstrument1Code: string;
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
            readonly Reason?: string;
            /** Format: date-time */
            readonly RecurringPaymentDateTime?: string;
        };
        readonly OBPaymentStatusReason: {
            readonly Path?: string;
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
            /** Format: date-time */
            readonly RelatedDate?: string;
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
            readonly Invoicee?: components["schemas"]["Identification_4"];
            readonly Invoicer?: components["schemas"]["Identification_3"];
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
            readonly PaymentPurposeCode?: components["schemas"]["ExternalPurpose1Code"];
        };
        readonly OBSCASupportData1: {
            /** @enum {string} */
            readonly AppliedAuthenticationApproach?: "CA" | "SCA";
            readonly ReferencePaymentOrderId?: string;
            /** @enum {string} */
            readonly RequestedSCAExemptionType?: "BillPayment" | "ContactlessTravel" | "EcommerceGoods" | "EcommerceServices" | "Kiosk" | "Parking" | "PartyToParty";
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
        readonly OBSupplementaryData1: {
            readonly [key: string]: unknown;
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
        readonly OBWriteDomestic2: {
            readonly Data: {
                readonly ConsentId: string;
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
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
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single" | "Multiple";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                    readonly AuthorisationType: "Any" | "Single" | "Multiple";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                readonly Status: components["schemas"]["OBInternalConsentStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                readonly MultiAuthorisation?: {
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** Format: date-time */
                    readonly LastUpdateDateTime?: string;
                    readonly NumberReceived?: number;
                    readonly NumberRequired?: number;
                    /** @enum {string} */
                    readonly Status: "AUTH" | "AWAF" | "RJCT";
                };
                readonly Refund?: components["schemas"]["OBDomesticRefundAccount1"];
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus3Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /** Format: date-time */
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
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single" | "Multiple";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                    readonly AuthorisationType: "Any" | "Single" | "Multiple";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Charges?: readonly {
                    readonly Amount: components["schemas"]["OBActiveOrHistoricCurrencyAndAmount"];
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /** @enum {string} */
                readonly Permission: "Create";
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                readonly Status: components["schemas"]["OBInternalConsentStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorPostalAddress?: components["schemas"]["OBPostalAddress7"];
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly EndToEndIdentification?: string;
                    readonly InstructedAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly InstructionIdentification: string;
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                readonly MultiAuthorisation?: {
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** Format: date-time */
                    readonly LastUpdateDateTime?: string;
                    readonly NumberReceived?: number;
                    readonly NumberRequired?: number;
                    /** @enum {string} */
                    readonly Status: "AUTH" | "AWAF" | "RJCT";
                };
                readonly Refund?: components["schemas"]["OBDomesticRefundAccount1"];
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly MandateRelatedInformation: components["schemas"]["OBMandateRelatedInformation1"];
                    readonly NumberOfPayments?: components["schemas"]["NumberOfPayments"];
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
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single" | "Multiple";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Initiation: {
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly MandateRelatedInformation: components["schemas"]["OBMandateRelatedInformation1"];
                    readonly NumberOfPayments?: components["schemas"]["NumberOfPayments"];
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly MandateRelatedInformation: components["schemas"]["OBMandateRelatedInformation1"];
                    readonly NumberOfPayments?: components["schemas"]["NumberOfPayments"];
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
                /** @enum {string} */
                readonly Permission: "Create";
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                readonly Status: components["schemas"]["OBInternalConsentStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
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
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FinalPaymentAmount?: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly FirstPaymentAmount: {
                        readonly Amount: components["schemas"]["OBActiveCurrencyAndAmount_SimpleType"];
                        readonly Currency: components["schemas"]["ActiveOrHistoricCurrencyCode"];
                    };
                    readonly MandateRelatedInformation: components["schemas"]["OBMandateRelatedInformation1"];
                    readonly NumberOfPayments?: components["schemas"]["NumberOfPayments"];
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
                readonly MultiAuthorisation?: {
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** Format: date-time */
                    readonly LastUpdateDateTime?: string;
                    readonly NumberReceived?: number;
                    readonly NumberRequired?: number;
                    /** @enum {string} */
                    readonly Status: "AUTH" | "AWAF" | "RJCT";
                };
                readonly Refund?: components["schemas"]["OBDomesticRefundAccount1"];
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus1Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
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
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FileHash: string;
                    readonly FileReference?: string;
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly NumberOfTransactions?: string;
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FileHash: string;
                    readonly FileReference?: string;
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly NumberOfTransactions?: string;
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                /** Format: date-time */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly Initiation: {
                    readonly ControlSum?: number;
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FileHash: string;
                    readonly FileReference?: string;
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly NumberOfTransactions?: string;
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                readonly Status: components["schemas"]["OBInternalConsentStatus3Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly FilePaymentId: string;
                readonly Initiation: {
                    readonly ControlSum?: number;
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly FileHash: string;
                    readonly FileReference?: string;
                    readonly FileType: string;
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly NumberOfTransactions?: string;
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime?: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                readonly MultiAuthorisation?: {
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** Format: date-time */
                    readonly LastUpdateDateTime?: string;
                    readonly NumberReceived?: number;
                    readonly NumberRequired?: number;
                    /** @enum {string} */
                    readonly Status: "AUTH" | "AWAF" | "RJCT";
                };
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus4Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
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
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
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
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                readonly Status: components["schemas"]["OBInternalConsentStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
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
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                    readonly Status: "AUTH" | "AWAF" | "RJCT";
                };
                readonly Refund?: components["schemas"]["OBDomesticRefundAccount1"];
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus3Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
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
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /** Format: date-time */
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
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
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
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
                };
                /** @enum {string} */
                readonly Permission: "Create";
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                readonly Status: components["schemas"]["OBInternalConsentStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
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
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: components["schemas"]["Identification_1"];
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
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
                    readonly LocalInstrument?: components["schemas"]["OBInternalLocalInstrument1Code"];
                    readonly RegulatoryReporting?: readonly components["schemas"]["OBRegulatoryReporting1"][];
                    readonly RemittanceInformation?: components["schemas"]["OBRemittanceInformation2"];
                    /** Format: date-time */
                    readonly RequestedExecutionDateTime: string;
                    readonly SupplementaryData?: components["schemas"]["OBSupplementaryData1"];
                    readonly UltimateCreditor?: components["schemas"]["OBUltimateCreditor1"];
                    readonly UltimateDebtor?: components["schemas"]["OBUltimateDebtor1"];
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
                    readonly Status: "AUTH" | "AWAF" | "RJCT";
                };
                readonly Refund?: components["schemas"]["OBDomesticRefundAccount1"];
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
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
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: string;
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly ExtendedPurpose?: string;
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
                readonly Authorisation?: {
                    /** @enum {string} */
                    readonly AuthorisationType: "Any" | "Single";
                    /** Format: date-time */
                    readonly CompletionDateTime?: string;
                };
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: string;
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly ExtendedPurpose?: string;
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                /** Format: date-time */
                readonly CutOffDateTime?: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: string;
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly ExtendedPurpose?: string;
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
                /** @enum {string} */
                readonly Permission: "Create";
                /** @enum {string} */
                readonly ReadRefundAccount?: "No" | "Yes";
                readonly SCASupportData?: components["schemas"]["OBSCASupportData1"];
                readonly Status: components["schemas"]["OBInternalConsentStatus2Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
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
                    readonly ChargeBearer: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Type: components["schemas"]["OBInternalPaymentChargeType1Code"];
                }[];
                readonly ConsentId: string;
                /** Format: date-time */
                readonly CreationDateTime: string;
                readonly Debtor?: components["schemas"]["OBCashAccountDebtor4"];
                readonly Initiation: {
                    readonly ChargeBearer?: components["schemas"]["OBInternalChargeBearerType1Code"];
                    readonly Creditor?: {
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: string;
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                    };
                    readonly CreditorAccount: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly CreditorAgent?: {
                        readonly Identification?: string;
                        readonly LEI?: components["schemas"]["LEI"];
                        readonly Name?: components["schemas"]["Name"];
                        readonly PostalAddress?: components["schemas"]["OBPostalAddress7"];
                        readonly SchemeName?: components["schemas"]["OBInternalFinancialInstitutionIdentification4Code"];
                    };
                    readonly CurrencyOfTransfer: string;
                    readonly DebtorAccount?: {
                        readonly Identification: components["schemas"]["Identification_0"];
                        readonly Name?: string;
                        readonly Proxy?: components["schemas"]["OBProxy1"];
                        readonly SchemeName: components["schemas"]["OBInternalAccountIdentification4Code"];
                        readonly SecondaryIdentification?: components["schemas"]["SecondaryIdentification"];
                    };
                    readonly DestinationCountryCode?: string;
                    readonly ExtendedPurpose?: string;
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
                readonly InternationalStandingOrderId: string;
                readonly MultiAuthorisation?: {
                    /** Format: date-time */
                    readonly ExpirationDateTime?: string;
                    /** Format: date-time */
                    readonly LastUpdateDateTime?: string;
                    readonly NumberReceived?: number;
                    readonly NumberRequired?: number;
                    /** @enum {string} */
                    readonly Status: "AUTH" | "AWAF" | "RJCT";
                };
                readonly Refund?: components["schemas"]["OBDomesticRefundAccount1"];
                readonly Status: components["schemas"]["ExternalPaymentTransactionStatus1Code"];
                readonly StatusReason?: readonly components["schemas"]["OBStatusReason"][];
                /** Format: date-time */
                readonly StatusUpdateDateTime: string;
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        readonly OBWritePaymentDetails1: {
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
        };
        readonly OBWritePaymentDetailsResponse1: {
            readonly Data: {
                readonly PaymentStatus?: readonly components["schemas"]["OBWritePaymentDetails1"][];
            };
            readonly Links?: components["schemas"]["Links"];
            readonly Meta?: components["schemas"]["Meta"];
        };
        /** @example 00 */
        readonly PointInTime: string;
        readonly PostBox: string;
        readonly PostCode: string;
        readonly Room: string;
        readonly SecondaryIdentification: string;
        readonly StreetName: string;
        readonly SubDepartment: string;
        /** Format: time */
        readonly Time: string;
        readonly TownName: string;
        readonly UnitNumber: string;
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
