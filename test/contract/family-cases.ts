import { bulkFile, hashOf } from '../helpers/payment-file.ts';
import type { Tpp } from '../helpers/tpp.ts';

/**
 * What the suites need to know of a family: a new family joins them with one entry here. Texts are
 * spelt as no JSON writer would spell them, because they must come back as they were sent.
 */
export interface FamilyCase {
  /** The text of a faultless `Data.Initiation`. */
  readonly initiation: string;
  /** The text of a faultless `Risk`; null where the family has none. */
  readonly risk: string | null;
  /** An equal Initiation, spelt otherwise. */
  readonly respelt: string;
  /** An Initiation that differs in one member, and that member's path. */
  readonly different: { readonly initiation: string; readonly path: string };
  /** Brings a new consent to where the customer decides. */
  readonly prepare: (tpp: Tpp, consentId: string) => Promise<void>;
}

const FILE = bulkFile(1);

function fileInitiation(controlSum: string, reference: string): string {
  return `{  "FileReference" : ${reference},
    "SupplementaryData": {"zebra": 1.0e2, "apple": [ 1.50, null, "\\ud83c\\udf70" ], "": {}},
    "ControlSum":${controlSum},\t"FileHash": "${hashOf(FILE)}"
    , "NumberOfTransactions":"1", "FileType":"UK.OBIE.PaymentInitiation.3.1"}`;
}

export const FAMILY_CASES: Readonly<Record<string, FamilyCase>> = {
  'file-payments': {
    initiation: fileInitiation('10.50', '"Caf\\u00e9 \\/ 12"'),
    risk: null,
    respelt: fileInitiation('105e-1', '"Café / \\u0031\\u0032"'),
    different: {
      initiation: fileInitiation('10.5000000000000001', '"Café / 12"'),
      path: 'Data.Initiation.ControlSum',
    },
    async prepare(tpp, consentId) {
      const reply = await tpp.upload(consentId, FILE);
      if (reply.status !== 200) throw new Error(reply.text);
    },
  },
};

/** The body of a request for a consent. */
export function consentText({ initiation, risk }: FamilyCase): string {
  return `\n{ "Data" : { "Initiation":${initiation} } ${riskText(risk)} }\n`;
}

/** The body of a submission. */
export function paymentText(consentId: string, initiation: string, risk: string | null): string {
  const data = `{ "Initiation" :${initiation},"ConsentId": "${consentId}" }`;
  return `{ "Data" : ${data} ${riskText(risk)} }`;
}

function riskText(risk: string | null): string {
  return risk === null ? '' : `, "Risk" : ${risk}`;
}
