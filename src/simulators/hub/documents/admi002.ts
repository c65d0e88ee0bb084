import { formatInstant, type Instant } from '../../../shared/time.ts';
import { shorten } from '../../../shared/text.ts';
import { documentOf, element } from './xml.ts';

/** Maximum length of RsnDesc, in characters. */
const MAX_DESCRIPTION_CHARACTERS = 350;

/** Characters that XML 1.0 does not allow. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Returns an admi.002.001.01: the hub cannot read a message of the bank. */
export function writeMessageReject(
  messageId: string,
  rejectedAt: Instant,
  description: string,
): string {
  return (
    documentOf('admi.002.001.01') +
    `<admi.002.001.01><RltdRef>${element('Ref', messageId)}</RltdRef>` +
    `<Rsn>${element('RjctgPtyRsn', 'InvalidMessage')}` +
    element('RjctnDtTm', formatInstant(rejectedAt)) +
    element('RsnDesc', shorten(description.replace(NOT_XML, '?'), MAX_DESCRIPTION_CHARACTERS)) +
    '</Rsn></admi.002.001.01></Document>\n'
  );
}
