import { z } from 'zod';
import {
  PAIN_001,
  PAYMENT_FILE_3_1,
  PAYMENT_FILE_4_0,
  type FileType,
} from '../domain/records/file-types.ts';
import { FileInitiation } from './initiation.ts';
import { FileInitiation as FileInitiation4, storedRemittance } from './v4/initiation.ts';

/** The reference and the text of a payment. */
interface Remittance {
  readonly Reference?: string;
  readonly Unstructured?: string;
}

/** The form in which a file type writes payments (rules, 6.7). */
export interface FileForm {
  /** Schema of one payment. */
  readonly payment: z.ZodType;
  /**
   * Schema of a file, for the published API description. Uploads are not validated with it: the
   * file readers in pipeline/read validate one payment at a time.
   */
  readonly file: z.ZodType;
  /** Returns the reference and the text of a valid payment, from its RemittanceInformation. */
  readonly remittanceOf: (information: object) => Remittance;
}

export const FILE_FORMS: Readonly<Record<FileType, FileForm>> = {
  [PAYMENT_FILE_3_1]: {
    payment: FileInitiation,
    file: fileOf(PAYMENT_FILE_3_1, FileInitiation),
    remittanceOf: (information) => information,
  },
  [PAYMENT_FILE_4_0]: {
    payment: FileInitiation4,
    file: fileOf(PAYMENT_FILE_4_0, FileInitiation4),
    remittanceOf: (information) => storedRemittance({ ...information }),
  },
  // The reader of pain.001 converts each payment to the form of 3.1.
  [PAIN_001]: {
    payment: FileInitiation,
    file: z.string().meta({ title: PAIN_001, description: 'A payment file in ISO 20022 XML.' }),
    remittanceOf: (information) => information,
  },
};

function fileOf(title: FileType, payment: z.ZodType): z.ZodType {
  return z
    .strictObject({
      Data: z.strictObject({ DomesticPayments: z.array(payment).min(1) }),
    })
    .meta({
      title,
      description:
        'A payment file. A file that does not match this schema is rejected. The service also ' +
        'checks that no member name is repeated, the check digits of IBANs, invisible characters, ' +
        'dates, whether the payments can be in one file, and the values that the consent announced.',
    });
}
