import { z } from 'zod';
import { FILE_FORMS } from '../../../contract/file-forms.ts';
import {
  PAYMENT_FILE_3_1,
  PAYMENT_FILE_4_0,
  type FileType,
} from '../../../domain/records/file-types.ts';
import type { FilePayment } from '../../../domain/records/payment.ts';

/**
 * The kinds of slot: a text of limited length, a further line of the text before it, an amount of
 * money, or a UK account.
 */
export type SlotKind = 'text' | 'line' | 'amount' | 'account';

/** A string member of a payment that can be validated by its own bytes alone. */
export interface SlotRule {
  readonly kind: SlotKind;
  /** Maximum number of characters of a text. */
  readonly maxCharacters: number;
  /** The member of the payment that the slot fills. Undefined if it fills none. */
  readonly fills: keyof FilePayment | undefined;
}

const FILLS: ReadonlyMap<string, keyof FilePayment> = new Map([
  ['InstructionIdentification', 'instructionIdentification'],
  ['EndToEndIdentification', 'endToEndIdentification'],
  ['InstructedAmount.Amount', 'amountPence'],
  ['DebtorAccount.Identification', 'debtor'],
  ['CreditorAccount.Identification', 'creditor'],
  ['CreditorAccount.Name', 'creditorName'],
  ['RemittanceInformation.Reference', 'reference'],
  ['RemittanceInformation.Unstructured', 'unstructured'],
  ['RemittanceInformation.Unstructured.[]', 'unstructured'],
  ['RemittanceInformation.Structured.[].CreditorReferenceInformation.Reference', 'reference'],
] as const);

/**
 * Matches fields with only a few valid values. Their values become literal bytes of the template
 * and not slots.
 */
const FIXED = /(^|\.)(LocalInstrument|SchemeName)$/;

const ACCOUNT = /^(Debtor|Creditor)Account\.Identification$/;

/**
 * The members that may differ between payments of one layout, by their path (an element of a list
 * is `[]`). Maximum lengths come from the schema, so that the two cannot disagree.
 */
export type SlotRules = ReadonlyMap<string, SlotRule>;

/** The slots of the payments of each file type in JSON. */
export const SLOT_RULES: Readonly<Partial<Record<FileType, SlotRules>>> = {
  [PAYMENT_FILE_3_1]: slotRulesOf(PAYMENT_FILE_3_1),
  [PAYMENT_FILE_4_0]: slotRulesOf(PAYMENT_FILE_4_0),
};

function slotRulesOf(type: FileType): SlotRules {
  return new Map(
    textsOf(z.toJSONSchema(FILE_FORMS[type].payment, { unrepresentable: 'any' }), '')
      .filter(([path]) => !FIXED.test(path))
      .concat([['InstructedAmount.Amount', 0]])
      .map(([path, maxCharacters]) => [
        path,
        { kind: kindOf(path), maxCharacters, fills: FILLS.get(path) },
      ]),
  );
}

function kindOf(path: string): SlotKind {
  if (path === 'InstructedAmount.Amount') return 'amount';
  return ACCOUNT.test(path) ? 'account' : 'text';
}

/** Returns the path and maximum length of every string of a schema that has a maximum length. */
function textsOf(schema: z.core.JSONSchema._JSONSchema, path: string): [string, number][] {
  if (typeof schema === 'boolean') return [];
  const own: [string, number][] =
    schema.type === 'string' && schema.maxLength !== undefined ? [[path, schema.maxLength]] : [];
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    textsOf(member, path === '' ? name : `${path}.${name}`),
  );
  const { items } = schema;
  const elements = items === undefined || Array.isArray(items) ? [] : textsOf(items, `${path}.[]`);
  return [...own, ...members, ...elements];
}
