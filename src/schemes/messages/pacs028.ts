import type { EnquiryHeader } from '../../domain/schemes/enquiries.ts';
import { formatCreationTime, MESSAGE_TYPE as ORIGINAL_TYPE } from './pacs008.ts';
import { element } from '../../shared/xml.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pacs.028.001.03';

/**
 * Returns a pacs.028.001.03 (FIToFIPaymentStatusRequest) about a whole pacs.008. It names the
 * message and no transactions. It has no application header, because it is for the hub alone.
 */
export function writeEnquiry(enquiry: EnquiryHeader): string {
  const { id, createdAt, messageId, messageCreatedAt } = enquiry;
  const header = element('MsgId', id) + element('CreDtTm', formatCreationTime(createdAt));
  const original =
    element('OrgnlMsgId', messageId) +
    element('OrgnlMsgNmId', ORIGINAL_TYPE) +
    element('OrgnlCreDtTm', formatCreationTime(messageCreatedAt));
  return (
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="${NAMESPACE}"><FIToFIPmtStsReq>` +
    element('GrpHdr', header) +
    element('OrgnlGrpInf', original) +
    '</FIToFIPmtStsReq></Document>'
  );
}
